/** Another process that has the SQLite file of the configuration. */
export interface Owner {
  /** What there is to say of it. */
  message: string
  /** Address of the service that it is; undefined when it does not listen, as another command. */
  address: string | undefined
}

/** Whether opening the store failed because another process owns it, and which. */
export async function ownerIn(error: unknown): Promise<Owner | undefined> {
  if (!(error instanceof Error) || error.name !== 'StoreOwned') return undefined
  const { StoreOwned } = await import('../plugins/sqlite/ownership.ts')
  return error instanceof StoreOwned ? error : undefined
}
