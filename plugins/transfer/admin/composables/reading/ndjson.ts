import { readJsonRow } from './json-row.ts'
import { largestRow } from './rows.ts'
import type { BadRow, FileRow, RowReader } from './rows.ts'

/** Reads one JSON object a line (NDJSON, JSON Lines). Empty lines are no rows. */
export class LineReader implements RowReader {
  #held = ''
  #isTooLarge = false
  #line = 0

  push(text: string): (FileRow | BadRow)[] {
    const lines = text.split('\n')
    const rest = lines.pop() ?? ''
    const rows = lines.flatMap(line => this.#take(line))
    this.#hold(rest)
    return rows
  }

  finish(): (FileRow | BadRow)[] {
    return this.#take('')
  }

  #hold(text: string): void {
    this.#isTooLarge ||= this.#held.length + text.length > largestRow
    this.#held = this.#isTooLarge ? '' : this.#held + text
  }

  #take(end: string): (FileRow | BadRow)[] {
    this.#hold(end)
    const [text, isTooLarge] = [this.#held, this.#isTooLarge]
    this.#held = ''
    this.#isTooLarge = false
    this.#line++
    if (isTooLarge) return [{ line: this.#line, reason: { key: 'tooLarge' }, row: null }]
    return text.trim() === '' ? [] : [readJsonRow(this.#line, text)]
  }
}
