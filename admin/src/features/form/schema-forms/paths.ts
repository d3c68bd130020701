import { pointerOf, pointerToken, pointerTokens } from '../../../../../lib/json/pointer.ts'
import { isObject } from '../../../api/transport/json.ts'
import type { Json, JsonObject } from '../../../api/transport/json.ts'

/** The steps of a path of JSON Forms: `tags.2.name`. Property names contain no dots. */
export const stepsOf = (path: string): string[] => (path === '' ? [] : path.split('.'))

/** A path with one more step. */
export const join = (path: string, step: string | number): string => (path === '' ? String(step) : `${path}.${step}`)

/** The path of the parent; the path of the root is empty. */
export const parentOf = (path: string): string => path.slice(0, Math.max(0, path.lastIndexOf('.')))

/** Whether a path is inside another one. */
export const isUnder = (path: string, outer: string): boolean => outer === '' || path.startsWith(`${outer}.`)

/** Convert a JSON Pointer to a path: `/tags/2/name` becomes `tags.2.name`. */
export const pathOfPointer = (pointer: string): string => pointerTokens(pointer).join('.')

/** Convert a path to a JSON Pointer. */
export const pointerOfPath = (path: string): string => pointerOf(stepsOf(path))

/** The property name in the scope of a control (`#/properties/name`); empty for the whole object (`#`). */
export const nameIn = (scope: string): string => pointerTokens(scope).at(-1) ?? ''

/** The scope of a property. */
export const scopeOf = (name: string): string => `#/properties/${pointerToken(name)}`

/** The value at a path; undefined when there is none. */
export function getAt(data: Json | undefined, path: string): Json | undefined {
  let found: Json | undefined = data
  for (const step of stepsOf(path)) {
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
  if (Array.isArray(data))
    return data.map((item, at) => (at === Number(step) ? (change(item, rest, value) ?? null) : item))
  const object: JsonObject = isObject(data) ? data : {}
  const next = change(Object.hasOwn(object, step) ? object[step] : undefined, rest, value)
  if (next !== undefined) return { ...object, [step]: next }
  const { [step]: _gone, ...others } = object
  return others
}

/** Path of the field for all properties that the schema does not describe; no property has this path. */
export const furtherPlace = '*'
