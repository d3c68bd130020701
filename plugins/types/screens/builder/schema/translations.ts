import { schemas } from '../../../../../admin/src/index.ts'
import { isObject } from '../../../../../lib/json/types.ts'
import type { Json, JsonObject } from '../../../../../lib/json/types.ts'
import { choicesIn, withChoices } from './choices.ts'
import { innermost, withInnermost } from './kinds.ts'
import { entriesOf, setPart, withKeyword } from './properties.ts'

/** A part of a schema that has a title in each language. */
export interface Term {
  /** Unique within the schema. */
  key: string
  /** Title without a translation. */
  title: string
  /** The part of the schema that contains the title. */
  part: JsonObject
  /** The whole schema with this part replaced. */
  put(part: JsonObject): JsonObject
}

/** Maximum nesting of objects that is translated. */
const maxDepth = 2

/** Properties and their options, also those in nested objects. */
export function termsOf(schema: JsonObject): Term[] {
  return termsWithin(schema, next => next, { key: '', title: '' }, 0)
}

function termsWithin(
  schema: JsonObject,
  put: (schema: JsonObject) => JsonObject,
  outer: Pick<Term, 'key' | 'title'>,
  depth: number,
): Term[] {
  return entriesOf(schema).flatMap(({ name, title: ownTitle, part, kind }) => {
    if (!isObject(part)) return []
    const key = `${outer.key}/${name}`
    const title = outer.title + ownTitle
    const putPart = (next: JsonObject): JsonObject => put(setPart(schema, name, next))
    const choices = choicesIn(innermost(part))
    return [
      { key, title, part, put: putPart },
      ...choices.map(({ value, keywords }, at): Term => ({
        key: `${key} ${value}`,
        title: `${title} › ${typeof keywords['title'] === 'string' ? keywords['title'] : schemas.titleOfValue(value)}`,
        part: keywords,
        put: next =>
          putPart(withInnermost(part, inner => withChoices(inner, choices.with(at, { value, keywords: next })))),
      })),
      ...(kind === 'object' && depth < maxDepth
        ? termsWithin(part, putPart, { key, title: `${title} › ` }, depth + 1)
        : []),
    ]
  })
}

/** The translation of a part for a language tag. */
export function translationOf({ 'x-titles': titles }: JsonObject, tag: string): Json | undefined {
  return isObject(titles) && Object.hasOwn(titles, tag) ? titles[tag] : undefined
}

/** A part with a translation for a language tag set or removed. */
export function withTranslation(part: JsonObject, tag: string, translation: Json | undefined): JsonObject {
  const titles = withKeyword(isObject(part['x-titles']) ? part['x-titles'] : {}, tag, translation)
  return withKeyword(part, 'x-titles', Object.keys(titles).length === 0 ? undefined : titles)
}

/** All languages that occur in translations. */
export function languagesIn(schema: JsonObject): string[] {
  const parts = [schema, ...termsOf(schema).map(({ part }) => part)]
  return [...new Set(parts.flatMap(({ 'x-titles': titles }) => (isObject(titles) ? Object.keys(titles) : [])))]
}
