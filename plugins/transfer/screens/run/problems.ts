import type { Json } from '../../../../lib/json/types.ts'
import { byteOrderMark, csvLine } from '../../../../lib/tabular/csv-line.ts'
import type { SentFile } from '../import-api.ts'

/** A problem with a row. */
export interface Problem {
  line: number
  /** Column of the file; empty when the problem concerns the whole row. */
  column: string
  message: string
}

/** The heading of the column with the problems of refused rows; an import leaves this column out. */
export const problemHeading = 'plinth:problem'

/** Rows that have the same problem. */
export interface ProblemGroup {
  column: string
  message: string
  rows: number
  /** The first of these rows: the line and the value; undefined if the row has no value there. */
  examples: { line: number; value: string | undefined }[]
}

const maxGroups = 200
const maxExamples = 3
const maxValueLength = 80

/** All problems of a file: grouped for display, complete for saving. */
export class ProblemLog {
  readonly #groups = new Map<string, ProblemGroup>()
  /** Number of problems that are in no group, because the number of groups is limited. */
  others = 0
  count = 0
  /** Rows with problems. */
  rows = 0
  /** How many of them are not listed. */
  omitted = 0
  readonly #problems = new TextFile()
  readonly #rows = new TextFile()
  readonly #reading: Pick<SentFile, 'format' | 'delimiter'>
  readonly #headings: readonly string[]

  /** @param headings the columns of the file */
  constructor(reading: Pick<SentFile, 'format' | 'delimiter'>, headings: readonly string[]) {
    this.#reading = reading
    this.#headings = headings.filter(heading => heading !== problemHeading)
  }

  /** Add all problems of one row. @param row as it is in the file */
  add(line: number, problems: readonly Omit<Problem, 'line'>[], row: Json): void {
    this.rows++
    this.count += problems.length
    for (const problem of problems) {
      this.#group(line, problem, row)
      this.#problems.add(csvLine([String(line), problem.column, problem.message]))
    }
    this.#rows.add(this.#refused(line, problems, row))
  }

  /** Count rows with problems that the service did not list. */
  omit(rows: number): void {
    this.rows += rows
    this.omitted += rows
  }

  /** The problems, the most frequent first. */
  groups(): ProblemGroup[] {
    return [...this.#groups.values()].sort((a, b) => b.rows - a.rows)
  }

  /** The problems as CSV. @param headings of row, column and problem, in the user's language */
  problems(headings: readonly string[]): Blob {
    return this.#problems.blob('text/csv', byteOrderMark + csvLine(headings))
  }

  /** The refused rows in the format of the file, each with its problems, so that a user can correct them and import them again. */
  refused(): { file: Blob; ending: string } {
    const { format, delimiter } = this.#reading
    if (format !== 'csv') return { file: this.#rows.blob('application/x-ndjson'), ending: 'ndjson' }
    const head = byteOrderMark + csvLine([...this.#headings, problemHeading], { delimiter })
    return { file: this.#rows.blob('text/csv', head), ending: 'csv' }
  }

  #group(line: number, { column, message }: Omit<Problem, 'line'>, row: Json): void {
    const key = JSON.stringify([column, message])
    const known = this.#groups.get(key)
    if (known === undefined && this.#groups.size >= maxGroups) {
      this.others++
      return
    }
    const group = known ?? { column, message, rows: 0, examples: [] }
    this.#groups.set(key, group)
    group.rows++
    if (group.examples.length === maxExamples) return
    const text = cellOf(column === '' ? undefined : this.#valueIn(row, column))
    const cut = text.length > maxValueLength ? `${text.slice(0, maxValueLength)}…` : text
    group.examples.push({ line, value: text === '' ? undefined : cut })
  }

  /** A row that cannot be read is a list of its cells. */
  #valueIn(row: Json, column: string): Json | undefined {
    return Array.isArray(row) ? row[this.#headings.indexOf(column)] : valueIn(row, column)
  }

  #refused(line: number, problems: readonly Omit<Problem, 'line'>[], row: Json): string {
    const reasons = problems.map(({ column, message }) => (column === '' ? message : `${column}: ${message}`))
    const { format, delimiter } = this.#reading
    if (format !== 'csv') return `${JSON.stringify({ line, reasons, row })}\n`
    const cells = Array.isArray(row) ? row.map(cellOf) : this.#headings.map(name => cellOf(valueIn(row, name)))
    return csvLine([...cells, reasons.join('; ')], { delimiter })
  }
}

const valueIn = (row: Json, name: string): Json | undefined =>
  typeof row === 'object' && row !== null && !Array.isArray(row) && Object.hasOwn(row, name) ? row[name] : undefined

const cellOf = (value: Json | undefined): string =>
  value === undefined || value === null ? '' : typeof value === 'string' ? value : JSON.stringify(value)

/** A file that grows line by line; the browser does not need to keep it in memory. */
class TextFile {
  readonly #parts: Blob[] = []
  #text = ''

  add(text: string): void {
    this.#text += text
    if (this.#text.length > 65_536) this.#flush()
  }

  /** @param head precedes the rest */
  blob(type: string, head = ''): Blob {
    this.#flush()
    return new Blob([head, ...this.#parts], { type })
  }

  #flush(): void {
    this.#parts.push(new Blob([this.#text]))
    this.#text = ''
  }
}
