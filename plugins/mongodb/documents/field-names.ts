import { createHash } from 'node:crypto'
import { pointerToken } from '../../../lib/json/index.ts'

/*
 * How property names become field names. MongoDB reads a dot as a step into a document and a leading `$` as an operator; a name of digits
 * may also mean a place in an array.
 */

/** Whether MongoDB can be asked for a property of this name. */
export const isQueryable = (name: string): boolean =>
  name !== '' && !name.startsWith('$') && !name.includes('.') && !name.includes('\0')

/** Whether a path into `data` or `instants` means to MongoDB what it means to us, whatever the data holds. */
export const isPlain = (path: readonly string[]): boolean =>
  path.every((name, depth) => isQueryable(name) && (depth === 0 || !/^\d+$/.test(name)))

/** A property name as a field of a key tree: `/` is kept for {@link branch}, escaped as JSON Pointer (RFC 6901) does. */
export const leaf: (name: string) => string = pointerToken

/** The field under which a key tree keeps what lies below a property, beside the property's own key. */
export const branch = (name: string): string => `${leaf(name)}/`

/** The field of a key tree for a path: `a/.b/.c`. */
export const keyField = (tree: 'keys' | 'moments', path: readonly string[]): string =>
  [tree, ...path.slice(0, -1).map(branch), ...path.slice(-1).map(leaf)].join('.')

/** The field of a typed tree for a path: `data.a.b`. */
export const valueField = (tree: 'data' | 'instants', path: readonly string[]): string => [tree, ...path].join('.')

/** A short name that is always the same for the same text, for what must be named within bounds. */
export const digest = (text: string): string => createHash('sha256').update(text).digest('hex').slice(0, 16)
