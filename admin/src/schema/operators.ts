import type { Kind } from './kinds.ts'
import type { Property } from './properties.ts'

const operators = ['eq', 'ne', 'gt', 'gte', 'lt', 'lte', 'in', 'nin', 'like', 'exists'] as const

/** Operators of filters, by their names in the API. */
export type Operator = (typeof operators)[number]

export const isOperator = (text: string): text is Operator => operators.some(operator => operator === text)

/**
 * Comparisons that users choose: operators of the API, and some that are built on them. `on` means a day or an interval of days, `filled` and
 * `empty` are the two values of `exists`.
 */
export type Comparison = Operator | 'on' | 'filled' | 'empty'

const chosen: Comparison[] = ['eq', 'ne', 'in', 'nin', 'filled', 'empty']
const words: Comparison[] = ['like', 'eq', 'ne', 'in', 'nin', 'filled', 'empty']
const ends: Comparison[] = ['filled', 'empty']

const byKind: Readonly<Record<Kind, Comparison[]>> = {
  text: words,
  'long-text': words,
  email: words,
  uri: words,
  image: words,
  colour: words,
  duration: words,
  date: ['on', 'ne', 'lt', 'gt', 'gte', 'lte', ...ends],
  'date-time': ['on', 'lt', 'gte', ...ends],
  time: ['eq', 'ne', 'lt', 'gt', 'gte', 'lte', ...ends],
  number: ['eq', 'ne', 'gt', 'gte', 'lt', 'lte', 'in', 'nin', ...ends],
  integer: ['eq', 'ne', 'gt', 'gte', 'lt', 'lte', 'in', 'nin', ...ends],
  boolean: ['eq', ...ends],
  enum: chosen,
  reference: chosen,
  agent: chosen,
  array: ends,
  object: ends,
  any: ['eq', 'ne', ...ends],
}

/** Comparisons for the items of a list; “more” and “less” mean little there. */
const ofItems: Partial<Record<Kind, Comparison[]>> = {
  ...byKind,
  text: ['eq', 'ne', 'in', 'nin', 'like', ...ends],
  date: ['eq', 'ne', ...ends],
  'date-time': ends,
  time: chosen,
  number: chosen,
  integer: chosen,
}

/** The comparisons that are useful for a property, the most frequent first. A filter on an array matches when one of its items does. */
export const comparisonsOf = ({ kind, items }: Pick<Property, 'kind' | 'items'>): Comparison[] =>
  kind === 'array' ? ((items && ofItems[items.kind]) ?? ends) : byKind[kind]
