import type { FindOptions } from 'mongodb'
import { StoreUnavailable, WriteRefused } from '../../../lib/errors/index.ts'
import type { StoredForm } from '../documents/stored-document.ts'
import { candidatesOf } from '../query/index-choice.ts'
import { unorderedBounds } from '../query/plan.ts'
import { outdatedReferences } from '../query/reference-search.ts'
import { allOf, exactTerms, compileQuery } from '../query/compiled-query.ts'
import { maxAnswerMs } from '../server/connection.ts'
import { code, hasCode } from '../server/errors.ts'
import type { PreparedOperation } from './prepared-write.ts'
import type { Transaction } from './transactions.ts'

/**
 * Execute an `absent` operation on the data that the transaction sees.
 * @throws `WriteRefused` when a matching document exists
 */
export async function requireAbsence(
  { session, database }: Transaction,
  { operation, collection: known, index }: PreparedOperation,
): Promise<void> {
  if (operation.kind !== 'absent') return
  const { collection: name, account_id, conditions } = operation
  const visibility = { all: true } as const
  const query = { collection: name, account_id, status: 'active', visibility, conditions, words: [] } as const
  const outdated = await outdatedReferences(database, known, query, () => ({ session, maxTimeMS: maxAnswerMs }))
  const compiled = compileQuery(query, known, { terms: [], indexed: [], test: false }, outdated)
  const { scope, test } = compiled
  const [candidate] = candidatesOf(compiled, undefined)
  const hint = candidate?.index ?? (account_id === null ? '_id_' : known.indexOf.get('_id'))
  const collection = database.collection<StoredForm>(name)
  const options: FindOptions = { session, projection: test?.projection ?? { _id: 1 }, maxTimeMS: maxAnswerMs }
  if (hint !== undefined) options.hint = hint
  try {
    for (const range of unorderedBounds(compiled, hint)) {
      const found = collection.find(allOf(scope, [range, ...exactTerms(compiled)]), options)
      for await (const form of test === undefined ? found.limit(1) : found) {
        if (test === undefined || test.passes(form)) throw new WriteRefused('present', index)
      }
    }
  } catch (error) {
    if (!hasCode(error, code.badValue)) throw error
    throw new StoreUnavailable('an index is being changed; nothing was changed, try again', { cause: error })
  }
}
