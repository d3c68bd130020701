import type { Db, FindOptions } from 'mongodb'
import type { SelectQuery } from '../../../lib/store-kit/document-store.ts'
import type { StoredForm } from '../documents/stored-document.ts'
import type { KnownCollection } from '../schema/catalogue.ts'
import { referencesIndex } from '../schema/indexes.ts'
import { allOf, scopeOf } from './compiled-query.ts'
import type { MongoFilter } from './filters.ts'

/**
 * Filters for the documents of a query whose field `references` was made by another schema than that of the definition. None when there are no such
 * documents, or no condition is on references.
 */
export async function outdatedReferences(
  database: Db,
  { definition, indexOf, references }: KnownCollection,
  query: SelectQuery,
  options: () => FindOptions,
): Promise<readonly MongoFilter[]> {
  const conditions = [...query.conditions, ...(query.anyOf ?? []).flat()]
  if (references === undefined || !conditions.some(({ target }) => 'references' in target)) return []
  const scope = scopeOf(query)
  const hint = 'account_id' in scope && indexOf.has(referencesIndex.field) ? referencesIndex.name : '_id_'
  for (const other of references.others) {
    const found = await database
      .collection<StoredForm>(definition.name)
      .findOne(allOf(scope, [other]), { ...options(), projection: { _id: 1 }, hint })
    if (found !== null) return references.others
  }
  return []
}
