import type { ClientSession, Db } from 'mongodb'
import type { WriteOperation } from '../../contracts/document-store.ts'
import type { KnownCollection } from './catalogue.ts'
import type { Terms } from './conditions.ts'
import { allOf, selectionOf } from './selection.ts'
import type { Selection } from './selection.ts'
import { several } from './shadows.ts'
import type { StoredForm } from './stored-form.ts'

/** Whether there is what an `absent` operation says there is not, as the transaction sees it. */
export async function isPresent(
  session: ClientSession,
  database: Db,
  known: KnownCollection,
  { collection: name, account_id, conditions }: WriteOperation & { kind: 'absent' },
): Promise<boolean> {
  const query = {
    collection: name,
    account_id,
    status: 'active',
    visibility: { all: true },
    conditions,
    words: [],
  } as const
  const selection = selectionOf(query, known, { terms: [], indexed: [], test: false })
  const { base, terms, test } = selection
  const filter = allOf(base, [...indexBounds(selection), ...terms])
  const collection = database.collection<StoredForm>(name)
  if (test === undefined) return (await collection.findOne(filter, { session, projection: { _id: 1 } })) !== null
  for await (const form of collection.find(filter, { session, projection: test.projection })) {
    if (test.passes(form)) return true
  }
  return false
}

/** What lets an index serve the conditions: the keys of a document, or the mark that it has several values there. */
const indexBounds = ({ ranges, collection }: Selection): Terms[] =>
  [...ranges].flatMap(([field, known]) =>
    collection.indexOf.has(field)
      ? known.flatMap(range => ('$in' in range ? [{ [field]: { $in: [...range.$in, several] } }] : []))
      : [],
  )
