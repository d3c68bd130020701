import type { CollectionDefinition, Column, ColumnKind } from './document-store.ts'

/** Release 0.2.0 had columns of values of several types. */
type EarlierColumn = Omit<Column, 'kind'> & { kind: ColumnKind | 'mixed' }

/** A definition as this release or 0.2.0 stored it, also in backups. */
export type StoredDefinition = Omit<CollectionDefinition, 'columns'> & { columns: readonly EarlierColumn[] }

/** A stored definition in its current form. */
export const currentDefinition = (definition: StoredDefinition): CollectionDefinition => ({
  ...definition,
  columns: definition.columns.map(currentColumn),
})

const currentColumn = (column: EarlierColumn): Column =>
  isCurrentColumn(column) ? column : { ...column, kind: 'json', indexed: false, unique: false }

const isCurrentColumn = (column: EarlierColumn): column is Column => column.kind !== 'mixed'
