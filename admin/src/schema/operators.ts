import type { Kind } from './kinds.ts'
import type { Property } from './properties.ts'

const operators = ['eq', 'ne', 'gt', 'gte', 'lt', 'lte', 'in', 'nin', 'like', 'exists'] as const

/** Operators of filters, as the API names them. */
export type Operator = (typeof operators)[number]

export const isOperator = (text: string): text is Operator => operators.some(operator => operator === text)

/**
 * How people compare: an operator of the API, or what is asked with its help. `on` is a day or a time of several days, `filled` and `empty` are the
 * two answers to `exists`.
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

/** What is asked of one of several values; more and less of it means little. */
const ofItems: Partial<Record<Kind, Comparison[]>> = {
  ...byKind,
  text: ['eq', 'ne', 'in', 'nin', 'like', ...ends],
  date: ['eq', 'ne', ...ends],
  'date-time': ends,
  time: chosen,
  number: chosen,
  integer: chosen,
}

/** The comparisons that mean something for a property, the most usual first. A filter on an array holds when one of its items fits. */
export const comparisonsOf = ({ kind, items }: Pick<Property, 'kind' | 'items'>): Comparison[] =>
  kind === 'array' ? ((items && ofItems[items.kind]) ?? ends) : byKind[kind]
