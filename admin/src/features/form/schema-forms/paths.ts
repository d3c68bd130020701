import { pointerOf, pointerToken, pointerTokens } from '../../../../../lib/json/pointer.ts'
import { isObject } from '../../../api/transport/json.ts'
import type { Json, JsonObject } from '../../../api/transport/json.ts'

/** The steps of a path as JSON Forms writes it: `tags.2.name`. Names of properties have no dots. */
export const stepsOf = (path: string): string[] => (path === '' ? [] : path.split('.'))

/** A path one step deeper. */
export const join = (path: string, step: string | number): string => (path === '' ? String(step) : `${path}.${step}`)

/** The path of what holds it; the root's is empty. */
export const parentOf = (path: string): string => path.slice(0, Math.max(0, path.lastIndexOf('.')))

/** Whether a path is that of something inside of another. */
export const isUnder = (path: string, outer: string): boolean => outer === '' || path.startsWith(`${outer}.`)

/** The path of a JSON Pointer: `/tags/2/name` is `tags.2.name`. */
export const pathOfPointer = (pointer: string): string => pointerTokens(pointer).join('.')

/** The JSON Pointer of a path. */
export const pointerOfPath = (path: string): string => pointerOf(stepsOf(path))

/** The name of the property that the scope of a control points at (`#/properties/name`); empty for the whole (`#`). */
export const nameIn = (scope: string): string => pointerTokens(scope).at(-1) ?? ''

/** The scope of a property. */
export const scopeOf = (name: string): string => `#/properties/${pointerToken(name)}`

/** The value at a path; undefined where there is none. */
export function getAt(data: Json | undefined, path: string): Json | undefined {
  let found: Json | undefined = data
  for (const step of stepsOf(path)) {
    if (Array.isArray(found)) found = found[Number(step)]
    else found = isObject(found) && Object.hasOwn(found, step) ? found[step] : undefined
  }
  return found
}

/** A copy with another value at a path; it shares what did not change. Undefined takes the property away, objects on the way are made. */
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

/** Where everything stands that the schema does not describe; no property has this path. */
export const furtherPlace = '*'
