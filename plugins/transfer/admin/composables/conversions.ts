import { typesOf } from '../../../../admin/src/index.ts'
import type { Json, Property } from '../../../../admin/src/index.ts'
import { isName } from './names.ts'
import { dateForms, isoForm, spelledBoolean, spelledNumber } from './spellings.ts'
import type { ColumnSurvey } from './survey.ts'

/** What is done to the values of a column on their way into a property. */
export interface Conversion {
  /** Names the text that says so: `converts_<name>`; undefined where values stay as they are. */
  name: string | undefined
  /** What stands in that text: the form of dates, the slug of a type. */
  form?: string
  /** The value of the property; undefined where there is none. What does not fit stays, for the service to refuse with a reason. */
  read(value: Json): Json | undefined
}

const asIs: Conversion = { name: undefined, read: value => value }

/** What has to be done to the values of a column, by what all of them are. */
export function conversionFor(column: ColumnSurvey, property: Property | undefined): Conversion {
  if (property === undefined) return asIs
  const found = conversionOf(column, property)
  const { isNullable } = property
  return { ...found, read: value => (value === null ? (isNullable ? null : undefined) : found.read(value)) }
}

function conversionOf({ types, spells, samples }: ColumnSurvey, property: Property): Conversion {
  const takes = new Set(typesOf(property.schema))
  const takesNumbers = takes.has('number') || takes.has('integer')
  const hasTexts = types.has('string')
  if (property.refersTo !== undefined && hasTexts) {
    const read = takes.has('array') ? text(value => listIn(value, property)) : asIs.read
    return { name: samples.some(isName) ? 'names' : undefined, form: property.refersTo, read }
  }
  if (takesNumbers && hasTexts) return { name: 'number', read: text(value => spelledNumber(value)) }
  if (takes.has('boolean') && hasTexts) return { name: 'boolean', read: text(value => spelledBoolean(value)) }
  if (takes.has('array') && hasTexts && !takes.has('string'))
    return { name: 'list', read: text(value => listIn(value, property)) }
  if (takes.has('object') && hasTexts && !takes.has('string')) return { name: 'json', read: text(jsonIn) }
  if (!takes.has('string') || takes.size > 1) return asIs
  const form = dateForms.find(({ name }) => name !== isoForm.name && spells.has(name))
  if (property.kind === 'date' && form !== undefined)
    return { name: 'date', form: form.name, read: text(value => form.read(value)) }
  if (types.has('number') || types.has('boolean'))
    return { name: 'text', read: value => (typeof value === 'object' ? value : String(value)) }
  return asIs
}

/** Convert texts; what they do not spell stays a text. */
const text =
  (read: (value: string) => Json | undefined) =>
  (value: Json): Json =>
    typeof value === 'string' ? (read(value) ?? value) : value

/** A list as JSON, or as people write it in a cell: with semicolons. */
function listIn(cell: string, { items }: Property): Json | undefined {
  if (cell.trimStart().startsWith('[')) return jsonIn(cell)
  const takes = new Set(items === undefined ? [] : typesOf(items.schema))
  const parts = cell.split(';').map(part => part.trim())
  return parts
    .filter(part => part !== '')
    .map(part => (takes.has('number') || takes.has('integer') ? (spelledNumber(part) ?? part) : part))
}

function jsonIn(cell: string): Json | undefined {
  try {
    return JSON.parse(cell) as Json // what JSON.parse gives is JSON
  } catch {
    return undefined // it stays a text, which the service refuses
  }
}
