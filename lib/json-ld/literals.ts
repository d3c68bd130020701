import type { Shape } from '../json-schema/columns/shape.ts'
import { bit } from '../json-schema/columns/type-set.ts'
import type { TypeSet } from '../json-schema/columns/type-set.ts'
import { numberProblem } from '../json/numbers.ts'
import type { Json } from '../json/types.ts'
import { sameVocabulary } from './schema-org.ts'

/** What is wrong with a literal, without the place. */
export class LiteralProblem extends Error {}

/** How the text of a literal with a datatype is read. */
type DatatypeKind = 'text' | 'number' | 'integer' | 'boolean' | 'any' | readonly string[]

const xsd = 'http://www.w3.org/2001/XMLSchema#'
const kinds = new Map<string, DatatypeKind>()
const define = (vocabulary: string, names: string, kind: DatatypeKind): void =>
  names.split(' ').forEach(name => kinds.set(vocabulary + name, kind))
define(xsd, 'string normalizedString token language Name NCName NMTOKEN', 'text')
define(xsd, 'decimal double float', 'number')
define(xsd, 'integer long int short byte', 'integer')
define(xsd, 'nonNegativeInteger positiveInteger nonPositiveInteger negativeInteger', 'integer')
define(xsd, 'unsignedLong unsignedInt unsignedShort unsignedByte', 'integer')
define(xsd, 'boolean', 'boolean')
// Texts of these formats.
define(xsd, 'date', ['date'])
define(xsd, 'dateTime dateTimeStamp', ['date-time'])
define(xsd, 'time', ['time'])
define(xsd, 'duration dayTimeDuration yearMonthDuration', ['duration'])
define(xsd, 'anyURI', ['uri', 'uri-reference', 'iri', 'iri-reference'])
// They add nothing to the schema of the property; dates and date-times are `Date` in the published context.
define('https://schema.org/', 'Date DateTime Time Text URL Number Integer Float Boolean', 'any')

/** How literals with a datatype are read; undefined for a datatype that no JSON value has. */
export const datatypeKind = (iri: string): DatatypeKind | undefined => kinds.get(sameVocabulary(iri))

/** Least and greatest values of the integers that have them. */
const ranges = new Map<string, [number, number]>(
  Object.entries({
    int: [-(2 ** 31), 2 ** 31 - 1],
    short: [-(2 ** 15), 2 ** 15 - 1],
    byte: [-128, 127],
    nonNegativeInteger: [0, Infinity],
    positiveInteger: [1, Infinity],
    nonPositiveInteger: [-Infinity, 0],
    negativeInteger: [-Infinity, -1],
    unsignedLong: [0, Infinity],
    unsignedInt: [0, 2 ** 32 - 1],
    unsignedShort: [0, 2 ** 16 - 1],
    unsignedByte: [0, 255],
  }).map(([name, [least = 0, greatest = 0]]) => [xsd + name, [least, greatest]]),
)

/** Lexical spaces of datatypes (XML Schema 1.1, part 2), without the calendar; those of integers and booleans are read below. */
const lexicalForms = new Map<string, RegExp>()
const zone = '(?:Z|[+-](?:0\\d|1[0-3]):[0-5]\\d|[+-]14:00)'
const day = '-?(?:[1-9]\\d{3,}|0\\d{3})-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\\d|3[01])'
const clock = '(?:(?:[01]\\d|2[0-3]):[0-5]\\d:[0-5]\\d(?:\\.\\d+)?|24:00:00(?:\\.0+)?)'
const [months, days] = ['(?:\\d+Y)?(?:\\d+M)?', '(?:\\d+D)?(?:T(?=\\d)(?:\\d+H)?(?:\\d+M)?(?:\\d+(?:\\.\\d+)?S)?)?']
for (const [name, form] of Object.entries({
  decimal: '[+-]?(?:\\d+(?:\\.\\d*)?|\\.\\d+)',
  date: `${day}${zone}?`,
  time: `${clock}${zone}?`,
  dateTime: `${day}T${clock}${zone}?`,
  dateTimeStamp: `${day}T${clock}${zone}`,
  duration: `-?P(?=\\d|T)${months}${days}`,
  yearMonthDuration: `-?P(?=\\d)${months}`,
  dayTimeDuration: `-?P(?=\\d|T)${days}`,
}))
  lexicalForms.set(xsd + name, new RegExp(`^${form}$`))

