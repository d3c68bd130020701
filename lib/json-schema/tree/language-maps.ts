import { getOwn, isObject, pointerToken, mapValues } from '../../json/index.ts'
import type { Json, JsonObject } from '../../json/index.ts'
import { isLanguageTag, lookUpLanguage } from '../../language/index.ts'
import { Problems } from '../check/problems.ts'
import { dialectOf, keywords } from './dialects.ts'
import type { KeywordShape } from './dialects.ts'

/** Each keyword whose text can be given as a language map, and the keyword beside it that contains the texts by language. */
const translatedKeywords: ReadonlyMap<string, string> = new Map([
  ['title', 'x-titles'],
  ['description', 'x-descriptions'],
  ['x-label', 'x-labels'],
  ['x-group', 'x-groups'],
  ['x-reverse-title', 'x-reverse-titles'],
])

/** Deeper schemas are refused when they are read. */
const maxDepth = 64

/**
 * Convert the language maps of a schema to the form in which schemas are stored and answered: a keyword given as a map (`"title": {"en": "Due", "de":
 * "Fällig"}`) becomes its text in English, else its first text, and the map is merged into the keyword beside it (`x-titles`). A text that was the
 * same in both places before, and of which one changes, changes in both.
 * @param before the schema that it replaces
 * @returns a new schema; parts without maps are shared
 * @throws `InvalidInput` naming each malformed map
 */
export function readLanguageMaps(schema: JsonObject, before: JsonObject | null): JsonObject {
  const problems = new Problems('schema')
  const dialect = typeof schema['$schema'] === 'string' ? dialectOf(schema['$schema']) : undefined
  const reader = new MapReader(keywords[dialect ?? '2020-12'], problems)
  const read = reader.schema(schema, before ?? undefined, '', 0)
  problems.refuse()
  return isObject(read) ? read : schema
}

class MapReader {
  readonly #keywords: ReadonlyMap<string, KeywordShape>
  readonly #problems: Problems

  constructor(shapes: ReadonlyMap<string, KeywordShape>, problems: Problems) {
    this.#keywords = shapes
    this.#problems = problems
  }

  schema(schema: Json, before: Json | undefined, pointer: string, depth: number): Json {
    if (!isObject(schema) || depth > maxDepth) return schema
    const was = isObject(before) ? before : {}
    const read = mapValues(schema, (value, key) =>
      this.#inside(this.#keywords.get(key), value, getOwn(was, key), `${pointer}/${pointerToken(key)}`, depth + 1),
    )
    return this.#translated(read, was, pointer)
  }

  /** The schemas in the value of a keyword. */
  #inside(
    shape: KeywordShape | undefined,
    value: Json,
    before: Json | undefined,
    pointer: string,
    depth: number,
  ): Json {
    if (Array.isArray(value)) {
      if (shape !== 'schemas' && shape !== 'items') return value
      const was = Array.isArray(before) ? before : []
      return value.map((one, index) => this.schema(one, was[index], `${pointer}/${index}`, depth))
    }
    if (!isObject(value)) return value
    if (shape === 'schema' || shape === 'items') return this.schema(value, before, pointer, depth)
    if (shape !== 'schema-map' && shape !== 'dependencies') return value
    const was = isObject(before) ? before : {}
    return mapValues(value, (one, name) =>
      this.schema(one, getOwn(was, name), `${pointer}/${pointerToken(name)}`, depth),
    )
  }

  #translated(schema: JsonObject, before: JsonObject, pointer: string): JsonObject {
    let translated = schema
    for (const [keyword, plural] of translatedKeywords) {
      if (keyword === 'x-label' && pointer !== '') continue
      const value = getOwn(translated, keyword)
      const given = getOwn(translated, plural)
      if (isObject(value)) {
        const problem = mapProblem(value)
        if (problem === undefined) translated = withMap(translated, keyword, plural, value)
        else this.#problems.add(`${pointer}/${keyword}`, problem)
      } else if (typeof value === 'string' && isObject(given)) {
        translated = inStep(translated, before, keyword, plural)
      }
    }
    return translated
  }
}

const english = ['en']

function mapProblem(map: JsonObject): string | undefined {
  const entries = Object.entries(map)
  const fits = entries.length > 0 && entries.every(([tag, text]) => isLanguageTag(tag) && isText(text))
  return fits ? undefined : 'must be a text, or an object of texts by language (BCP 47), such as {"en": "Due"}'
}

const isText = (value: Json): value is string => typeof value === 'string' && value.trim() !== ''

/** The schema with the map in the keyword beside, in whose place nothing is lost: the plural of a type's name stays. */
function withMap(schema: JsonObject, keyword: string, plural: string, map: JsonObject): JsonObject {
  const texts = getOwn(schema, plural)
  const known = isObject(texts) ? texts : {}
  const merged = mapValues(map, (text, tag) => {
    const name = getOwn(known, tag)
    return isObject(name) ? { ...name, one: text } : text
  })
  const text = lookUpLanguage(map, english) ?? Object.values(map)[0] ?? ''
  const next: JsonObject = {}
  for (const [key, value] of Object.entries(schema)) {
    if (key === keyword) Object.assign(next, { [keyword]: text, [plural]: { ...known, ...merged } })
    else if (key !== plural) next[key] = value
  }
  return next
}

/** The schema in which the text and its English entry are the same, if they were so before and one of the two changes. */
function inStep(schema: JsonObject, before: JsonObject, keyword: string, plural: string): JsonObject {
  const [text, texts] = [schema[keyword], schema[plural]]
  const [textBefore, textsBefore] = [getOwn(before, keyword), getOwn(before, plural)]
  if (!isObject(texts) || !isObject(textsBefore)) return schema
  const entry = getOwn(texts, 'en')
  const entryBefore = getOwn(textsBefore, 'en')
  if (text === undefined || typeof entry !== 'string' || entry === text || entryBefore !== textBefore) return schema
  if (entry === entryBefore) return { ...schema, [plural]: { ...texts, en: text } }
  return text === textBefore ? { ...schema, [keyword]: entry } : schema
}
