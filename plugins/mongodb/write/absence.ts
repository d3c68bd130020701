import type { ClientSession, Db } from 'mongodb'
import type { WriteOperation } from '../../../lib/store-kit/document-store.ts'
import { StoreUnavailable } from '../../../lib/errors/index.ts'
import type { KnownCollection } from '../schema/catalogue.ts'
import { candidatesOf } from '../query/index-choice.ts'
import { patience } from '../server/connection.ts'
import { code, hasCode } from '../server/errors.ts'
import { strayBounds } from '../query/plan.ts'
import { allOf, exactTerms, selectionOf } from '../query/selection.ts'
import type { StoredForm } from '../documents/stored-document.ts'

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
  const { base, test } = selection
  const [candidate] = candidatesOf(selection, undefined)
  const hint = candidate?.index ?? (account_id === null ? '_id_' : known.indexOf.get('_id'))
  const collection = database.collection<StoredForm>(name)
  const projection = test?.projection ?? ({ _id: 1 } as const)
  const options = { session, projection, maxTimeMS: patience, ...(hint === undefined ? {} : { hint }) }
  try {
    for (const range of strayBounds(selection, hint)) {
      const found = collection.find(allOf(base, [range, ...exactTerms(selection)]), options)
      for await (const form of test === undefined ? found.limit(1) : found) {
        if (test === undefined || test.passes(form)) return true
      }
    }
    return false
  } catch (error) {
    if (!hasCode(error, code.badValue)) throw error
    throw new StoreUnavailable('an index is being changed; nothing was changed, try again', { cause: error })
  }
}
