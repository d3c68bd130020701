import type { CollectionDefinition, Column } from '../../lib/store-kit/document-store.ts'
import type { IndexedStandardColumn, Layout, PhysicalColumn, WordIndex } from './layout.ts'
import { columnIdentity, declaredType, isScalar, sameExcept, tableFormat } from './layout.ts'
import { ColumnNames, sideName, tableName } from './names.ts'

/** SQLite takes 2,000 columns in a table. */
const mostColumns = 1_900

/** Standard columns that have an index unless the definition says otherwise. */
const indexable: readonly IndexedStandardColumn[] = ['created_at', 'updated_at', 'created_by']

/** How a layout is made from another one. */
export interface Planning {
  /** The table is made anew, so that columns can be written with the row and nothing old need stay. */
  fresh: boolean
  /** What no definition names stays as well: the first phase of a change. */
  keep: boolean
}

/** The layout of a collection that nobody has seen before. */
export const emptyLayout = (name: string, number: number): Layout => ({
  format: tableFormat,
  number,
  table: tableName(name),
  columns: [],
  words: [],
  versions: false,
  standardIndexes: [],
  removed: false,
  nextNumber: 1,
})

/** The layout that serves these definitions, with as much as possible as it is in this one. */
export function layoutFor(before: Layout, definitions: readonly CollectionDefinition[], planning: Planning): Layout {
  const after: Layout = {
    ...before,
    columns: [],
    words: [],
    versions: definitions.some(({ versions }) => versions) || (planning.keep && before.versions),
    standardIndexes: indexable.filter(
      column =>
        definitions.some(({ standardIndexes = indexable }) => standardIndexes.includes(column)) ||
        (planning.keep && before.standardIndexes.includes(column)),
    ),
  }
  const wanted = mergeColumns(definitions.flatMap(({ columns }) => columns))
  keepColumns(before, after, wanted, planning)
  const kept = new Set(after.columns.map(columnIdentity))
  const names = new ColumnNames(after.columns)
  for (const [identity, column] of wanted) {
    if (!kept.has(identity)) after.columns.push(newColumn(after, column, names))
  }
  planWords(before, after, definitions, planning)
  return after
}

/** One column for each identity; indexed and unique where one of them is. */
function mergeColumns(columns: readonly Column[]): Map<string, Column> {
  const merged = new Map<string, Column>()
  for (const column of columns) {
    const identity = columnIdentity(column)
    const other = merged.get(identity)
    merged.set(identity, {
      ...column,
      indexed: column.indexed || other?.indexed === true,
      unique: column.unique || other?.unique === true,
    })
  }
  return merged
}

function keepColumns(before: Layout, after: Layout, wanted: Map<string, Column>, { fresh, keep }: Planning): void {
  const names = new ColumnNames(before.columns)
  for (const old of before.columns) {
    const column = wanted.get(columnIdentity(old))
    if (column === undefined) {
      if (keep && old.inUse) after.columns.push({ ...old })
      else if (!fresh && old.name !== null) after.columns.push({ ...old, ...nothing, inUse: false })
      continue
    }
    const facts = factsOf(column, { ...old, indexed: keep && old.indexed, unique: keep && old.unique })
    const named = old.name !== null || !needsName(column, after)
    const name = named ? old.name : names.take(column.path)
    const stored = isStored(column) || (!fresh && old.stored)
    const examined = old.examined && old.inUse && stored === old.stored
    after.columns.push({ ...old, ...facts, name, stored, examined, inUse: true })
  }
}

const nothing = { indexed: false, unique: false, values: 'none' } as const

function newColumn(after: Layout, column: Column, names: ColumnNames): PhysicalColumn {
  const { path, kind, many } = column
  const name = needsName(column, after) ? names.take(path) : null
  const number = after.nextNumber++
  const facts = factsOf(column, { indexed: false, unique: false })
  return {
    path,
    kind,
    many,
    number,
    name,
    type: declaredType(column),
    stored: isStored(column),
    ...facts,
    shape: 'pure',
    examined: false,
    inUse: true,
  }
}

function factsOf(
  column: Column,
  old: { indexed: boolean; unique: boolean },
): Pick<PhysicalColumn, 'indexed' | 'unique' | 'values'> {
  const scalar = isScalar(column)
  return {
    indexed: scalar && (column.indexed || old.indexed),
    unique: scalar && (column.unique || old.unique),
    values: column.many && column.indexed && column.kind !== 'json' ? 'ready' : 'none',
  }
}

/** What is tested in lists is written with the row; the rest would only make it longer. */
const isStored = (column: Column): boolean => isScalar(column) && (column.indexed || column.unique)

function needsName(column: Column, { columns }: Layout): boolean {
  if (isStored(column)) return true
  return column.path.length === 1 && columns.length < mostColumns
}

function planWords(
  before: Layout,
  after: Layout,
  definitions: readonly CollectionDefinition[],
  { keep }: Planning,
): void {
  const wanted = definitions.flatMap(({ words }) => (words === false ? [] : [words.except]))
  after.words = before.words.filter(index => keep || wanted.some(except => sameExcept(except, index.except)))
  for (const except of wanted) {
    if (after.words.some(index => sameExcept(index.except, except))) continue
    const index: WordIndex = { table: sideName(after.table, `words.${after.nextNumber++}`), except, ready: true }
    after.words.push(index)
  }
}
