import { readJsonRow } from './json-row.ts'
import type { Reading } from './read.ts'
import { isRefused, maxRowLength, tooLarge, type LineRow } from './rows.ts'

/** The rows of a file with one JSON text on each line. Empty lines are ignored. */
export async function* readNdjson(
  texts: AsyncIterable<string>,
  reading: Omit<Reading, 'format'>,
): AsyncIterable<LineRow[]> {
  let line = 0
  let unfinished = ''
  let isTooLarge = false
  const endLine = (text: string): LineRow[] => {
    line++
    const whole = unfinished + text
    const isDropped = isTooLarge || whole.length > maxRowLength
    unfinished = ''
    isTooLarge = false
    if (isDropped) return [tooLarge(line)]
    return whole.trim() === '' ? [] : [readJsonRow(line, whole, reading)]
  }
  for await (const text of texts) {
    const lines = text.split('\n')
    const rest = lines.pop() ?? ''
    yield lines.flatMap(endLine)
    isTooLarge ||= unfinished.length + rest.length > maxRowLength
    unfinished = isTooLarge ? '' : unfinished + rest
  }
  if (unfinished === '' && !isTooLarge) return
  const last = endLine('')
  yield reading.isBeginning === true ? last.filter(row => !isRefused(row)) : last
}
