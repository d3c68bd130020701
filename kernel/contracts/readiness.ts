import type { StoreUnavailable } from '../errors.ts'

/** The error with which writes fail. */
export interface WriteFailure {
  error: StoreUnavailable
  /** Time of the first write that failed. */
  since: Date
}

/** Whether the service should get requests. Provided by the kernel, to which the store reports the outcome of every write of every plugin. */
export interface Readiness {
  /** Set while writes to the store fail: from a failed write until one succeeds. Refused writes (`WriteRefused`) are no failures. */
  readonly writeFailure: WriteFailure | undefined

  /** Whether the service is being stopped. It still serves requests. */
  readonly isDraining: boolean

  /** The service is being stopped. */
  drain(): void

  /** @throws `NotReady` (503) with the code `draining` while the service is being stopped, else with the code of the {@link writeFailure} */
  check(): void
}
