import type { Filter } from 'mongodb'
import type { Scalar } from '../../../lib/json/types.ts'
import { isDeepStrictEqual } from 'node:util'
import { standardColumnKinds } from '../../../lib/store-kit/standard-columns.ts'
import type { Condition, Sort } from '../../../lib/store-kit/document-store.ts'
import { fieldValue, leastOf } from '../documents/column-fields.ts'
import type { ColumnField, FieldKind } from '../documents/column-fields.ts'
import type { StoredForm } from '../documents/stored-document.ts'
import type { KnownCollection } from '../schema/catalogue.ts'
import { referencesIndexName } from '../schema/indexes.ts'

/*
 * Conditions as MongoDB filters, where these mean exactly the same: its comparisons stay within one BSON type, look through arrays, and compare texts by
 * the bytes of UTF-8, which is by code point. Conditions that are not expressed here are tested with `holds`.
 */

/** Conditions in MongoDB's query language. */
export type MongoFilter = Filter<StoredForm>
/** Matches no document. */
const never: MongoFilter = { _id: { $in: [] } }

/** A field with the values of a condition or an order. */
export interface QueryField extends FieldKind {
  field: string
  /** No document lacks it. */
  isRequired: boolean
}

/** A condition as filters of which exactly one matches, in the order of the values of the field. Together they are exactly equivalent to it. */
export interface ExactCondition {
  field: string
  filters: MongoFilter[]
}

/** A condition in MongoDB's query language, or undefined when that cannot express it. */
export function exactCondition(condition: Condition, collection: KnownCollection): ExactCondition | undefined {
  const { target, kind, operator, operands } = condition
  if ('references' in target) return onReferences(condition, collection)
  const found = 'column' in target ? standardField(target.column, kind) : conditionField(target.path, kind, collection)
  if (found === undefined) return undefined
  const { field } = found
  if (operator === 'exists') {
    if (!found.isRequired && 'path' in target && collection.columnAt(target.path, kind)?.column.many === true)
      return undefined
    const isWanted = operands[0] === true
    if (found.isRequired) return { field, filters: [isWanted ? {} : never] }
    return { field, filters: [isWanted ? { [field]: { $gte: leastOf(found) } } : { [field]: null }] }
  }
  const values = operands.flatMap(operand => fieldValue(found, operand) ?? [])
  switch (operator) {
    case 'eq':
    case 'in':
      return { field, filters: [{ [field]: values.length === 1 ? values[0] : { $in: values } }] }
    case 'ne':
    case 'nin':
      return { field, filters: [{ [field]: { $nin: values } }] }
    case 'gt':
    case 'gte':
    case 'lt':
    case 'lte':
      return { field, filters: [anyOf(values.map(value => ({ [field]: { [`$${operator}`]: value } })))] }
    case 'like':
      return undefined
  }
}

/** Equal values of references, if all documents contain those by this schema. */
function onReferences(
  { target, operator, operands }: Condition,
  { absent, definition }: KnownCollection,
): ExactCondition | undefined {
  const isCurrent = 'references' in target && isDeepStrictEqual(definition.references, target.references)
  if (!isCurrent || absent.has(referencesIndexName)) return undefined
  const values = operands.filter(isText)
  if (operator === 'eq' || operator === 'in') return { field: 'references', filters: [{ references: { $in: values } }] }
  if (operator === 'ne' || operator === 'nin')
    return { field: 'references', filters: [{ references: { $nin: values } }] }
  return undefined
}

const isText = (value: Scalar): value is string => typeof value === 'string'

/** A filter for at least one of several filters. */
export function anyOf(filters: readonly MongoFilter[]): MongoFilter {
  const [only, ...others] = filters
  if (only === undefined) return never
  return others.length === 0 ? only : { $or: [...filters] }
}

/** The field that decides conditions on a path, if one does for all documents. */
function conditionField(
  path: readonly string[],
  kind: Condition['kind'],
  collection: KnownCollection,
): QueryField | undefined {
  const found = collection.columnAt(path, kind)
  return found === undefined ? undefined : usableField(found, collection)
}

/** A field as far as all documents contain it: `data`, and keys whose index lists can use. */
function usableField(found: ColumnField, { indexOf }: KnownCollection): QueryField | undefined {
  const { field, form, column } = found
  if (field === undefined || (form !== 'value' && !indexOf.has(field))) return undefined
  return { field, form, column, isRequired: false }
}

/** @returns undefined when the values are to be compared as another kind */
function standardField(name: 'id' | keyof typeof standardColumnKinds, kind: Condition['kind']): QueryField | undefined {
  if (standardColumnKinds[name] !== kind) return undefined
  const form = kind === 'instant' ? 'date' : 'value'
  return { field: name === 'id' ? '_id' : name, form, column: { kind }, isRequired: true }
}

/** The field in whose order documents are in the order of a list, if there is one. */
export function sortField({ target, kind }: Sort, collection: KnownCollection): QueryField | undefined {
  if ('column' in target) return standardField(target.column, kind)
  const found = collection.columnAt(target.path, kind)
  return found === undefined || found.column.many ? undefined : usableField(found, collection)
}

/** The value of a field of a document, for the position in a list. @param text the field as JSON, with what is around it */
export function positionKey({ field }: QueryField, elements: ReadonlyMap<string, string>): Scalar {
  const [root = '', ...path] = field.split('.')
  let value: unknown = JSON.parse(elements.get(root) ?? 'null')
  for (const name of path) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, name)) return null
    value = Reflect.get(value, name)
  }
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? value : null
}
