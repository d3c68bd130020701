import { _ } from 'ajv'
import type { CodeKeywordDefinition, FuncKeywordDefinition, KeywordCxt } from 'ajv'
import { mergeEvaluated } from 'ajv/dist/compile/util.js'
import type { DataValidateFunction } from 'ajv/dist/types/index.js'
import { isObject } from '../../json/index.ts'
import type { Json } from '../../json/types.ts'
import { isIdOf } from '../references/reference-finder.ts'
import type { Budget } from './validation-budget.ts'

/** One text for one JSON value, whatever the order of its keys. */
function canonicalText(value: Json, budget: Budget): string {
  budget.spend(1)
  if (Array.isArray(value)) return `[${value.map(item => canonicalText(item, budget)).join(',')}]`
  if (!isObject(value)) return JSON.stringify(value)
  const members = Object.entries(value)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([key, inner]) => `${JSON.stringify(key)}:${canonicalText(inner, budget)}`)
  return `{${members.join(',')}}`
}

/** A key that is the same for equal JSON values, and only for them. */
function keyOf(value: Json, budget: Budget): Json {
  if (typeof value === 'object' && value !== null) return `o${canonicalText(value, budget)}`
  return typeof value === 'string' ? `s${value}` : value
}

/** `uniqueItems` in time linear in the array; Ajv's own compares every pair. */
const uniqueItems = (budget: Budget): FuncKeywordDefinition => ({
  keyword: 'uniqueItems',
  type: 'array',
  schemaType: 'boolean',
  compile: (unique: boolean) => (items: Json[]) => {
    if (!unique || items.length < 2) return true
    budget.spend(items.length)
    const seen = new Set<Json>()
    for (const item of items) {
      const key = keyOf(item, budget)
      if (seen.has(key)) return false
      seen.add(key)
    }
    return true
  },
})

/** `enum` by one lookup in a set. */
const oneOfValues = (budget: Budget): FuncKeywordDefinition => ({
  keyword: 'enum',
  schemaType: 'array',
  compile: (values: Json[]) => {
    const keys = new Set(values.map(value => keyOf(value, budget)))
    return (value: Json) => keys.has(keyOf(value, budget))
  },
})

/** `multipleOf` in decimals: 19.99 is a multiple of 0.01. */
const multipleOf: FuncKeywordDefinition = {
  keyword: 'multipleOf',
  type: 'number',
  schemaType: 'number',
  compile: (divisor: number) => (value: number) => isMultipleOf(value, divisor),
}

/** `prefixItems`. Behind that of Ajv, nothing else is checked of an array that is shorter than the first position whose schema asks for something. */
const prefixItems: CodeKeywordDefinition = {
  keyword: 'prefixItems',
  type: 'array',
  schemaType: 'array',
  before: 'items',
  code(cxt: KeywordCxt) {
    const { gen, data, it, keyword, schema } = cxt
    const { length }: unknown[] = schema
    if (it.opts.unevaluated && it.items !== true) it.items = mergeEvaluated.items(gen, length, it.items)
    for (let index = 0; index < length; index++) {
      const valid = gen.name('valid')
      const check = (): unknown => cxt.subschema({ keyword, schemaProp: index, dataProp: index }, valid)
      gen.if(_`${data}.length > ${index}`, check, () => gen.var(valid, true))
      cxt.ok(valid)
    }
  },
}

/** A schema that nothing fits; its value names the keyword that contains it. */
export const neverName = 'x-never'
const never: FuncKeywordDefinition = { keyword: neverName, schemaType: 'string', compile: () => () => false }

/** A reference: texts, and the texts in an array, begin with `urn:<slug>:`. */
export const referenceName = 'x-resource-type'
const resourceType: FuncKeywordDefinition = {
  keyword: referenceName,
  type: ['string', 'array'],
  schemaType: 'string',
  compile(slug: string, parentSchema) {
    const isWrong = (value: Json): boolean => typeof value === 'string' && !isIdOf([slug], value)
    const check: DataValidateFunction = (value: string | Json[], at) => {
      const path = at?.instancePath ?? ''
      const places = Array.isArray(value)
        ? value.flatMap((item, index) => (isWrong(item) ? [`${path}/${index}`] : []))
        : isWrong(value)
          ? [path]
          : []
      check.errors = places.map(instancePath => ({ keyword: referenceName, instancePath, params: {}, parentSchema }))
      return places.length === 0
    }
    return check
  },
}

/** Keywords of the standard that are reimplemented, and internal keywords. */
export const ownKeywords = (budget: Budget): (CodeKeywordDefinition | FuncKeywordDefinition)[] => [
  uniqueItems(budget),
  oneOfValues(budget),
  multipleOf,
  prefixItems,
  never,
  resourceType,
]
export const replacedKeywords = ['uniqueItems', 'enum', 'multipleOf', 'prefixItems'] as const

/**
 * Whether a number is a multiple of another, reading both as decimals as JSON writes them, so that 19.99 is a multiple of 0.01.
 */
function isMultipleOf(value: number, divisor: number): boolean {
  if (Number.isSafeInteger(value) && Number.isSafeInteger(divisor)) return value % divisor === 0
  const a = decimal(value)
  const b = decimal(divisor)
  const exponent = Math.min(a.exponent, b.exponent)
  const up = 10 ** (a.exponent - exponent)
  const down = 10 ** (b.exponent - exponent)
  const dividend = Number(a.digits) * up
  const unit = Number(b.digits) * down
  if (Number.isSafeInteger(dividend) && Number.isSafeInteger(unit)) return dividend % unit === 0
  return scaled(a, exponent) % scaled(b, exponent) === 0n
}

/** A number as an integer (its decimal digits) times a power of ten. */
interface Decimal {
  digits: string
  exponent: number
}

function decimal(value: number): Decimal {
  const [mantissa = '', power = '0'] = String(value).split('e')
  const [whole = '', fraction = ''] = mantissa.split('.')
  return { digits: whole + fraction, exponent: Number(power) - fraction.length }
}

const scaled = ({ digits, exponent }: Decimal, to: number): bigint => BigInt(digits) * 10n ** BigInt(exponent - to)
