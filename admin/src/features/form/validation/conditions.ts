import { Validator } from '@cfworker/json-schema'
import type { Schema } from '@cfworker/json-schema'
import { shallowRef } from 'vue'
import type { ShallowRef } from 'vue'
import { clone, isObject } from '../../../api/transport/json.ts'
import type { Json, JsonObject } from '../../../api/transport/json.ts'
import { resolvePointer } from '../../../schema/index.ts'
import type { Property } from '../../../schema/index.ts'
import { hasPatterns, withSafePatterns } from './patterns.ts'

/** A condition with more parts than this, following references, is not evaluated. */
const maxParts = 1000
/** A condition is no longer evaluated once it took longer than this, because it runs on every key. */
const maxMs = 200

/** A compiled condition; undefined while it is being compiled, or when it is never evaluated. */
type CompiledCondition = ShallowRef<Validator | undefined>

const conditions = new WeakMap<object, CompiledCondition>()
const answers = new WeakMap<object, WeakMap<object, boolean>>()

/**
 * Whether data meets a condition (`x-show-if`). A condition that cannot be evaluated counts as met, because a hidden field would be unreachable.
 * Inside a computed value the result updates when the patterns of the condition have been loaded.
 */
export function meets(condition: Json | undefined, data: unknown): boolean {
  if (!isObject(condition) || !isObject(data)) return condition !== false
  const ready = compileCondition(condition)
  const validator = ready.value
  if (validator === undefined) return true
  const known = answers.get(condition) ?? new WeakMap<object, boolean>()
  answers.set(condition, known)
  const answer = known.get(data) ?? evaluateCondition(validator, data, ready)
  known.set(data, answer)
  return answer
}

function evaluateCondition(validator: Validator, data: JsonObject, ready: CompiledCondition): boolean {
  const begin = performance.now()
  const { valid } = validator.validate(data)
  if (performance.now() - begin > maxMs) ready.value = undefined
  return valid
}

function compileCondition(condition: JsonObject): CompiledCondition {
  const known = conditions.get(condition)
  if (known !== undefined) return known
  const ready: CompiledCondition = shallowRef()
  conditions.set(condition, ready)
  if (!isSmall(condition)) return ready
  if (hasPatterns(condition)) void withSafePatterns(condition).then(safe => (ready.value = makeValidator(safe)))
  else ready.value = makeValidator(condition)
  return ready
}

/** The validator modifies its schema, so it gets a copy. */
const makeValidator = (schema: JsonObject): Validator => new Validator(clone(schema) as Schema, '2020-12', true)

/** References that are not followed here. */
const unsupportedKeywords = ['$id', '$anchor', '$dynamicRef', '$recursiveRef']

/** Whether a schema has few parts, following references. A recursive schema has infinitely many. */
function isSmall(schema: JsonObject): boolean {
  const waiting: (Json | undefined)[] = [schema]
  for (let count = 0; count <= maxParts; count++) {
    const part = waiting.pop()
    if (waiting.length === 0 && part === undefined) return true
    if (typeof part !== 'object' || part === null) continue
    const inside = Object.values(part)
    if (inside.length > maxParts) return false
    waiting.push(...inside)
    if (Array.isArray(part)) continue
    if (unsupportedKeywords.some(keyword => Object.hasOwn(part, keyword))) return false
    if (typeof part['$ref'] === 'string') waiting.push(resolvePointer(part['$ref'], schema))
  }
  return false
}

export const valueOf = ({ name }: Property, data: JsonObject): Json | undefined =>
  Object.hasOwn(data, name) ? data[name] : undefined

/** Whether a property is worth showing: its condition is met, or it has a value anyway. */
export function isRelevant(property: Property, data: JsonObject): boolean {
  const condition = property.schema['x-show-if']
  return (valueOf(property, data) ?? null) !== null || condition === undefined || meets(condition, data)
}
