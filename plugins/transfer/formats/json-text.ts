import { parseJson } from '../../../lib/json/index.ts'
import type { RefusedRow, Row } from './rows.ts'

/** Read the JSON text of one row with the checks that the API makes of a body. */
export function readJsonRow(line: number, text: string): Row | RefusedRow {
  try {
    const value = parseJson(text)
    if (value !== null && typeof value === 'object' && !Array.isArray(value)) return { line, data: value }
    return { line, reasons: [`must be an object, not ${nameOf(value)}`], row: value }
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error)
    return { line, reasons: [inTheFile(message, line)], row: text }
  }
}

/** What is wrong with a row says where in the row; what counts is where in the file. */
const inTheFile = (message: string, line: number): string =>
  message.replace(/, at line (\d+), column/, (_, inRow: string) =>
    inRow === '1' ? ', at column' : `, at line ${line + Number(inRow) - 1}, column`,
  )

function nameOf(value: unknown): string {
  if (value === null) return 'null'
  if (Array.isArray(value)) return 'an array'
  return typeof value === 'string' ? 'a text' : `a ${typeof value}`
}
