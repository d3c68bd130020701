import { decodeTime } from 'ulid'
import type { Column } from '../../kernel/index.ts'
import type { JsonObject } from '../../lib/json/index.ts'
import { RecordCollection, newUlid, sharedAccount, textColumn } from '../../lib/store-kit/index.ts'
import type { EventDraft, Events } from './contract.ts'

const text = (name: string): Column => ({ ...textColumn(name), types: ['string'] })

/** The collection of events. Their ids are ULIDs, which contain the time, so the order of ids is the order of time, and the only order that is used. */
export const eventRecords = new RecordCollection('event', {
  name: '_events',
  columns: [text('type'), text('subject')],
  standardIndexes: [],
  forgetsRemoved: true,
})

/** The operation that records an event: it inserts a CloudEvents 1.0 document, whose id and time are the present. */
export const record: Events['record'] = event => {
  const id = newUlid()
  const created_at = new Date(decodeTime(id)).toISOString()
  const meta = { created_by: event.caller.id, account_id: event.account_id ?? sharedAccount, created_at }
  return {
    kind: 'insert',
    collection: eventRecords.name,
    document: eventRecords.draft(id, cloudEvent(event, id, created_at), meta),
  }
}

function cloudEvent(
  { type, subject, caller, type_slug, sequence_no, copy, from, to, address }: EventDraft,
  id: string,
  time: string,
): JsonObject {
  const data: JsonObject = { actor: caller.id }
  if (caller.impersonator !== undefined) data.impersonator = caller.impersonator
  if (type_slug !== undefined) data.type_slug = type_slug
  if (sequence_no !== undefined) data.sequence_no = sequence_no
  if (copy === true) data.copy = true
  if (from !== undefined) data.from = from
  if (to !== undefined) data.to = to
  if (address !== undefined) data.address = address
  return { specversion: '1.0', id, source: '/api', type, subject, time, datacontenttype: 'application/json', data }
}
