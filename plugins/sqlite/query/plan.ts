import type { Condition, ListQuery, SelectQuery } from '../../../lib/store-kit/document-store.ts'
import type { JsonObject } from '../../../lib/json/index.ts'
import { removeSecrets } from '../../../lib/json-schema/marked-members.ts'
import { canHaveWords, hasWords, indexPrefix } from '../../../lib/store-kit/words/search-words.ts'
import { vocabularyOf } from '../file/connection.ts'
import type { Bind, Fragment, ValueTest } from '../file/connection.ts'
import { wordIndexOf } from '../schema/layout.ts'
import type { Collection, Layout } from '../schema/layout.ts'
import { quoteName } from '../schema/names.ts'
import { indexName, severalIndexes } from '../schema/statements.ts'
import { queryColumn } from './column.ts'
import type { QueryColumn } from './column.ts'
import { allOf, anyOf, columnTest, documentTest, equalBinds, sideColumn, sideRows, sideTest } from './conditions.ts'
import { ListOrder } from './order.ts'
import { isRangeOperator, narrowRange, rangeFor } from './ranges.ts'
import type { Range } from './ranges.ts'

/** The part of an indexed column's index that conditions allow. */
interface IndexPart {
  column: QueryColumn
  tests: Fragment[]
  /** The part as one range of values of the column's own kind; absent when it is not one. */
  range?: Range
  /** The only value that is allowed. */
  equal?: Bind
}

/** A way to find the rows that a part of the conditions allows. */
export interface Candidates {
  /** The column whose index finds them, if conditions on it alone do. */
  column?: string
  /** Whether there is at most one, because an equal value of a unique property is required. */
  isSingle?: boolean
  /** A statement that returns their row numbers. */
  rows: (scope: number) => Fragment
  /** The test that all of them pass. */
  decides?: Fragment
}

/** The words of a search, of which an index knows the rows. */
export interface IndexedWords {
  /** The table of the index. */
  index: string
  /** How words begin that a row must have. */
  prefixes: readonly string[]
  /** The test of a document. */
  test: Fragment
  /** Whether every row with these beginnings passes the test: no word of the search was cut for the index. */
  isExact: boolean
}

/** A query as parts of SQL statements. In all of them the row of a document has the alias `d`. */
export interface QueryPlan {
  collection: Collection
  /** The tests of a row's columns, except account and status. */
  tests: readonly Fragment[]
  /** The tests that read its document. */
  costly: readonly Fragment[]
  /** The functions that {@link tests} call. */
  functions: readonly ValueTest[]
  candidates: readonly Candidates[]
  /** The words of a search, if their index is ready. */
  words: IndexedWords | undefined
  /** The parts of indexes that conditions allow, by column. */
  parts: ReadonlyMap<string, IndexPart>
  /** The columns that the tests of conditions use. */
  tested: ReadonlySet<string>
  /** Fields, as the caller wrote them, that no index supports. */
  withoutIndex: readonly string[]
}

export function planQuery(collection: Collection, query: SelectQuery): QueryPlan {
  const { layout } = collection
  const tests: Fragment[] = []
  const functions: ValueTest[] = []
  const candidates: Candidates[] = []
  const parts = new Map<string, IndexPart>()
  const tested = new Set<string>()
  const withoutIndex = new Set<string>()
  const costly: Fragment[] = []
  for (const condition of query.conditions) {
    const { test, isCostly, rows, usesIndex, column } = planCondition(layout, condition, functions, parts)
    if (column !== undefined) tested.add(column)
    if (isCostly) costly.push(test)
    else tests.push(test)
    if (rows !== undefined) candidates.push({ rows: () => rows, decides: test })
    if (!usesIndex) withoutIndex.add(condition.field)
  }
  for (const [column, part] of parts) {
    const isSingle = part.equal !== undefined && part.column.isUnique === true
    candidates.push({ column, isSingle, rows: indexRows(layout, part) })
  }
  if (query.anyOf !== undefined) {
    const groups = query.anyOf.map(group => planGroup(layout, group, functions))
    const test = anyOf(groups.map(one => one.test))
    if (groups.some(one => one.isCostly)) costly.push(test)
    else tests.push(test)
    const ways = groups.map(one => one.candidates[0])
    if (ways.length > 0 && ways.every(way => way !== undefined))
      candidates.push({ rows: scope => unionOf(ways.map(way => way(scope))) })
    else for (const { field } of query.anyOf.flat()) withoutIndex.add(field)
  }
  addVisibility(query, layout, tests, candidates)
  let words: IndexedWords | undefined
  if (query.words.length > 0) {
    const { words: indexed } = collection.definition
    const { except, secret } = query.searched ?? (indexed === false ? { except: [] } : indexed)
    const hasAll = (data: JsonObject): boolean => hasWords(removeSecrets(secret, data), query.words, except)
    functions.push(json => json !== null && canHaveWords(json, query.words) && hasAll(JSON.parse(json)))
    const test = { sql: `plinth_test(d.data, ${functions.length - 1}, octet_length(d.data))`, binds: [] }
    costly.push(test)
    const index = wordIndexOf(collection, { except, ...(secret && { secret }) })?.table
    const prefixes = [...new Set(query.words.map(indexPrefix))]
    const isExact = query.words.every(word => indexPrefix(word) === word)
    if (index !== undefined) {
      const found = { index, prefixes, test, isExact }
      candidates.push(...prefixes.map(prefix => withWord(found, prefix)))
      words = found
    }
  }
  return { collection, tests, costly, functions, candidates, words, parts, tested, withoutIndex: [...withoutIndex] }
}

