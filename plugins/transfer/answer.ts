import { Readable } from 'node:stream'
import type { JsonObject } from '../../lib/json/index.ts'
import { jsonText } from '../../lib/json/index.ts'
import { problemText, type RowPosition } from '../../lib/tabular/index.ts'
import type { Refusal } from './import/batches.ts'
import { ImportTally, noCounts } from './import/tally.ts'

const maxProblems = 1000
const maxFirstRows = 10
const maxReasonLength = 1000
const progressIntervalMs = 10_000
/** When more bytes than this are unread, lines that are not needed at the end are left out. */
const maxUnreadProgress = 64 * 1024
const maxUnreadRejects = 16 * 1024 * 1024

/** How the answer to an import is written. */
export interface AnswerOptions {
  /** Rows are identified by their line too. */
  hasLines: boolean
  /** Each row that is refused or differs gets its own line, with all its problems and the row itself. */
  rejects: boolean
}

/** Rows with the same problem. */
interface Problem {
  rows: number
  first: RowPosition[]
}

/**
 * The answer to an import (NDJSON): lines with the progress, the problems of rows, and the result. The import never waits for its reader: while
 * nobody reads, lines that are not needed at the end are left out.
 */
export class ImportAnswer {
  readonly stream = new Readable({ read: () => undefined })
  readonly tally: ImportTally
  readonly #options: AnswerOptions
  readonly #problems = new Map<string, Problem>()
  readonly #counts = noCounts()
  readonly #timer: NodeJS.Timeout
  #omittedRejects = 0

  constructor(options: AnswerOptions) {
    this.#options = options
    this.tally = new ImportTally(
      this.#counts,
      row => this.#addProblems(row),
      () => this.#writeProgress(),
    )
    this.#writeProgress()
    // The client, and proxies on the way to it, must not treat the connection as dead.
    this.#timer = setInterval(() => this.#writeProgress(), progressIntervalMs).unref()
  }

  /** @param error why the import ended before its end */
  finish(error?: string): void {
    clearInterval(this.#timer)
    for (const [reason, { rows, first }] of this.#problems)
      this.#write({ problem: { rows, reason, first: first.map(position => this.#positionOf(position)) } })
    if (this.#omittedRejects > 0) this.#write({ omitted_rejects: this.#omittedRejects })
    const { rows: _rows, ...counts } = this.#counts
    this.#write({ result: { ...counts, ...(error !== undefined && { error }) } })
    this.stream.push(null)
  }

  #addProblems(refusal: Refusal): void {
    const { number, line, problems, row } = refusal
    const reasons = problems.map(problemText)
    for (const reason of new Set(reasons)) {
      const known = this.#problems.get(reason)
      const key = known !== undefined || this.#problems.size < maxProblems - 1 ? reason : 'other reasons'
      const problem = this.#problems.get(key.slice(0, maxReasonLength)) ?? { rows: 0, first: [] }
      this.#problems.set(key.slice(0, maxReasonLength), problem)
      problem.rows++
      if (problem.first.length < maxFirstRows) problem.first.push({ number, line })
    }
    if (!this.#options.rejects) return
    if (this.stream.readableLength > maxUnreadRejects) this.#omittedRejects++
    else {
      const fields = problems.map(({ field, message }) => ({ field, message }))
      this.#write({ reject: { row: number, line, reasons, problems: fields, data: row } })
    }
  }

  #writeProgress(): void {
    if (this.stream.readableLength > maxUnreadProgress) return
    const { rows, loaded, refused } = this.#counts
    this.#write({ progress: { rows, loaded, refused } })
  }

  #positionOf = ({ number, line }: RowPosition): JsonObject => ({
    row: number,
    ...(this.#options.hasLines && { line }),
  })

  #write(line: JsonObject): void {
    if (!this.stream.destroyed) this.stream.push(`${jsonText(line)}\n`)
  }
}
