import { HttpError } from '../../../kernel/index.ts'

/** The identity provider cannot be used now. What exactly is wrong is for the log, in `cause`. */
export class ProviderUnavailable extends HttpError {
  static override readonly code: string = 'identity-provider-unavailable'
  readonly statusCode = 503

  constructor(cause: unknown) {
    super('the identity provider cannot be used at the moment; try again', { cause, headers: { 'retry-after': '5' } })
  }
}
