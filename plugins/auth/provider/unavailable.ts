import { HttpError } from '../../../kernel/index.ts'

/** The identity provider cannot be used now. What exactly is wrong is for the log, in `cause`. */
export class ProviderUnavailable extends HttpError {
  readonly statusCode = 503

  constructor(cause: unknown) {
    super('the identity provider cannot be used at the moment; try again', { 'retry-after': '5' })
    this.cause = cause
  }
}