/** The entries of the vocabulary with words that begin like this, or the later ones of them. No word contains the last code point. */
const entriesOf = ({ index }: IndexedWords, prefix: string, from = prefix): Fragment => ({
  sql: `${vocabularyOf(index)} WHERE term >= ? AND term < ?`,
  binds: [from, `${prefix}\u{10ffff}`],
})

/** The rows with a word that begins like this, once for each such word. */
function withWord(words: IndexedWords, prefix: string): Candidates {
  const { sql, binds } = entriesOf(words, prefix)
  const rows = { sql: `SELECT doc FROM ${sql}`, binds }
  return { rows: () => rows, ...(words.isExact && words.prefixes.length === 1 && { decides: words.test }) }
}

/** The statement for the first word that begins like this, after another one. */
export function wordStatement(words: IndexedWords, prefix: string, after: string | undefined): Fragment {
  const { sql, binds } = entriesOf(words, prefix, after === undefined ? prefix : `${after}\u0001`)
  return { sql: `SELECT term FROM ${sql} LIMIT 1`, binds }
}

/**
 * The rows with all words of a search. They are found fast where only few words begin like one of them, because SQLite collects all rows of a beginning
 * before it returns the first one, and nothing interrupts it.
 * @param endings for each word of the search the words that begin like it; undefined where they are many
 */
export function withAllWords(
  { index, prefixes, test, isExact }: IndexedWords,
  endings: readonly (readonly string[] | undefined)[],
): Candidates {
  const match = prefixes.map((prefix, at) => {
    const terms = endings[at] ?? []
    return terms.length === 0 ? `"${prefix}" *` : `(${terms.map(term => `"${term}"`).join(' OR ')})`
  })
  const name = quoteName(index)
  const rows = { sql: `SELECT rowid FROM ${name} WHERE ${name} MATCH ?`, binds: [match.join(' AND ')] }
  return { rows: () => rows, ...(isExact && { decides: test }) }
}

/** A condition as parts of a statement. */
interface ConditionPlan {
  test: Fragment
  /** Whether the test is slow. */
  isCostly: boolean
  /** The rows that it allows, if a side table contains them. */
  rows: Fragment | undefined
  /** Whether an index finds the rows. */
  usesIndex: boolean
  /** The column that the test uses, if it uses nothing else. */
  column: string | undefined
}

/** @param parts the allowed parts of indexes, to which the condition is added */
function planCondition(
  layout: Layout,
  condition: Condition,
  functions: ValueTest[],
  parts: Map<string, IndexPart>,
): ConditionPlan {
  const { target } = condition
  const column = 'references' in target ? undefined : queryColumn(layout, target, condition.kind)
  const test = column ? columnTest(condition, column) : sideTest(condition, layout)
  const side = sideColumn(condition, layout)
  const rows = side && sideRows(condition, layout, side)
  const usesIndex =
    rows !== undefined || (column !== undefined && test !== undefined && addToParts(parts, condition, column, test))
  return {
    test: test ?? documentTest(condition, column, functions),
    isCostly: test === undefined,
    rows,
    usesIndex,
    column: test === undefined ? undefined : column?.sql,
  }
}

/** Conditions that must all match, one of several alternatives. */
function planGroup(
  layout: Layout,
  group: readonly Condition[],
  functions: ValueTest[],
): { test: Fragment; isCostly: boolean; candidates: ((scope: number) => Fragment)[] } {
  const parts = new Map<string, IndexPart>()
  const planned = group.map(condition => planCondition(layout, condition, functions, parts))
  const ordered = planned.toSorted((a, b) => Number(a.isCostly) - Number(b.isCostly))
  const test = allOf(ordered.map(one => one.test))
  return {
    test: { sql: `(${test.sql})`, binds: test.binds },
    isCostly: planned.some(one => one.isCostly),
    candidates: [
      ...[...parts.values()].map(part => indexRows(layout, part)),
      ...planned.flatMap(({ rows }) => (rows === undefined ? [] : [() => rows])),
    ],
  }
}

