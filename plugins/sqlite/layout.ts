import type { CollectionDefinition, Column, ColumnKind, WordExceptions } from '../../lib/store-kit/document-store.ts'

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

/** A definition's column as it is kept. */
export interface PhysicalColumn {
  path: readonly string[]
  kind: ColumnKind
  many: boolean
  /** Names its indexes and its side table; never used twice in a collection. */
  number: number
  /** Column of the table; null where there is none. */
  name: string | null
  type: DeclaredType
  /**
   * Written with the row: all that have an index, and what is left of them while it is in no use. One that was added to a table with documents is not
   * to be relied on before it is {@link examined}. The others are read from the document each time.
   */
  stored: boolean
  /** It has an index for filters and sorting. */
  indexed: boolean
  unique: boolean
  /** Side table with each value of a `many` column. */
  values: 'none' | 'building' | 'ready'
  /** The widest that was seen. */
  shape: Shape
  /** Whether the documents that were there before the column were looked through. */
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

/** How tables are made now. A store of an earlier format is converted when it is opened (`file-format.ts`). */
export const tableFormat = 3

/** How a collection is kept. Written beside its definition, so that names stay what they are. */
export interface Layout {
  /** How the table is made ({@link tableFormat}); absent in what was written before format 3. */
  format?: number
  number: number
  table: string
  columns: PhysicalColumn[]
  words: WordIndex[]
  versions: boolean
  /** Standard columns that have an index. */
  standardIndexes: readonly IndexedStandardColumn[]
  /** Documents were removed, so that their ids must be looked up. */
  removed: boolean
  nextNumber: number
}

/** What tells a kept column from another one at the same path. */
export const columnIdentity = ({ path, kind, many }: Pick<Column, 'path' | 'kind' | 'many'>): string =>
  JSON.stringify([path, kind, many])

export const isScalar = ({ kind, many }: Pick<Column, 'kind' | 'many'>): boolean => kind !== 'json' && !many

/** The columns that are written with a row, in the order in which they are. */
export const storedColumns = (columns: readonly PhysicalColumn[]): PhysicalColumn[] =>
  columns.filter(({ stored, name }) => stored && name !== null)

const valuesOf = new WeakMap<Layout, PhysicalColumn[]>()

/** The columns that have a side table. */
export function valueColumns(layout: Layout): PhysicalColumn[] {
  const known = valuesOf.get(layout) ?? layout.columns.filter(({ values }) => values !== 'none')
  valuesOf.set(layout, known)
  return known
}

export const sameExcept = (a: WordIndex['except'], b: WordIndex['except']): boolean =>
  JSON.stringify(a) === JSON.stringify(b)

const places = new WeakMap<Layout, Map<string, PhysicalColumn>>()

/** The column in use at a path with this kind, scalar ones before others. */
export function columnAt(layout: Layout, path: readonly string[], kind: ColumnKind): PhysicalColumn | undefined {
  let known = places.get(layout)
  if (known === undefined) {
    known = new Map()
    for (const column of layout.columns.filter(({ inUse }) => inUse)) {
      const key = placeKey(column.path, column.kind)
      if (!known.has(key) || isScalar(column)) known.set(key, column)
    }
    places.set(layout, known)
  }
  return known.get(placeKey(path, kind))
}

const placeKey = (path: readonly string[], kind: ColumnKind): string => `${kind}\0${path.join('\0')}`

/** The index of words that a definition asks for, if it is ready. */
export const wordIndexOf = ({ words }: CollectionDefinition, layout: Layout): WordIndex | undefined =>
  words === false ? undefined : layout.words.find(index => index.ready && sameExcept(index.except, words.except))

const usualTypes: Partial<Record<ColumnKind, DeclaredType>> = { boolean: 'BOOLEAN', number: 'REAL' }

/** The SQL type that says best what a column holds. */
export function declaredType({ kind, types }: Column): DeclaredType {
  if (kind === 'number' && types.includes('integer') && !types.includes('number')) return 'INTEGER'
  return usualTypes[kind] ?? 'TEXT'
}
