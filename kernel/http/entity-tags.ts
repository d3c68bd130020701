import { hash } from 'node:crypto'

/**
 * Entity tag of a resource: `"<id>.<sequence_no>"`, with `.<variant>` for another representation of it.
 * @param variant changes with whatever else the representation depends on
 */
export function etagOf(id: string, sequenceNo: number, variant?: string): string {
  return variant === undefined ? `"${id}.${sequenceNo}"` : `"${id}.${sequenceNo}.${variant}"`
}

/**
 * Weak entity tag of an answer that is made of many things, such as a list.
 * @param basis texts that change whenever the answer does
 */
export const weakTagOf = (basis: readonly string[]): string => `W/"${hash('sha1', basis.join('\0'), 'base64url')}"`

/**
 * Find a tag in a header, in any form: as it is, weak, or with the suffix that proxies add to the tags of answers that they compress (`"x-gzip"`).
 * @returns the tag as written in the header; anything in it that is no tag is ignored
 */
export function findTag(header: string, ...wanted: readonly string[]): string | undefined {
  const tags = header.match(/(?:W\/)?"[^"]*"/g) ?? []
  const strong = new Set(wanted.map(tag => tag.replace(/^W\//, '')))
  return tags.find(tag => strong.has(tag.replace(/^W\//, '')) || strong.has(withoutEncoding(tag)))
}

const withoutEncoding = (tag: string): string =>
  tag.replace(/^W\//, '').replace(/-{1,2}(?:gzip|br|deflate|zstd)"$/, '"')
