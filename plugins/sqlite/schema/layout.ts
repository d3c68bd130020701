import type { CollectionDefinition, Column, ColumnKind, WordExceptions } from '../../../lib/store-kit/document-store.ts'

/** A standard column that may have an index, beside `id`, which always has one. */
export type IndexedStandardColumn = NonNullable<CollectionDefinition['standardIndexes']>[number]

/** SQL type that a column is declared with. */
export type DeclaredType = 'TEXT' | 'INTEGER' | 'REAL' | 'BOOLEAN'

/**
 * What stands at a column's path in the documents: nothing but values of its kind (and null), scalars of other kinds too, or objects and
 * arrays too, which the column cannot show, so that filters on it read the document.
 */
export type Shape = 'pure' | 'foreign' | 'varied'

const shapeRank: Readonly<Record<Shape, number>> = { pure: 0, foreign: 1, varied: 2 }

/** The shape that covers both. */
export const widerShape = (a: Shape, b: Shape): Shape => (shapeRank[a] < shapeRank[b] ? b : a)

/** A column of a definition as the table keeps it. */
export interface PhysicalColumn {
  path: readonly string[]
  kind: ColumnKind
  many: boolean
  /** Names its indexes and its side table; never used twice in a collection. */
  number: number
  /** Column of the table; null where there is none. */
  name: string | null
  type: DeclaredType
  /** Written with the row: every scalar column that has or had an index. The others are generated from the document. */
  stored: boolean
  /** It has an index for filters and sorting. */
  indexed: boolean
  unique: boolean
  /** Side table with each value of a `many` column. */
  values: 'none' | 'building' | 'ready'
  /** The widest that was seen. Kept for stored columns. */
  shape: Shape
  /** Whether a stored column has the values of the documents that were there before it. */
  examined: boolean
  /** False for what is left of an old definition in a large table. */
  inUse: boolean
}

/** An index of words; two of them while what counts as a word changes. */
export interface WordIndex {
  table: string
  except: WordExceptions
  ready: boolean
}

/** The format of tables. A store of an earlier format is converted when it is opened (`file/format.ts`). */
export const tableFormat = 3

/** How a collection is kept. Written beside its definition, so that names stay what they are. Never changed in place. */
export interface Layout {
  /** {@link tableFormat}; absent in what was written before format 3. */
  format?: number
  number: number
  table: string
  columns: readonly PhysicalColumn[]
  words: readonly WordIndex[]
  versions: boolean
  /** Standard columns that have an index. */
  standardIndexes: readonly IndexedStandardColumn[]
  nextNumber: number
}

/** A collection: what was asked for, and how it is kept. */
export interface Collection {
  definition: CollectionDefinition
  layout: Layout
}

/** A function of layouts that works out each result once. */
export function memoizeByLayout<T>(compute: (layout: Layout) => T): (layout: Layout) => T {
  const results = new WeakMap<Layout, { result: T }>()
  return layout => {
    const known = results.get(layout) ?? { result: compute(layout) }
    results.set(layout, known)
    return known.result
  }
}

/** What tells a kept column from another one at the same path. */
export const columnIdentity = ({ path, kind, many }: Pick<Column, 'path' | 'kind' | 'many'>): string =>
  JSON.stringify([path, kind, many])

export const isScalar = ({ kind, many }: Pick<Column, 'kind' | 'many'>): boolean => kind !== 'json' && !many

/** The columns that are written with a row, in the order in which they are. */
export const storedColumns = memoizeByLayout(({ columns }) =>
  columns.filter(({ stored, name }) => stored && name !== null),
)

/** The columns that have a side table. */
export const manyColumns = memoizeByLayout(({ columns }) => columns.filter(({ values }) => values !== 'none'))

export const isSameWords = (a: WordExceptions, b: WordExceptions): boolean => JSON.stringify(a) === JSON.stringify(b)

const columnsByPath = memoizeByLayout(({ columns }) => {
  const found = new Map<string, PhysicalColumn>()
  for (const column of columns.filter(({ inUse }) => inUse)) {
    const key = pathKey(column.path, column.kind)
    if (!found.has(key) || isScalar(column)) found.set(key, column)
  }
  return found
})

const pathKey = (path: readonly string[], kind: ColumnKind): string => `${kind}\0${path.join('\0')}`

/** The column in use at a path with this kind, scalar ones before others. */
export const columnAt = (layout: Layout, path: readonly string[], kind: ColumnKind): PhysicalColumn | undefined =>
  columnsByPath(layout).get(pathKey(path, kind))

/** The index of words that a definition asks for, if it is ready. */
export const wordIndexOf = ({ definition: { words }, layout }: Collection): WordIndex | undefined =>
  words === false ? undefined : layout.words.find(index => index.ready && isSameWords(index.except, words.except))
