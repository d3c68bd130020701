import { jsonText, type JsonObject } from '../../lib/json/index.ts'
import { problemText } from '../../lib/tabular/index.ts'
import type { Refusal } from './import/batches.ts'
import { addCounts, ImportTally, noCounts, type CellNotes, type ImportCounts } from './import/tally.ts'

// The result of a run is less than 1 MiB of JSON.
const maxProblems = 1000
const maxProblemBytes = 384 * 1024
const maxRejectBytes = 512 * 1024
const maxFirstRows = 10
const maxReasonLength = 1000

/** A file whose rows are imported. */
export interface ReportedFile {
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

interface CountedFile extends ReportedFile {
  /** Its place among the files. */
  at: number
  counts: ImportCounts
  notes: CellNotes
  tally: ImportTally
}

/** The report on an import: lines with the problems of rows, and the result. */
export class ImportReport {
  readonly #rejects: boolean
  readonly #problems = new Map<string, Problem>()
  readonly #files = new Map<string, CountedFile>()
  readonly #lines: JsonObject[] = []
  readonly #rejected: { file: number; row: number; line: JsonObject }[] = []
  #problemBytes = 0
  #rejectBytes = 0
  #omittedRejects = 0

  /** @param rejects whether each row that is refused or differs gets its own line, with all its problems and the row itself */
  constructor(rejects: boolean) {
    this.#rejects = rejects
  }

  /** Counts and reports the rows of a file. */
  tallyFor(reported: ReportedFile): ImportTally {
    const name = reported.named?.name ?? ''
    const known = this.#files.get(name)
    if (known !== undefined) return known.tally
    const counts = noCounts()
    const notes: CellNotes = { undeclared: [], rewritten: undefined }
    const tally = new ImportTally(counts, notes, row => this.#addProblems(file, row))
    const file: CountedFile = { ...reported, at: this.#files.size, counts, notes, tally }
    this.#files.set(name, file)
    return tally
  }

  /** Add the first line of the report on a copy. */
  begin(copy: JsonObject): void {
    this.#lines.push({ copy })
  }

  /** All lines, of an import that has ended. */
  lines(): JsonObject[] {
    const [first] = this.#files.values()
    const { undeclared = [], rewritten } = this.#isOfOneFile ? (first?.notes ?? {}) : {}
    const hasNotes = undeclared.length > 0 || rewritten !== undefined
    return [
      ...this.#lines,
      ...this.#rejected.sort((a, b) => a.file - b.file || a.row - b.row).map(({ line }) => line),
      ...[...this.#problems].map(([reason, { rows, first: places }]) => ({ problem: { rows, reason, first: places } })),
      ...(this.#omittedRejects > 0 ? [{ omitted_rejects: this.#omittedRejects }] : []),
      ...(hasNotes
        ? [
            {
              notes: {
                ...(undeclared.length > 0 && { undeclared }),
                ...(rewritten && { rewritten: { ...rewritten } }),
              },
            },
          ]
        : []),
      { result: this.#result() },
    ]
  }

  get #isOfOneFile(): boolean {
    return [...this.#files.values()].every(({ named }) => named === undefined)
  }

  /** The counts of the only file, or of each type. */
  #result(): JsonObject {
    const files = [...this.#files.values()]
    const { rows: _rows, ...counts } = files[0]?.counts ?? noCounts()
    if (this.#isOfOneFile) return counts
    const imports = new Map<string, ImportCounts>()
    for (const { named, counts: more } of files) {
      const type = named?.typeSlug ?? ''
      imports.set(type, addCounts(imports.get(type) ?? noCounts(), more))
    }
    return { imports: [...imports].map(([type_slug, sum]) => ({ type_slug, ...sum })) }
  }

  #addProblems({ at, named, hasLines }: CountedFile, { number, line, problems, row }: Refusal): void {
    const reasons = problems.map(problemText)
    const position = {
      ...(named !== undefined && { type_slug: named.typeSlug, file: named.name }),
      row: number,
      ...(hasLines && { line }),
    }
    for (const reason of new Set(reasons)) this.#count(reason.slice(0, maxReasonLength), position)
    if (!this.#rejects) return
    const fields = problems.map(problem => ({ ...problem }))
    const reject = { reject: { ...position, line, reasons, problems: fields, data: row } }
    const bytes = bytesOf(reject)
    if (this.#rejectBytes + bytes > maxRejectBytes) this.#omittedRejects++
    else {
      this.#rejectBytes += bytes
      this.#rejected.push({ file: at, row: number, line: reject })
    }
  }

  /** Count a row with a problem. Problems for which there is no room are counted together. */
  #count(reason: string, position: JsonObject): void {
    const hasRoom = this.#problems.size < maxProblems - 1 && this.#problemBytes < maxProblemBytes
    const key = this.#problems.has(reason) || hasRoom ? reason : 'other reasons'
    const problem = this.#problems.get(key) ?? { rows: 0, first: [] }
    if (!this.#problems.has(key)) this.#problemBytes += bytesOf(reason)
    this.#problems.set(key, problem)
    problem.rows++
    if (problem.first.length === maxFirstRows) return
    if (problem.first.length > 0 && this.#problemBytes > maxProblemBytes) return
    this.#problemBytes += bytesOf(position)
    problem.first.push(position)
  }
}

const bytesOf = (value: string | JsonObject): number => Buffer.byteLength(jsonText(value))
