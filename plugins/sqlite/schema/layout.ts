import { memoizeByObject } from '../../../lib/json/index.ts'
import type { JsonObject } from '../../../lib/json/index.ts'
import type {
  CollectionDefinition,
  Column,
  ColumnKind,
  ReferencesTarget,
  SearchedTexts,
} from '../../../lib/store-kit/document-store.ts'

/** A standard column that can have an index, in addition to `id`, which always has one. */
export type IndexedStandardColumn = NonNullable<CollectionDefinition['standardIndexes']>[number]

/** SQL type with which a column is declared. */
export type DeclaredType = 'TEXT' | 'INTEGER' | 'REAL' | 'BOOLEAN'

/** A column of a definition as the table stores it. */
export interface PhysicalColumn {
  path: readonly string[]
  kind: ColumnKind
  many: boolean
  /** Its values are not those at the path, but what documents refer to by this schema. */
  references?: JsonObject
  /** Part of the names of its indexes and its side table; never used twice in a collection. */
  number: number
  /** Column of the table; null when there is none. */
  name: string | null
  type: DeclaredType
  /** Written with the row: every scalar column that has or had an index. The others are generated from the document. */
  stored: boolean
  /** It has an index for filters and sorting. */
  indexed: boolean
  unique: boolean
  /** Side table with each value of a `many` column. */
  values: 'none' | 'building' | 'ready'
  /**
   * False while a stored column does not contain the values of the documents that existed before it, and for a remainder of an old definition in a
   * large table.
   */
  inUse: boolean
}

/** A column of a definition, or the one for its references. */
export interface WantedColumn extends Column {
  references?: JsonObject
}

/** The columns that a definition requires. */
export const wantedColumns = ({ columns, references }: CollectionDefinition): WantedColumn[] => [
  ...columns,
  ...(references === undefined
    ? []
    : [{ path: [], kind: 'text' as const, many: true, indexed: true, unique: false, types: [], references }]),
]

/** An index of words; there are two while the searched texts change. */
export interface WordIndex extends SearchedTexts {
  table: string
  ready: boolean
}

/** An index of several columns: standard ones by their names, the others by their numbers. */
export interface PhysicalIndex {
  /** The columns before `id`, the last one that of the order unless that is `id`. */
  before: readonly (number | string)[]
  /** The columns after `id`, for tests. */
  after: readonly (number | string)[]
}

/** The format of tables. A store of an earlier format is converted when it is opened (`file/format.ts`). */
export const tableFormat = 5

/** How a collection is stored. Recorded with its definition, so that names stay the same. Never mutated. */
export interface Layout {
  /** {@link tableFormat} */
  format: number
  number: number
  table: string
  columns: readonly PhysicalColumn[]
  words: readonly WordIndex[]
  versions: boolean
  /** Standard columns that have an index. */
  standardIndexes: readonly IndexedStandardColumn[]
  /** Absent when there are none. */
  indexes?: readonly PhysicalIndex[]
  nextNumber: number
}

/** A collection: its definition, and how it is stored. */
export interface Collection {
  definition: CollectionDefinition
  layout: Layout
}

/** Identifies the column of a definition among others at the same path. */
export const columnIdentity = ({
  path,
  kind,
  many,
  references,
}: Pick<WantedColumn, 'path' | 'kind' | 'many' | 'references'>): string =>
  JSON.stringify([path, kind, many, references])

export const isScalar = ({ kind, many }: Pick<Column, 'kind' | 'many'>): boolean => kind !== 'json' && !many

/** The columns that are written with a row, in their order. */
export const storedColumns = memoizeByObject(({ columns }: Layout) =>
  columns.filter(({ stored, name }) => stored && name !== null),
)

/** The columns that have a side table. */
export const manyColumns = memoizeByObject(({ columns }: Layout) => columns.filter(({ values }) => values !== 'none'))

export const isSameTexts = (a: SearchedTexts, b: SearchedTexts): boolean =>
  JSON.stringify([a.except, a.secret]) === JSON.stringify([b.except, b.secret])

const columnsByPath = memoizeByObject(({ columns }: Layout) => {
  const found = new Map<string, PhysicalColumn>()
  for (const column of columns.filter(({ inUse, references }) => inUse && references === undefined)) {
    const key = pathKey(column.path, column.kind)
    const other = found.get(key)
    if (other === undefined || isScalar(column)) found.set(key, column)
  }
  return found
})

const pathKey = (path: readonly string[], kind: ColumnKind): string => `${kind}\0${path.join('\0')}`

/** The column in use at a path with this kind; a scalar one before another. */
export const columnAt = (layout: Layout, path: readonly string[], kind: ColumnKind): PhysicalColumn | undefined =>
  columnsByPath(layout).get(pathKey(path, kind))

/** The column with the references by a schema, if it is complete. */
export function referencesColumn({ columns }: Layout, { references }: ReferencesTarget): PhysicalColumn | undefined {
  const found = columns.filter(column => column.references !== undefined && column.values === 'ready')
  if (found.length === 0) return undefined
  const text = JSON.stringify(references)
  return found.find(column => JSON.stringify(column.references) === text)
}

/** The index of words that a query requires, if it is ready. */
export const wordIndexOf = ({ layout }: Collection, searched: SearchedTexts): WordIndex | undefined =>
  layout.words.find(index => index.ready && isSameTexts(index, searched))
