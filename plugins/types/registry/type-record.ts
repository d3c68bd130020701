import { isDeepStrictEqual } from 'node:util'
import type { JsonObject } from '../../../lib/json/index.ts'
import type { FieldSource } from '../../../lib/query/index.ts'
import { RecordCollection, readData, textColumn } from '../../../lib/store-kit/index.ts'
import type { Column, StoredDocument, StoredRecord, WriteOperation } from '../../../lib/store-kit/index.ts'
import { pluralName, typeId } from './slugs.ts'

/** What is stored for a resource type in addition to the standard columns. */
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
  /** Only in records of version 0.2.0, which the next start converts: paths of columns with values of other types. */
  mixed?: string[][]
  /** Its slug is being changed: no resource of the type is written meanwhile. */
  moving: boolean
  /** Names of the behaviours that are enabled for the type. */
  behaviours: string[]
}

/** A resource type with its standard columns. */
export type StoredType = StoredRecord<TypeRecord>

const text = { kind: 'text', many: false, unique: false, types: ['string', 'null'] } as const

/** The columns of what the API shows of a type, by which its list is filtered and sorted. */
const shownColumns = [
  { ...text, path: ['name'], indexed: true },
  { ...text, path: ['slug'], indexed: true },
  { ...text, path: ['description'], indexed: false },
] satisfies Column[]

/** The fields by which the list of types is filtered and sorted, in addition to the standard columns. */
export const typeFields: FieldSource = {
  secrets: { includes: () => false },
  open: false,
  references: [],
  resolve: ([name, ...rest]) => (rest.length > 0 ? undefined : shownColumns.find(({ path: [one] }) => one === name)),
}

class TypeRecords extends RecordCollection<TypeRecord> {
  override parse(document: StoredDocument): StoredType {
    const { id, meta, data } = super.parse(document)
    // Types that were written before behaviours existed have none.
    return { id, meta, data: Object.hasOwn(data, 'behaviours') ? data : { ...data, behaviours: [] } }
  }
}

/** The collection that stores resource types, as ordinary documents. The document of a type is authoritative for the type's collection. */
export const typeRecords = new TypeRecords('type', {
  name: '_types',
  columns: [
    textColumn('collection', { unique: true }),
    { path: ['hidden'], kind: 'boolean', many: false, indexed: true, unique: false, types: ['boolean'] },
    ...shownColumns,
  ],
  words: { except: [] },
  sharedChecks: true,
})

/**
 * Read a document of {@link typeRecords}.
 * @returns undefined for a slug that is no longer used
 */
export const parseType = (document: StoredDocument): StoredType | undefined =>
  readData(document)['collection'] === null ? undefined : typeRecords.parse(document)

/** The next state of a type. */
export const nextState = (current: StoredType, data: TypeRecord, status = current.meta.status): StoredType => ({
  ...typeRecords.next(current, data, { status }),
  id: typeId(data.slug),
})

/** The operation that creates a type under a slug; when the slug was used before, the sequence numbers continue. */
export const createTypeOperation = (type: StoredType): WriteOperation =>
  type.meta.sequence_no === 1 ? typeRecords.insert(type) : typeRecords.replace(type)

/**
 * The operation that gives up a type's slug, if the type is still in this state. Its document stays, so that the sequence numbers continue
 * when the slug is used again.
 */
export const releaseSlugOperation = (type: StoredType): WriteOperation => ({
  kind: 'replace',
  collection: typeRecords.name,
  document: { ...nextState(type, type.data), data: { slug: type.data.slug, collection: null } },
  expected: type.meta.sequence_no,
})

/** Whether two schemas (or contexts) are equal, in the same order: forms and lists use the order of properties, and it decides which are indexed. */
export const isSameText = (one: JsonObject | null, other: JsonObject | null): boolean =>
  JSON.stringify(one) === JSON.stringify(other)

/** Whether two records of a type are equal. */
export const isSameRecord = (one: TypeRecord, other: TypeRecord): boolean =>
  isDeepStrictEqual(one, other) && isSameText(one.schema, other.schema) && isSameText(one.context, other.context)

/** A resource type in the shape that the API shows. A type without a schema has no `schema`. */
export function typeBody({ id, meta, data }: StoredType): JsonObject {
  const { name, slug, description, context, schema } = data
  return {
    id,
    name,
    plural: pluralName(name, schema),
    slug,
    description,
    context,
    ...(schema === null ? {} : { schema }),
    status: meta.status,
    created_at: meta.created_at,
  }
}

/** Whether the lists of the admin leave a type with this schema out. */
export function isHiddenType(schema: JsonObject | null): boolean {
  const isSet = (keyword: string): boolean =>
    schema !== null && Object.hasOwn(schema, keyword) && schema[keyword] === true
  return isSet('x-abstract') || isSet('x-value-object')
}
