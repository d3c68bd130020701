import {
  cloneJson,
  equalJson,
  holdsNull,
  memberAt,
  mergePatch,
  pointerTokens,
  setOwn,
  valueAtPointer,
} from '../json/index.ts'
import { isObject } from '../json/types.ts'
import { valuesAt } from '../json/values-at.ts'
import type { Json, JsonObject } from '../json/types.ts'
import type { ValidationBudget, ValidationFailure, Validator } from './compiled-schema.ts'

/**
 * Merge a patch into data (RFC 7396), at every depth with the rule that null is stored where the property is required and allows null: removing it
 * cannot be meant. The result is not checked; see {@link withoutKept}.
 * @param validate of the schema of the data
 */
export function mergeData(
  validate: Validator,
  before: JsonObject,
  patch: JsonObject,
  budget?: ValidationBudget,
): JsonObject {
  const removed = mergePatch(before, patch)
  if (!holdsNull(patch)) return removed
  const isNull = ({ code, pointer }: ValidationFailure): boolean =>
    code === 'required' && valueAtPointer(patch, pointer) === null
  const required = validate(removed, budget).filter(isNull)
  if (required.length === 0) return removed
  const refused = new Set(validate(withNulls(removed, required), budget).map(({ pointer }) => pointer))
  return withNulls(
    removed,
    required.filter(({ pointer }) => !refused.has(pointer)),
  )
}

/** The failures of data without those of references that the data before have in the same place, in lists at any index. */
export const withoutKeptReferences = (
  failures: readonly ValidationFailure[],
  before: JsonObject,
  data: JsonObject,
): readonly ValidationFailure[] =>
  failures.filter(({ code, pointer }) => {
    const text = code === 'x-resource-type' ? valueAtPointer(data, pointer) : undefined
    return typeof text !== 'string' || !valuesAt(before, namesOf(data, pointer)).includes(text)
  })

/** The names of the properties that a pointer leads through: the path of the value without indexes of arrays. */
export function namesOf(data: JsonObject, pointer: string): string[] {
  let at: Json | undefined = data
  return pointerTokens(pointer).filter(token => {
    const isName = !Array.isArray(at)
    at = memberAt(at, token)
    return isName
  })
}

/**
 * The failures of merged data without those of properties that the schema does not declare any more: they can stay as they were before. Nor
 * those of {@link withoutKeptReferences}.
 */
export const withoutKept = (
  failures: readonly ValidationFailure[],
  before: JsonObject,
  data: JsonObject,
): readonly ValidationFailure[] =>
  withoutKeptReferences(failures, before, data).filter(({ code, pointer }) => {
    const kept = code === 'unknown-property' ? valueAtPointer(before, pointer) : undefined
    return kept === undefined || !equalJson(kept, valueAtPointer(data, pointer))
  })

/** A copy of data with null at places whose parents are objects. */
function withNulls(data: JsonObject, places: readonly Pick<ValidationFailure, 'pointer'>[]): JsonObject {
  const copy = cloneJson(data)
  for (const { pointer } of places) {
    const tokens = pointerTokens(pointer)
    const parent = tokens.slice(0, -1).reduce<Json | undefined>(memberAt, copy)
    if (isObject(parent)) setOwn(parent, tokens.at(-1) ?? '', null)
  }
  return copy
}
