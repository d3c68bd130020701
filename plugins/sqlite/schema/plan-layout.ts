import type { CollectionDefinition, IndexMember } from '../../../lib/store-kit/document-store.ts'
import type {
  Collection,
  DeclaredType,
  IndexedStandardColumn,
  Layout,
  PhysicalColumn,
  PhysicalIndex,
  WantedColumn,
  WordIndex,
} from './layout.ts'
import { columnIdentity, isSameTexts, isScalar, tableFormat, wantedColumns } from './layout.ts'
import { ColumnNames, sideName, tableName } from './names.ts'

/** SQLite allows 2,000 columns in a table. */
const maxColumns = 1_900

/** Standard columns that have an index unless the definition says otherwise. */
const indexable: readonly IndexedStandardColumn[] = ['created_at', 'updated_at', 'created_by']

/** How a layout is derived from another one. */
export interface Planning {
  /** The table is recreated, so that nothing of the old one needs to stay. */
  fresh: boolean
  /** Parts that no definition names stay too: the first phase of a change. */
  keep: boolean
}

/** The layout of a new collection. */
export const emptyLayout = (name: string, number: number): Layout => ({
  format: tableFormat,
  number,
  table: tableName(name),
  columns: [],
  words: [],
  versions: false,
  standardIndexes: [],
  nextNumber: 1,
})

/** The layout for these definitions, with as little difference as possible from this one. */
export function planLayout(before: Layout, definitions: readonly CollectionDefinition[], planning: Planning): Layout {
  const { keep } = planning
  const wanted = mergeColumns(definitions.flatMap(wantedColumns))
  const columns = keptColumns(before, wanted, planning)
  const kept = new Set(columns.map(columnIdentity))
  const names = new ColumnNames(columns)
  let { nextNumber } = before
  for (const [identity, column] of wanted) {
    if (!kept.has(identity)) columns.push(newColumn(column, nextNumber++, needsName(column, columns), names))
  }
  const wantedWords = definitions.flatMap(({ words }) => (words === false ? [] : [words]))
  const words = before.words.filter(index => keep || wantedWords.some(wanted => isSameTexts(wanted, index)))
  for (const wanted of wantedWords) {
    if (words.some(index => isSameTexts(index, wanted))) continue
    words.push({ table: sideName(before.table, `words.${nextNumber++}`), ...wanted, ready: true })
  }
  return {
    format: tableFormat,
    number: before.number,
    table: before.table,
    columns,
    words,
    versions: definitions.some(({ versions }) => versions) || (keep && before.versions),
    standardIndexes: indexable.filter(
      column =>
        definitions.some(({ standardIndexes = indexable }) => standardIndexes.includes(column)) ||
        (keep && before.standardIndexes.includes(column)),
    ),
    ...plannedIndexes(before, definitions, columns, keep),
    nextNumber,
  }
}

/** The indexes of several columns. One whose columns cannot be indexed together is left out. */
function plannedIndexes(
  { indexes: old = [] }: Layout,
  definitions: readonly CollectionDefinition[],
  columns: readonly PhysicalColumn[],
  keep: boolean,
): Pick<Layout, 'indexes'> {
  const usable = columns.filter(({ inUse, indexed }) => inUse && indexed)
  const areIndexed = isUsable(columns)
  const planned = definitions.flatMap(definition =>
    (definition.indexes ?? []).flatMap(({ equal, order, tested }): PhysicalIndex[] => {
      const partOf = (member: IndexMember): number | string => {
        if ('column' in member) return member.column
        const path = JSON.stringify(member.path)
        const column = definition.columns.find(one => JSON.stringify(one.path) === path)
        const found = usable.find(one => column !== undefined && columnIdentity(one) === columnIdentity(column))
        return found?.number ?? -1
      }
      const before = [...equal, order].map(partOf).filter(part => part !== 'id')
      const after = tested.map(partOf).filter(part => part !== 'id')
      return areIndexed({ before, after }) ? [{ before, after }] : []
    }),
  )
  const kept = keep ? old.filter(areIndexed) : []
  const indexes = [...new Map([...kept, ...planned].map(index => [JSON.stringify(index), index])).values()]
  return indexes.length === 0 ? {} : { indexes }
}

/** Whether an index has only standard columns and indexed ones of these. */
const isUsable =
  (columns: readonly PhysicalColumn[]) =>
  ({ before, after }: PhysicalIndex): boolean =>
    [...before, ...after].every(
      part =>
        typeof part === 'string' || columns.some(({ number, inUse, indexed }) => number === part && inUse && indexed),
    )

