import type { DocumentStore } from '../../lib/store-kit/document-store.ts'

type Listener = Parameters<DocumentStore['watch']>[1]

/**
 * Wrap a store so that an error thrown by a change listener ends neither the feed nor the process.
 * @param onFailure called with the thrown error
 */
export function withGuardedListeners(store: DocumentStore, onFailure: (error: unknown) => void): DocumentStore {
  const watch: DocumentStore['watch'] = (collections, listener) =>
    store.watch(collections, guarded(listener, onFailure))
  const methods = new Map<PropertyKey, unknown>([['watch', watch]])
  return new Proxy(store, {
    get(_, name) {
      if (methods.has(name)) return methods.get(name)
      const value: unknown = Reflect.get(store, name, store)
      if (typeof value !== 'function') return value
      const method: unknown = value.bind(store)
      methods.set(name, method)
      return method
    },
  })
}

function guarded(listener: Listener, onFailure: (error: unknown) => void): Listener {
  const guard = (call: () => unknown): void => {
    try {
      const result = call()
      if (result instanceof Promise) result.catch(onFailure)
    } catch (error) {
      onFailure(error)
    }
  }
  const { written } = listener
  return {
    changed: change => guard(() => listener.changed(change)),
    lost: () => guard(() => listener.lost()),
    ...(written !== undefined && { written: (name, ids) => guard(() => written.call(listener, name, ids)) }),
  }
}
