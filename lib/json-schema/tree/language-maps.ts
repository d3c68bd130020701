import { getOwn, isObject, mapValues, valueAtPointer } from '../../json/index.ts'
import type { Json, JsonObject } from '../../json/index.ts'
import { isLanguageTag, lookUpLanguage } from '../../language/index.ts'
import { Problems } from '../check/problems.ts'
import { mapSchemas } from './map-schemas.ts'

/** Each keyword whose text can be given as a language map, and the keyword beside it that contains the texts by language. */
const translatedKeywords: ReadonlyMap<string, string> = new Map([
  ['title', 'x-titles'],
  ['description', 'x-descriptions'],
  ['x-label', 'x-labels'],
  ['x-group', 'x-groups'],
  ['x-reverse-title', 'x-reverse-titles'],
])

/**
 * Convert the language maps of a schema to the form in which schemas are stored and answered: a keyword given as a map (`"title": {"en": "Due", "de":
 * "Fällig"}`) becomes its text in English, else its first text, and the map is merged into the keyword beside it (`x-titles`). A text that was the
 * same in both places before, and of which one changes, changes in both.
 * @param before the schema that it replaces
 * @throws `InvalidInput` naming each malformed map
 */
export function readLanguageMaps(schema: JsonObject, before: JsonObject | null): JsonObject {
  const problems = new Problems('schema')
  const read = mapSchemas(schema, (one, pointer) => {
    const was = before === null ? undefined : valueAtPointer(before, pointer)
    return translated(one, isObject(was) ? was : {}, pointer, problems)
  })
  problems.refuse()
  return read
}

function translated(schema: JsonObject, before: JsonObject, pointer: string, problems: Problems): JsonObject {
  let read = schema
  for (const [keyword, plural] of translatedKeywords) {
    if (keyword === 'x-label' && pointer !== '') continue
    const value = getOwn(read, keyword)
    const given = getOwn(read, plural)
    if (isObject(value)) {
      const problem = mapProblem(value)
      if (problem === undefined) read = withMap(read, keyword, plural, value)
      else problems.add(`${pointer}/${keyword}`, problem)
    } else if (typeof value === 'string' && isObject(given)) {
      read = inStep(read, before, keyword, plural)
    }
  }
  return read
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