/** One column for each identity; indexed and unique if one of them is. */
function mergeColumns(columns: readonly WantedColumn[]): Map<string, WantedColumn> {
  const merged = new Map<string, WantedColumn>()
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

function keptColumns(before: Layout, wanted: Map<string, WantedColumn>, { fresh, keep }: Planning): PhysicalColumn[] {
  const names = new ColumnNames(before.columns)
  const kept: PhysicalColumn[] = []
  for (const old of before.columns) {
    const column = wanted.get(columnIdentity(old))
    if (column === undefined) {
      if (keep && old.inUse) kept.push(old)
      // A stored column of a large table stays, hidden: to remove it would rewrite every row.
      else if (!fresh && old.stored) kept.push({ ...old, indexed: false, unique: false, values: 'none', inUse: false })
      continue
    }
    const indexes = indexesOf(column, { indexed: keep && old.indexed, unique: keep && old.unique })
    const isNamed = old.name !== null || !needsName(column, kept)
    const name = isNamed ? old.name : names.take(column.path)
    const stored = isStored(column) || (!fresh && old.stored)
    kept.push({ ...old, ...indexes, name, stored, inUse: true })
  }
  return kept
}

const newColumn = (column: WantedColumn, number: number, isNamed: boolean, names: ColumnNames): PhysicalColumn => ({
  path: column.path,
  kind: column.kind,
  many: column.many,
  ...(column.references !== undefined && { references: column.references }),
  number,
  name: isNamed ? names.take(column.path) : null,
  type: declaredType(column),
  stored: isStored(column),
  ...indexesOf(column, { indexed: false, unique: false }),
  inUse: true,
})

function indexesOf(
  column: WantedColumn,
  old: { indexed: boolean; unique: boolean },
): Pick<PhysicalColumn, 'indexed' | 'unique' | 'values'> {
  const scalar = isScalar(column)
  return {
    indexed: scalar && (column.indexed || old.indexed),
    unique: scalar && (column.unique || old.unique),
    values: column.many && column.indexed && column.kind !== 'json' ? 'ready' : 'none',
  }
}

const isStored = (column: WantedColumn): boolean => isScalar(column) && (column.indexed || column.unique)

const needsName = (column: WantedColumn, columns: readonly PhysicalColumn[]): boolean =>
  isStored(column) || (column.path.length === 1 && columns.length < maxColumns)

/** The SQL type that best describes the values of a column. */
function declaredType({ kind, types }: WantedColumn): DeclaredType {
  if (kind === 'number') return types.includes('integer') && !types.includes('number') ? 'INTEGER' : 'REAL'
  return kind === 'boolean' ? 'BOOLEAN' : 'TEXT'
}

/** A layout with the new parts of another one that must still be filled: written with every row, but not used by queries yet. */
export function growingLayout(before: Layout, target: Layout): Layout {
  const isReady = (index: WordIndex): boolean => before.words.some(({ table }) => table === index.table)
  return {
    ...target,
    standardIndexes: before.standardIndexes,
    indexes: before.indexes ?? [],
    columns: target.columns.map(column => {
      const old = before.columns.find(({ number }) => number === column.number)
      const isNewTable = column.values === 'ready' && old?.values !== 'ready'
      return {
        ...column,
        inUse: isFilled(column, old),
        indexed: old?.indexed === true,
        unique: old?.unique === true,
        values: isNewTable ? 'building' : column.values,
      }
    }),
    words: target.words.map(index => ({ ...index, ready: isReady(index) })),
  }
}

/** Whether a column that is to be used contains what it has to, if this is what there was of it before. */
const isFilled = (column: PhysicalColumn, before: PhysicalColumn | undefined): boolean =>
  column.inUse && (!column.stored || (before?.stored === true && before.inUse))

/** The stored columns of a layout that must be filled from the documents before it is in force in place of another one. */
export const unfilledColumns = (before: Layout, { columns }: Layout): readonly PhysicalColumn[] =>
  columns.filter(
    column =>
      column.inUse &&
      !isFilled(
        column,
        before.columns.find(old => old.number === column.number),
      ),
  )

/** What there is already of the layout for a definition, and nothing else: after a change that was interrupted or refused. */
export function completedLayout(before: Layout, definition: CollectionDefinition): Layout {
  const planned = planLayout(before, [definition], { fresh: false, keep: false })
  const unfilled = new Set(unfilledColumns(before, planned))
  const existing = new Set(before.columns.map(({ number }) => number))
  const columns = planned.columns
    .filter(({ number }) => existing.has(number))
    .map(column => (unfilled.has(column) ? { ...column, indexed: false, unique: false, inUse: false } : column))
  const indexes = planned.indexes?.filter(isUsable(columns))
  return { ...planned, columns, ...(indexes !== undefined && { indexes }) }
}

/** Whether two layouts have the same tables and indexes. */
export const isSameLayout = (a: Layout, b: Layout): boolean => layoutText(a) === layoutText(b)

const layoutText = ({ columns, words, standardIndexes, indexes = [] }: Layout): string =>
  JSON.stringify([columns, words, standardIndexes, indexes])

/** Whether a collection matches a definition, so that nothing has to be done. */
export const isInForce = ({ definition, layout }: Collection, wanted: CollectionDefinition): boolean =>
  JSON.stringify(definition) === JSON.stringify(wanted) &&
  isSameLayout(layout, planLayout(layout, [wanted], { fresh: false, keep: false }))
