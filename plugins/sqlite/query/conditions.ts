import { traitsOf } from '../../../lib/store-kit/document-query.ts'
import type { Condition } from '../../../lib/store-kit/document-store.ts'
import { jsonText } from '../../../lib/json/index.ts'
import { holds } from '../../../lib/store-kit/evaluate.ts'
import type { Bind, Fragment, ValueTest } from '../file/connection.ts'
import { columnAt, referencesColumn } from '../schema/layout.ts'
import type { Layout, PhysicalColumn } from '../schema/layout.ts'
import { jsonPath, quoteName } from '../schema/names.ts'
import { valuesName } from '../schema/statements.ts'
import type { QueryColumn } from './column.ts'
import { boundValue, isRangeOperator, rangeFor, rangeTest } from './ranges.ts'

const always: Fragment = { sql: '1', binds: [] }
const never: Fragment = { sql: '0', binds: [] }
const nothing: Fragment = { sql: '', binds: [] }
const maxBinds = 500

/** Fragments of which at least one must be true. */
export function anyOf(fragments: readonly Fragment[]): Fragment {
  if (fragments.length === 0) return never
  return { sql: `(${fragments.map(({ sql }) => sql).join(' OR ')})`, binds: fragments.flatMap(({ binds }) => binds) }
}

/** Fragments that must all be true; empty ones are ignored. */
export function allOf(fragments: readonly Fragment[]): Fragment {
  const said = fragments.filter(({ sql }) => sql !== '')
  if (said.length === 0) return always
  return { sql: said.map(({ sql }) => sql).join(' AND '), binds: said.flatMap(({ binds }) => binds) }
}

/** The values that `eq` and `in` look for, as the column stores them; null matches nothing. */
export const equalBinds = ({ operands }: Condition, column: Omit<QueryColumn, 'sql'>): Bind[] =>
  operands.flatMap(operand => boundValue(operand, column) ?? [])

/** Whether a JSON array can contain the value unchanged. SQLite does not convert every other number exactly. */
const fitsInJson = (bind: Bind): boolean => typeof bind === 'string' || Number.isSafeInteger(bind)

/** `column IN (...)`; many values are bound as one JSON array, so that the statement stays the same. */
function equalTest(sql: string, binds: readonly Bind[]): Fragment {
  if (binds.length === 0) return never
  if (binds.length === 1) return { sql: `${sql} = ?`, binds }
  if (binds.length > 8 && binds.every(fitsInJson)) {
    return { sql: `${sql} IN (SELECT value FROM json_each(?))`, binds: [JSON.stringify(binds)] }
  }
  return { sql: `${sql} IN (${binds.map(() => '?').join(', ')})`, binds }
}

/**
 * A condition as a test of a row's column.
 * @returns undefined when the column cannot decide it
 */
export function columnTest(condition: Condition, column: QueryColumn): Fragment | undefined {
  const { operator, operands } = condition
  const { sql } = column
  switch (operator) {
    case 'like':
      return undefined
    case 'exists':
      if (column.isRequired) return operands[0] === true ? always : never
      return { sql: `${sql} IS ${operands[0] === true ? 'NOT NULL' : 'NULL'}`, binds: [] }
    case 'gt':
    case 'gte':
    case 'lt':
    case 'lte':
      return rangesTest(condition, column)
    case 'eq':
    case 'in':
      return equalOf(condition, column)
    case 'ne':
    case 'nin': {
      const equal = equalOf(condition, column)
      return equal && { sql: `(${equal.sql}) IS NOT 1`, binds: equal.binds } // TRUE would be a column of that name
    }
  }
}

/** The test of `eq` and `in`; undefined for more values than a statement can have. */
function equalOf(condition: Condition, column: QueryColumn): Fragment | undefined {
  const binds = equalBinds(condition, column)
  return binds.length > maxBinds && !binds.every(fitsInJson) ? undefined : equalTest(column.sql, binds)
}

const inParentheses = ({ sql, binds }: Fragment): Fragment => ({ sql: `(${sql})`, binds })

function rangesTest({ operator, operands }: Condition, column: QueryColumn): Fragment {
  const ranges = operands.flatMap(operand => (isRangeOperator(operator) && rangeFor(operator, operand, column)) || [])
  return anyOf(ranges.map(range => inParentheses(rangeTest(column.sql, range))))
}