/** The rows of several ways, possibly with duplicates. */
const unionOf = (ways: readonly Fragment[]): Fragment => ({
  sql: ways.map(({ sql }) => sql).join(' UNION ALL '),
  binds: ways.flatMap(({ binds }) => binds),
})

/** Collect the parts that an index can find; conditions on one column share one scan. */
function addToParts(
  parts: Map<string, IndexPart>,
  condition: SelectQuery['conditions'][number],
  column: QueryColumn,
  test: Fragment,
): boolean {
  const { operator, operands } = condition
  const isRange = isRangeOperator(operator)
  if (column.index === undefined || !(isRange || operator === 'eq' || operator === 'in')) return false
  const part: IndexPart = parts.get(column.sql) ?? { column, tests: [] }
  parts.set(column.sql, part)
  part.tests.push(test)
  const [value = null] = operands
  if (operands.length !== 1 || value === null) return true
  if (isRange) {
    part.range = narrowRange(part.range ?? {}, rangeFor(operator, value, column) ?? {})
  } else {
    const [equal] = equalBinds(condition, column)
    if (equal !== undefined) part.equal = equal
  }
  return true
}

function indexRows({ table }: Layout, { column, tests }: IndexPart): (scope: number) => Fragment {
  const { sql: test, binds } = allOf(tests)
  const sql = `SELECT d.rowid FROM ${quoteName(table)} AS d INDEXED BY ${column.index ?? ''} WHERE d.scope = ? AND ${test}`
  return scope => ({ sql, binds: [scope, ...binds] })
}

function addVisibility({ visibility }: SelectQuery, layout: Layout, tests: Fragment[], candidates: Candidates[]): void {
  if (visibility.all) return
  const { owner, ids } = visibility
  const named = JSON.stringify(ids)
  const byId = 'd.id IN (SELECT value FROM json_each(?))'
  tests.push({ sql: `(d.created_by = ? OR ${byId})`, binds: [owner, named] })
  if (!layout.standardIndexes.includes('created_by')) return
  const table = quoteName(layout.table)
  const index = quoteName(indexName(layout, 'created_by'))
  const sql =
    `SELECT d.rowid FROM ${table} AS d INDEXED BY ${index} WHERE d.scope = ? AND d.created_by = ?` +
    ` UNION ALL SELECT d.rowid FROM ${table} AS d WHERE ${byId}`
  candidates.push({ rows: scope => ({ sql, binds: [scope, owner, named] }) })
}

/**
 * Ends a statement that worked too long; the first test of each row. The function is called for one row in 64, without a regular pattern in the
 * row numbers, because a call takes as long as the other tests of a row.
 */
const untilEnded = '((d.rowid * 40503 >> 8) & 63 OR plinth_continue(64))'

/** Where a statement looks for rows: among the candidates, which it sorts unless they are many. */
export interface RowSource {
  candidates: Candidates
  isSmall: boolean
}

/** The tests that are left for the rows of a source. */
function testsFor(
  { tests, costly }: QueryPlan,
  source: RowSource | undefined,
): [tests: Fragment[], costly: Fragment[]] {
  const isLeft = (test: Fragment): boolean => test !== source?.candidates.decides
  return [tests.filter(isLeft), costly.filter(isLeft)]
}

/**
 * The statement for a page of a list in one scope: its rows in order are id, meta and data.
 * @param source the rows to choose from; without it those of the index of the order
 */
