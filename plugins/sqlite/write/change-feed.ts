import type { Change, ChangeListener, Feed } from '../../../lib/store-kit/document-store.ts'
import { callListener } from '../../../lib/store-kit/listeners.ts'

interface Subscription {
  collections: ReadonlySet<string>
  listener: ChangeListener
}

/** Reports committed changes. All of them are made in this process, so nothing is lost unless the writing thread ends. */
export class ChangeFeed {
  readonly #subscriptions = new Set<Subscription>()

  subscribe(collections: readonly string[], listener: ChangeListener): Feed {
    const subscription = { collections: new Set(collections), listener }
    this.#subscriptions.add(subscription)
    return { current: true, close: () => void this.#subscriptions.delete(subscription) }
  }

  tell(changes: readonly Change[]): void {
    for (const change of changes) {
      for (const { collections, listener } of this.#subscriptions) {
        if (collections.has(change.collection)) callListener(() => listener.changed(change))
      }
    }
  }

  /** It is unknown what was changed. */
  lose(): void {
    for (const { listener } of this.#subscriptions) callListener(() => listener.lost())
  }
}
