import { decodeTime } from 'ulid'
import { sharedAccount } from '../../kernel/index.ts'
import type { CollectionDefinition, Column } from '../../kernel/index.ts'
import type { JsonObject } from '../../lib/json/index.ts'
import { newUlid } from '../../lib/store-kit/index.ts'
import type { EventDraft, Events } from './contract.ts'

const text = (name: string): Column => ({
  path: [name],
  kind: 'text',
  many: false,
  indexed: true,
  unique: false,
  types: ['string'],
})

/** Where events are kept. Their ids are ULIDs and carry the time, so that the order of ids is that of time and no other order is asked for. */
export const eventsCollection: CollectionDefinition = {
  name: '_events',
  columns: [text('type'), text('subject')],
  versions: false,
  words: false,
  standardIndexes: [],
}

/** The operation that records an event: the insertion of a CloudEvents 1.0 document, whose id and time are those of this moment. */
export const record: Events['record'] = event => {
  const id = newUlid()
  const time = new Date(decodeTime(id)).toISOString()
  return {
    kind: 'insert',
    collection: eventsCollection.name,
    document: {
      id,
      meta: {
        type_slug: 'event',
        status: 'active',
        created_by: event.caller.id,
        account_id: event.account_id ?? sharedAccount,
        sequence_no: 1,
        created_at: time,
        updated_at: time,
      },
      data: cloudEvent(event, id, time),
    },
  }
}

function cloudEvent(
  { type, subject, caller, type_slug, sequence_no, copy }: EventDraft,
  id: string,
  time: string,
): JsonObject {
  const data: JsonObject = { actor: caller.id }
  if (caller.impersonator !== undefined) data.impersonator = caller.impersonator
  if (type_slug !== undefined) data.type_slug = type_slug
  if (sequence_no !== undefined) data.sequence_no = sequence_no
  if (copy === true) data.copy = true
  return { specversion: '1.0', id, source: '/api', type, subject, time, datacontenttype: 'application/json', data }
}
