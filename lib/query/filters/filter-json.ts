import { InvalidInput } from '../../errors/index.ts'
import { isObject, parseJson } from '../../json/index.ts'
import type { Json } from '../../json/index.ts'
import { checkName } from '../limits.ts'
import { invalidParameter, quote } from '../query-string.ts'
import type { FilterParameter } from './filter-parameter.ts'

/** The query parameter with all filters as one JSON text. */
export const jsonFilter = '_filter'

/** A filter of the JSON form, under the name that the same filter has as a query parameter of its own. */
interface JsonFilter extends FilterParameter {
  parameter: string
  /** The operands. Unlike in a query parameter, a comma in one of them separates nothing. */
  operands: readonly Json[]
}

const maxGroups = 10

/**
 * Read the filters in `{"dueDate": {"lt": "today"}, "or": [{…}, {…}]}`, one by one: the conditions of the object must all match, and the conditions of
 * at least one of the objects in `or`.
 * @throws `InvalidInput` for a value of another form
 */
export function* readJsonFilter(filter: Json): Generator<JsonFilter, void> {
  if (!isObject(filter)) throw wrongForm('must be a JSON object')
  const { or, ...fields } = filter
  if (or !== undefined && !Array.isArray(or)) return yield* readFields(filter, undefined) // a property called or
  const groups = or ?? []
  if (groups.length > maxGroups) throw wrongForm(`or has ${groups.length} groups; at most ${maxGroups} are allowed`)
  yield* readFields(fields, undefined)
  for (const [index, group] of groups.entries()) yield* readFields(group, index)
}

/** The value of a query parameter that is a filter as JSON. @throws `InvalidInput` for another text */
export function parseJsonFilter(text: string): Json {
  try {
    return parseJson(text)
  } catch (error) {
    if (error instanceof InvalidInput) throw wrongForm(error.message)
    throw error
  }
}

function* readFields(fields: Json, group: number | undefined): Generator<JsonFilter, void> {
  if (!isObject(fields)) throw wrongForm('each group in or must be an object')
  for (const [field, conditions] of Object.entries(fields)) {
    checkName(jsonFilter, field)
    if (!isObject(conditions)) {
      throw wrongForm(`write {${quote(field)}: {"eq": value}}, with an operator for each value`)
    }
    for (const [operator, value] of Object.entries(conditions)) {
      checkName(jsonFilter, operator)
      const parameter = `${jsonFilter}${group === undefined ? '' : `[or][${group}]`}[${field}][${operator}]`
      yield { parameter, field, operator, group, operands: Array.isArray(value) ? value : [value] }
    }
  }
}

/** An operand as the text that it is in a query parameter. */
export function operandText(value: Json, parameter: string): string {
  if (typeof value === 'string') return value
  if (typeof value === 'number' || typeof value === 'boolean') return JSON.stringify(value)
  throw invalidParameter(`${parameter}: a value must be a text, a number, true or false`, parameter)
}

const wrongForm = (message: string): InvalidInput => invalidParameter(`${jsonFilter}: ${message}`, jsonFilter)
