import type { Filter } from 'mongodb'
import type { ColumnKind, Condition, StandardColumn } from '../../../lib/store-kit/document-store.ts'
import type { Scalar } from '../../../lib/json/types.ts'
import { instantKey, orderKey } from '../../../lib/store-kit/value-order.ts'
import { isPlain, valueField } from '../documents/field-names.ts'
import { orderField } from '../schema/indexes.ts'
import { momentKey, unorderedKey } from '../documents/query-fields.ts'
import type { ReferenceIndex } from '../documents/reference-index.ts'
import type { StoredForm } from '../documents/stored-document.ts'

/*
 * Conditions as MongoDB filters, where these mean exactly the same: its comparisons stay within one BSON type, look through arrays, and compare texts by
 * the bytes of UTF-8, which is by code point. Conditions that are not expressed here are tested with `holds`.
 */

type Operand = Exclude<Scalar, null>
/** Conditions in MongoDB's query language. */
export type MongoFilter = Filter<StoredForm>
/** Matches no document. */
export const never: MongoFilter = { _id: { $in: [] } }

/**
 * The condition as an exactly equivalent filter, or undefined when MongoDB cannot express it.
 * @param references what all documents have in their field `references`
 */
export function exactFilter(condition: Condition, references: ReferenceIndex | undefined): MongoFilter | undefined {
  const { target, operator } = condition
  if (operator === 'like') return undefined
  if ('column' in target) return onColumn(condition, target.column)
  if ('references' in target) {
    const isListed = operator === 'eq' || operator === 'in' || operator === 'nin' || operator === 'ne'
    return isListed && references?.isFor(target) === true
      ? compare(condition, referencesField, present(condition))
      : undefined
  }
  if (operator === 'exists') return existence(condition, target.path)
  if (!isPlain(target.path)) return undefined
  if (condition.kind !== 'instant') return compare(condition, valueField('data', target.path), present(condition))
  const keys = present(condition).map(operand => (typeof operand === 'string' ? instantKey(operand) : undefined))
  if (keys.some(key => key === undefined)) return undefined
  return compare(
    condition,
    valueField('instants', target.path),
    keys.filter(key => key !== undefined),
  )
}

/** The field of `reference-index.ts`. */
export const referencesField = 'references'

/** Null compares with nothing. */
const present = ({ operands }: Condition): Operand[] => operands.filter(operand => operand !== null)

function compare({ operator }: Condition, field: string, operands: Operand[]): MongoFilter | undefined {
  switch (operator) {
    case 'eq':
    case 'in':
      return { [field]: operands.length === 1 ? operands[0] : { $in: operands } }
    case 'ne':
    case 'nin':
      return { [field]: { $nin: operands } }
    case 'gt':
    case 'gte':
    case 'lt':
    case 'lte':
      return eitherOf(operands.map(operand => ({ [field]: { [`$${operator}`]: operand } })))
    default:
      return undefined
  }
}

function eitherOf(terms: MongoFilter[]): MongoFilter {
  const [first, ...others] = terms
  if (first === undefined) return never
  return others.length === 0 ? first : { $or: terms }
}

/** Every key in the key tree means that a value exists. */
function existence({ operands, kind }: Condition, path: readonly string[]): MongoFilter | undefined {
  const field = orderField(path, kind)
  return field === undefined ? undefined : { [field]: operands[0] === true ? { $gte: unorderedKey } : null }
}

function onColumn(condition: Condition, column: StandardColumn): MongoFilter | undefined {
  if (condition.operator === 'exists') return condition.operands[0] === true ? {} : never
  const field = column === 'id' ? '_id' : column
  if (condition.kind !== 'instant') return compare(condition, field, present(condition))
  const operands = present(condition).map(columnInstant)
  if (operands.some(operand => operand === undefined)) return undefined
  return compare(
    condition,
    field,
    operands.filter(operand => operand !== undefined),
  )
}

/** A date-time in the format of the standard columns, if it can be represented in it. */
function columnInstant(operand: Operand): string | undefined {
  if (typeof operand !== 'string' || !/\.\d{0,3}$/.test(instantKey(operand) ?? '')) return undefined
  const text = operand.replace(/(\.\d{3})\d+/, '$1').replace(' ', 'T')
  const date = new Date(text.toUpperCase())
  const written = Number.isNaN(date.getTime()) ? '' : date.toISOString()
  return instantKey(written) === instantKey(operand) && written.length === 24 ? written : undefined
}

/** A range of the keys of a field. Its texts are results of `orderKey`. */
export type KeyRange = { $in: string[] } | { $gte?: string; $gt?: string; $lt?: string; $lte?: string }

/** The keys, in the field of its order, of documents that match a condition, except {@link unorderedKey}. */
export interface KeyRanges {
  field: string
  /** A key is in one of these; operands of several kinds have a range each. In the order of the keys, without overlap. */
  ranges: KeyRange[]
}

/** The ranges that a condition allows for the keys of a field, or undefined when it does not restrict them. Other conditions can narrow them further. */
export function keyRanges(condition: Condition): KeyRanges | undefined {
  const { target, kind, operator } = condition
  if (!('path' in target)) return undefined
  const field = orderField(target.path, kind)
  if (field === undefined) return undefined
  if (operator === 'exists') {
    return condition.operands[0] === true ? { field, ranges: [{ $gt: unorderedKey }] } : undefined
  }
  const keys = present(condition).flatMap(operand => keyOf(operand, kind) ?? [])
  if (operator === 'eq' || operator === 'in') return { field, ranges: [{ $in: keys }] }
  if (operator !== 'gt' && operator !== 'gte' && operator !== 'lt' && operator !== 'lte') return undefined
  // Keys begin with the kind of the value. The keys of long texts among instants are cut, so they have no order.
  const kinds = keys.map(key => key.charAt(0))
  if (keys.length === 0 || new Set(kinds).size < keys.length) return undefined
  if (kind === 'instant' && kinds.some(one => one !== '3')) return undefined
  const ranges = keys.sort().map(key => rangeFrom(key, operator))
  return { field, ranges }
}

/** The keys that compare this way with a key, among those of its kind. */
function rangeFrom(key: string, operator: 'gt' | 'gte' | 'lt' | 'lte'): KeyRange {
  const kind = key.charAt(0)
  const nextKind = String.fromCharCode(key.charCodeAt(0) + 1)
  return operator === 'gt' || operator === 'gte'
    ? { [`$${operator}`]: key, $lt: nextKind }
    : { $gte: kind, [`$${operator}`]: key }
}

const keyOf = (operand: Operand, kind: ColumnKind): string | null =>
  kind === 'instant' ? momentKey(operand) : orderKey(operand, 'text')
