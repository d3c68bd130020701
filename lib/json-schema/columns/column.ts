/**
 * The type as which the values of a column are compared.
 * - `text` by Unicode code point, `number`, `boolean` (false before true)
 * - `instant`: texts of format `date-time`, compared as points in time to the millisecond, whatever the offset; other values can occur
 * and are compared by their own type
 *
 * Values of different types sort as null, booleans, numbers, instants, texts (`lib/store-kit/value-order.ts` is the reference).
 * - `json`: whatever is no column, such as an object or values of several types; only whether there is a value can be asked
 * - `mixed`: a property of a type without a schema, whose values are compared by their own types
 */
export type ColumnKind = 'text' | 'number' | 'boolean' | 'instant' | 'mixed' | 'json'

/** One typed column (field) of a collection: a property of the data, or a value deeper in it. */
export interface Column {
  /** Property names from the root of the data; a single one for a root property. */
  path: readonly string[]
  kind: ColumnKind
  /** The path passes through or ends at an array, so that a document can have any number of values here. */
  many: boolean
  /** Whether an index supports filtering (and, unless `many` or `json`, sorting) by it. */
  indexed: boolean
  /** Unique per account among active and archived documents; null and absent are exempt. Scalar root properties only. */
  unique: boolean
  /** JSON types that the schema allows here; empty when it does not restrict them. For the column types and the validator. */
  types: readonly ('null' | 'boolean' | 'integer' | 'number' | 'string' | 'array' | 'object')[]
}
