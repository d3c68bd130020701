import type { Config } from '../contracts/config.ts'

/** Another process that has the SQLite file. */
export interface Owner {
  /** The file. */
  path: string
  /** Address of the service that it is; undefined when it is none that listens. */
  address: string | undefined
}

/** The process that owns the store's file, if there is one. On MongoDB nobody owns anything. */
export async function ownerOf({ store }: Config): Promise<Owner | undefined> {
  if (store.kind !== 'sqlite') return undefined
  return undefined
}
