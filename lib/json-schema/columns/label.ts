import type { Json } from '../../json/types.ts'
import { isObject } from '../../json/index.ts'
import { lookUpLanguage } from '../../language/index.ts'
import { valuesAt } from '../../json/values-at.ts'
import type { LabelReference, LabelRule, ReferenceProperty } from '../compiled-schema.ts'
import {
  fillTemplate,
  firstText,
  joinTexts,
  placeholdersOf,
  readLabelTemplate,
  usualNames,
  valueText,
} from './label-template.ts'
import type { LabelPart, LabelPlaceholder } from './label-template.ts'
import type { Shape } from './shape.ts'
import { bit } from './type-set.ts'

/**
 * The properties that can name resources, the best first: the one that the schema chooses, the usual ones, the required texts, the other texts.
 * @param chosen value of `x-display-property`
 */
export function labelProperties(chosen: Json | undefined, root: Shape): string[] {
  const texts = root.names().filter(name => isText(root.property(name)))
  const required = new Set(
    [...root.nodes].flatMap(({ own }) => (Array.isArray(own.required) ? own.required : [])).map(String),
  )
  return [
    ...new Set([
      ...(typeof chosen === 'string' ? [chosen] : []),
      ...usualNames,
      ...texts.filter(name => required.has(name)),
      ...texts,
    ]),
  ]
}

const keywordsOfOthers = ['format', 'enum', 'const', 'x-resource-type', 'contentMediaType']

/** Whether a property contains texts written by people: no choices, references, dates or documents. */
function isText(shape: Shape | undefined): boolean {
  if (shape === undefined || (shape.types & ~(bit.string | bit.null)) !== 0 || (shape.types & bit.string) === 0)
    return false
  return ![...shape.nodes].some(({ own }) => keywordsOfOthers.some(keyword => own[keyword] !== undefined))
}

/**
 * The label of the resources of a type.
 * @param templates invalid ones are ignored
 * @param properties the properties that name a resource when the filled template is empty, the best first
 * @param mayBeOther whether the value at a path can be something else than a text
 */
export function labelRule(
  templates: LabelTemplates,
  properties: readonly string[],
  references: readonly ReferenceProperty[],
  mayBeOther: (path: readonly string[]) => boolean,
): LabelRule {
  const { template, translations } = templates
  const usual = partsOf(template)
  const translated = Object.fromEntries(
    Object.entries(isObject(translations) ? translations : {})
      .map(([tag, text]) => [tag, partsOf(text)] as const)
      .filter(([, parts]) => parts.length > 0),
  )
  const inLanguages = { en: usual, ...translated }
  const all = Object.values(inLanguages).flat()
  const followed = new Map<LabelPlaceholder, LabelReference>()
  for (const placeholder of placeholdersOf(all)) {
    const reference = referenceOf(placeholder, references)
    if (reference !== undefined) followed.set(placeholder, reference)
  }
  const own = placeholdersOf(all).filter(placeholder => !followed.has(placeholder))
  return {
    labelReferences: [
      ...new Map([...followed.values()].map(one => [JSON.stringify([one.path, one.field]), one])).values(),
    ],
    labelExtras: {
      words: all.filter(part => typeof part === 'string').join(' '),
      values: [...own.map(({ path }) => path), ...properties.map(name => [name])].some(mayBeOther),
    },
    labelStarts: usual.length === 0 ? properties.map(name => [name]) : startsOf(usual, followed),
    labelOf: (data, textOfReference, languages = []) =>
      fillTemplate(lookUpLanguage(inLanguages, languages) ?? usual, placeholder => {
        const reference = followed.get(placeholder)
        if (reference === undefined) return valueText(data, placeholder.path)
        const ids = new Set(valuesAt(data, reference.path).map(String))
        return joinTexts([...ids].map(id => textOfReference?.(id, reference.field)))
      }) ?? firstText(data, properties),
  }
}

/** The keywords of a schema that define the label of its resources. */
interface LabelTemplates {
  /** `x-label` */
  template?: Json | undefined
  /** `x-labels`: templates by language */
  translations?: Json | undefined
}

/** The parts of a template; none when it is absent or invalid. */
function partsOf(template: Json | undefined): readonly LabelPart[] {
  const read = typeof template === 'string' ? readLabelTemplate(template) : undefined
  return read !== undefined && 'parts' in read ? read.parts : []
}

/** The reference at which a placeholder ends, or that it goes through. */
function referenceOf({ path }: LabelPlaceholder, references: readonly ReferenceProperty[]): LabelReference | undefined {
  const through = references.find(({ path: start }) => start.every((part, i) => part === path[i]))
  if (through === undefined) return undefined
  const { path: start, type_slugs } = through
  return { path: start, type_slugs, field: path.slice(start.length) }
}

/** The own property with whose value a template begins; none when words or another resource come first. */
function startsOf(
  parts: readonly LabelPart[],
  followed: ReadonlyMap<LabelPlaceholder, LabelReference>,
): (readonly string[])[] {
  const first = parts.find(part => (typeof part === 'string' ? /[\p{L}\p{N}]/u.test(part) : typeof part === 'object'))
  return typeof first === 'object' && !followed.has(first) ? [first.path] : []
}
