import type { MongoFilter } from './filters.ts'
import type { Connection } from '../server/connection.ts'
import type { KnownCollection } from '../schema/catalogue.ts'
import { wordsIndex } from '../schema/indexes.ts'
import { allOf } from './compiled-query.ts'
import type { Scope } from './compiled-query.ts'
import type { StoredForm } from '../documents/stored-document.ts'
import { remaining } from './index-scan.ts'
import type { QueryLimits } from './index-scan.ts'
import { isCut } from '../documents/word-index.ts'

/** The search for words: the filter for MongoDB, and whether its results must be tested. */
export interface WordSearch {
  terms: MongoFilter[]
  /** Those of the terms that are a range of the index of words. */
  indexed: MongoFilter[]
  test: boolean
}

/** Prepare a search for words among the documents of `scope`. */
export async function search(
  connection: Connection,
  { definition, indexOf, words: index }: KnownCollection,
  scope: Scope,
  words: readonly string[],
  limits: Pick<QueryLimits, 'deadline' | 'reading'>,
): Promise<WordSearch> {
  if (words.length === 0) return { terms: [], indexed: [], test: false }
  if (index === undefined) return { terms: [], indexed: [], test: true }
  const hint = 'account_id' in scope && indexOf.has(wordsIndex.field) ? wordsIndex.name : '_id_'
  const options = { ...limits.reading, projection: { _id: 1 }, hint }
  const others = await connection.run(database => {
    const collection = database.collection<StoredForm>(definition.name)
    return Promise.all(
      index.others.map(other =>
        collection.findOne(allOf(scope, [other]), { ...options, maxTimeMS: remaining(limits) }),
      ),
    )
  })
  const found = index.found(words)
  if (others.every(other => other === null)) {
    return { terms: found, indexed: indexOf.has(wordsIndex.field) ? found : [], test: isCut(words) }
  }
  return { terms: [{ $or: [{ $and: found }, index.doubtful(words)] }], indexed: [], test: true }
}
