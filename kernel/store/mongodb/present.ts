import type { ClientSession, Db } from 'mongodb'
import type { WriteOperation } from '../../contracts/document-store.ts'
import type { KnownCollection } from './catalogue.ts'
import { filterOf, selectionOf } from './selection.ts'
import { indexBounds } from './selectors.ts'
import type { StoredForm } from './stored-form.ts'
import { storedDocument, textOnly } from './stored-form.ts'

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
  const { test } = selection
  const filter = filterOf(selection, indexBounds(selection))
  const collection = database.collection<StoredForm>(name)
  if (test === undefined) return (await collection.findOne(filter, { session, projection: { _id: 1 } })) !== null
  for await (const { _id, text } of collection.find(filter, { session, projection: textOnly })) {
    if (text !== undefined && test(storedDocument(_id, text))) return true
  }
  return false
}
