import { type CommandContext } from '../../../kernel/index.ts'
import { jsonText, type JsonObject } from '../../../lib/json/index.ts'
import { problemText, type Format, type RefusedRow } from '../../../lib/tabular/index.ts'
import { countText, thousands, writeText } from '../../../lib/terminal/index.ts'
import { createOutputFile, type OutputFile } from './output-file.ts'

/** The counts of a result. */
export const countNames = ['loaded', 'updated', 'there', 'differs', 'refused'] as const

/** The result of an import for one type. */
export interface Summary extends Record<(typeof countNames)[number], number> {
  type_slug: string
  rows: number
  /** What the service noticed about the columns and cells of a file: `undeclared` and `rewritten`. */
  notes?: JsonObject
  /** Rows of a copy without values that the type requires and that exports leave out; undefined when there are none. */
  without_secrets?: number
}

interface ReportOptions {
  /** File for the refused rows. */
  rejects?: string | undefined
  /** Nothing is written. */
  dryRun?: boolean
  /** Several types are loaded: name the type of each row. */
  isSeveral?: boolean
}

/** The file that rows come from. */
export interface ReportedFile {
  typeSlug: string
  /** How messages name the file. */
  name: string
  format: Format
}

/**
 * Start the report on an import.
 * @throws `CommandFailed` when the file for rejects cannot be written
 */
export async function openReport(context: CommandContext, options: ReportOptions): Promise<Report> {
  const { rejects } = options
  const file = rejects === undefined ? undefined : await createOutputFile(rejects, rejects, 'replace')
  return new Report(context, options, file)
}

/** Reports refused rows, and rows that refer to refused ones, and the result at the end. */
export class Report {
  readonly #context: CommandContext
  readonly #options: ReportOptions
  readonly #rejects: OutputFile | undefined
  readonly #summaries: Summary[] = []
  readonly #problems: ProblemGroups
  /** The first members of the JSON of `--json`; undefined before the import has begun. */
  #opening: JsonObject | undefined
  #hasOutput = false
  #isComplete = false
  #hasReportedRows = false

  constructor(context: CommandContext, options: ReportOptions, rejects: OutputFile | undefined) {
    this.#context = context
    this.#options = options
    this.#rejects = rejects
    this.#problems = new ProblemGroups(line => context.report(line))
  }

  /** Whether the content of some rows is not in the service, or refers to what is not. */
  get hasRefusedRows(): boolean {
    return this.#hasReportedRows || this.#summaries.some(({ refused, differs }) => refused + differs > 0)
  }

  /** The import has begun. @param opening the first members of the JSON of `--json` */
  begin(opening: JsonObject): void {
    this.#opening = opening
  }

  /** Everything was read and written. */
  complete(): void {
    this.#isComplete = true
  }

  /** The summary of a type, created on first use. */
  summaryOf(typeSlug: string): Summary {
    const known = this.#summaries.find(({ type_slug }) => type_slug === typeSlug)
    if (known !== undefined) return known
    const summary = { type_slug: typeSlug, rows: 0, loaded: 0, updated: 0, there: 0, differs: 0, refused: 0 }
    this.#summaries.push(summary)
    return summary
  }

  /** Report a row that is refused, or differs. The caller counts it. */
  async add({ typeSlug, name, format }: ReportedFile, refused: RefusedRow): Promise<void> {
    this.#hasReportedRows = true
    const { number, line, problems, row } = refused
    const reasons = problems.map(problemText)
    const where = this.#options.isSeveral === true ? { type_slug: typeSlug, file: name } : {}
    const entry = { ...where, line, ...(format === 'json' && { row_number: number }), reasons }
    this.#problems.add(name, format === 'json' ? `row ${number}` : `line ${line}`, reasons.join('; '))
    if (this.#context.json) await this.#writeJson(`${this.#hasOutput ? ',' : ''}${jsonText(entry)}`)
    await this.#rejects?.write(`${jsonText({ ...entry, row })}\n`)
  }

  /** Rows with problems that the service did not list, because there are too many. */
  omit(rows: number): void {
    this.#hasReportedRows = true
    const where = this.#options.rejects === undefined ? '' : `, not in ${this.#options.rejects}`
    this.#context.report(
      `${countText(rows, 'more row')} with problems${where}; correct those above and repeat the import`,
    )
  }

