import type { Json } from '../../json/types.ts'
import { isObject } from '../../json/index.ts'
import type { KeywordShape } from './dialects.ts'

const typeNames: ReadonlySet<Json> = new Set(['null', 'boolean', 'integer', 'number', 'string', 'array', 'object'])
const anchor = /^[A-Za-z_][-A-Za-z0-9._]*$/
const uriCharacters = /^[A-Za-z0-9\-._~:/?#[\]@!$&'()*+,;=%]*$/

/**
 * What is wrong with the value of a keyword that contains no schema, by the metaschema of its dialect.
 * @returns undefined when the value is valid
 */
export function valueProblem(shape: KeywordShape, value: Json): string | undefined {
  const check = checks[shape]
  return check === undefined ? undefined : check(value)
}

const unless = (fits: boolean, problem: string): string | undefined => (fits ? undefined : problem)

const isText = (value: Json): value is string => typeof value === 'string'

const isTextSet = (value: Json): boolean =>
  Array.isArray(value) && value.every(isText) && new Set(value).size === value.length

const checks: Partial<Record<KeywordShape, (value: Json) => string | undefined>> = {
  list: value => unless(Array.isArray(value), 'must be an array'),
  boolean: value => unless(typeof value === 'boolean', 'must be true or false'),
  text: value => unless(isText(value), 'must be a string'),
  'uri-reference': value => unless(isText(value) && uriCharacters.test(value), 'must be a URI reference'),
  anchor: value => unless(isText(value) && anchor.test(value), 'must be a plain name'),
  number: value => unless(typeof value === 'number', 'must be a number'),
  positive: value => unless(typeof value === 'number' && value > 0, 'must be a number above 0'),
  count: value =>
    unless(typeof value === 'number' && Number.isInteger(value) && value >= 0, 'must be an integer of 0 or more'),
  names: value => unless(isTextSet(value), 'must be an array of different strings'),
  types: typeProblem,
  pattern: value => unless(isText(value), 'must be a string'),
  format: value => unless(isText(value), 'must be a string'),
  'names-by-name': value =>
    unless(
      isObject(value) && Object.values(value).every(isTextSet),
      'must be an object of arrays of different strings',
    ),
  'booleans-by-name': value =>
    unless(
      isObject(value) && Object.values(value).every(item => typeof item === 'boolean'),
      'must be an object of booleans',
    ),
}

function typeProblem(value: Json): string | undefined {
  const names = Array.isArray(value) ? value : [value]
  const known = names.length > 0 && names.every(name => typeNames.has(name)) && new Set(names).size === names.length
  return unless(known, `must be one of ${[...typeNames].join(', ')}, or an array of some of them`)
}