export function listStatement(
  plan: QueryPlan,
  query: ListQuery,
  scope: number,
  source: RowSource | undefined,
): Fragment {
  const { layout } = plan.collection
  const table = quoteName(layout.table)
  const order = new ListOrder(layout, query.sort)
  const path = source?.isSmall === true ? undefined : pathFor(plan, order)
  const from = `${table} AS d ${path ? `INDEXED BY ${path.index}` : source ? 'NOT INDEXED' : ''}`
  const columns = path === undefined ? 'd.rowid AS number' : 'd.id, d.meta, d.data'
  const wanted = query.limit + 1 // one more than the page shows, to know whether more follow
  const [tests, costly] = testsFor(plan, source)
  const isTestedLater = source?.isSmall === true && costly.length > 0 // in the order of the list, until there are enough
  const limit = isTestedLater ? -1 : wanted
  const range = path && plan.parts.get(order.column.sql)?.range
  const segments = order.segments(query.after, range)
  const isWhole = query.after === undefined && range === undefined
  const candidates = source?.candidates.rows(scope)
  const inSource = candidates ? [{ sql: `d.rowid IN (${candidates.sql})`, binds: candidates.binds }] : []
  const conditions = [...inSource, ...tests, ...(isTestedLater ? [] : costly)]
  const selects = (isWhole ? [undefined] : segments).map(segment => {
    const where = allOf([
      { sql: untilEnded, binds: [] },
      { sql: 'd.scope = ?', binds: [scope] },
      ...(path?.fixed ?? []),
      ...(segment ? order.test(segment, query.after) : []),
      ...(path ? conditions.map(withoutIndex) : conditions),
    ])
    const sql = `SELECT ${columns} FROM ${from} WHERE ${where.sql} ORDER BY ${order.terms} LIMIT ?`
    return { sql, binds: [...where.binds, limit] }
  })
  const [only] = selects
  const rows =
    selects.length === 1 && only !== undefined
      ? only
      : {
          sql: `${selects.map(({ sql }) => `SELECT * FROM (${sql})`).join(' UNION ALL ')} LIMIT ?`,
          binds: [...selects.flatMap(({ binds }) => binds), limit],
        }
  if (path !== undefined) return rows
  const sql = `SELECT d.id, d.meta, d.data FROM (${rows.sql}) AS found CROSS JOIN ${table} AS d ON d.rowid = found.number`
  if (!isTestedLater) return { sql, binds: rows.binds }
  const last = allOf(costly)
  return { sql: `${sql} WHERE ${last.sql} LIMIT ?`, binds: [...rows.binds, ...last.binds, wanted] }
}

/**
 * The statement for the positions of documents in the order of a standard column, without conditions: row number, the value of the column, and id, which
 * are all in the index of the order.
 * @throws the error of the library when there is no such index, or the order is that of a property
 */
export function positionsStatement(
  { collection }: QueryPlan,
  query: ListQuery,
  scope: number,
  useIndex: boolean,
): Fragment {
  const { layout } = collection
  const order = new ListOrder(layout, query.sort)
  const { sql, index, isId } = order.column
  const from = `${quoteName(layout.table)} AS d ${useIndex && index !== undefined ? `INDEXED BY ${index}` : 'NOT INDEXED'}`
  const where = allOf([
    { sql: untilEnded, binds: [] },
    { sql: 'd.scope = ?', binds: [scope] },
    ...order.segments(query.after, undefined).flatMap(segment => order.test(segment, query.after)),
  ])
  const columns = `d.rowid, ${isId ? 'd.id' : sql}, d.id`
  return {
    sql: `SELECT ${columns} FROM ${from} WHERE ${where.sql} ORDER BY ${order.terms} LIMIT ?`,
    binds: [...where.binds, query.limit + 1],
  }
}

/** The statement for one row by its number, the first value to bind, if the conditions match. */
export function rowStatement({ collection, tests, costly }: QueryPlan): Fragment {
  const where = allOf([...tests, ...costly])
  const table = quoteName(collection.layout.table)
  return {
    sql: `SELECT d.id, d.meta, d.data FROM ${table} AS d NOT INDEXED WHERE d.rowid = ? AND ${where.sql}`,
    binds: where.binds,
  }
}

/**
 * The columns that bound the scan in the order of a list: its range within the index of the order, and what an index of several columns fixes. The rows
 * need no sorting, so to look for them beforehand would gain nothing.
 */
export function walkedColumns(plan: QueryPlan, { sort }: ListQuery): ReadonlySet<string> {
  const order = new ListOrder(plan.collection.layout, sort)
  const { column } = order
  const { bound } = compoundFor(plan, order) ?? {}
  const isRange = plan.parts.get(column.sql)?.range !== undefined
  if (bound === undefined) return new Set(column.index !== undefined && isRange ? [column.sql] : [])
  return new Set([...bound, ...(isRange ? [column.sql] : [])])
}

/** A test that SQLite does not use for an index, so that it seeks the position of a page directly. */
const withoutIndex = ({ sql, binds }: Fragment): Fragment => ({ sql: `(${sql}) IS 1`, binds })

/** An index that is scanned in the order of a list, and the tests by which it is. */
interface ScanPath {
  index: string
  fixed?: Fragment[]
}

/** Whether a list can be read in its order, without sorting all that match. */
export const isReadInOrder = (plan: QueryPlan, { sort }: ListQuery): boolean =>
  pathFor(plan, new ListOrder(plan.collection.layout, sort)) !== undefined

