import { decodePercent } from '../web-text/index.ts'
import { getOwn } from './objects.ts'
import { isObject } from './types.ts'
import type { Json } from './types.ts'

/** One reference token of a JSON Pointer. */
export const pointerToken = (name: string | number): string => String(name).replace(/~/g, '~0').replace(/\//g, '~1')

/** The JSON Pointer (RFC 6901) of a path; empty for the root. */
export const pointerOf = (path: readonly (string | number)[]): string =>
  path.map(name => `/${pointerToken(name)}`).join('')

/** The reference tokens of a JSON Pointer. */
export const pointerTokens = (pointer: string): string[] =>
  pointer
    .split('/')
    .slice(1)
    .map(token => token.replace(/~1/g, '/').replace(/~0/g, '~'))

/** The JSON Pointer in a local reference such as `#/$defs/name`; a malformed percent-escape is meant literally. */
export function pointerOfReference(reference: string): string {
  const fragment = reference.slice(1)
  return decodePercent(fragment) ?? fragment
}

/** The member of an object or array that a reference token names; undefined when there is none. */
export function memberAt(value: Json | undefined, token: string): Json | undefined {
  if (Array.isArray(value)) return value[Number(token)]
  return isObject(value) ? getOwn(value, token) : undefined
}

/** The value that a JSON Pointer names; undefined when there is none. */
export const valueAtPointer = (value: Json, pointer: string): Json | undefined =>
  pointer === '' || pointer.startsWith('/')
    ? pointerTokens(pointer).reduce<Json | undefined>(memberAt, value)
    : undefined
