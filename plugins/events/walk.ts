import type { Condition, DocumentStore, ListQuery, Sort, StoredDocument } from '../../kernel/index.ts'
import { sharedAccount } from '../../kernel/index.ts'
import { eventRecords } from './record.ts'

/** The requested events, of one account and shared ones. */
interface EventQuery {
  account_id: string
  conditions: readonly Condition[]
  direction: Sort['direction']
  /** Only events after the one with this id. */
  after?: string
  /** The number of events to fetch at once. */
  portion: number
  /** See `SelectQuery.deadline`. Default: each portion has its own. */
  deadline?: number
}

/** The order of events: by id, which is the order of time. */
export const byId = (direction: Sort['direction']): Sort => ({
  target: { column: 'id' },
  kind: 'text',
  direction,
  field: 'id',
})

/**
 * The events of an account and the shared ones, in one order: two index scans, merged. Fetches more only on demand.
 */
export async function* walkEvents(store: DocumentStore, query: EventQuery): AsyncGenerator<StoredDocument> {
  const own = walkAccount(store, query, query.account_id)
  const shared = walkAccount(store, query, sharedAccount)
  let [a, b] = await Promise.all([own.next(), shared.next()])
  while (a.done !== true || b.done !== true) {
    if (b.done === true || (a.done !== true && comesFirst(a.value, b.value, query.direction))) {
      if (a.done !== true) yield a.value
      a = await own.next()
    } else {
      yield b.value
      b = await shared.next()
    }
  }
}

const comesFirst = (a: StoredDocument, b: StoredDocument, direction: Sort['direction']): boolean =>
  direction === 'asc' ? a.id < b.id : a.id > b.id

async function* walkAccount(
  store: DocumentStore,
  { conditions, direction, after, portion, deadline }: EventQuery,
  account_id: string,
): AsyncGenerator<StoredDocument, void> {
  const query: ListQuery = {
    ...eventRecords.query(conditions, { account_id }),
    deadline,
    sort: byId(direction),
    limit: portion,
  }
  let position = after === undefined ? undefined : { key: after, id: after }
  for (;;) {
    const page = await store.list(position === undefined ? query : { ...query, after: position })
    yield* page.documents
    if (page.next === null) return
    position = { key: page.next.id, id: page.next.id }
  }
}

/** How many events match, of the account and shared ones. */
export async function countEvents(
  store: DocumentStore,
  { account_id, conditions, deadline }: Pick<EventQuery, 'account_id' | 'conditions' | 'deadline'>,
  options: { max?: number },
): Promise<number> {
  const counts = await Promise.all(
    [account_id, sharedAccount].map(account =>
      store.count({ ...eventRecords.query(conditions, { account_id: account }), deadline }, options),
    ),
  )
  return counts.reduce((sum, count) => sum + count, 0)
}
