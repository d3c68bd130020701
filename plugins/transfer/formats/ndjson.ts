import { readJsonRow } from './json-text.ts'
import { largestRow, tooLarge, type RefusedRow, type Row, type Rows } from './rows.ts'

/** The rows of a file with one JSON text on each line (NDJSON, JSON Lines), read as it arrives. Empty lines are no rows. */
export async function* readNdjson(texts: AsyncIterable<string>): Rows {
  let line = 0
  let held = ''
  let dropped = false
  const take = (text: string): (Row | RefusedRow)[] => {
    line++
    const whole = held + text
    const large = dropped || whole.length > largestRow
    held = ''
    dropped = false
    if (large) return [tooLarge(line)]
    return whole.trim() === '' ? [] : [readJsonRow(line, whole)]
  }
  for await (const text of texts) {
    const lines = text.split('\n')
    const rest = lines.pop() ?? ''
    yield lines.flatMap(take)
    if (dropped || held.length + rest.length > largestRow) {
      dropped = true
      held = ''
    } else held += rest
  }
  if (held !== '' || dropped) yield take('')
}
