import type { Condition, SelectQuery, StoredDocument } from '../../../lib/store-kit/document-store.ts'
import { readData, readMeta } from '../../../lib/store-kit/documents.ts'
import { holds } from '../../../lib/store-kit/evaluate.ts'
import { hasWords, indexPrefix } from '../../../lib/store-kit/words.ts'
import type { Collection } from '../catalogue.ts'
import { indexName } from '../columns.ts'
import type { Fragment } from '../connection.ts'
import type { Layout, WordIndex } from '../layout.ts'
import { wordIndexOf } from '../layout.ts'
import { quoteName } from '../names.ts'
import { isRangeOperator, narrower, rangeFor } from './bounds.ts'
import type { Range } from './bounds.ts'
import { standingOf } from './operand.ts'
import type { Operand } from './operand.ts'
import { allOf, columnTest, equalOperands, never, textTest, valueRows, valuesColumn, valuesTest } from './tests.ts'
import { slotFor } from './slot.ts'
import type { Slot } from './slot.ts'

/** A way to the documents that a condition leaves, by an index: rows, and what needs no test any more. */
export interface Driver {
  /** @param scope account and status; a driver may also give rows of other scopes */
  rows(scope: number): Fragment
  /** Words that are certain for its rows. */
  words: readonly string[]
  /** How many rows it may have to be worth their sorting, where that is more than usual. */
  most?: number
  /** Tells more quickly than counting its rows how many there are: the number of other rows, and what comes on top. */
  size?(scope: number): { rows: Fragment; beside: number }
}

/** What conditions on one indexed column leave of its index. */
export interface Seek {
  slot: Slot
  tests: Fragment[]
  /** The same as tests of a row `d`. */
  rowTests: Fragment[]
  /** The part as one range of values of the column's own kind; absent when it is not one. */
  range?: Range
  /** The one value that is left. */
  equal?: Operand
}

/** A query, taken apart into what SQLite tests and what is tested on the documents. */
export interface Selection {
  layout: Layout
  /** Tests of a row that is called `d`. */
  tests: readonly Fragment[]
  /** Conditions for the documents themselves. */
  conditions: readonly Condition[]
  words: readonly string[]
  except: WordIndex['except']
  drivers: readonly Driver[]
  /** Where conditions confine an indexed column to a part of its index. */
  seeks: ReadonlyMap<string, Seek>
  /** Fields, as the caller wrote them, that no index serves. */
  unserved: readonly string[]
}

export function select({ definition, layout }: Collection, query: SelectQuery): Selection {
  const tests: Fragment[] = []
  const conditions: Condition[] = []
  const drivers: Driver[] = []
  const unserved = new Set<string>()
  const seeks = new Map<string, Seek>()
  for (const condition of query.conditions) {
    const slot = slotFor(layout, condition.target, condition.kind)
    const test = slot ? columnTest(condition, slot, slot.value) : valuesTest(condition, layout, 'd.rowid')
    const foretest = test ?? ('path' in condition.target ? textTest(condition, 'd.data') : undefined)
    if (foretest !== undefined) tests.push(foretest)
    if (test === undefined) conditions.push(condition)
    const served = slot ? noteSeek(condition, slot, seeks, test) : addValuesDriver(condition, layout, drivers)
    if (!served) unserved.add(condition.field)
  }
  for (const seek of seeks.values()) drivers.push(columnDriver(layout, seek))
  addVisibility(query, layout, tests, drivers)
  const index = wordIndexOf(definition, layout)
  if (query.words.length > 0) {
    if (index === undefined) tests.push(never)
    else drivers.push(wordsDriver(index, query.words))
  }
  const except = index?.except ?? []
  return { layout, tests, conditions, words: query.words, except, drivers, seeks, unserved: [...unserved] }
}

/** Who sees so little may see it spread over everything, so that a walk would find it late. */
const mostSeen = 20_000

