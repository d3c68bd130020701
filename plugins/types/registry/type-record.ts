import { isDeepStrictEqual } from 'node:util'
import type { JsonObject } from '../../../lib/json/index.ts'
import { RecordCollection, readData, textColumn } from '../../../lib/store-kit/index.ts'
import type { StoredDocument, StoredRecord, WriteOperation } from '../../../lib/store-kit/index.ts'
import { pluralName, typeId } from './slugs.ts'

/** What is kept of a resource type beside the standard columns. */
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
export type StoredType = StoredRecord<TypeRecord>

class TypeRecords extends RecordCollection<TypeRecord> {
  override parse(document: StoredDocument): StoredType {
    const { id, meta, data } = super.parse(document)
    // Types that were written before there were behaviours have none.
    return { id, meta, data: Object.hasOwn(data, 'behaviours') ? data : { ...data, behaviours: [] } }
  }
}

/** Where resource types are kept: they are documents like others, the type's document being the truth about its collection. */
export const typeRecords = new TypeRecords('type', {
  name: '_types',
  columns: [
    textColumn('collection', { unique: true }),
    { path: ['hidden'], kind: 'boolean', many: false, indexed: true, unique: false, types: ['boolean'] },
  ],
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

/** The operation that brings a type with a new slug; with one that was used and given up, its sequence numbers go on. */
export const bringType = (type: StoredType): WriteOperation =>
  type.meta.sequence_no === 1 ? typeRecords.insert(type) : typeRecords.replace(type)

/**
 * The operation that gives up a type's slug, if the type still is in this state. Its document stays, so that the sequence numbers go on when
 * the slug is used again.
 */
export const vacate = (type: StoredType): WriteOperation => ({
  kind: 'replace',
  collection: typeRecords.name,
  document: { ...nextState(type, type.data), data: { slug: type.data.slug, collection: null } },
  expected: type.meta.sequence_no,
})

/** Whether two schemas (or contexts) say the same in the same order: the order of properties is that of forms and lists, and decides which are indexed. */
export const isSameText = (one: JsonObject | null, other: JsonObject | null): boolean =>
  JSON.stringify(one) === JSON.stringify(other)

/** Whether a type says the same. */
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
export function isHidden(schema: JsonObject | null): boolean {
  const says = (keyword: string): boolean =>
    schema !== null && Object.hasOwn(schema, keyword) && schema[keyword] === true
  return says('x-abstract') || says('x-value-object')
}
