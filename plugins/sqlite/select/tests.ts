import type { Condition } from '../../../lib/store-kit/document-store.ts'
import type { Scalar } from '../../../lib/json/types.ts'
import { jsonText } from '../../../lib/json/stringify.ts'
import { fold } from '../../../lib/store-kit/text.ts'
import { valuesName } from '../columns.ts'
import type { Bind, Fragment } from '../connection.ts'
import { columnKey } from '../keys.ts'
import type { Layout, PhysicalColumn } from '../layout.ts'
import { columnAt } from '../layout.ts'
import { quoteName } from '../names.ts'
import { isRangeOperator, rangeFor, rangeTest, timeOf } from './bounds.ts'
import { operandFor, textOperand } from './operand.ts'
import type { Operand } from './operand.ts'
import type { Slot } from './slot.ts'

export const never: Fragment = { sql: '0', binds: [] }
const always: Fragment = { sql: '1', binds: [] }
const mostBinds = 500

/** Fragments of which one must hold. */
export function anyOf(fragments: readonly Fragment[]): Fragment {
  if (fragments.length === 0) return never
  if (fragments.length === 1 && fragments[0] !== undefined) return fragments[0]
  return { sql: `(${fragments.map(({ sql }) => sql).join(' OR ')})`, binds: bindsOf(fragments) }
}

/** Fragments that must all hold; empty ones say nothing. */
export function allOf(fragments: readonly Fragment[]): Fragment {
  const said = fragments.filter(({ sql }) => sql !== '')
  if (said.length < 2) return said[0] ?? always
  return { sql: said.map(({ sql }) => sql).join(' AND '), binds: bindsOf(said) }
}

function bindsOf(fragments: readonly Fragment[]): Bind[] {
  const all: Bind[] = []
  for (const { binds } of fragments) all.push(...binds)
  return all
}

/** What `eq` and `in` look for, as the column keeps it; null fits nothing. */
export function equalOperands({ operands }: Condition, slot: Slot): Operand[] {
  return operands.flatMap(operand => {
    if (operand === null) return []
    if (!slot.isTime) return [operandFor(operand, slot)]
    const time = timeOf(operand)
    return time?.exact === true ? [textOperand(time.text)] : []
  })
}

/** `column IN (...)`; many texts go as one JSON array, so that the statement stays the same. */
export function equalTest(sql: string, operands: readonly Operand[]): Fragment {
  if (operands.length === 0) return never
  if (operands.length === 1) return { sql: `${sql} = ${operands[0]?.sql ?? '?'}`, binds: [operands[0]?.bind ?? null] }
  if (operands.length > 8 && operands.every(({ bind }) => typeof bind === 'string')) {
    return {
      sql: `${sql} IN (SELECT value FROM json_each(?))`,
      binds: [JSON.stringify(operands.map(({ bind }) => bind))],
    }
  }
  return { sql: `${sql} IN (${operands.map(each => each.sql).join(', ')})`, binds: operands.map(({ bind }) => bind) }
}

/**
 * A condition as a test of a row's column.
 * @param sql the column in the query
 * @returns undefined when the column cannot decide it
 */
export function columnTest(condition: Condition, slot: Slot, sql: string): Fragment | undefined {
  const { operator, operands } = condition
  if (slot.shape === 'varied') return undefined
  if (operator === 'exists') {
    if (slot.required) return operands[0] === true ? always : never
    return { sql: `${sql} IS ${operands[0] === true ? 'NOT NULL' : 'NULL'}`, binds: [] }
  }
  if (operator === 'like') return likeTest(sql, operands, slot)
  if (isRangeOperator(operator)) {
    const ranges = operands.map(operand => rangeFor(operator, operand, slot)).filter(range => range !== undefined)
    return anyOf(ranges.map(range => bracket(rangeTest(sql, range))))
  }
  if (operands.length > mostBinds && !operands.every(operand => typeof operand === 'string')) return undefined
  const equal = equalTest(sql, equalOperands(condition, slot))
  return operator === 'eq' || operator === 'in' ? equal : { sql: `(${equal.sql}) IS NOT 1`, binds: equal.binds } // TRUE would be a column of that name
}

/**
 * A test that no document fails for which `eq` or `in` holds: an operand stands in the text of the document as JSON writes it. Much cheaper than
 * reading the document.
 */
export function textTest({ operator, kind, operands }: Condition, sql: string): Fragment | undefined {
  if ((operator !== 'eq' && operator !== 'in') || kind === 'instant' || operands.length > 8) return undefined
  const texts = operands.filter(operand => operand !== null).map(operand => jsonText(operand))
  return anyOf(texts.map(text => ({ sql: `instr(${sql}, ?)`, binds: [text] })))
}

const bracket = ({ sql, binds }: Fragment): Fragment => ({ sql: `(${sql})`, binds })

/** Keys are no texts, and only texts of the column's own kind stand there as they are. */
function likeTest(sql: string, operands: readonly Scalar[], slot: Slot): Fragment | undefined {
  if (slot.kind !== 'text' || slot.shape !== 'pure') return undefined
  const texts = operands.filter(operand => typeof operand === 'string')
  return anyOf(texts.map(text => ({ sql: `plinth_like(json_quote(${sql}), ?)`, binds: [JSON.stringify(fold(text))] })))
}

/** The side table that decides a condition on a `many` column, or undefined. */
export function valuesColumn({ target, kind }: Condition, layout: Layout): PhysicalColumn | undefined {
  if ('column' in target) return undefined
  const column = columnAt(layout, target.path, kind)
  return column?.values === 'ready' ? column : undefined
}

/** Documents with a value that fits, as rows of a side table; undefined when it cannot say. */
export function valueRows(condition: Condition, layout: Layout, column: PhysicalColumn): Fragment | undefined {
  const { operator, operands } = condition
  const slot = keySlot(column)
  const values = operands.filter(operand => operand !== null)
  const from = `SELECT document FROM ${quoteName(valuesName(layout, column))} WHERE`
  if (isRangeOperator(operator)) {
    const ranges = values.map(value => rangeFor(operator, value, slot)).filter(range => range !== undefined)
    const test = anyOf(ranges.map(range => bracket(rangeTest('key', range))))
    return { sql: `${from} ${test.sql}`, binds: test.binds }
  }
  if (operator !== 'eq' && operator !== 'in') return undefined
  const test = equalTest(
    'key',
    values.map(value => textOperand(columnKey(value, column.kind))),
  )
  return { sql: `${from} ${test.sql}`, binds: test.binds }
}

/** Side tables keep keys, whatever the kind of their column. */
const keySlot = ({ kind }: PhysicalColumn): Slot => ({
  sql: 'key',
  value: 'key',
  kind: kind === 'instant' ? 'instant' : 'mixed',
  type: 'TEXT',
  shape: 'pure',
  required: true,
  isId: false,
  isTime: false,
})

/** Whether the row has, or for `ne` and `nin` has not, one of the values; by one look-up each. */
export function valuesTest(condition: Condition, layout: Layout, row: string): Fragment | undefined {
  const column = valuesColumn(condition, layout)
  const negated = condition.operator === 'ne' || condition.operator === 'nin'
  if (column === undefined || isRangeOperator(condition.operator)) return undefined
  const rows = valueRows(negated ? { ...condition, operator: 'in' } : condition, layout, column)
  return rows && { sql: `${negated ? 'NOT ' : ''}EXISTS (${rows.sql} AND document = ${row})`, binds: rows.binds }
}
