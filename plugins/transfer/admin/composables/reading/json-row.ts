import { isObject, readJson } from '../../../../../admin/src/index.ts'
import type { Json } from '../../../../../admin/src/index.ts'
import type { BadRow, FileRow, Reason } from './rows.ts'

/** Read the JSON text of one row, and refuse what reading would change: numbers of too many digits, names that occur twice. */
export function readJsonRow(line: number, text: string): FileRow | BadRow {
  const read = readJson(text)
  if (!('value' in read)) {
    const parameters = { line: line + read.line - 1, column: read.column }
    return { line, reason: { key: 'noJson', parameters }, row: text }
  }
  if (!isObject(read.value)) return { line, reason: { key: 'noObject' }, row: read.value }
  const reason = changedBy(text, read.value)
  return reason === undefined ? { line, data: read.value } : { line, reason, row: text }
}

const tokens = /"(?:[^"\\]|\\.)*"(\s*:)?|-?\d[\d.eE+-]*/g

function changedBy(text: string, value: Json): Reason | undefined {
  let names = 0
  for (const [token, colon] of text.matchAll(tokens)) {
    if (colon !== undefined) names++
    else if (!token.startsWith('"') && !isExact(token))
      return { key: 'numberChanges', parameters: { number: token.slice(0, 40) } }
  }
  return names === countNames(value) ? undefined : { key: 'nameTwice' }
}

function countNames(value: Json): number {
  if (Array.isArray(value)) return value.reduce<number>((sum, item) => sum + countNames(item), 0)
  if (!isObject(value)) return 0
  return Object.values(value).reduce<number>((sum, item) => sum + 1 + countNames(item), 0)
}

/** Whether a number of JSON survives being read as the API reads it. */
export function isExact(token: string): boolean {
  const value = Number(token)
  if (/^-?\d+$/.test(token)) return Number.isSafeInteger(value)
  const digits = token
    .replace(/[eE].*$/, '')
    .replaceAll(/[-.]/g, '')
    .replace(/^0+/, '')
  return Number.isFinite(value) && (value !== 0 || digits === '') && (digits.length <= 17 || String(value) === token)
}
