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
import { columnIdentity, isSameTexts, isScalar, lacksKeys, tableFormat, wantedColumns } from './layout.ts'
import { ColumnNames, sideName, tableName } from './names.ts'
import { withVariedOf } from './values.ts'

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
  /** Columns that do not represent all values get keys: where what is new is made. Default: no. */
  addsKeys?: boolean
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
  const { fresh, keep, addsKeys = false } = planning
  const wanted = mergeColumns(definitions.flatMap(wantedColumns))
  if (!fresh) addKeys(wanted, before, addsKeys)
  const columns = keptColumns(before, wanted, planning)
  const kept = new Set(columns.filter(column => isAsWanted(column, wanted)).map(columnIdentity))
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
    columns: fresh ? columns.map(column => ({ ...column, examined: true })) : columns,
    words,
    versions: definitions.some(({ versions }) => versions) || (keep && before.versions),
    standardIndexes: indexable.filter(
      column =>
        definitions.some(({ standardIndexes = indexable }) => standardIndexes.includes(column)) ||
        (keep && before.standardIndexes.includes(column)),
    ),
    ...plannedIndexes(before, definitions, columns, wanted, keep),
    nextNumber,
  }
}

/** The indexes of several columns. One whose columns cannot be indexed together is left out. */
function plannedIndexes(
  { indexes: old = [] }: Layout,
  definitions: readonly CollectionDefinition[],
  columns: readonly PhysicalColumn[],
  wanted: ReadonlyMap<string, ColumnToBe>,
  keep: boolean,
): Pick<Layout, 'indexes'> {
  const usable = columns.filter(({ inUse, indexed }) => inUse && indexed)
  const isUsable = (part: number | string): boolean =>
    typeof part === 'string' || usable.some(({ number }) => number === part)
  const planned = definitions.flatMap(definition =>
    (definition.indexes ?? []).flatMap(({ equal, order, tested }): PhysicalIndex[] => {
      const partOf = (member: IndexMember): number | string => {
        if ('column' in member) return member.column
        const path = JSON.stringify(member.path)
        const column = definition.columns.find(one => JSON.stringify(one.path) === path)
        const found = usable.find(
          one => column !== undefined && columnIdentity(one) === columnIdentity(column) && isAsWanted(one, wanted),
        )
        return found?.number ?? -1
      }
      const before = [...equal, order].map(partOf).filter(part => part !== 'id')
      const after = tested.map(partOf).filter(part => part !== 'id')
      return [...before, ...after].every(isUsable) ? [{ before, after }] : []
    }),
  )
  const kept = keep ? old.filter(({ before, after }) => [...before, ...after].every(isUsable)) : []
  const indexes = [...new Map([...kept, ...planned].map(index => [JSON.stringify(index), index])).values()]
  return indexes.length === 0 ? {} : { indexes }
}

/** A column as definitions require it, and whether it has to contain keys because of the documents. */
type ColumnToBe = WantedColumn & Pick<PhysicalColumn, 'keyed'>

/** Columns that have keys stay so; with `addsKeys`, those that lack them get them. */
function addKeys(wanted: Map<string, ColumnToBe>, { columns }: Layout, addsKeys: boolean): void {
  const hasKeys = ({ keyed = false, examined, inUse }: PhysicalColumn): boolean =>
    keyed && (addsKeys || (examined && inUse))
  for (const old of columns.filter(column => hasKeys(column) || (addsKeys && lacksKeys(column)))) {
    const column = wanted.get(columnIdentity(old))
    if (column !== undefined && isStored(column)) wanted.set(columnIdentity(old), { ...column, keyed: true })
  }
}

/** Whether a column stores values as the wanted one of its identity does. */
const isAsWanted = (column: PhysicalColumn, wanted: ReadonlyMap<string, ColumnToBe>): boolean =>
  wanted.get(columnIdentity(column))?.keyed === column.keyed

/** One column for each identity; indexed and unique if one of them is. */
function mergeColumns(columns: readonly WantedColumn[]): Map<string, ColumnToBe> {
  const merged = new Map<string, ColumnToBe>()
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

function keptColumns(before: Layout, wanted: Map<string, ColumnToBe>, { fresh, keep }: Planning): PhysicalColumn[] {
  const names = new ColumnNames(before.columns)
  const kept: PhysicalColumn[] = []
  for (const old of before.columns) {
    const column = wanted.get(columnIdentity(old))
    if (column === undefined || !isAsWanted(old, wanted)) {
      // One that was to be filled, and then turned out to need keys, is not kept.
      if (keep && old.inUse && (column === undefined || old.examined)) kept.push(old)
      // A stored column of a large table stays, hidden: to remove it would rewrite every row.
      else if (!fresh && old.stored) kept.push({ ...old, indexed: false, unique: false, values: 'none', inUse: false })
      continue
    }
    const indexes = indexesOf(column, { indexed: keep && old.indexed, unique: keep && old.unique })
    const isNamed = old.name !== null || !needsName(column, kept)
    const name = isNamed ? old.name : names.take(column.path)
    const stored = isStored(column) || (!fresh && old.stored)
    const examined = old.examined && old.inUse && stored === old.stored
    kept.push({ ...old, ...indexes, name, stored, examined, inUse: true })
  }
  return kept
}

const newColumn = (column: ColumnToBe, number: number, isNamed: boolean, names: ColumnNames): PhysicalColumn => ({
  path: column.path,
  kind: column.kind,
  many: column.many,
  ...(column.references !== undefined && { references: column.references }),
  number,
  name: isNamed ? names.take(column.path) : null,
  type: declaredType(column),
  stored: isStored(column),
  ...(column.keyed && { keyed: true }),
  ...indexesOf(column, { indexed: false, unique: false }),
  shape: 'pure',
  examined: false,
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
function declaredType({ kind, types, keyed = false }: ColumnToBe): DeclaredType {
  if (keyed) return 'TEXT'
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
    columns: withVariedOf(target, before).columns.map(column => {
      const old = before.columns.find(({ number }) => number === column.number)
      const isNewTable = column.values === 'ready' && old?.values !== 'ready'
      return {
        ...column,
        indexed: old?.indexed === true,
        unique: old?.unique === true,
        values: isNewTable ? 'building' : column.values,
      }
    }),
    words: target.words.map(index => ({ ...index, ready: isReady(index) })),
  }
}

/** Whether two layouts have the same tables and indexes, regardless of what was found in the documents. */
export const isSameLayout = (a: Layout, b: Layout): boolean => layoutText(a) === layoutText(b)

const layoutText = ({ columns, words, standardIndexes, indexes = [] }: Layout): string =>
  JSON.stringify([columns.map(column => ({ ...column, shape: null, examined: null })), words, standardIndexes, indexes])

/** Whether a collection matches a definition, so that nothing has to be done. */
export const isInForce = ({ definition, layout }: Collection, wanted: CollectionDefinition): boolean =>
  JSON.stringify(definition) === JSON.stringify(wanted) &&
  isSameLayout(layout, planLayout(layout, [wanted], { fresh: false, keep: false, addsKeys: true }))