  /** Close the output and print the summary; of an import that has failed nothing is known. */
  async finish(): Promise<void> {
    await this.#rejects?.end()
    this.#problems.finish()
    if (this.#context.json) {
      if (this.#opening !== undefined) await this.#writeJson(`],${jsonText(this.#closing()).slice(1)}\n`)
      return
    }
    if (!this.#isComplete) return
    const sentences = this.#summaries.map(summary => `${this.#sentence(summary)}\n`)
    await writeText(this.#context.stdout, sentences.join(''))
  }

  async #writeJson(text: string): Promise<void> {
    const opening = this.#hasOutput ? '' : jsonText({ ...this.#opening, refused_rows: [] }).slice(0, -2)
    this.#hasOutput = true
    await writeText(this.#context.stdout, opening + text)
  }

  #closing(): JsonObject {
    const summaries = this.#summaries.map(
      ({ type_slug, rows, loaded, updated, there, differs, refused, without_secrets, notes }) => {
        const further = without_secrets === undefined ? {} : { without_secrets }
        return {
          type_slug,
          rows,
          created: loaded,
          updated,
          already_there: there,
          differs,
          refused,
          ...further,
          ...notes,
        }
      },
    )
    const state: JsonObject = {
      ...(this.#options.dryRun === true && { dry_run: true }),
      ...(!this.#isComplete && { interrupted: true }),
    }
    return this.#options.isSeveral === true ? { ...state, imports: summaries } : { ...state, ...summaries[0] }
  }

  #sentence({ type_slug, rows, loaded, updated, there, differs, refused, without_secrets = 0 }: Summary): string {
    const dryRun = this.#options.dryRun === true
    const { rejects } = this.#options
    const phrases = [
      `${thousands(loaded)} ${dryRun ? 'to load' : 'loaded'}`,
      ...(updated > 0 ? [`${thousands(updated)} ${dryRun ? 'to update' : 'updated'}`] : []),
      ...(there > 0 ? [`${thousands(there)} already there`] : []),
      ...(differs > 0 ? [`${thousands(differs)} differ (--update changes them)`] : []),
      ...(refused > 0 ? [`${thousands(refused)} refused${rejects === undefined ? '' : ` (see ${rejects})`}`] : []),
      ...(without_secrets > 0
        ? [`${thousands(without_secrets)} without values that the export has left out (writeOnly, format: password)`]
        : []),
    ]
    const note = dryRun ? ' (dry run: nothing was written)' : ''
    return `${type_slug}: ${countText(rows, 'row')}: ${phrases.join(', ')}${note}`
  }
}

const maxReasons = 1000
const maxPrinted = 3

/** Prints refused rows. Rows with the same reasons are printed a few times, then counted. */
class ProblemGroups {
  readonly #report: (line: string) => void
  /** How many rows of a file have the same reasons, by file and reasons. */
  readonly #counts = new Map<string, number>()
  #others = 0

  constructor(report: (line: string) => void) {
    this.#report = report
  }

  add(file: string, place: string, reasons: string): void {
    const key = `${file}: ${reasons}`
    const count = (this.#counts.get(key) ?? 0) + 1
    if (count === 1 && this.#counts.size === maxReasons) this.#others++
    else {
      this.#counts.set(key, count)
      if (count <= maxPrinted) this.#report(`${file}: ${place}: ${reasons}`)
    }
  }

  /** Print how many more rows there are. */
  finish(): void {
    for (const [key, count] of this.#counts) {
      if (count > maxPrinted) this.#report(`${countText(count - maxPrinted, 'more row')} of ${key}`)
    }
    if (this.#others > 0) this.#report(`${countText(this.#others, 'more row')} for other reasons`)
  }
}
