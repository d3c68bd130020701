import { Readable } from 'node:stream'
import type { JsonObject } from '../../lib/json/index.ts'
import { jsonText } from '../../lib/json/index.ts'
import { problemText } from '../../lib/tabular/index.ts'
import type { Refusal } from './import/batches.ts'
import { addCounts, ImportTally, noCounts, type CellNotes, type ImportCounts } from './import/tally.ts'

/** Of the result of a run, all of which must be less than 1 MiB of JSON. */
const maxKeptProblems = 100
const maxKeptRejectBytes = 256 * 1024
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
type Problem = {
  rows: number
  first: JsonObject[]
}

interface CountedFile extends AnsweredFile {
  counts: ImportCounts
  notes: CellNotes
}

/** What was reported on the rows of one file so far. */
type ReportState = {
  counts: ImportCounts
  problems: ({ reason: string } & Problem)[]
  /** How many rows have no line of their own for want of room. */
  omitted: number
}

/** What a run of an import has reported so far; JSON. */
export type KeptReportState = ReportState & { lines: JsonObject[] }

/** The report on an import: lines with the progress, the problems of rows, and the result. */
export abstract class ImportReport {
  readonly #rejects: boolean
  readonly #maxProblems: number
  readonly #problems: Map<string, Problem>
  readonly #files: CountedFile[] = []
  readonly #initial: ImportCounts
  #current: CountedFile | undefined
  #omittedRejects: number

  /**
   * @param rejects whether each row that is refused or differs gets its own line, with all its problems and the row itself
   * @param maxProblems rows with other problems than the first of them are counted together
   * @param before what an interrupted import has reported, if it goes on
   */
  constructor(rejects: boolean, maxProblems: number, { counts, problems, omitted }: Partial<ReportState> = {}) {
    this.#rejects = rejects
    this.#maxProblems = maxProblems
    this.#initial = counts ?? noCounts()
    this.#problems = new Map(problems?.map(({ reason, ...problem }) => [reason, problem]))
    this.#omittedRejects = omitted ?? 0
  }

  /** Takes a line. */
  protected abstract write(line: JsonObject): void
  /** Whether there is room for a line about a single row. */
  protected abstract hasRoomFor(line: JsonObject): boolean
  /** Called when rows were counted. */
  protected abstract progressed(): void

