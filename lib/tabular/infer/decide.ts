import type { Json } from '../../json/index.ts'
import type { DateForm } from '../dates.ts'
import { spelledBoolean, spelledNumber } from '../spellings.ts'
import type { Kind, ValueShape } from './shape.ts'

/** The name of a JSON type in JSON Schema. */
export type TypeName = 'boolean' | 'integer' | 'number' | 'string' | 'array' | 'object'

/** The decision for the scalar values of one place. */
export interface ScalarDecision {
  types: readonly TypeName[]
  /** Set when every value is a date in this form. */
  form: DateForm | undefined
  /** Kinds whose values are converted. */
  from: readonly Kind[]
  /** Convert such a value. */
  convert(value: Json): Json
}

const same = (value: Json): Json => value
const toText = (value: Json): Json => (typeof value === 'number' || typeof value === 'boolean' ? String(value) : value)
const toNumber = (value: Json): Json => (typeof value === 'string' ? Number(value) : value)
const toDate =
  (form: DateForm) =>
  (value: Json): Json =>
    typeof value === 'string' ? (form.read(value) ?? value) : value
const toBoolean = (value: Json): Json => (typeof value === 'string' ? (spelledBoolean(value) ?? value) : value)

const kept = (types: readonly TypeName[]): ScalarDecision => ({ types, form: undefined, from: [], convert: same })

/**
 * Decide the type of the scalars of a place: the less frequent kind is converted to the more frequent one if that is lossless, else both stay.
 * @param isInMap the place is one of several that are described together, whose values can mean different things: no texts are made of them
 */
export function decideScalars(shape: ValueShape, isInMap: boolean): ScalarDecision {
  const { boolean, integer, number, string } = shape.counts
  if (string > 0 && (shape.cells !== undefined || boolean + integer + number === 0)) return decideTexts(shape)
  const numberType = number > 0 ? 'number' : 'integer'
  const kinds = (
    [
      ['boolean', boolean],
      [numberType, integer + number],
      ['string', string],
    ] as const
  ).flatMap(([type, count]): TypeName[] => (count > 0 ? [type] : []))
  if (kinds.length < 2 || string === 0) return kept(kinds)
  if (string >= boolean + integer + number) {
    if (isInMap) return kept(kinds)
    const from = (['boolean', 'integer', 'number'] as const).filter(kind => shape.counts[kind] > 0)
    return { types: ['string'], form: undefined, from, convert: toText }
  }
  if (boolean === 0 && shape.texts.numbers) {
    const type = number > 0 || !shape.texts.integers ? 'number' : 'integer'
    return { types: [type], form: undefined, from: ['string'], convert: toNumber }
  }
  if (integer + number === 0 && shape.texts.booleans) {
    return { types: ['boolean'], form: undefined, from: ['string'], convert: toBoolean }
  }
  return kept(kinds)
}

/** For texts only: dates in one form; in a CSV file also numbers and booleans; else texts. */
function decideTexts({ texts, cells }: ValueShape): ScalarDecision {
  const form = texts.forms[0]
  if (form !== undefined) {
    const unchanged = form.name === 'YYYY-MM-DD' || form.name === 'RFC 3339'
    return { types: ['string'], form, from: unchanged ? [] : ['string'], convert: unchanged ? same : toDate(form) }
  }
  if (cells !== undefined && texts.numbers) {
    const toCellNumber = (value: Json): Json =>
      typeof value === 'string' ? (spelledNumber(value, cells) ?? value) : value
    return { types: [texts.integers ? 'integer' : 'number'], form: undefined, from: ['string'], convert: toCellNumber }
  }
  if (cells !== undefined && texts.booleans)
    return { types: ['boolean'], form: undefined, from: ['string'], convert: toBoolean }
  return kept(['string'])
}
