import { Readable } from 'node:stream'
import type { JsonObject } from '../../lib/json/index.ts'
import { jsonText } from '../../lib/json/index.ts'
import { problemText } from '../../lib/tabular/index.ts'
import type { Refusal } from './import/batches.ts'
import { addCounts, ImportTally, noCounts, type ImportCounts } from './import/tally.ts'

const maxProblems = 1000
const maxFirstRows = 10
const maxReasonLength = 1000
const progressIntervalMs = 10_000
/** When more bytes than this are unread, lines that are not needed at the end are left out. */
const maxUnreadProgress = 64 * 1024
const maxUnreadRejects = 16 * 1024 * 1024

/** A file whose rows are imported. */
export interface AnsweredFile {
  /** Whether rows are identified by their line too. */
  hasLines: boolean
  /** One of several files: rows are identified by its name too, and counted by its type. */
  named?: { name: string; typeSlug: string }
}

/** Rows with the same problem. */
interface Problem {
  rows: number
  first: JsonObject[]
}

interface CountedFile extends AnsweredFile {
  counts: ImportCounts
}

/**
 * The answer to an import (NDJSON): lines with the progress, the problems of rows, and the result. The import never waits for its reader: while
 * nobody reads, lines that are not needed at the end are left out.
 */
export class ImportAnswer {
  readonly stream = new Readable({ read: () => undefined })
  readonly #rejects: boolean
  readonly #problems = new Map<string, Problem>()
  readonly #files: CountedFile[] = []
  readonly #timer: NodeJS.Timeout
  #current: CountedFile | undefined
  #omittedRejects = 0

  /** @param rejects whether each row that is refused or differs gets its own line, with all its problems and the row itself */
  constructor(rejects: boolean) {
    this.#rejects = rejects
    this.#writeProgress()
    // The client, and proxies on the way to it, must not treat the connection as dead.
    this.#timer = setInterval(() => this.#writeProgress(), progressIntervalMs).unref()
  }

  /** Counts and reports the rows of a file. */
  tallyFor(answered: AnsweredFile): ImportTally {
    const file = { ...answered, counts: noCounts() }
    this.#files.push(file)
    this.#current = file
    return new ImportTally(
      file.counts,
      row => this.#addProblems(file, row),
      () => {
        this.#current = file
        this.#writeProgress()
      },
    )
  }

  /** Write the first line of the answer to a copy. */
  begin(copy: JsonObject): void {
    this.#write({ copy })
  }

  /** @param error why the import ended before its end */
  finish(error?: string): void {
    clearInterval(this.#timer)
    for (const [reason, { rows, first }] of this.#problems) this.#write({ problem: { rows, reason, first } })
    if (this.#omittedRejects > 0) this.#write({ omitted_rejects: this.#omittedRejects })
    this.#write({ result: { ...this.#result(), ...(error !== undefined && { error }) } })
    this.stream.push(null)
  }

  /** The counts of the only file, or of each type. */
  #result(): JsonObject {
    const { rows: _rows, ...counts } = this.#files[0]?.counts ?? noCounts()
    if (this.#files.every(({ named }) => named === undefined)) return counts
    const imports = new Map<string, ImportCounts>()
    for (const { named, counts: more } of this.#files) {
      const type = named?.typeSlug ?? ''
      imports.set(type, addCounts(imports.get(type) ?? noCounts(), more))
    }
    return { imports: [...imports].map(([type_slug, sum]) => ({ type_slug, ...sum })) }
  }

  #addProblems(file: CountedFile, { number, line, problems, row }: Refusal): void {
    const reasons = problems.map(problemText)
    const position = {
      ...(file.named !== undefined && { type_slug: file.named.typeSlug, file: file.named.name }),
      row: number,
      ...(file.hasLines && { line }),
    }
    for (const reason of new Set(reasons)) {
      const known = this.#problems.get(reason)
      const key = known !== undefined || this.#problems.size < maxProblems - 1 ? reason : 'other reasons'
      const problem = this.#problems.get(key.slice(0, maxReasonLength)) ?? { rows: 0, first: [] }
      this.#problems.set(key.slice(0, maxReasonLength), problem)
      problem.rows++
      if (problem.first.length < maxFirstRows) problem.first.push(position)
    }
    if (!this.#rejects) return
    if (this.stream.readableLength > maxUnreadRejects) this.#omittedRejects++
    else {
      const fields = problems.map(({ field, message }) => ({ field, message }))
      this.#write({ reject: { ...position, line, reasons, problems: fields, data: row } })
    }
  }

  #writeProgress(): void {
    if (this.stream.readableLength > maxUnreadProgress) return
    const { named, counts: { rows, loaded, refused } = noCounts() } = this.#current ?? {}
    this.#write({ progress: { ...(named !== undefined && { file: named.name }), rows, loaded, refused } })
  }

  #write(line: JsonObject): void {
    if (!this.stream.destroyed) this.stream.push(`${jsonText(line)}\n`)
  }
}
