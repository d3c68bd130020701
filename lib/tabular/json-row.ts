import { reasonOf } from '../errors/index.ts'
import { hasMoreMembers, isObject, maxNesting, parseJson } from '../json/index.ts'
import type { Json } from '../json/index.ts'
import type { Reading } from './read.ts'
import type { LineRow } from './rows.ts'

/** Read the JSON text of one row with the same checks as a body. */
export function readJsonRow(
  line: number,
  text: string,
  { maxColumns = Infinity, maxObjectMembers }: Pick<Reading, 'maxColumns' | 'maxObjectMembers'>,
): LineRow {
  if (hasMoreMembers(text, maxColumns)) {
    const message = `has more than ${maxColumns} columns (maxColumns of the plugin transfer)`
    return { line, problems: [{ field: '', message, code: 'too-many-columns' }], row: text }
  }
  try {
    const value = parseJson(text, maxNesting, maxObjectMembers)
    return isObject(value)
      ? { line, data: value }
      : { line, problems: [{ field: '', message: `must be an object, not ${kindOf(value)}` }], row: value }
  } catch (error) {
    return { line, problems: [{ field: '', message: withLineOfFile(reasonOf(error), line) }], row: text }
  }
}

/** The parser counts lines from the beginning of the row; users need the line in the file. */
const withLineOfFile = (message: string, line: number): string =>
  message.replace(/, at line (\d+), column/, (_, inRow: string) =>
    inRow === '1' ? ', at column' : `, at line ${line + Number(inRow) - 1}, column`,
  )

function kindOf(value: Json): string {
  if (value === null) return 'null'
  if (Array.isArray(value)) return 'an array'
  return typeof value === 'string' ? 'a text' : `a ${typeof value}`
}
