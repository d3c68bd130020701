import { lookUpLanguage } from '../../../lib/language/index.ts'
import type { LanguageMap } from '../../../lib/language/index.ts'
import { isObject } from '../api/transport/json.ts'
import type { Json, JsonObject } from '../api/transport/json.ts'
import { fieldOf } from '../fields/registry.ts'
import type { Kind } from '../fields/registry.ts'
import { currentLanguage } from '../i18n/current.ts'
import { formatDuration } from '../i18n/format.ts'
import { t } from '../i18n/translate.ts'

/** The parts of a type that are needed to name it. */
export interface NamedType {
  name: string
  plural?: string | undefined
  schema?: JsonObject | undefined
}

/** The singular name of a type, in the language of the admin if the schema has it (`x-titles`). */
export const typeName = ({ name, schema }: NamedType): string => translatedTypeName(schema, 'one') ?? name

/** The plural name of a type, in the language of the admin if the schema has it. */
export const typePlural = ({ name, plural, schema }: NamedType): string =>
  translatedTypeName(schema, 'many') ?? plural ?? name

function translatedTypeName(schema: JsonObject | undefined, form: 'one' | 'many'): string | undefined {
  const titles = inLanguage(schema?.['x-titles'])
  return isObject(titles) ? text(titles[form]) : text(titles)
}

/** The description of a type, in the language of the admin if its schema has it (`x-descriptions`). */
export const typeDescription = ({
  description,
  schema,
}: {
  description: string
  schema?: JsonObject | undefined
}): string => text(inLanguage(schema?.['x-descriptions'])) ?? description

/** The title of a schema or of one of its choices, in the language of the admin if it has it. */
export const titleIn = (schema: JsonObject): string | undefined => translated(schema, 'title', 'x-titles')

/** The description of a schema, in the language of the admin if it has it; empty when there is none. */
export const descriptionIn = (schema: JsonObject): string => translated(schema, 'description', 'x-descriptions') ?? ''

/** The name of what refers to a resource by a reference (`x-reverse-title`), in the language of the admin if it has it. */
export const reverseTitleIn = (schema: JsonObject): string | undefined =>
  translated(schema, 'x-reverse-title', 'x-reverse-titles')

/** The heading of the group of some properties (`x-group`): one of them has the translations. */
export function groupTitleIn(name: string, schemas: readonly JsonObject[]): string {
  for (const schema of schemas) {
    const title = text(inLanguage(schema['x-groups']))
    if (title !== undefined) return title
  }
  return name
}

/** The name of a view, or of anything else with `titles` in other languages, in the language of the admin if it has it. */
export const nameIn = ({ name, titles }: { name: string; titles?: LanguageMap | undefined }): string =>
  text(inLanguage(titles)) ?? name

/** A text of a schema, in the language of the admin if it has it. @param plural the keyword of the translations */
const translated = (schema: JsonObject, keyword: string, plural: string): string | undefined =>
  text(inLanguage(schema[plural])) ?? text(schema[keyword])

const text = (value: Json | undefined): string | undefined =>
  typeof value === 'string' && value.trim() !== '' ? value : undefined

/** The entry of a language map for the language of the admin. */
export const inLanguage = (map: Json | LanguageMap | undefined): Json | undefined =>
  isObject(map) ? lookUpLanguage(map, [currentLanguage.value]) : undefined

/** A name or title inside a sentence. */
export function inSentence(name: string): string {
  if (currentLanguage.value !== 'en') return name
  return name
    .split(' ')
    .map(word => (/^\p{Lu}\p{Ll}*$/u.test(word) ? word.toLowerCase() : word))
    .join(' ')
}

/** Words with a special spelling. */
const irregularWords = new Map([
  ...[
    'api',
    'css',
    'ean',
    'faq',
    'gtin',
    'html',
    'iban',
    'id',
    'ip',
    'iri',
    'isbn',
    'json',
    'pdf',
    'seo',
    'sku',
    'uri',
    'url',
    'uuid',
    'vat',
  ] //
    .map(word => [word, word.toUpperCase()] as const),
  ['ecommerce', 'E-commerce'],
])

/** A name as words: `runningTimeMin`, `running_time_min` and `running-time-min` become “Running time min”; `imdbURL` becomes “Imdb URL”. */
export function titleOf(name: string): string {
  const words = name
    .replace(/([\p{Ll}\p{N}])(\p{Lu})/gu, '$1 $2')
    .replace(/(\p{Lu})(\p{Lu}\p{Ll})/gu, '$1 $2')
    .split(/[\s_-]+/)
    .filter(word => word !== '')
    .map(word => (/^\p{Lu}{2,}$/u.test(word) ? word : (irregularWords.get(word.toLowerCase()) ?? word.toLowerCase())))
  const title = words.join(' ')
  return title === '' ? name : title.charAt(0).toUpperCase() + title.slice(1)
}

/** Whether a value is an identifier, with words joined as in programs: `in-progress`, `in_progress`, `inProgress`, `IN_PROGRESS`, `progress`. */
const isIdentifier = (value: string): boolean =>
  /^[\p{Ll}\p{N}]{3,}$|^[\p{Ll}\p{N}]+(?:[ _-][\p{Ll}\p{N}]+)+$|^\p{L}\p{Ll}+(?:\p{Lu}\p{Ll}+)+$/u.test(value)

/** The name by which an object that is a choice says what it is. */
function nameOfObject({ title, name, label }: JsonObject): string | undefined {
  return [title, name, label].map(text).find(one => one !== undefined)
}

/** A value as text. */
export const textOf = (value: Json): string => (typeof value === 'object' ? JSON.stringify(value) : String(value))

/** The title of a value that has none in its schema: `in-progress` becomes “In progress”; `kg`, `USD` and `PG-13` stay the same. */
export function titleOfValue(value: Json): string {
  if (typeof value !== 'string') return (isObject(value) ? nameOfObject(value) : undefined) ?? textOf(value)
  if (/^P(?:\d|T\d)/.test(value)) return formatDuration(value)
  if (/^\p{Lu}+(?:_[\p{Lu}\p{N}]+)+$/u.test(value)) return titleOf(value.toLowerCase())
  return isIdentifier(value) && /\p{L}/u.test(value) ? titleOf(value) : value
}

/** The name of a kind of property, as the builder of types offers it, whose messages (`builder`) must be loaded; without a kind that it offers, “JSON”. */
export function kindLabel(kind: Kind | undefined): string {
  const starter = kind === undefined ? undefined : fieldOf(kind).starter
  if (kind === undefined || starter === undefined) return t('builder.kind_json')
  return starter.label?.() ?? t(`builder.kind_${kind.replaceAll('-', '_')}`)
}
