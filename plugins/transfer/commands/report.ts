import { type CommandContext } from '../../../kernel/index.ts'
import { jsonText, type JsonObject } from '../../../lib/json/index.ts'
import { problemText, type Format, type RefusedRow } from '../../../lib/tabular/index.ts'
import { thousands, writeText } from '../../../lib/terminal/index.ts'
import { placeIn } from '../import/batches.ts'
import { ImportTally, noCounts, type ImportCounts } from '../import/tally.ts'
import { createOutputFile, type OutputFile } from './output-file.ts'
import { ProblemGroups } from './problem-groups.ts'

/** What an import did with one type. */
export interface Summary extends ImportCounts {
  type_slug: string
}

export interface ReportOptions {
  /** File for the rows that are refused. */
  rejects?: string | undefined
  /** Nothing is written. */
  dryRun?: boolean
  /** Several types are loaded: say of each row which it belongs to. */
  isSeveral?: boolean
  /** What the JSON of `--json` begins with. */
  opening?: JsonObject
}

/** A file that rows come from. */
export interface ReportedFile {
  typeSlug: string
  /** How messages name it. */
  name: string
  format: Format
}

/**
 * Begin to report on an import.
 * @throws `CommandFailed` when the file for rejects cannot be written
 */
export async function openReport(context: CommandContext, options: ReportOptions): Promise<Report> {
  const { rejects } = options
  const file = rejects === undefined ? undefined : await createOutputFile(rejects, rejects, 'w')
  return new Report(context, options, file)
}

/** Tells of refused rows as they come, and at the end what was done. Nothing is kept in memory: any number of rows may be refused. */
export class Report {
  readonly #context: CommandContext
  readonly #options: ReportOptions
  readonly #rejects: OutputFile | undefined
  readonly #summaries: Summary[] = []
  readonly #problems: ProblemGroups
  #hasBegun = false
  #isComplete = false

  constructor(context: CommandContext, options: ReportOptions, rejects: OutputFile | undefined) {
    this.#context = context
    this.#options = options
    this.#rejects = rejects
    this.#problems = new ProblemGroups(line => context.say(line))
  }

  /** Whether some rows are not in the service as the file has them. */
  get hasRefusedRows(): boolean {
    return this.#summaries.some(({ refused, differs }) => refused + differs > 0)
  }

  /** Everything was read and written. */
  complete(): void {
    this.#isComplete = true
  }

  /** The summary of a type, which begins with nothing. */
  summaryOf(typeSlug: string): Summary {
    const known = this.#summaries.find(({ type_slug }) => type_slug === typeSlug)
    if (known !== undefined) return known
    const summary = { type_slug: typeSlug, ...noCounts() }
    this.#summaries.push(summary)
    return summary
  }

  /** Tell of a row that is refused, or differs. It is counted by whoever tells. */
  async tell({ typeSlug, name, format }: ReportedFile, refused: RefusedRow): Promise<void> {
    const { number, line, problems, row } = refused
    const reasons = problems.map(problemText)
    const where = this.#options.isSeveral === true ? { type_slug: typeSlug, file: name } : {}
    const told = { ...where, line, ...(format === 'json' && { row_number: number }), reasons }
    this.#problems.add(name, placeIn(format)(refused), reasons.join('; '))
    if (this.#context.json) await this.#writeJson(`${this.#hasBegun ? ',' : ''}${jsonText(told)}`)
    await this.#rejects?.write(`${jsonText({ ...told, row })}\n`)
  }

  /** Counts and tells what becomes of the rows of a file. @param onBatch called when the rows of a batch were told */
  tallyFor(file: ReportedFile, onBatch: (rows: number) => void): ImportTally {
    return new ImportTally(this.summaryOf(file.typeSlug), row => this.tell(file, row), onBatch)
  }

  /** Close what was written and print the summary, also of an import that failed half-way. */
  async finish(): Promise<void> {
    await this.#rejects?.end()
    this.#problems.finish()
    if (this.#context.json) {
      await this.#writeJson(`],${jsonText(this.#closing()).slice(1)}\n`)
      return
    }
    const sentences = this.#summaries.map(summary => `${this.#sentence(summary)}\n`)
    await writeText(this.#context.stdout, sentences.join(''))
  }

  async #writeJson(text: string): Promise<void> {
    const opening = this.#hasBegun ? '' : jsonText({ ...this.#options.opening, refused_rows: [] }).slice(0, -2)
    this.#hasBegun = true
    await writeText(this.#context.stdout, opening + text)
  }

  #closing(): JsonObject {
    const summaries = this.#summaries.map(({ type_slug, rows, loaded, updated, there, differs, refused }) => {
      return { type_slug, rows, created: loaded, updated, already_there: there, differs, refused }
    })
    const state: JsonObject = {
      ...(this.#options.dryRun === true && { dry_run: true }),
      ...(!this.#isComplete && { interrupted: true }),
    }
    return this.#options.isSeveral === true ? { ...state, imports: summaries } : { ...state, ...summaries[0] }
  }

  #sentence({ type_slug, rows, loaded, updated, there, differs, refused }: Summary): string {
    const dryRun = this.#options.dryRun === true
    const { rejects } = this.#options
    const phrases = [
      `${thousands(loaded)} ${dryRun ? 'to load' : 'loaded'}`,
      ...(updated > 0 ? [`${thousands(updated)} ${dryRun ? 'to update' : 'updated'}`] : []),
      ...(there > 0 ? [`${thousands(there)} already there`] : []),
      ...(differs > 0 ? [`${thousands(differs)} differ (--update changes them)`] : []),
      ...(refused > 0 ? [`${thousands(refused)} refused${rejects === undefined ? '' : ` (see ${rejects})`}`] : []),
    ]
    const note = dryRun ? ' (dry run: nothing was written)' : ''
    const rest = this.#isComplete
      ? ''
      : '; not everything was read: repeat the import, what is there is not loaded again'
    return `${type_slug}: ${thousands(rows)} rows: ${phrases.join(', ')}${note}${rest}`
  }
}
