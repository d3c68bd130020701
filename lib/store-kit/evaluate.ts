import { traitsOf } from './document-query.ts'
import type { ColumnKind, Condition, DocumentMeta, Operator } from './document-store.ts'
import type { JsonObject, Scalar } from '../json/types.ts'
import { reached, scalarAt, valuesAt } from '../json/values-at.ts'
import { referenceValues } from '../json-schema/references/reference-finder.ts'
import { foldCase, textFinder } from './words/text-matching.ts'
import { compareValues, instantOf, isOfKind } from './value-order.ts'
import { memoizeByObject } from '../json/index.ts'

export { referenceValues, valuesAt }

/*
 * The meaning of conditions. An adapter lets its database evaluate what has exactly this meaning there, and uses these functions for the rest.
 */

/**
 * Whether a condition holds for a document.
 *
 * - `eq in gt gte lt lte`: one of the values compares this way with one of the operands. Only those that a column of the kind of the condition holds
 *   count (`isOfKind`), and they compare only with operands of their own type: a number never equals a text; -0 equals 0.
 * - `ne nin`: the exact negation of `eq`, `in`; they match when there is no value.
 * - `like`: one of the values is a text, as it was sent, that contains the operand, both {@link foldCase}ed. Every text contains the empty operand.
 * - `exists`: there is a value that a column of the kind holds; for `json` any other than null: every object counts, even an empty one, and an array
 *   counts only through its items, so an empty array, or an array of nulls, does not. `false` is the exact negation.
 */
export function holds(condition: Condition, meta: DocumentMeta, id: string, data: JsonObject): boolean {
  const { operator, operands } = condition
  if (operator === 'exists') return operands[0] === existsAt(condition, data)
  const values = valuesOf(condition, meta, id, data)
  return values.some(testOf(condition)) !== (traitsOf(operator).negates !== undefined)
}

function valuesOf(
  { target, kind }: Condition,
  meta: DocumentMeta,
  id: string,
  data: JsonObject,
): Exclude<Scalar, null>[] {
  if ('path' in target) return valuesAt(data, target.path).filter(value => isOfKind(value, kind))
  if ('references' in target) return referenceValues(target.references, data)
  return [target.column === 'id' ? id : meta[target.column]]
}

function existsAt({ target, kind }: Condition, data: JsonObject): boolean {
  if ('column' in target) return true
  if ('references' in target) return referenceValues(target.references, data).length > 0
  for (const value of reached(data, target.path))
    if (kind === 'json' ? value !== null : isOfKind(value, kind)) return true
  return false
}

/** The value by which a document is sorted; null when there is none that a column of this kind holds. */
export function sortValue(data: JsonObject, path: readonly string[], kind: ColumnKind): Scalar {
  const value = scalarAt(data, path)
  return isOfKind(value, kind) ? value : null
}

/** Whether a value of a document compares with one of the operands as the operator demands. */
type ValueTest = (value: Exclude<Scalar, null>) => boolean

/** The operands of a condition are prepared once, for all documents that it is asked of. */
const testOf = memoizeByObject(prepareTest)

/** From this number of operands on, values are looked up among their keys. */
const minKeyedOperands = 9

/** For `ne` and `nin` the test of their opposite. */
function prepareTest({ kind, operator, operands }: Condition): ValueTest {
  if (operator === 'like') {
    const finders = operands.flatMap(operand => (typeof operand === 'string' ? [textFinder(foldCase(operand))] : []))
    return value => {
      if (typeof value !== 'string') return false
      const folded = foldCase(value)
      return finders.some(find => find(folded))
    }
  }
  if (operator === 'exists') return () => false // `holds` decides it without values
  const fits = orders[operator]
  if (fits === isEqual && operands.length >= minKeyedOperands) {
    const keyOf = (value: Scalar): Scalar => (kind === 'instant' ? (instantOf(String(value)) ?? null) : value)
    const keys = new Set(operands.map(keyOf))
    return value => keys.has(keyOf(value))
  }
  return value => operands.some(operand => typeof operand === typeof value && fits(compareValues(value, operand, kind)))
}

const isEqual = (order: number): boolean => order === 0

/** What the order of a value and an operand must be. */
const orders: Readonly<Record<Exclude<Operator, 'like' | 'exists'>, (order: number) => boolean>> = {
  eq: isEqual,
  ne: isEqual,
  in: isEqual,
  nin: isEqual,
  gt: order => order > 0,
  gte: order => order >= 0,
  lt: order => order < 0,
  lte: order => order <= 0,
}

/** Whether at least one of several groups of conditions matches a document: all conditions of the group must hold. */
export const holdsAny = (
  groups: readonly (readonly Condition[])[],
  meta: DocumentMeta,
  id: string,
  data: JsonObject,
): boolean => groups.some(group => group.every(condition => holds(condition, meta, id, data)))
