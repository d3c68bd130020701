import type { Controller } from '../contract.ts'
import { createBatchController } from './create-batch.ts'
import { createController } from './create.ts'
import { deleteController } from './delete.ts'
import { healthCheckController } from './health-check.ts'
import { listController } from './list.ts'
import { updateController } from './update.ts'
import { viewController } from './view.ts'

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
