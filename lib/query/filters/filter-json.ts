import { InvalidInput } from '../../errors/index.ts'
import { isObject, parseJson } from '../../json/index.ts'
import type { Json } from '../../json/index.ts'
import { invalidParameter, quote } from '../query-string.ts'

/** The query parameter with all filters as one JSON text. */
export const jsonFilter = '_filter'

/** A filter of the JSON form, under the name that the same filter has as a query parameter of its own. */
export interface JsonFilter {
  parameter: string
  field: string
  operator: string
  /** From 0 to 9. Undefined for a filter that must always match. */
  group: number | undefined
  /** The operands, as texts. Unlike in a query parameter, a comma in one of them separates nothing. */
  texts: readonly string[]
}

const maxGroups = 10

/**
 * Read `{"dueDate": {"lt": "today"}, "or": [{…}, {…}]}`: the conditions of the object must all match, and the conditions of at least one of the
 * objects in `or`.
 * @throws `InvalidInput` for a text of another form
 */
export function readJsonFilter(text: string): JsonFilter[] {
  const filter = parse(text)
  if (!isObject(filter)) throw wrongForm('must be a JSON object')
  const { or, ...fields } = filter
  if (or !== undefined && !Array.isArray(or)) return readFields(filter, undefined) // a property called or
  const groups = or ?? []
  if (groups.length > maxGroups) throw wrongForm(`or has ${groups.length} groups; at most ${maxGroups} are allowed`)
  return [...readFields(fields, undefined), ...groups.flatMap((group, index) => readFields(group, index))]
}

function parse(text: string): Json {
  try {
    return parseJson(text)
  } catch (error) {
    if (error instanceof InvalidInput) throw wrongForm(error.message)
    throw error
  }
}

function readFields(fields: Json, group: number | undefined): JsonFilter[] {
  if (!isObject(fields)) throw wrongForm('each group in or must be an object')
  return Object.entries(fields).flatMap(([field, conditions]) => {
    if (!isObject(conditions)) {
      throw wrongForm(`write {${quote(field)}: {"eq": value}}, with an operator for each value`)
    }
    return Object.entries(conditions).map(([operator, value]) => {
      const parameter = `${jsonFilter}${group === undefined ? '' : `[or][${group}]`}[${field}][${operator}]`
      return {
        parameter,
        field,
        operator,
        group,
        texts: (Array.isArray(value) ? value : [value]).map(textOf(parameter)),
      }
    })
  })
}

const textOf =
  (parameter: string) =>
  (value: Json): string => {
    if (typeof value === 'string') return value
    if (typeof value === 'number' || typeof value === 'boolean') return JSON.stringify(value)
    throw invalidParameter(`${parameter}: a value must be a text, a number, true or false`, parameter)
  }

const wrongForm = (message: string): InvalidInput => invalidParameter(`${jsonFilter}: ${message}`, jsonFilter)
