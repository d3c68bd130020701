import type { Caller, DocumentStore, StoredDocument } from '../../kernel/index.ts'
import { readPageParameters } from '../../lib/query/index.ts'
import type { QueryPair } from '../../lib/query/index.ts'
import { newestFirst, readData, referenceValues } from '../../lib/store-kit/index.ts'
import type { TypeRegistry } from '../types/contract.ts'
import type { FileServiceParts } from './service.ts'

/** How many referring resources are read at once. */
const portion = 200

/** How many pages of files are looked through for one answer. */
const maxPages = 20

/** A page of the files that the caller can read and nothing refers to, with the cursor of the next one. */
export async function listUnused(
  parts: Pick<FileServiceParts, 'store' | 'typeRegistry' | 'resourceReader' | 'typeSlug'>,
  caller: Caller,
  pairs: readonly QueryPair[],
): Promise<{ files: StoredDocument[]; cursor: string }> {
  const { resourceReader, typeRegistry, typeSlug } = parts
  const { limit, cursor: start } = readPageParameters(pairs, [])
  const type = await typeRegistry.active(typeSlug)
  const selection = await resourceReader.select(resourceReader.callerScope(caller), type)
  const files: StoredDocument[] = []
  let cursor = start
  let pages = 0
  do {
    const page = await selection.page({ limit: limit - files.length, cursor, list: 'unused' })
    const documents = page.resources.map(({ document }) => document)
    const ids = documents.map(({ id }) => id)
    const used = await usedAmong(parts, caller.account_id, ids)
    files.push(...documents.filter(({ id }) => !used.has(id)))
    ;({ cursor } = page)
    pages++
  } while (pages < maxPages && files.length < limit && cursor !== '')
  return { files, cursor }
}

/** Which of these files an active resource of their account refers to, by the store's index of references. */
async function usedAmong(
  { store, typeRegistry }: { store: DocumentStore; typeRegistry: TypeRegistry },
  account_id: string,
  ids: readonly string[],
): Promise<Set<string>> {
  const left = new Set(ids)
  for (const { compiled, collection, status } of await typeRegistry.all()) {
    const { referenceSchema } = compiled
    if (referenceSchema === undefined || status !== 'active') continue
    for (let isWhole = false; !isWhole && left.size > 0;) {
      const before = left.size
      const { documents, next } = await store.list({
        collection,
        account_id,
        status: 'active',
        visibility: { all: true },
        conditions: [
          {
            target: { references: referenceSchema },
            kind: 'text',
            operator: 'in',
            operands: [...left],
            field: 'references',
          },
        ],
        words: [],
        sort: newestFirst,
        limit: portion,
      })
      for (const document of documents)
        for (const id of referenceValues(referenceSchema, readData(document))) left.delete(id)
      isWhole = next === null || left.size === before
    }
  }
  return new Set(ids.filter(id => !left.has(id)))
}
