import { getOwn } from '../../../lib/json/objects.ts'
import { isObject } from '../api/transport/json.ts'
import type { Json, JsonObject } from '../api/transport/json.ts'
import { currentLanguage } from '../i18n/current.ts'
import { formatDuration } from '../i18n/format.ts'

/** What is needed of a type to say what it is called. */
export interface NamedType {
  name: string
  plural?: string | undefined
  schema?: JsonObject | undefined
}

/** What one resource of the type is called, in the language of the admin where the schema says it (`x-titles`). */
export const typeName = ({ name, schema }: NamedType): string => ofType(schema, 'one') ?? name

/** What several resources of the type are called, in the language of the admin where the schema says it. */
export const typePlural = ({ name, plural, schema }: NamedType): string => ofType(schema, 'many') ?? plural ?? name

function ofType(schema: JsonObject | undefined, form: 'one' | 'many'): string | undefined {
  const titles = inLanguage(schema?.['x-titles'])
  return isObject(titles) ? text(titles[form]) : undefined
}

/** The title that a schema, or one of its choices, gives itself, in the language of the admin where it says it. */
export const titleIn = ({ 'x-titles': titles, title }: JsonObject): string | undefined =>
  text(inLanguage(titles)) ?? text(title)

const text = (value: Json | undefined): string | undefined =>
  typeof value === 'string' && value.trim() !== '' ? value : undefined

/** What stands under the tag of the language, else under one of its regions (`de-CH`). */
function inLanguage(titles: Json | undefined): Json | undefined {
  if (!isObject(titles)) return undefined
  const tag = currentLanguage.value
  return getOwn(titles, tag) ?? Object.entries(titles).find(([other]) => other.toLowerCase().split('-')[0] === tag)?.[1]
}

/** Words that are not written as others are. */
const written = new Map([
  ...[
    'api',
    'css',
    'ean',
    'faq',
    'gtin',
    'html',
    'iban',
    'id',
    'isbn',
    'json',
    'pdf',
    'seo',
    'sku',
    'uri',
    'url',
    'vat',
  ] //
    .map(word => [word, word.toUpperCase()] as const),
  ['ecommerce', 'E-commerce'],
])

/** A name in words: `runningTimeMin`, `running_time_min` and `running-time-min` are “Running time min”; `imdbURL` is “Imdb URL”. */
export function titleOf(name: string): string {
  const words = name
    .replace(/([\p{Ll}\p{N}])(\p{Lu})/gu, '$1 $2')
    .replace(/(\p{Lu})(\p{Lu}\p{Ll})/gu, '$1 $2')
    .split(/[\s_-]+/)
    .filter(word => word !== '')
    .map(word => (/^\p{Lu}{2,}$/u.test(word) ? word : (written.get(word.toLowerCase()) ?? word.toLowerCase())))
  const title = words.join(' ')
  return title === '' ? name : title.charAt(0).toUpperCase() + title.slice(1)
}

/** Whether words are joined as programs do it: `in-progress`, `in_progress`, `inProgress`, `IN_PROGRESS`, `progress`. */
const isIdentifier = (value: string): boolean =>
  /^[\p{Ll}\p{N}]{3,}$|^[\p{Ll}\p{N}]+(?:[ _-][\p{Ll}\p{N}]+)+$|^\p{L}\p{Ll}+(?:\p{Lu}\p{Ll}+)+$/u.test(value)

/** A value in words, where its schema has none for it: `in-progress` is “In progress”, `kg`, `USD` and `PG-13` are themselves. */
export function titleOfValue(value: Json): string {
  if (typeof value !== 'string') return typeof value === 'object' ? JSON.stringify(value) : String(value)
  if (/^P(?:\d|T\d)/.test(value)) return formatDuration(value)
  if (/^\p{Lu}+(?:_[\p{Lu}\p{N}]+)+$/u.test(value)) return titleOf(value.toLowerCase())
  return isIdentifier(value) && /\p{L}/u.test(value) ? titleOf(value) : value
}
