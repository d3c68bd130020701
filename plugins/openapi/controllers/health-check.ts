import type { Controller } from '../contract.ts'

/** Says that the service is there, and what the document's `info` says of it. */
export const healthCheckController: Controller = {
  name: 'HealthCheckController',
  attach({ info }) {
    return () => ({ body: { status: 'ok', ...info } })
  },
}
