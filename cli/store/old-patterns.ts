import { patternsOfOldKind } from '../../lib/json-schema/index.ts'
import { isObject } from '../../lib/json/index.ts'
import type { DocumentStore, StoredDocument } from '../../lib/store-kit/document-store.ts'
import { readData } from '../../lib/store-kit/document-texts.ts'

/** The collection of the resource types. */
const types = '_types'

/** The patterns of the old kind in the schema of a type: valid in the syntax of RE2 alone. */
export type OldPatterns = {
  /** Slug of the type. */
  type: string
  /** JSON Pointers into its schema. */
  pointers: string[]
}

/** What can be done about patterns of the old kind. */
export const oldPatternsRemedy =
  'write them as regular expressions of ECMA-262; until the schema is changed they work, but clients do not see them'

/** The patterns of the old kind in the types of an open store. */
export async function readOldPatterns(store: DocumentStore): Promise<OldPatterns[]> {
  const collections = await store.collections()
  if (!collections.some(({ name }) => name === types)) return []
  const found: OldPatterns[] = []
  for await (const documents of store.scan(types)) found.push(...documents.flatMap(oldPatternsOf))
  return found
}

/** The same for a store that is not open, of an earlier format too; none for a kind of store that cannot be read so. */
export async function readOldPatternsOfClosed(store: DocumentStore): Promise<OldPatterns[]> {
  const snapshot = await store.operations?.snapshot?.()
  if (snapshot === undefined) return []
  const found: OldPatterns[] = []
  let collection = ''
  try {
    for await (const part of snapshot.parts()) {
      if (part.kind === 'collection') collection = part.definition.name
      if (collection > types) break
      if (part.kind === 'documents' && collection === types) found.push(...part.documents.flatMap(oldPatternsOf))
    }
    return found
  } finally {
    await snapshot.close()
  }
}

function oldPatternsOf(document: StoredDocument): OldPatterns[] {
  const { slug, schema } = readData(document)
  if (typeof slug !== 'string' || !isObject(schema)) return []
  const pointers = patternsOfOldKind(schema)
  return pointers.length === 0 ? [] : [{ type: slug, pointers }]
}

/** For people: `patterns of the type movie are of the old kind: /properties/code/pattern`. */
export const oldPatternsText = ({ type, pointers }: OldPatterns): string =>
  `patterns of the type ${type} are no regular expressions of ECMA-262: ${pointers.join(', ')}`