/** The index in the order of a list. If conditions fix a column to one value, its index is in the order of ids. */
function pathFor(plan: QueryPlan, order: ListOrder): ScanPath | undefined {
  const compound = compoundFor(plan, order)
  if (compound !== undefined)
    return { index: compound.index, fixed: compound.bound.flatMap(column => fixedTo(plan, column)) }
  const { column } = order
  if (column.index === undefined) return undefined
  if (!column.isId) return { index: column.index }
  const fixed = [...plan.parts.values()].find(part => part.equal !== undefined && !part.column.isId)
  if (fixed?.column.index === undefined) return { index: column.index }
  return { index: fixed.column.index, fixed: fixedTo(plan, fixed.column.sql) }
}

/** The test that a column has the only value that conditions allow. */
function fixedTo({ parts }: QueryPlan, column: string): Fragment[] {
  const equal = parts.get(column)?.equal
  return equal === undefined ? [] : [{ sql: `${column} = ?`, binds: [equal] }]
}

/**
 * The index of several columns in the order of a list: conditions fix what comes before the order. Of several the one that fixes most, and then the one
 * that contains most of the other columns that are tested, so that rows are only read if they match.
 */
function compoundFor(
  { collection, parts, tested }: QueryPlan,
  { column }: ListOrder,
): { index: string; bound: string[] } | undefined {
  let best: { index: string; bound: string[] } | undefined
  let most = 0
  for (const { name, before, after } of severalIndexes(collection.layout)) {
    const inOrder = [...before, 'id'].map(one => `d.${one}`)
    const at = inOrder.indexOf(column.sql)
    const bound = inOrder.slice(0, at)
    const isInOrder = at >= 0 && at >= inOrder.length - 2
    if (!isInOrder || bound.some(one => parts.get(one)?.equal === undefined)) continue
    const uses = 100 * bound.length + after.filter(one => tested.has(`d.${one}`)).length
    if (uses <= most) continue
    best = { index: quoteName(name), bound }
    most = uses
  }
  return best
}

/** The row numbers in other scopes than one, from any index: all of them begin with the scope. */
export const othersStatement = ({ collection: { layout } }: QueryPlan, scope: number): Fragment => ({
  sql: `SELECT rowid FROM ${quoteName(layout.table)} WHERE scope < ? UNION ALL SELECT rowid FROM ${quoteName(layout.table)} WHERE scope > ?`,
  binds: [scope, scope],
})

/**
 * The statement that counts candidates which match a query, at most `max`: all but those in other scopes. Their rows, each on a page of its own, are not read.
 * It has no end in time: whoever uses it limits both numbers.
 * @returns undefined where candidates have to pass further tests
 */
export function countOfCandidates(
  plan: QueryPlan,
  scope: number,
  candidates: Candidates,
  max: number,
): Fragment | undefined {
  if (testsFor(plan, { candidates, isSmall: false }).flat().length > 0) return undefined
  const found = candidates.rows(scope)
  const others = othersStatement(plan, scope)
  return {
    sql: `WITH found(number) AS (${found.sql}) SELECT count(*) FROM (SELECT DISTINCT number FROM found WHERE number NOT IN (${others.sql}) LIMIT ?)`,
    binds: [...found.binds, ...others.binds, max],
  }
}

/**
 * The statement that counts the matches of a query, at most `max` (-1: all).
 * @param source where rows are looked for, in a single scope
 */
export function countStatement(
  plan: QueryPlan,
  scopes: readonly number[],
  source: RowSource | undefined,
  max: number,
): Fragment {
  const [scope] = scopes
  const where = allOf([
    { sql: untilEnded, binds: [] },
    scopes.length === 1 && scope !== undefined
      ? { sql: 'd.scope = ?', binds: [scope] }
      : { sql: 'd.scope IN (SELECT value FROM json_each(?))', binds: [JSON.stringify(scopes)] },
    ...testsFor(plan, source).flat(),
  ])
  const candidates = scope === undefined ? undefined : source?.candidates.rows(scope)
  const table = `${quoteName(plan.collection.layout.table)} AS d`
  const from =
    candidates === undefined
      ? table
      : `(WITH found(number) AS (${candidates.sql}) SELECT DISTINCT number FROM found) AS found CROSS JOIN ${table} ON d.rowid = found.number`
  const sql = `SELECT count(*) FROM (SELECT 1 FROM ${from} WHERE ${where.sql} LIMIT ?)`
  return { sql, binds: [...(candidates?.binds ?? []), ...where.binds, max] }
}
