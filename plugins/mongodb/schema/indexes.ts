import type { IndexDescription } from 'mongodb'
import type {
  CollectionDefinition,
  Column,
  ConditionTarget,
  StandardColumn,
} from '../../../lib/store-kit/document-store.ts'
import { InvalidInput } from '../../../lib/errors/index.ts'
import { digest, isPlain, isQueryable, keyField, valueField } from '../documents/field-names.ts'
import { unorderedKey } from '../documents/query-fields.ts'

/** The description of an index for MongoDB, and its purpose. */
export interface Index extends IndexDescription {
  name: string
  /** The field after account and status. */
  field: string
  /** For a unique index: the property whose values it keeps unique. */
  property?: string
}

/** The prefixes of the names of the store's indexes; it drops no others. */
const prefixes = { list: 'list_', unique: 'unique_' } as const
/** Maximum number of indexes that MongoDB allows in a collection, including the one on `_id`. */
export const maxIndexes = 64

export const wordsIndex: Index = {
  name: `${prefixes.list}words`,
  field: 'words',
  key: { account_id: 1, status: 1, words: 1 },
}

/** Left out when other indexes need its place; then the documents are scanned. */
export const referencesIndex: Index = {
  name: `${prefixes.list}references`,
  field: 'references',
  key: { account_id: 1, status: 1, references: 1, _id: 1 },
}

/** For callers who see only what they own, in the default order of lists. Left out when other indexes need its place. */
export const ownerIndex: Index = {
  name: `${prefixes.list}created_by_created_at`,
  field: 'created_by,created_at',
  key: { account_id: 1, status: 1, created_by: 1, created_at: 1, _id: 1 },
}

/** Standard columns with an index of their own, unless the definition names others. */
const standard: readonly StandardColumn[] = ['created_at', 'updated_at', 'sequence_no', 'created_by']
const idIndex: Index = { name: `${prefixes.list}id`, field: '_id', key: { account_id: 1, status: 1, _id: 1 } }

/**
 * The indexes of a collection.
 * @throws `InvalidInput` when there would be more than MongoDB allows
 */
export function indexesOf(definition: CollectionDefinition): Index[] {
  const standardColumns = definition.standardIndexes ?? standard
  const indexes = [
    idIndex,
    ...standardColumns.map(column => listIndex(column, column)),
    ...(definition.words === false ? [] : [wordsIndex]),
    ...definition.columns.flatMap(columnIndex),
    ...definition.columns.filter(column => column.unique).map(uniqueIndex),
  ]
  const distinct = [...new Map(indexes.map(index => [index.name, index])).values()]
  const room = maxIndexes - 1 - distinct.length
  if (room < 0) {
    const unique = definition.columns.filter(column => column.unique).length
    throw new InvalidInput(`too many unique properties: at most ${unique + room} fit here`)
  }
  const servesOwners = standardColumns.includes('created_by') && standardColumns.includes('created_at')
  const further = [
    ...(definition.references === undefined ? [] : [referencesIndex]),
    ...(servesOwners ? [ownerIndex] : []),
  ]
  return [...distinct, ...further.slice(0, room)]
}

export const isOurs = (name: string): boolean => Object.values(prefixes).some(prefix => name.startsWith(prefix))

/** Whether an index only speeds up lists, so that it can be missing for a while. */
export const isListIndex = (name: string): boolean => name.startsWith(prefixes.list)

function columnIndex(column: Column): Index[] {
  const field = indexedField(column)
  return field === undefined ? [] : [listIndex(digest(field), field)]
}

/** The field of the index of a column; undefined when the column has none. */
function indexedField(column: Column): string | undefined {
  const { path, kind, many, indexed } = column
  if (!indexed || kind === 'json') return undefined
  if (!many) return orderField(path, kind)
  return isPlain(path) ? valueField(kind === 'instant' ? 'instants' : 'data', path) : undefined
}

/** The field whose texts sort like the values at a path; undefined when MongoDB cannot be queried for one of the names. */
export const orderField = (path: readonly string[], kind: Column['kind']): string | undefined =>
  path.every(isQueryable) ? keyField(kind === 'instant' ? 'moments' : 'keys', path) : undefined

/** The sort field of documents for this target. */
export function sortField(target: ConditionTarget, kind: Column['kind']): string | undefined {
  if ('path' in target) return orderField(target.path, kind)
  return target.column === 'id' ? '_id' : target.column
}

const listIndex = (name: string, field: string): Index => ({
  name: prefixes.list + name,
  field,
  key: { account_id: 1, status: 1, [field]: 1, _id: 1 },
})

function uniqueIndex(column: Column): Index {
  const field = orderField(column.path, column.kind) ?? ''
  return {
    name: prefixes.unique + digest(field),
    field,
    key: { account_id: 1, [field]: 1 },
    unique: true,
    partialFilterExpression: { [field]: { $gt: unorderedKey } },
    property: column.path.join('.'),
  }
}

/** An index in the form that the driver accepts. */
export const described = ({ name, key, unique, partialFilterExpression }: Index): IndexDescription => ({
  name,
  key,
  ...(unique === true ? { unique } : {}),
  ...(partialFilterExpression === undefined ? {} : { partialFilterExpression }),
})
