import type { Problem } from '../../../api/transport/errors.ts'
import type { Json, JsonObject } from '../../../api/transport/json.ts'
import { hasText, language, t } from '../../../i18n/index.ts'
import { titleIn, titleOf } from '../../../schema/index.ts'
import type { Property } from '../../../schema/index.ts'
import { propertyOn } from '../schema-forms/layout.ts'
import { pathOfPointer, stepsOf } from '../schema-forms/paths.ts'
import { readNumber } from '../../../typed/number.ts'

/**
 * The message for a problem of the service: “Year must be a whole number”. What has no words here keeps those of the service.
 * @param label the title of the field
 * @param value what it contains
 * @param property whose value it is
 */
export function explain(
  { code, message, params = {} }: Problem,
  label: string,
  value?: Json,
  property?: Property,
): string {
  const { limit, types, format, pattern, mention } = params
  const isNumber = code === 'type' && [types].flat().some(type => type === 'number' || type === 'integer')
  const { problem: unread } = isNumber && typeof value === 'string' ? readNumber(value) : {}
  if (unread !== undefined && unread.key !== 'ui.notNumber') return t(unread.key, { label, ...unread.parameters })
  if (code === 'type' && types !== undefined) return t('form.mustBe', { label, kind: kindsInWords(types) })
  if (code === 'pattern' && typeof pattern === 'string') return explainPattern(pattern, label, property)
  if (code === 'format' && typeof format === 'string') return explainFormat(format, label)
  if (code === 'minLength' && limit === 1) return t('form.mustNotBeEmpty', { label })
  if (typeof mention === 'string') return t('form.missingFile', { label, id: mention })
  const key = `form.fails_${code}`
  const isWordable = hasText(key) && (typeof limit === 'number' || !limited.has(code))
  if (!isWordable) return t('form.refusedField', { label, message })
  return t(key, { label, ...(typeof limit === 'number' && { limit, count: limit }) })
}

/**
 * The message for a problem of the data of a resource.
 * @param data decides which members there are
 * @param value what is wrong, if it is known
 */
export function explainIn(problem: Problem, root: JsonObject, data?: Json, value?: Json): string {
  const steps = stepsOf(pathOfPointer(problem.pointer))
  return explain(problem, labelOn(steps, root, data), value, propertyOn(steps, root, data))
}

/** Codes whose words contain the limit. */
const limited = new Set(
  ['minLength', 'maxLength', 'minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum', 'multipleOf'].concat([
    'minItems',
    'maxItems',
    'minProperties',
    'maxProperties',
  ]),
)

function explainFormat(format: string, label: string): string {
  const key = `form.format_${format}`
  return hasText(key) ? t(key, { label }) : t('form.mustBeFormat', { label, format })
}

/** Patterns with words of their own; others have those of the property: its description, or an example. */
const knownPatterns: Readonly<Record<string, string>> = {
  '^[a-z0-9]+(-[a-z0-9]+)*$': 'form.pattern_address',
  '^[a-z]{2,3}(-[A-Za-z0-9]{2,8})*$': 'form.format_language-tag',
}

function explainPattern(pattern: string, label: string, property: Property | undefined): string {
  const { description = '', suggestions: [example] = [] } = property ?? {}
  const { [pattern]: known } = knownPatterns
  if (known !== undefined) return t(known, { label, example: typeof example === 'string' ? example : 'a-new-day' })
  if (description !== '') return t('form.mustMatchHelp', { label, description })
  return typeof example === 'string'
    ? t('form.mustMatchExample', { label, example })
    : t('form.mustMatch', { label, pattern })
}

function kindsInWords(types: Json): string {
  const names = [types].flat().filter(one => typeof one === 'string' && one !== 'null')
  const words = (names.length === 0 ? ['null'] : names).map(name => t(`form.type_${String(name)}`))
  return new Intl.ListFormat(language.value, { type: 'disjunction' }).format(words)
}

/** The label of a path: `tags.2` is “Tags 3”. @param data decides which members there are */
export function labelOn(steps: readonly string[], root: JsonObject, data?: Json): string {
  const last = steps.at(-1)
  if (last === undefined) return t('form.values')
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
