import type { Kind } from './kinds.ts'
import type { Property } from './properties.ts'

/** Operators of filters, as the API names them. */
export type Operator = 'eq' | 'ne' | 'gt' | 'gte' | 'lt' | 'lte' | 'in' | 'nin' | 'like' | 'exists'

const ordered: Operator[] = ['eq', 'ne', 'gt', 'gte', 'lt', 'lte', 'in', 'nin', 'exists']
const chosen: Operator[] = ['eq', 'ne', 'in', 'nin', 'exists']
const words: Operator[] = ['like', 'eq', 'ne', 'in', 'nin', 'gt', 'gte', 'lt', 'lte', 'exists']

const byKind: Readonly<Record<Kind, Operator[]>> = {
  text: words,
  'long-text': words,
  email: words,
  uri: words,
  image: words,
  colour: words,
  duration: words,
  date: ordered,
  time: ordered,
  'date-time': ordered,
  number: ordered,
  integer: ordered,
  boolean: ['eq', 'ne', 'exists'],
  enum: chosen,
  reference: chosen,
  array: ['exists'],
  object: ['exists'],
  any: ['eq', 'ne', 'exists'],
}

/** The operators that mean something for a property, the most usual first. A filter on an array holds when one of its items fits. */
export const operatorsOf = ({ kind, items }: Pick<Property, 'kind' | 'items'>): Operator[] =>
  kind === 'array' && items !== undefined ? operatorsOf(items) : byKind[kind]
