import type { DocumentStore } from '../../kernel/index.ts'
import { createStore } from '../../kernel/store.ts'

/** A store that records calls of its methods. */
export interface CountingStore {
  store: DocumentStore
  /** `<method> <collection>` of each call since the list was last emptied. */
  calls: string[]
}

/**
 * Record the calls of a store's methods.
 * @param url address of a MongoDB; without one SQLite at the path
 */
export async function countingStore(url: string | undefined, path: string): Promise<CountingStore> {
  return countCalls(await createStore(url === undefined ? { kind: 'sqlite', path } : { kind: 'mongodb', url }))
}

function countCalls(inner: DocumentStore): CountingStore {
  const calls: string[] = []
  const store = new Proxy(inner, {
    get(target, name) {
      const member: unknown = Reflect.get(target, name)
      if (typeof member !== 'function') return member
      return (...values: unknown[]): unknown => {
        const [first] = values
        const collection = typeof first === 'string' ? first : (Object(first) as { collection?: unknown }).collection
        calls.push(`${String(name)} ${String(collection ?? '')}`.trim())
        return Reflect.apply(member, target, values)
      }
    },
  })
  return { store, calls }
}
