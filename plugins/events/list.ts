import { encodeTime } from 'ulid'
import { BadRequest } from '../../kernel/index.ts'
import type { Condition, DocumentStore, StoredDocument } from '../../kernel/index.ts'
import { countMatches, parseInstant, requestDeadline } from '../../lib/query/index.ts'
import type { CountRequest, CursorScope, Cursors, Total } from '../../lib/query/index.ts'
import { idCondition, textCondition } from '../../lib/store-kit/index.ts'
import { byId, countEvents, walkEvents } from './walk.ts'

/** The filters of a list of events. */
interface EventFilter {
  type?: string | undefined
  subject?: string | undefined
  /** RFC 3339, inclusive. */
  since?: string | undefined
  /** RFC 3339, inclusive. */
  until?: string | undefined
}

interface EventPage {
  documents: StoredDocument[]
  /** Token of the next page, empty when there is none. */
  cursor: string
  total: Total | undefined
}

/**
 * One page of the events of an account and the shared ones, newest first.
 * @throws `BadRequest` when a filter or the cursor is malformed
 */
export async function listEvents(
  { store, cursors }: { store: DocumentStore; cursors: Cursors },
  account_id: string,
  filter: EventFilter,
  page: { limit: number; cursor: string | undefined; count: CountRequest },
): Promise<EventPage> {
  const deadline = requestDeadline()
  const conditions = eventConditions(filter)
  const scope: CursorScope = { account_id, list: 'events', sort: byId('desc'), conditions, words: [] }
  const after = page.cursor === undefined ? {} : { after: cursors.read(scope, page.cursor).id }
  const documents: StoredDocument[] = []
  let more = false
  const query = {
    account_id,
    conditions,
    direction: 'desc',
    deadline,
    ...after,
    portion: Math.min(page.limit + 1, 1000),
  } as const
  for await (const document of walkEvents(store, query)) {
    more = documents.length === page.limit
    if (more) break
    documents.push(document)
  }
  const last = documents.at(-1)
  return {
    documents,
    cursor: more && last !== undefined ? cursors.write(scope, { key: last.id, id: last.id }) : '',
    total: await countMatches(
      page.count,
      { found: documents.length, isFirst: page.cursor === undefined, hasMore: more },
      options => countEvents(store, { account_id, conditions, deadline }, options),
    ),
  }
}

/** The conditions of a filter. The times become conditions on ids, which contain the time, so that the scan in their order can begin and end there. */
function eventConditions({ type, subject, since, until }: EventFilter): Condition[] {
  const conditions: Condition[] = []
  if (type !== undefined) conditions.push(textCondition('type', 'eq', eventType(type)))
  if (subject !== undefined) conditions.push(textCondition('subject', 'eq', subject))
  if (since !== undefined) conditions.push(idFrom(Math.ceil(milliseconds('since', since)), 'since'))
  if (until !== undefined) conditions.push(idBefore(Math.floor(milliseconds('until', until)) + 1, 'until'))
  return conditions
}

function eventType(type: string): string {
  if (/^[A-Za-z]{1,64}\.[A-Za-z]{1,64}$/.test(type)) return type
  throw new BadRequest('type: must be the name of an event, such as Resource.Created')
}

/** Events recorded at this time (milliseconds since 1970) or later. */
export const idFrom = (time: number, field: string): Condition => idBound('gte', time, field)

const idBefore = (time: number, field: string): Condition => idBound('lt', time, field)

function idBound(operator: 'gte' | 'lt', time: number, field: string): Condition {
  const lowest = encodeTime(Math.max(0, time), 10).padEnd(26, '0')
  return { ...idCondition(operator, lowest), field }
}

/** The point in time of an RFC 3339 date-time, including fractions of milliseconds. */
function milliseconds(parameter: string, text: string): number {
  const [, fraction = ''] = /\.(\d+)/.exec(text) ?? []
  const moment = parseInstant(text.replace(/\.\d+/, ''))
  if (moment === undefined) {
    throw new BadRequest(
      `${parameter}: must be a date-time (RFC 3339) such as 2026-01-31T12:00:00Z; a plus sign is written %2B`,
    )
  }
  return moment + Number(`0.${fraction}0`) * 1000
}