/** Collect what an index can go to; conditions on one column share one walk. */
function noteSeek(condition: Condition, slot: Slot, seeks: Map<string, Seek>, rowTest?: Fragment): boolean {
  const { operator, operands } = condition
  if (slot.index === undefined || slot.shape === 'varied') return false
  const seekable = operator === 'eq' || operator === 'in' || isRangeOperator(operator)
  const test = seekable ? columnTest(condition, slot, slot.sql) : undefined
  if (test === undefined) return false
  const seek: Seek = seeks.get(slot.sql) ?? { slot, tests: [], rowTests: [] }
  seeks.set(slot.sql, seek)
  seek.tests.push(test)
  if (rowTest !== undefined) seek.rowTests.push(rowTest)
  const [value = null] = operands
  if (operands.length !== 1 || value === null || (!slot.isTime && standingOf(value, slot) === 'foreign')) return true
  if (isRangeOperator(operator)) {
    seek.range = narrower(seek.range ?? {}, rangeFor(operator, value, slot) ?? {})
  } else {
    const [equal] = equalOperands(condition, slot)
    if (equal !== undefined) seek.equal = equal
  }
  return true
}

function columnDriver({ table }: Layout, { slot, tests }: Seek): Driver {
  const { sql: test, binds } = allOf(tests)
  const sql = `SELECT rowid FROM ${quoteName(table)} INDEXED BY ${slot.index ?? ''} WHERE scope = ? AND ${test}`
  return { words: [], rows: scope => ({ sql, binds: [scope, ...binds] }) }
}

function addValuesDriver(condition: Condition, layout: Layout, drivers: Driver[]): boolean {
  const column = valuesColumn(condition, layout)
  const rows = column && valueRows(condition, layout, column)
  if (rows === undefined) return false
  drivers.push({ words: [], rows: () => rows })
  return true
}

function addVisibility({ visibility }: SelectQuery, layout: Layout, tests: Fragment[], drivers: Driver[]): void {
  if (visibility.all) return
  const { owner, ids } = visibility
  const named = JSON.stringify(ids)
  const byId = 'IN (SELECT value FROM json_each(?))'
  tests.push(
    ids.length === 0
      ? { sql: 'd.created_by = ?', binds: [owner] }
      : { sql: `(d.created_by = ? OR d.id ${byId})`, binds: [owner, named] },
  )
  if (!layout.standardIndexes.includes('created_by')) return
  const table = quoteName(layout.table)
  const own = `SELECT rowid FROM ${table} INDEXED BY ${quoteName(indexName(layout, 'created_by'))} WHERE scope = ? AND created_by = ?`
  const sql = ids.length === 0 ? own : `${own} UNION ALL SELECT rowid FROM ${table} WHERE id ${byId}`
  drivers.push({
    words: [],
    rows: scope => ({ sql, binds: ids.length === 0 ? [scope, owner] : [scope, owner, named] }),
    most: mostSeen,
    size: scope => ({ rows: { sql: own, binds: [scope, owner] }, beside: ids.length }),
  })
}

function wordsDriver({ table }: WordIndex, words: readonly string[]): Driver {
  const prefixes = [...new Set(words.map(indexPrefix))]
  const match = prefixes.map(prefix => `"${prefix}" *`).join(' ')
  const sql = `SELECT rowid FROM ${quoteName(table)} WHERE ${quoteName(table)} MATCH ?`
  return { words: words.filter(word => indexPrefix(word) === word), rows: () => ({ sql, binds: [match] }) }
}

/** What is tested on the documents, for rows that come by this driver; undefined when nothing is. */
export function documentTest(
  selection: Selection,
  driver: Driver | null,
): ((document: StoredDocument) => boolean) | undefined {
  const { conditions, except } = selection
  const words = driver === null ? selection.words : selection.words.filter(word => !driver.words.includes(word))
  if (conditions.length === 0 && words.length === 0) return undefined
  return document => {
    const data = readData(document)
    const meta = readMeta(document)
    return (
      conditions.every(condition => holds(condition, meta, document.id, data)) &&
      (words.length === 0 || hasWords(data, words, except))
    )
  }
}