/**
 * A condition as a test of the document, by the reference implementation of conditions. `like` uses the column itself, if that contains
 * only texts.
 * @param tests the functions of the query, to which this one is added
 */
export function documentTest(condition: Condition, column: QueryColumn | undefined, tests: ValueTest[]): Fragment {
  const { target, operator } = condition
  if ('references' in target) {
    tests.push(json => json !== null && holds(condition, noMeta, '', JSON.parse(json)))
    return { sql: `plinth_test(d.data, ${tests.length - 1}, octet_length(d.data))`, binds: [] }
  }
  const inColumn = 'column' in target ? `d.${target.column}` : column?.kind === 'text' ? column.sql : undefined
  const [name = '', ...rest] = 'path' in target ? target.path : []
  const path = inColumn === undefined ? ['value', ...rest] : ['value']
  const reduced: Condition = { ...condition, target: { path } }
  tests.push(json => holds(reduced, noMeta, '', json === null ? {} : { value: JSON.parse(json) }))
  const json = inColumn === undefined ? `d.data -> ${jsonPath([name])}` : `json_quote(${inColumn})`
  const sql = `plinth_test(${json}, ${tests.length - 1}, octet_length(${inColumn ?? 'd.data'}))`
  const text = inColumn === undefined ? textTest(condition) : nothing
  const isNegated = traitsOf(operator).negates !== undefined
  if (text.sql === '' || !isNegated) return allOf([text, { sql, binds: [] }])
  return { sql: `(NOT ${text.sql} OR ${sql})`, binds: text.binds }
}

/**
 * A test that every document passes for which `eq` or `in` holds: the JSON contains the text as JSON encodes it. Much cheaper than parsing the document.
 * A document that does not pass it is one for which `ne` or `nin` holds.
 */
function textTest({ operator, kind, operands }: Condition): Fragment {
  const texts = operands.filter(operand => typeof operand === 'string')
  const isUseful = traitsOf(operator).compares === 'equality' && kind !== 'instant' && texts.length <= 8
  if (!isUseful || texts.length < operands.length) return nothing
  return anyOf(texts.map(text => ({ sql: 'instr(d.data, ?)', binds: [jsonText(text)] })))
}

/** Conditions on the data do not use the metadata. */
const noMeta = {
  type_slug: '',
  status: 'active',
  created_by: '',
  account_id: '',
  sequence_no: 1,
  created_at: '',
  updated_at: '',
} as const

/** The column with a side table that decides a condition, or undefined. */
export function sideColumn({ target, kind }: Condition, layout: Layout): PhysicalColumn | undefined {
  if ('column' in target) return undefined
  if ('references' in target) return referencesColumn(layout, target)
  const column = columnAt(layout, target.path, kind)
  return column?.values === 'ready' ? column : undefined
}

/** Documents with a matching value, as rows of a side table; undefined when it cannot decide. */
export function sideRows(condition: Condition, layout: Layout, column: PhysicalColumn): Fragment | undefined {
  const { operator } = condition
  const isEqual = operator === 'eq' || operator === 'in'
  if (!isEqual && !isRangeOperator(operator)) return undefined
  const key = keyColumn(column)
  const test = isEqual ? equalTest('key', equalBinds(condition, key)) : rangesTest(condition, key)
  return { sql: `SELECT document FROM ${quoteName(valuesName(layout, column))} WHERE ${test.sql}`, binds: test.binds }
}

/** Side tables contain keys, whatever the kind of their column. */
const keyColumn = ({ kind }: PhysicalColumn): QueryColumn => ({
  sql: 'key',
  kind,
  type: 'TEXT',
  isKey: true,
  isRequired: true,
  isId: false,
  isTime: false,
})

/** Whether the row has, or for `ne` and `nin` does not have, one of the values; by one look-up each. */
export function sideTest(condition: Condition, layout: Layout): Fragment | undefined {
  const column = sideColumn(condition, layout)
  if (column === undefined || isRangeOperator(condition.operator)) return undefined
  const isNegated = traitsOf(condition.operator).negates !== undefined
  const rows = sideRows(isNegated ? { ...condition, operator: 'in' } : condition, layout, column)
  return rows && { sql: `${isNegated ? 'NOT ' : ''}EXISTS (${rows.sql} AND document = d.rowid)`, binds: rows.binds }
}
