import type { FindOptions } from 'mongodb'
import { StoreUnavailable, WriteRefused } from '../../../lib/errors/index.ts'
import { readElements } from '../documents/bson.ts'
import { metaNames } from '../documents/stored-document.ts'
import type { StoredForm } from '../documents/stored-document.ts'
import { allOf, compileQuery } from '../query/compiled-query.ts'
import { allVisible, candidatesOf, scanIndex } from '../query/index-choice.ts'
import { plansOf } from '../query/plan.ts'
import { rawDocuments } from '../query/raw-documents.ts'
import { maxAnswerMs } from '../server/connection.ts'
import { code, hasCode } from '../server/errors.ts'
import type { PreparedOperation } from './prepared-write.ts'
import type { Transaction } from './transactions.ts'

const names: ReadonlySet<string> = new Set(['_id', ...metaNames, 'data'])

/**
 * Execute an `absent` operation on the data that the transaction sees.
 * @throws `WriteRefused` when a matching document exists
 */
export async function requireAbsence(
  { session, database }: Transaction,
  { operation, collection: known, index }: PreparedOperation,
): Promise<void> {
  if (operation.kind !== 'absent') return
  const { collection: name, account_id, status = 'active', conditions } = operation
  const visibility = { all: true } as const
  const query = { collection: name, account_id, status, visibility, conditions, words: [] } as const
  const compiled = compileQuery(query, known)
  const [chosen] = candidatesOf(compiled, undefined)
  const plans = plansOf(compiled, {
    order: undefined,
    after: undefined,
    branch: allVisible,
    chosen,
    walked: scanIndex(compiled, undefined, allVisible, undefined),
  })
  const collection = database.collection<StoredForm>(name)
  try {
    for (const { filters, hint, test } of plans) {
      const projection = test?.projection ?? { _id: 1 }
      const options: FindOptions = { session, projection, maxTimeMS: maxAnswerMs, hint, raw: true }
      const found = collection.find(allOf(compiled.scope, filters), options)
      for await (const form of test === undefined ? found.limit(1) : found) {
        const [bytes] = rawDocuments([form])
        if (test === undefined || (bytes !== undefined && test.passes(readElements(bytes, names))))
          throw new WriteRefused('present', index)
      }
    }
  } catch (error) {
    if (!hasCode(error, code.badValue)) throw error
    throw new StoreUnavailable('an index is being changed; nothing was changed, try again', { cause: error })
  }
}
