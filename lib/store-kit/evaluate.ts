import type { Condition, DocumentMeta } from './document-store.ts'
import type { JsonObject, Scalar } from '../json/types.ts'
import { reached, valuesAt } from '../json/values-at.ts'
import { referenceValues } from '../json-schema/references/reference-finder.ts'
import { containsText, foldCase } from './words/text-matching.ts'
import { classify, compareValues, orderKey } from './value-order.ts'

export { referenceValues, valuesAt }

/*
 * The meaning of conditions. An adapter lets its database evaluate what has exactly this meaning there, and uses these functions for the rest.
 */

/**
 * Whether a condition holds for a document.
 *
 * - `eq in gt gte lt lte`: one of the values compares this way with one of the operands. They compare only within their own class
 *   (`classify` by the kind of the condition): a number never equals a text, -0 equals 0, and in an `instant` condition a text that is no date-time
 *   is a text.
 * - `ne nin`: the exact negation of `eq`, `in`; they match when there is no value.
 * - `like`: one of the values is a text, as it was sent, that contains the operand, both {@link foldCase}ed. Every text contains the empty operand.
 * - `exists`: there is a value other than null. Every object counts, even an empty one; an array counts only through its items, so an empty
 * array, or an array of nulls, does not. `false` is the exact negation.
 */
export function holds(condition: Condition, meta: DocumentMeta, id: string, data: JsonObject): boolean {
  const { target, operator, operands } = condition
  if (operator === 'exists') return operands[0] === existsAt(condition, data)
  const values = valuesOf(target, meta, id, data)
  if (operator === 'ne' || operator === 'nin') return !values.some(value => fits(condition, 'eq', value))
  return values.some(value => fits(condition, operator, value))
}

function valuesOf(
  target: Condition['target'],
  meta: DocumentMeta,
  id: string,
  data: JsonObject,
): Exclude<Scalar, null>[] {
  if ('path' in target) return valuesAt(data, target.path)
  if ('references' in target) return referenceValues(target.references, data)
  return [target.column === 'id' ? id : meta[target.column]]
}

function existsAt({ target }: Condition, data: JsonObject): boolean {
  if ('column' in target) return true
  if ('references' in target) return referenceValues(target.references, data).length > 0
  for (const value of reached(data, target.path)) if (value !== null) return true
  return false
}

/** From this number of operands on, values are looked up among their keys. */
const minKeyedOperands = 9
const keysOfOperands = new WeakMap<Condition, ReadonlySet<string | null>>()

function isAmong(condition: Condition, value: Exclude<Scalar, null>): boolean {
  const { kind, operands } = condition
  const keys = keysOfOperands.get(condition) ?? new Set(operands.map(operand => orderKey(operand, kind)))
  keysOfOperands.set(condition, keys)
  return keys.has(orderKey(value, kind))
}

function fits(
  condition: Condition,
  operator: 'eq' | 'in' | 'gt' | 'gte' | 'lt' | 'lte' | 'like',
  value: Exclude<Scalar, null>,
): boolean {
  const { kind, operands } = condition
  if (operator === 'like') {
    if (typeof value !== 'string') return false
    const folded = foldCase(value)
    return operands.some(operand => typeof operand === 'string' && containsText(folded, foldCase(operand)))
  }
  if ((operator === 'eq' || operator === 'in') && operands.length >= minKeyedOperands) return isAmong(condition, value)
  return operands.some(operand => {
    if (classify(value, kind).class !== classify(operand, kind).class) return false
    const order = compareValues(value, operand, kind)
    switch (operator) {
      case 'eq':
      case 'in':
        return order === 0
      case 'gt':
        return order > 0
      case 'gte':
        return order >= 0
      case 'lt':
        return order < 0
      case 'lte':
        return order <= 0
    }
  })
}

/** Whether at least one of several groups of conditions matches a document: all conditions of the group must hold. */
export const holdsAny = (
  groups: readonly (readonly Condition[])[],
  meta: DocumentMeta,
  id: string,
  data: JsonObject,
): boolean => groups.some(group => group.every(condition => holds(condition, meta, id, data)))
