import { pointerOf, pointerToken, pointerTokens } from '../../../../../lib/json/pointer.ts'
import { isObject } from '../../../api/transport/json.ts'
import type { Json, JsonObject } from '../../../api/transport/json.ts'
import { keepChoices } from './choices-of-objects.ts'

/** Nested names may contain dots, which separate the steps of a path. */
const encode = (step: string | number): string => String(step).replaceAll('%', '%25').replaceAll('.', '%2E')
const decode = (step: string): string => step.replaceAll('%2E', '.').replaceAll('%25', '%')

/** The steps of a path of JSON Forms: `tags.2.name`. */
export const stepsOf = (path: string): string[] => (path === '' ? [] : path.split('.').map(decode))

const pathOf = (steps: readonly (string | number)[]): string => steps.map(encode).join('.')

/** A path with one more step. */
export const join = (path: string, step: string | number): string =>
  path === '' ? encode(step) : `${path}.${encode(step)}`

/** The path of the parent; the path of the root is empty. */
export const parentOf = (path: string): string => path.slice(0, Math.max(0, path.lastIndexOf('.')))

/** Whether a path is inside another one. */
export const isUnder = (path: string, outer: string): boolean => outer === '' || path.startsWith(`${outer}.`)

/** Convert a JSON Pointer to a path: `/tags/2/name` becomes `tags.2.name`. */
export const pathOfPointer = (pointer: string): string => pathOf(pointerTokens(pointer))

/** The place of an error for JSON Forms, which makes the path of a control from it. */
export const instancePathOf = (path: string): string => pointerOf(path === '' ? [] : path.split('.'))

/** The property name in the scope of a control (`#/properties/name`); empty for the whole object (`#`). */
export const nameIn = (scope: string): string => decode(pointerTokens(scope).at(-1) ?? '')

/** The scope of a property. */
export const scopeOf = (name: string): string => `#/properties/${pointerToken(encode(name))}`

/** The value at a path; undefined when there is none. */
export const getAt = (data: Json | undefined, path: string): Json | undefined => getOn(data, stepsOf(path))

/** The value at the steps of a path. */
export function getOn(data: Json | undefined, steps: readonly string[]): Json | undefined {
  let found: Json | undefined = data
  for (const step of steps) {
    if (Array.isArray(found)) found = found[Number(step)]
    else found = isObject(found) && Object.hasOwn(found, step) ? found[step] : undefined
  }
  return found
}

/** A copy with another value at a path; unchanged parts are shared. Undefined removes the property; missing parents are created. */
export const setAt = (data: Json | undefined, path: string, value: Json | undefined): Json | undefined =>
  change(data, stepsOf(path), value)

function change(data: Json | undefined, [step, ...rest]: string[], value: Json | undefined): Json | undefined {
  if (step === undefined) return value
  if (Array.isArray(data) && !/^\d+$/.test(step)) return data
  if (Array.isArray(data))
    return Array.from({ length: Math.max(data.length, Number(step) + 1) }, (_, at) =>
      at === Number(step) ? (change(data[at], rest, value) ?? null) : (data[at] ?? null),
    )
  const object: JsonObject = isObject(data) ? data : {}
  const next = change(Object.hasOwn(object, step) ? object[step] : undefined, rest, value)
  if (next !== undefined) return keepChoices(object, { ...object, [step]: next })
  const { [step]: _gone, ...others } = object
  return keepChoices(object, others)
}