  /** Counts and reports the rows of a file. */
  tallyFor(answered: AnsweredFile): ImportTally {
    const notes: CellNotes = { undeclared: [], rewritten: undefined }
    const file = { ...answered, notes, counts: this.#files.length === 0 ? this.#initial : noCounts() }
    this.#files.push(file)
    this.#current = file
    return new ImportTally(
      file.counts,
      notes,
      row => this.#addProblems(file, row),
      () => {
        this.#current = file
        this.progressed()
      },
    )
  }

  /** Write the first line of the answer to a copy. */
  begin(copy: JsonObject): void {
    this.write({ copy })
  }

  /** @param error why the import ended before its end */
  finish(error?: string): void {
    for (const [reason, { rows, first }] of this.#problems) this.write({ problem: { rows, reason, first } })
    if (this.#omittedRejects > 0) this.write({ omitted_rejects: this.#omittedRejects })
    const { undeclared = [], rewritten } = this.#files[0]?.notes ?? {}
    if (this.#isOfOneFile && (undeclared.length > 0 || rewritten !== undefined))
      this.write({
        notes: { ...(undeclared.length > 0 && { undeclared }), ...(rewritten && { rewritten: { ...rewritten } }) },
      })
    this.write({ result: { ...this.#result(), ...(error !== undefined && { error }) } })
  }

  get #isOfOneFile(): boolean {
    return this.#files.every(({ named }) => named === undefined)
  }

  /** The rows of all files so far. */
  protected get rows(): number {
    return this.#files.reduce((sum, { counts }) => sum + counts.rows, 0)
  }

  /** What an import of one file goes on from. */
  protected get reported(): ReportState {
    const { counts = this.#initial } = this.#files[0] ?? {}
    return {
      counts,
      problems: [...this.#problems].map(([reason, problem]) => ({ reason, ...problem })),
      omitted: this.#omittedRejects,
    }
  }

  /** The progress of the present file. */
  protected progressLine(): JsonObject {
    const { named, counts: { rows, loaded, refused } = noCounts() } = this.#current ?? {}
    return { progress: { ...(named !== undefined && { file: named.name }), rows, loaded, refused } }
  }

  /** The counts of the only file, or of each type. */
  #result(): JsonObject {
    const { rows: _rows, ...counts } = this.#files[0]?.counts ?? noCounts()
    if (this.#isOfOneFile) return counts
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
      const key = known !== undefined || this.#problems.size < this.#maxProblems - 1 ? reason : 'other reasons'
      const problem = this.#problems.get(key.slice(0, maxReasonLength)) ?? { rows: 0, first: [] }
      this.#problems.set(key.slice(0, maxReasonLength), problem)
      problem.rows++
      if (problem.first.length < maxFirstRows) problem.first.push(position)
    }
    if (!this.#rejects) return
    const fields = problems.map(({ field, message }) => ({ field, message }))
    const reject = { reject: { ...position, line, reasons, problems: fields, data: row } }
    if (this.hasRoomFor(reject)) this.write(reject)
    else this.#omittedRejects++
  }
}

/**
 * The answer to an import (NDJSON) while it goes on. The import never waits for its reader: while nobody reads, lines that are not needed at the end are
 * left out.
 */
export class ImportAnswer extends ImportReport {
  readonly stream = new Readable({ read: () => undefined })
  readonly #timer: NodeJS.Timeout

  constructor(rejects: boolean) {
    super(rejects, maxProblems)
    this.progressed()
    // The client, and proxies on the way to it, must not treat the connection as dead.
    this.#timer = setInterval(() => this.progressed(), progressIntervalMs).unref()
  }

  override finish(error?: string): void {
    clearInterval(this.#timer)
    super.finish(error)
    this.stream.push(null)
  }

  protected override write(line: JsonObject): void {
    if (!this.stream.destroyed) this.stream.push(`${jsonText(line)}\n`)
  }

  protected override hasRoomFor(): boolean {
    return this.stream.readableLength <= maxUnreadRejects
  }

  protected override progressed(): void {
    if (this.stream.readableLength <= maxUnreadProgress) this.write(this.progressLine())
  }
}

/** The report on an import by a run: the same lines without the progress, which is that of the run. */
export class KeptReport extends ImportReport {
  readonly lines: JsonObject[]
  readonly #onRows: (rows: number) => void
  #bytes = 0

  /**
   * @param onRows called with the number of rows so far
   * @param before the {@link state} that the import goes on from
   */
  constructor(rejects: boolean, onRows: (rows: number) => void, before: Partial<KeptReportState>) {
    super(rejects, maxKeptProblems, before)
    this.#onRows = onRows
    this.lines = []
    for (const line of before.lines ?? []) this.write(line)
  }

  /** What another attempt goes on from. */
  get state(): KeptReportState {
    return { ...this.reported, lines: this.lines }
  }

  /** The result of an earlier attempt stays: the later one finds the types as that one left them. */
  override begin(copy: JsonObject): void {
    if (this.lines.length === 0) super.begin(copy)
  }

  protected override write(line: JsonObject): void {
    this.#bytes += bytesOf(line)
    this.lines.push(line)
  }

  protected override hasRoomFor(line: JsonObject): boolean {
    return this.#bytes + bytesOf(line) <= maxKeptRejectBytes
  }

  protected override progressed(): void {
    this.#onRows(this.rows)
  }
}

const bytesOf = (line: JsonObject): number => Buffer.byteLength(jsonText(line))
