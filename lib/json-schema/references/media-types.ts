import type { Json } from '../../json/types.ts'
import type { SchemaNode } from '../tree/schema-tree.ts'

export const maxMediaTypes = 20

const mediaType = /^[a-z]+\/(?:\*|[a-z0-9][a-z0-9!#$&^_.+-]{0,126})$/

/** Whether a value lists media types as `x-media-types` does: `image/png`, `image/*`. */
export const isMediaTypes = (value: Json | undefined): value is string[] =>
  Array.isArray(value) &&
  value.length > 0 &&
  value.length <= maxMediaTypes &&
  value.every(one => typeof one === 'string' && mediaType.test(one))

/** The media types of the files to which a schema refers (`x-media-types`), if it names any. */
export function acceptedMediaTypesOf({ own }: SchemaNode): readonly string[] | undefined {
  const { 'x-media-types': types } = own
  return isMediaTypes(types) ? types : undefined
}

/** Whether a media type is one of these, or of these kinds (`image/*`). */
export const fitsMediaTypes = (types: readonly string[], type: string): boolean =>
  types.some(one => one === type || (one.endsWith('/*') && type.startsWith(one.slice(0, -1))))

/**
 * The slugs that the type of files can have. A text with `x-media-types` and without `x-resource-type` refers to a file when it has the form of its URN;
 * any other text is a path or an address.
 */
export const fileSlugs: readonly string[] = ['file', 'media-file']

/** Whether a schema means texts in which files can be shown: `![a boat](urn:file:…)`. */
export const showsFiles = ({ own }: SchemaNode): boolean => own['contentMediaType'] === 'text/markdown'

/** The URNs of files in a text. */
export const filesInText = (text: string): string[] =>
  text.includes('urn:') ? (text.match(/urn:(?:media-)?file:[A-Za-z0-9~](?:[\w.~-]{0,126}[\w~])?/g) ?? []) : []
