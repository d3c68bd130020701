import type { Column, Condition, Operator } from '../document-store.ts'
import type { Scalar } from '../../json/types.ts'

/** An indexed column of texts, for {@link CollectionDefinition.columns}. */
export const textColumn = (name: string, options: { unique?: boolean; many?: boolean } = {}): Column => ({
  path: [name],
  kind: 'text',
  many: options.many ?? false,
  indexed: true,
  unique: options.unique ?? false,
  types: options.many === true ? ['array', 'null'] : ['string', 'null'],
})

/** The condition that compares a text property with these operands. */
export const textCondition = (name: string, operator: Operator, ...operands: Scalar[]): Condition => ({
  target: { path: [name] },
  kind: 'text',
  operator,
  operands,
  field: name,
})

/** The condition that compares the id of a document with these operands. */
export const idCondition = (operator: Operator, ...operands: string[]): Condition => ({
  target: { column: 'id' },
  kind: 'text',
  operator,
  operands,
  field: 'id',
})
