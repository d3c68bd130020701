import type { Json } from '../../../../admin/src/index.ts'
import type { SentFile } from '../import-api.ts'
import { byteOrderMark, csvLine, TextFile } from './text-file.ts'

/** Something that stands against a row. */
export interface Problem {
  line: number
  /** Column of the file; empty when it is about the whole row. */
  column: string
  message: string
}

/** The heading of the column that says what is wrong with refused rows; an import leaves it out. */
export const problemHeading = 'plinth:problem'

/** Rows that have the same wrong with them. */
export interface ProblemGroup {
  column: string
  message: string
  rows: number
  /** The first of them: where, and what stands there; undefined where nothing does. */
  examples: { line: number; value: string | undefined }[]
}

const maxGroups = 200
const maxExamples = 3
const maxValueLength = 80

/** Every problem of a file: by what is wrong to be shown, all of them to be saved. */
export class ProblemLog {
  readonly #groups = new Map<string, ProblemGroup>()
  /** Problems that are in none of the groups: there would be too many of them. */
  others = 0
  count = 0
  /** Rows with problems. */
  rows = 0
  readonly #problems = new TextFile()
  readonly #rows = new TextFile()
  readonly #reading: Pick<SentFile, 'format' | 'delimiter'>
  readonly #headings: readonly string[]

  /** @param headings the columns of the file */
  constructor(reading: Pick<SentFile, 'format' | 'delimiter'>, headings: readonly string[]) {
    this.#reading = reading
    this.#headings = headings.filter(heading => heading !== problemHeading)
  }

  /** Note everything that stands against one row. @param row as it stands in the file */
  add(line: number, problems: readonly Omit<Problem, 'line'>[], row: Json): void {
    this.rows++
    this.count += problems.length
    for (const problem of problems) {
      this.#group(line, problem, row)
      this.#problems.add(csvLine([String(line), problem.column, problem.message]))
    }
    this.#rows.add(this.#refused(line, problems, row))
  }

  /** What is wrong, the most frequent first. */
  groups(): ProblemGroup[] {
    return [...this.#groups.values()].sort((a, b) => b.rows - a.rows)
  }

  /** The problems as CSV. @param headings of row, column and problem, in words */
  problems(headings: readonly string[]): Blob {
    return this.#problems.blob('text/csv', byteOrderMark + csvLine(headings))
  }

  /** The refused rows in the format of the file, each with what stands against it: to be put right and imported again. */
  refused(): { file: Blob; ending: string } {
    const { format, delimiter } = this.#reading
    if (format !== 'csv') return { file: this.#rows.blob('application/x-ndjson'), ending: 'ndjson' }
    const head = csvLine([...this.#headings, problemHeading], delimiter)
    return { file: this.#rows.blob('text/csv', byteOrderMark + head), ending: 'csv' }
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

  /** The cells of a row that cannot be read are a list. */
  #valueIn(row: Json, column: string): Json | undefined {
    return Array.isArray(row) ? row[this.#headings.indexOf(column)] : valueIn(row, column)
  }

  #refused(line: number, problems: readonly Omit<Problem, 'line'>[], row: Json): string {
    const reasons = problems.map(({ column, message }) => (column === '' ? message : `${column}: ${message}`))
    const { format, delimiter } = this.#reading
    if (format !== 'csv') return `${JSON.stringify({ line, reasons, row })}\n`
    const cells = Array.isArray(row) ? row.map(cellOf) : this.#headings.map(name => cellOf(valueIn(row, name)))
    return csvLine([...cells, reasons.join('; ')], delimiter)
  }
}

const valueIn = (row: Json, name: string): Json | undefined =>
  typeof row === 'object' && row !== null && !Array.isArray(row) && Object.hasOwn(row, name) ? row[name] : undefined

const cellOf = (value: Json | undefined): string =>
  value === undefined || value === null ? '' : typeof value === 'string' ? value : JSON.stringify(value)
