import type { Controller } from '../contract.ts'

/** Answers that the service is available, with the document's `info`. */
export const healthCheckController: Controller = {
  name: 'HealthCheckController',
  attach({ info }) {
    return () => ({ body: { status: 'ok', ...info } })
  },
}