/** Where a literal is read. */
interface LiteralPlace {
  /** What the schema allows as the value; undefined when it does not restrict it. */
  shape: Shape | undefined
  /** Whether the schema declares it by its name. */
  isDeclared: boolean
  /** The datatype of its term in the type's own context. */
  type: string | undefined
}

/**
 * The JSON value of a literal with a datatype.
 * @throws LiteralProblem when it is none of that datatype, digits would be lost, or the property is something else
 */
export function readTyped(value: Json, datatype: string, place: LiteralPlace): Json {
  const kind = datatypeKind(datatype)
  const { shape, isDeclared, type } = place
  const isOwn = type !== undefined && sameVocabulary(type) === sameVocabulary(datatype)
  if (isOwn && typeof value === 'string' && isTextOnly(shape)) return value
  // A text of the property's own datatype is what the schema allows: data that was not read from a literal is answered as one.
  const isChecked = typeof value === 'string' && (!isOwn || kind === 'number')
  if (isChecked && lexicalForms.get(datatype)?.test(value) === false) throw notOf(value, datatype)
  switch (kind) {
    case 'text':
      return value
    case 'number':
    case 'integer':
      return numberOf(value, datatype, kind === 'integer')
    case 'boolean':
      return booleanOf(value, datatype)
    case 'any':
      return declaredValue(value, shape)
    case undefined:
      if (isOwn) return value
      if (typeof value === 'string' && allows(shape, bit.object)) return { '@value': value, '@type': datatype }
      throw new LiteralProblem(`the datatype ${datatype} would be lost`)
    default: {
      if (typeof value !== 'string') throw new LiteralProblem(`${JSON.stringify(value)} is no ${nameOf(datatype)}`)
      const fits = !isDeclared || !isTextOnly(shape) || kind.some(format => formatsOf(shape).has(format))
      if (fits) return value
      throw new LiteralProblem(`is a text, whose datatype ${nameOf(datatype)} would be lost`)
    }
  }
}

/** Whether a shape allows any of these types. */
export const allows = (shape: Shape | undefined, types: TypeSet): boolean =>
  shape === undefined || (shape.types & types) !== 0

const isTextOnly = (shape: Shape | undefined): boolean =>
  shape !== undefined && (shape.types & ~bit.null) === bit.string

/** The formats that schemas of a text name; references are addresses. */
function formatsOf(shape: Shape | undefined): Set<Json> {
  const found = new Set<Json>()
  for (const { own } of shape?.nodes ?? []) {
    if (own.format !== undefined) found.add(own.format)
    if (own['x-resource-type'] !== undefined) found.add('uri')
  }
  return found
}

const numberForm = /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?$/
const integerForm = /^[+-]?\d+$/
const maxShownLength = 50

function numberOf(value: Json, datatype: string, isInteger: boolean): number {
  const found = typeof value === 'string' ? parsedNumber(value, datatype, isInteger) : value
  if (typeof found !== 'number' || (isInteger && !Number.isInteger(found))) throw notOf(value, datatype)
  const [least, greatest] = ranges.get(datatype) ?? [-Infinity, Infinity]
  if (found < least || found > greatest) throw notOf(value, datatype)
  return found
}

/** The number that a text denotes, by the rules for numbers in JSON. */
function parsedNumber(text: string, datatype: string, isInteger: boolean): number {
  if (!(isInteger ? integerForm : numberForm).test(text)) throw notOf(text, datatype)
  const token = text.replace(/^\+/, '').replace(/\.(?=$|[eE])/, '')
  const problem = numberProblem(token)
  if (problem !== undefined) throw new LiteralProblem(problem)
  return Number(token)
}

const booleans = new Map<Json, boolean>([
  ['true', true],
  ['1', true],
  ['false', false],
  ['0', false],
])

function booleanOf(value: Json, datatype: string): boolean {
  const found = typeof value === 'boolean' ? value : booleans.get(value)
  if (found === undefined) throw notOf(value, datatype)
  return found
}

/** A text as the number or boolean that the schema declares where it allows no text. */
function declaredValue(value: Json, shape: Shape | undefined): Json {
  if (typeof value !== 'string' || allows(shape, bit.string)) return value
  if (allows(shape, bit.integer | bit.fraction)) return parsedNumber(value, `${xsd}decimal`, false)
  return booleans.get(value) ?? value
}

const nameOf = (datatype: string): string => (datatype.startsWith(xsd) ? `xsd:${datatype.slice(xsd.length)}` : datatype)

const notOf = (value: Json, datatype: string): LiteralProblem =>
  new LiteralProblem(`${JSON.stringify(value).slice(0, maxShownLength)} is no ${nameOf(datatype)}`)
