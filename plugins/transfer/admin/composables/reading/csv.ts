import { FileError, largestRow } from './rows.ts'
import type { BadRow, FileRow, RowReader } from './rows.ts'

type Place = 'start' | 'plain' | 'quoted' | 'closed'

/**
 * Reads CSV (RFC 4180), the first record being the headings. Every cell is a text under its heading; an empty one is absent. A quote that does not
 * match ends the reading with a FileError, because nothing after it can be trusted.
 */
export class CsvReader implements RowReader {
  headings: readonly string[] | undefined
  readonly #delimiter: string
  #place: Place = 'start'
  #cell = ''
  #cells: string[] = []
  #size = 0
  #line = 1
  #began = 1

  constructor(delimiter: string) {
    this.#delimiter = delimiter
  }

  push(text: string): (FileRow | BadRow)[] {
    const rows: (FileRow | BadRow)[] = []
    let at = 0
    while (at < text.length) {
      if (this.#place === 'quoted') at = this.#quoted(text, at)
      else if (text[at] === '\n') {
        this.#endRecord(rows)
        at++
      } else at = this.#unquoted(text, at)
    }
    return rows
  }

  finish(): (FileRow | BadRow)[] {
    if (this.#place === 'quoted') throw new FileError('openQuote', { line: this.#began })
    const rows: (FileRow | BadRow)[] = []
    if (this.#place !== 'start' || this.#cells.length > 0) this.#endRecord(rows)
    return rows
  }

  #quoted(text: string, at: number): number {
    const end = text.indexOf('"', at)
    const part = text.slice(at, end < 0 ? undefined : end)
    for (let from = part.indexOf('\n'); from >= 0; from = part.indexOf('\n', from + 1)) this.#line++
    this.#add(part)
    if (end < 0) return text.length
    this.#place = 'closed'
    return end + 1
  }

  #unquoted(text: string, at: number): number {
    const character = text[at] ?? ''
    if (character === this.#delimiter) this.#endCell()
    else if (character === '"' && this.#place === 'closed') {
      this.#add('"')
      this.#place = 'quoted'
    } else if (character === '"' && this.#place === 'start') this.#place = 'quoted'
    else if (this.#place === 'closed') {
      if (character !== '\r') throw new FileError('strayQuote', { line: this.#line })
    } else return this.#plain(text, at)
    return at + 1
  }

  #plain(text: string, at: number): number {
    let end = at
    while (end < text.length && text[end] !== this.#delimiter && text[end] !== '\n') {
      if (text[end] === '"') throw new FileError('strayQuote', { line: this.#line })
      end++
    }
    this.#place = 'plain'
    this.#add(text.slice(at, end))
    return end
  }

  #add(part: string): void {
    this.#cell += part
    this.#size += part.length
    if (this.#size > largestRow) throw new FileError('rowTooLarge', { line: this.#began })
  }

  #endCell(): void {
    this.#cells.push(this.#cell)
    this.#cell = ''
    this.#place = 'start'
  }

  #endRecord(rows: (FileRow | BadRow)[]): void {
    if (this.#place === 'plain' && this.#cell.endsWith('\r')) this.#cell = this.#cell.slice(0, -1)
    this.#endCell()
    const cells = this.#cells
    const line = this.#began
    this.#cells = []
    this.#size = 0
    this.#line++
    this.#began = this.#line
    if (cells.length === 1 && cells[0] === '') return
    if (this.headings === undefined) this.headings = checked(cells)
    else rows.push(rowOf(this.headings, cells, line))
  }
}

function checked(headings: readonly string[]): readonly string[] {
  const twice = headings.find((heading, at) => headings.indexOf(heading) !== at)
  if (twice !== undefined) throw new FileError('headingTwice', { heading: twice })
  return headings
}

function rowOf(headings: readonly string[], cells: readonly string[], line: number): FileRow | BadRow {
  if (cells.length !== headings.length) {
    const reason = { key: 'cellCount', parameters: { cells: cells.length, headings: headings.length } }
    return { line, reason, row: [...cells] }
  }
  const filled = headings.flatMap((heading, at) => (cells[at] === '' ? [] : [[heading, cells[at] ?? ''] as const]))
  return { line, data: Object.fromEntries(filled) } // which makes `__proto__` a column like any other
}

/** What separates the cells of a heading line: what occurs in it most often outside of quotes. */
export function delimiterIn(line: string): string {
  const bare = line.replaceAll(/"[^"]*"/g, '')
  const count = (delimiter: string): number => bare.split(delimiter).length
  return [',', ';', '\t'].reduce((best, next) => (count(next) > count(best) ? next : best))
}
