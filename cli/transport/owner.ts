import { ConfigurationError, codesOfError } from '../../kernel/errors.ts'

/** Another process that owns the configured SQLite file. */
export interface Owner {
  /** A message about it. */
  message: string
  /** Address of the service; undefined when the process does not listen, such as another command. */
  address: string | undefined
}

/** The owner, if opening the store failed because another process owns it. */
export function ownerIn(error: unknown): Owner | undefined {
  if (!(error instanceof ConfigurationError) || !codesOfError(error).includes('store-owned')) return undefined
  const address = 'address' in error ? error.address : undefined
  return { message: error.message, address: typeof address === 'string' ? address : undefined }
}
