import { isDeepStrictEqual } from 'node:util'
import type { JsonObject } from '../../../lib/json/index.ts'
import { readData, readMeta } from '../../../lib/store-kit/index.ts'
import type { CollectionDefinition, DocumentMeta, StoredDocument } from '../../../kernel/index.ts'

/** What is kept of a resource type beside the standard columns, as data of a document in {@link typesCollection}. */
export interface TypeRecord extends JsonObject {
  name: string
  slug: string
  description: string
  context: JsonObject
  schema: JsonObject | null
  /** Name of its collection; unique, so that two slugs with one plural cannot both exist. */
  collection: string
  /** Whether lists leave it out (`x-abstract`, `x-value-object`). */
  hidden: boolean
  /** Paths of columns in which older values of another JSON type than the schema's remain. */
  mixed: string[][]
  /** It is being given another slug: no resource of it is written meanwhile. */
  moving: boolean
  /** Names of the behaviours that are switched on for it. */
  behaviours: string[]
}

/** A resource type with its standard columns. */
export interface StoredType {
  id: string
  meta: DocumentMeta
  record: TypeRecord
}

/** Whether two schemas (or contexts) say the same in the same order: the order of properties is that of forms and lists, and decides which are indexed. */
export const isSameText = (one: JsonObject | null, other: JsonObject | null): boolean =>
  JSON.stringify(one) === JSON.stringify(other)

/** Whether a type says the same. */
export const isSameRecord = (one: TypeRecord, other: TypeRecord): boolean =>
  isDeepStrictEqual(one, other) && isSameText(one.schema, other.schema) && isSameText(one.context, other.context)

/** Where resource types are kept: they are documents like others, the type's document being the truth about its collection. */
export const typesCollection: CollectionDefinition = {
  name: '_types',
  columns: [
    { path: ['collection'], kind: 'text', many: false, indexed: true, unique: true, types: ['string', 'null'] },
    { path: ['hidden'], kind: 'boolean', many: false, indexed: true, unique: false, types: ['boolean'] },
  ],
  versions: false,
  words: false,
  sharedChecks: true,
}

/** What is kept under the id of a type that was given another slug, so that the id's sequence numbers go on when the slug is used again. */
export interface VacatedRecord extends JsonObject {
  slug: string
  collection: null
}

/**
 * Read a document of {@link typesCollection}. Only this plugin writes there, so its shape is known.
 * @returns undefined for a slug that is no longer used
 */
export function readStoredType(document: StoredDocument): StoredType | undefined {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- only this plugin writes to the collection, and checks what it writes
  const record = readData(document) as TypeRecord | VacatedRecord
  if (isVacated(record)) return undefined
  // Types that were written before there were behaviours have none.
  const behaviours = Object.hasOwn(record, 'behaviours') ? record.behaviours : []
  return { id: document.id, meta: readMeta(document), record: { ...record, behaviours } }
}

const isVacated = (record: TypeRecord | VacatedRecord): record is VacatedRecord => record.collection === null

/** A resource type in the shape that the API shows. A type without a schema has no `schema`. */
export function typeBody({ id, meta, record }: StoredType): JsonObject {
  return {
    id,
    name: record.name,
    slug: record.slug,
    description: record.description,
    context: record.context,
    ...(record.schema === null ? {} : { schema: record.schema }),
    status: meta.status,
    created_at: meta.created_at,
  }
}

/** Whether the lists of the admin leave a type with this schema out. */
export function isHidden(schema: JsonObject | null): boolean {
  const says = (keyword: string): boolean =>
    schema !== null && Object.hasOwn(schema, keyword) && schema[keyword] === true
  return says('x-abstract') || says('x-value-object')
}
