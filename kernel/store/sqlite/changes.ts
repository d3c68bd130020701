import type { Change, Feed } from '../../contracts/document-store.ts'

interface Subscription {
  collections: ReadonlySet<string>
  changed: (change: Change) => void
}

/** Tells of committed changes. All of them are made in this process, so nothing is ever lost. */
export class Changes {
  readonly #subscriptions = new Set<Subscription>()

  subscribe(collections: readonly string[], changed: (change: Change) => void): Feed {
    const subscription = { collections: new Set(collections), changed }
    this.#subscriptions.add(subscription)
    return { current: true, close: () => void this.#subscriptions.delete(subscription) }
  }

  /** A listener that throws ends neither the others nor the write: its error becomes an uncaught one. */
  tell(changes: readonly Change[]): void {
    for (const change of changes) {
      for (const { collections, changed } of this.#subscriptions) {
        if (!collections.has(change.collection)) continue
        try {
          changed(change)
        } catch (error) {
          queueMicrotask(() => {
            throw error
          })
        }
      }
    }
  }
}
