import type { Controller } from '../contract.ts'
import { createBatchController } from './create-batch.ts'
import { createController } from './create.ts'
import { deleteController } from './delete.ts'
import { listController } from './list.ts'
import { updateController } from './update.ts'
import { viewController } from './view.ts'

/** Answers that the service is available, with the document's `info`. */
const healthCheckController: Controller = {
  name: 'HealthCheckController',
  attach({ info }) {
    return () => ({ body: { status: 'ok', ...info } })
  },
}

/** The standard controllers, in the order in which they are tried. */
export const standardControllers: readonly Controller[] = [
  createController,
  createBatchController,
  updateController,
  deleteController,
  viewController,
  listController,
  healthCheckController,
]
