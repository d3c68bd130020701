import { readJsonRow } from './json-row.ts'
import { isRefused, maxRowLength, tooLarge, type LineRow } from './rows.ts'

/** The rows of a file with one JSON text on each line. Empty lines are ignored. */
export async function* readNdjson(texts: AsyncIterable<string>, isBeginning: boolean): AsyncIterable<LineRow[]> {
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
    return whole.trim() === '' ? [] : [readJsonRow(line, whole)]
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
  yield isBeginning ? last.filter(row => !isRefused(row)) : last
}
