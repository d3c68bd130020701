import { parseJson } from '../../../kernel/index.ts'
import type { RefusedRow, Row } from './rows.ts'

/** Read the JSON text of one row with the checks that the API makes of a body. */
export function readJsonRow(line: number, text: string): Row | RefusedRow {
  try {
    const value = parseJson(text)
    if (value !== null && typeof value === 'object' && !Array.isArray(value)) return { line, data: value }
    return { line, reasons: [`must be an object, not ${nameOf(value)}`], row: value }
  } catch (error) {
    return { line, reasons: [error instanceof Error ? error.message : String(error)], row: text }
  }
}

function nameOf(value: unknown): string {
  if (value === null) return 'null'
  if (Array.isArray(value)) return 'an array'
  return typeof value === 'string' ? 'a text' : `a ${typeof value}`
}
