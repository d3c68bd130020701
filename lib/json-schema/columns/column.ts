/**
 * The type of the values of a column, by which they are compared. What is of another type is as if it were missing, and sorts like null.
 * - `text` by Unicode code point, `number`, `boolean` (false before true)
 * - `instant`: texts of format `date-time`, compared as points in time to the millisecond, whatever the offset
 * - `json`: whatever is no column, such as an object or values of several types, and the properties of types without a schema; its values are compared for
 *   equality only, each within its own JSON type, and have no order
 */
export type ColumnKind = 'text' | 'number' | 'boolean' | 'instant' | 'json'

/** One typed column (field) of a collection: a property of the data, or a value deeper in it. */
export interface Column {
  /** Property names from the root of the data; a single one for a root property. */
  path: readonly string[]
  kind: ColumnKind
  /** The path passes through or ends at an array, so that a document can have any number of values here. */
  many: boolean
  /** The path passes through an array in an array. */
  nested?: true
  /** Whether an index supports filtering (and, unless `many` or `json`, sorting) by it. */
  indexed: boolean
  /** Unique per account among active and archived documents; null and absent are exempt. Scalar root properties only. */
  unique: boolean
  /** JSON types that the schema allows here; empty when it does not restrict them. For the column types and the validator. */
  types: readonly ('null' | 'boolean' | 'integer' | 'number' | 'string' | 'array' | 'object')[]
}
