import { BadRequest, reservedSegments } from '../../../kernel/index.ts'
import type { JsonObject } from '../../../lib/json/index.ts'
import { pluralOf, pluralOfName } from '../../../lib/plural/index.ts'

const slugPattern = /^[a-z][a-z0-9]*(-[a-z0-9]+)*$/
const maxSlugLength = 63

/** Slugs that no type can have: path segments of the service and members of JavaScript's `Object.prototype`. */
export const reservedSlugs: ReadonlySet<string> = new Set([
  ...reservedSegments,
  'presets',
  'openapi',
  'assets',
  ...Object.getOwnPropertyNames(Object.prototype),
])

/** Whether a text has the syntax of a slug. */
export const isSlug = (text: string): boolean => text.length <= maxSlugLength && slugPattern.test(text)

/** Throws `BadRequest` unless a type can have this slug. */
export function checkSlug(slug: string, reserved: Pick<ReadonlySet<string>, 'has'>): void {
  if (reserved.has(slug)) throw refused('reserved', `${slug} is reserved`)
  if (!isSlug(slug)) {
    const form = `must be lower-case words joined by single hyphens, beginning with a letter, at most ${maxSlugLength} characters`
    throw refused('pattern', form)
  }
}

/** The id of the type with this slug. */
export const typeId = (slug: string): string => `urn:type:${slug}`

/** The slug in a path that contains the full URN of a type or the last part of it; undefined when it is neither. */
export function slugOfId(id: string): string | undefined {
  const slug = id.startsWith('urn:type:') ? id.slice('urn:type:'.length) : id
  return isSlug(slug) ? slug : undefined
}

/**
 * The collection (table) name of a type: its slug with hyphens as underscores, the last word in the English plural.
 * The plural of a plural is itself, so that `gadget` and `gadgets` name one collection.
 */
export function collectionName(slug: string): string {
  const words = slug.split('-')
  const last = words.pop() ?? ''
  return [...words, pluralOf(last)].join('_')
}

/**
 * The name of a type in the plural: the `x-plural` of its schema, else its name with the last word in the English plural.
 */
export function pluralName(name: string, schema: JsonObject | null): string {
  const own = schema?.['x-plural']
  if (typeof own === 'string' && own.trim() !== '') return own
  return pluralOfName(name)
}

const refused = (code: string, message: string): BadRequest =>
  new BadRequest(`slug: ${message}`, { problems: [{ pointer: '/slug', code, message }] })
