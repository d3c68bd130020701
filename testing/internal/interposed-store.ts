import type { DocumentStore, WriteOperation } from '../../kernel/index.ts'
import { reachableStore } from './change-user.ts'

/** A store with some methods replaced. */
export const replaceMethods = (inner: DocumentStore, replaced: Partial<DocumentStore>): DocumentStore =>
  new Proxy(inner, {
    get(target, name) {
      if (Object.hasOwn(replaced, name)) return Reflect.get(replaced, name)
      const member: unknown = Reflect.get(target, name)
      return typeof member === 'function'
        ? (...values: unknown[]): unknown => Reflect.apply(member, target, values)
        : member
    },
  })

/** A store that can run something just before a write. */
export interface InterposedStore {
  store: DocumentStore
  /**
   * Run this once, just before the next write that changes a collection.
   * @param happen gets the underlying store, so that its own writes are not intercepted
   */
  beforeWriteTo(collection: string, happen: (store: DocumentStore) => Promise<void>): void
}

/** @param url address of a MongoDB; without one SQLite in memory */
export async function interposedStore(url: string | undefined): Promise<InterposedStore> {
  const inner = await reachableStore(url)
  let awaited: { collection: string; happen: (store: DocumentStore) => Promise<void> } | undefined
  const write = async (operations: readonly WriteOperation[]): Promise<void> => {
    const next = awaited
    const changes = operations.filter(({ kind }) => kind !== 'check' && kind !== 'absent')
    if (next !== undefined && changes.some(({ collection }) => collection === next.collection)) {
      awaited = undefined
      await next.happen(inner)
    }
    return inner.write(operations)
  }
  return {
    store: replaceMethods(inner, { write }),
    beforeWriteTo(collection, happen) {
      awaited = { collection, happen }
    },
  }
}
