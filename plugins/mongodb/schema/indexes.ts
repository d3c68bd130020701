import type { IndexDescription } from 'mongodb'
import { InvalidInput } from '../../../lib/errors/index.ts'
import type {
  CollectionDefinition,
  Column,
  CompoundIndex,
  IndexMember,
  SearchedTexts,
  StandardColumn,
} from '../../../lib/store-kit/document-store.ts'
import { columnField, digest, leastOf } from '../documents/column-fields.ts'
import type { ColumnField } from '../documents/column-fields.ts'

/** The description of an index for MongoDB, and its purpose. */
export interface Index extends IndexDescription {
  name: string
  /** The field after account and status. */
  field: string
  /** For an index of several fields: those that are compared with one value each, the one of the order, and those that are tested. */
  compound?: { equal: readonly string[]; order: string; tested: readonly string[] }
  /** For a unique index: the property whose values it keeps unique. */
  property?: string
  /** What documents must contain before it can be used, as a text that changes with it; undefined when that is what every document contains. */
  content?: string
}

/** The prefixes of the names of the store's indexes; it drops no others. */
const prefixes = { list: 'list_', unique: 'unique_' } as const
/** Maximum number of indexes that MongoDB allows in a collection, including the one on `_id`. */
export const maxIndexes = 64

export const wordsIndexName = `${prefixes.list}words`

/** What identifies the texts that an index of words is made of. */
export const wordsContent = ({ except, secret }: SearchedTexts): string =>
  JSON.stringify(secret === undefined ? except : [except, secret])

const wordsIndex = ({ words }: CollectionDefinition): Index[] =>
  words === false
    ? []
    : [
        {
          name: wordsIndexName,
          field: 'words',
          key: { account_id: 1, status: 1, words: 1 },
          content: wordsContent(words),
        },
      ]

export const referencesIndexName = `${prefixes.list}references`

/** Left out when other indexes need its place; then the documents are scanned. */
const referencesIndex = ({ references }: CollectionDefinition): Index[] =>
  references === undefined
    ? []
    : [
        {
          name: referencesIndexName,
          field: 'references',
          key: { account_id: 1, status: 1, references: 1, _id: 1 },
          content: JSON.stringify(references),
        },
      ]

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
  const fields = definition.columns.map(columnField)
  const standardColumns = definition.standardIndexes ?? standard
  const indexes = [
    idIndex,
    ...standardColumns.map(column => listIndex(column, column)),
    ...wordsIndex(definition),
    ...fields.flatMap(columnIndex),
    ...fields.flatMap(uniqueIndex),
    ...(definition.indexes ?? []).flatMap(index => severalIndex(index, fields)),
  ]
  const distinct = [...new Map(indexes.map(index => [index.name, index])).values()]
  const room = maxIndexes - 1 - distinct.length
  if (room < 0) {
    const unique = definition.columns.filter(column => column.unique).length
    throw new InvalidInput(`too many unique properties: at most ${unique + room} fit here`)
  }
  const servesOwners = standardColumns.includes('created_by') && standardColumns.includes('created_at')
  const further = [...referencesIndex(definition), ...(servesOwners ? [ownerIndex] : [])]
  const names = new Set(distinct.map(({ name }) => name))
  return [...distinct, ...further.filter(({ name }) => !names.has(name)).slice(0, room)]
}

export const isOurs = (name: string): boolean => Object.values(prefixes).some(prefix => name.startsWith(prefix))

/** Whether an index only speeds up lists, so that it can be missing for a while. */
export const isListIndex = (name: string): boolean => name.startsWith(prefixes.list)

/** Whether the keys of a column of date-times are one date or several. */
const dateContent = ({ many }: Column): string => (many ? 'dates' : 'date')

function columnIndex({ column, field, form }: ColumnField): Index[] {
  if (!column.indexed || field === undefined) return []
  return [{ ...listIndex(digest(field), field), ...(form === 'date' && { content: dateContent(column) }) }]
}

const listIndex = (name: string, field: string): Index => ({
  name: prefixes.list + name,
  field,
  key: { account_id: 1, status: 1, [field]: 1, _id: 1 },
})

/**
 * An index of several fields: ties in its order are by id, so that what is only tested comes after that. Its name follows from its keys, because MongoDB
 * allows no two indexes with the same ones.
 */
function severalIndex({ equal, order, tested }: CompoundIndex, fields: readonly ColumnField[]): Index[] {
  const contents: string[] = []
  const fieldOf = (member: IndexMember): string[] => {
    if ('column' in member) return [member.column === 'id' ? '_id' : member.column]
    const path = JSON.stringify(member.path)
    const found = fields.find(({ column }) => !column.many && JSON.stringify(column.path) === path)
    if (found?.field === undefined) return []
    if (found.form === 'date') contents.push(dateContent(found.column))
    return [found.field]
  }
  const [sorted, ...names] = [order, ...equal, ...tested].flatMap(fieldOf)
  if (sorted === undefined || names.length < equal.length + tested.length) return []
  const compound = { equal: names.slice(0, equal.length), order: sorted, tested: names.slice(equal.length) }
  const keys = [...compound.equal, sorted, '_id', ...compound.tested]
  const field = [...compound.equal, sorted, ...compound.tested].join()
  return [
    {
      name: keys.join() === `${ownerIndex.field},_id` ? ownerIndex.name : prefixes.list + digest(JSON.stringify(keys)),
      field,
      key: { account_id: 1, status: 1, ...Object.fromEntries(keys.map(key => [key, 1 as const])) },
      ...(contents.length > 0 && { content: contents.join() }),
      compound,
    },
  ]
}

function uniqueIndex(found: ColumnField): Index[] {
  const { column, field, form } = found
  if (!column.unique || field === undefined) return []
  return [
    {
      name: prefixes.unique + digest(`${field} ${form} ${column.kind}`),
      field,
      key: { account_id: 1, [field]: 1 },
      unique: true,
      partialFilterExpression: { [field]: { $gte: leastOf(found) } },
      property: column.path.join('.'),
      ...(form === 'date' && { content: dateContent(column) }),
    },
  ]
}

/** An index in the form that the driver accepts. */
export const described = ({ name, key, unique, partialFilterExpression }: Index): IndexDescription => ({
  name,
  key,
  ...(unique === true ? { unique } : {}),
  ...(partialFilterExpression === undefined ? {} : { partialFilterExpression }),
})
