import { isObject } from '../../../api/json.ts'
import type { Json, JsonObject } from '../../../api/json.ts'
import type { Property } from '../../../schema/index.ts'

/** A value of an enum and what it is called. */
export interface Choice {
  value: Json
  label: string
}

/** The values of an enum, or of a list of them, with the titles that `oneOf` may give them. */
export function choicesOf({ options = [], schema, items }: Property): Choice[] {
  const titles = new Map([...titled(schema), ...titled(items?.schema ?? {})])
  return options.map(value => ({ value, label: titles.get(value) ?? said(value) }))
}

const said = (value: Json): string => (typeof value === 'object' ? JSON.stringify(value) : String(value))

const titled = ({ oneOf }: JsonObject): [Json, string][] =>
  (Array.isArray(oneOf) ? oneOf : []).flatMap(one =>
    isObject(one) && typeof one['title'] === 'string' && one['const'] !== undefined
      ? [[one['const'], one['title']]]
      : [],
  )
