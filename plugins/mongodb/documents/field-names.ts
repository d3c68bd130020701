import { createHash } from 'node:crypto'
import { pointerToken } from '../../../lib/json/index.ts'

/*
 * Converts property names to field names. MongoDB reads a dot as a step into a document and a leading `$` as an operator; a name of digits
 * can also mean an array index.
 */

/** Whether MongoDB can be queried for a property of this name. */
export const isQueryable = (name: string): boolean =>
  name !== '' && !name.startsWith('$') && !name.includes('.') && !name.includes('\0')

/** Whether a path into `data` or `instants` has the same meaning for MongoDB as for the service, whatever the data contains. */
export const isPlain = (path: readonly string[]): boolean =>
  path.every((name, depth) => isQueryable(name) && (depth === 0 || !/^\d+$/.test(name)))

/** A property name as a field of a key tree: `/` is reserved for {@link branch}, and escaped as in JSON Pointer (RFC 6901). */
export const leaf: (name: string) => string = pointerToken

/** The field of a key tree that contains the keys below a property, next to the property's own key. */
export const branch = (name: string): string => `${leaf(name)}/`

/** The field of a key tree for a path: `a/.b/.c`. */
export const keyField = (tree: 'keys' | 'moments', path: readonly string[]): string =>
  [tree, ...path.slice(0, -1).map(branch), ...path.slice(-1).map(leaf)].join('.')

/** The field of a typed tree for a path: `data.a.b`. */
export const valueField = (tree: 'data' | 'instants', path: readonly string[]): string => [tree, ...path].join('.')

/** A short, deterministic name for a text, for names with a limited length. */
export const digest = (text: string): string => createHash('sha256').update(text).digest('hex').slice(0, 16)
