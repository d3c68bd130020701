import { ConfigurationError, codesOfError } from '../../kernel/errors.ts'

/** Another process that has the SQLite file of the configuration. */
export interface Owner {
  /** What there is to say of it. */
  message: string
  /** Address of the service that it is; undefined when it does not listen, as another command. */
  address: string | undefined
}

/** Whether opening the store failed because another process owns it, and which. */
export function ownerIn(error: unknown): Owner | undefined {
  if (!(error instanceof ConfigurationError) || !codesOfError(error).includes('store-owned')) return undefined
  const address = 'address' in error ? error.address : undefined
  return { message: error.message, address: typeof address === 'string' ? address : undefined }
}
