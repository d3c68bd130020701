import { decodeTime } from 'ulid'
import { sharedAccount } from '../../kernel/index.ts'
import type { DocumentStore } from '../../kernel/index.ts'
import { readMeta } from '../../lib/store-kit/index.ts'
import { idFrom } from './list.ts'
import { eventRecords } from './record.ts'
import type { Subscriber } from './subscriber.ts'
import { walkEvents } from './walk.ts'

/** A transaction lasts at most 5 s, so an event can become visible that much later than newer ones; twice that is safe. */
const overlapMs = 10_000

/**
 * Send the events since a reader disconnected: everything from 10 s before the last event that it received, in order.
 * An unknown id (or one of another account) gives one event `reset` instead: the reader must reload its data.
 */
export async function replay(store: DocumentStore, subscriber: Subscriber, lastEventId: string): Promise<void> {
  const last = await store.get(eventRecords.name, lastEventId)
  const account = last === undefined ? undefined : readMeta(last).account_id
  if (account !== subscriber.account_id && account !== sharedAccount) {
    subscriber.write('event: reset\ndata: {}\n\n')
    return
  }
  const began = Date.now()
  const conditions = [idFrom(decodeTime(lastEventId) - overlapMs, 'Last-Event-ID')]
  const query = { account_id: subscriber.account_id, conditions, direction: 'asc', portion: 500 } as const
  for await (const event of walkEvents(store, query)) {
    if (subscriber.closed) return
    await subscriber.sendAgain(event, decodeTime(event.id) > began - overlapMs)
  }
}
