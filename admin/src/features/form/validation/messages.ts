import { pointerTokens } from '../../../../../lib/json/pointer.ts'
import { isObject } from '../../../api/transport/json.ts'
import type { Json, JsonObject } from '../../../api/transport/json.ts'
import { hasText, language, t } from '../../../i18n/index.ts'
import { titleIn, titleOf } from '../../../schema/index.ts'
import { propertyOn } from '../schema-forms/layout.ts'
import { readNumber } from '../../../typed/number.ts'
import { patternOf } from './patterns.ts'
import type { ValidationError } from './validator.ts'

/** The message for an error: “Year must be a whole number”. @param label the title of the field @param value what it contains */
export function explain(error: ValidationError, label: string, schema: JsonObject, value?: Json): string {
  const { keyword, message } = error
  const limit = keywordAt(schema, error.schemaPath)
  const isNumber = keyword === 'type' && [limit].flat().some(type => type === 'number' || type === 'integer')
  const { problem } = isNumber && typeof value === 'string' ? readNumber(value) : {}
  if (problem !== undefined && problem.key !== 'ui.notNumber') return t(problem.key, { label, ...problem.parameters })
  if (keyword === 'type') return t('form.mustBe', { label, kind: kindsInWords(limit) })
  if (keyword === 'format') return explainFormat(String(limit), label)
  if (keyword === 'const' || keyword === 'enum') return t('form.mustBeOneOf', { label })
  if (keyword === 'false' || keyword === 'additionalProperties') return t('form.mustBeAbsent', { label })
  if (keyword === 'minLength' && limit === 1) return t('form.mustNotBeEmpty', { label })
  const key = `form.fails_${keyword}`
  if (!hasText(key)) return `${label}: ${message}`
  return t(key, { label, ...(typeof limit === 'number' && { limit, count: limit }) })
}

function explainFormat(format: string, label: string): string {
  const pattern = patternOf(format)
  if (pattern !== undefined) return t('form.mustMatch', { label, pattern })
  const key = `form.format_${format}`
  return hasText(key) ? t(key, { label }) : t('form.mustBeFormat', { label, format })
}

function kindsInWords(types: Json | undefined): string {
  const names = [types ?? []].flat().filter(one => typeof one === 'string' && one !== 'null')
  const words = names.map(name => t(`form.type_${String(name)}`))
  return new Intl.ListFormat(language.value, { type: 'disjunction' }).format(words)
}

/** The value of a keyword of the schema. @param location as the validator reports it: `#/properties/year/minimum`, through `$ref` */
function keywordAt(schema: JsonObject, location: string): Json | undefined {
  let found: Json | undefined = schema
  for (const name of pointerTokens(location)) {
    if (Array.isArray(found)) found = found[Number(name)]
    else if (!isObject(found) || !Object.hasOwn(found, name)) return undefined
    else found = name === '$ref' ? keywordAt(schema, String(found[name])) : found[name]
  }
  return found
}

/** The label of a path: `tags.2` is “Tags 3”. @param data decides which members there are */
export function labelOn(steps: readonly string[], root: JsonObject, data?: Json): string {
  const last = steps.at(-1)
  if (last === undefined) return ''
  const outer = steps.slice(0, -1)
  if (isItem(last, outer, root, data)) {
    const own = titleIn(propertyOn(steps, root, data)?.schema ?? {})
    return own ?? t('form.itemLabel', { label: labelOn(outer, root, data), number: Number(last) + 1 })
  }
  return propertyOn(steps, root, data)?.title ?? titleOf(last)
}

const isItem = (step: string, outer: readonly string[], root: JsonObject, data: Json | undefined): boolean =>
  /^\d+$/.test(step) && [propertyOn(outer, root, data)?.schema['type']].flat().includes('array')

/** The labels of the parents of a path, outermost first: “Address”, “Cast 2”. A list is not named in addition to its element. */
export const placeOf = (steps: readonly string[], root: JsonObject, data?: Json): string[] =>
  steps.slice(0, -1).flatMap((_step, at) => {
    const inside = steps.slice(0, at + 1)
    return isItem(steps[at + 1] ?? '', inside, root, data) ? [] : [labelOn(inside, root, data)]
  })
