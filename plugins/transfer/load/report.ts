import { thousands, writeText, type CommandContext } from '../../../kernel/index.ts'
import { jsonText } from '../../../lib/json/index.ts'
import type { Json, JsonObject } from '../../../lib/json/index.ts'
import { createOutput, type OutputFile } from '../formats/output-file.ts'
import { placeOf, type RefusedRow } from '../formats/rows.ts'
import { refusal } from './batches.ts'
import type { BatchOutcome } from './pass.ts'
import { ProblemGroups } from './problem-groups.ts'

/** What an import did with one type. */
export interface Summary {
  type_slug: string
  rows: number
  created: number
  updated: number
  already_there: number
  /** Rows whose `@id` is that of a resource with other content. */
  differs: number
  refused: number
}

/** Where refused rows are kept. */
interface Rejects {
  path: string
  file: OutputFile
}

export interface ReportOptions {
  /** File for the rows that are refused. */
  rejects?: string | undefined
  /** Nothing is written. */
  dryRun?: boolean
  /** Several types are loaded: say of each row which it belongs to. */
  several?: boolean
  /** What the JSON of `--json` begins with. */
  opening?: JsonObject
}

/**
 * Begin to report on an import.
 * @throws `CommandFailed` when the file for rejects cannot be written
 */
export async function openReport(context: CommandContext, options: ReportOptions): Promise<Report> {
  const { rejects } = options
  const kept = rejects === undefined ? undefined : { path: rejects, file: await createOutput(rejects, rejects, 'w') }
  return new Report(context, options, kept)
}

/** Counts what becomes of the rows of one file. */
export interface Tally {
  readonly summary: Readonly<Summary>
  settled(outcome: BatchOutcome): Promise<void>
  refused(row: RefusedRow): Promise<void>
  /** A row that is there but lacks something counts as refused. @param fresh whether it was counted as loaded just now */
  incomplete(row: RefusedRow, fresh: boolean): Promise<void>
}

/** Tells of refused rows as they come, and at the end what was done. Nothing is kept in memory: any number of rows may be refused. */
export class Report {
  readonly #context: CommandContext
  readonly #options: ReportOptions
  readonly #rejects: Rejects | undefined
  readonly #summaries: Summary[] = []
  readonly #problems: ProblemGroups
  #begun = false
  #finished = false

  constructor(context: CommandContext, options: ReportOptions, rejects: Rejects | undefined) {
    this.#context = context
    this.#options = options
    this.#rejects = rejects
    this.#problems = new ProblemGroups(line => context.say(line))
  }

  /** Whether some rows are not in the service as the file has them. */
  get isIncomplete(): boolean {
    return this.#summaries.some(({ refused, differs }) => refused + differs > 0)
  }

  /** Everything was read and sent. */
  complete(): void {
    this.#finished = true
  }

  /** @param file how messages name the file that the rows come from */
  tally(typeSlug: string, file: string): Tally {
    const summary = this.#summaryOf(typeSlug)
    const tell = (row: RefusedRow): Promise<void> => this.#tell(typeSlug, file, row)
    const refuse = async (row: RefusedRow): Promise<void> => {
      summary.refused++
      await tell(row)
    }
    return {
      summary,
      async settled({ created, updated, alreadyThere, differing, unchanged, refused }) {
        const there = alreadyThere.length + unchanged
        summary.rows += created.length + updated.length + there + differing.length + refused.length
        summary.differs += differing.length
        summary.created += created.length
        summary.updated += updated.length
        summary.already_there += there
        for (const row of refused) await refuse(row)
        for (const { row, names } of differing) {
          await tell(refusal(row, [`differs from the resource that is there: ${names.join(', ')}`]))
        }
      },
      async refused(row) {
        summary.rows++
        await refuse(row)
      },
      async incomplete(row, fresh) {
        if (!fresh) summary.already_there--
        else if (summary.created > 0) summary.created--
        else summary.updated--
        await refuse(row)
      },
    }
  }

  /** Close what was written and print the summary, also of an import that failed half-way. */
  async finish(): Promise<void> {
    await this.#rejects?.file.end()
    this.#problems.finish()
    if (this.#context.json) {
      await this.#json(`],${jsonText(this.#closing()).slice(1)}\n`)
      return
    }
    const sentences = this.#summaries.map(summary => `${this.#sentence(summary)}\n`)
    await writeText(this.#context.stdout, sentences.join(''))
  }

  #summaryOf(typeSlug: string): Summary {
    const known = this.#summaries.find(({ type_slug }) => type_slug === typeSlug)
    if (known !== undefined) return known
    const summary = { type_slug: typeSlug, rows: 0, created: 0, updated: 0, already_there: 0, differs: 0, refused: 0 }
    this.#summaries.push(summary)
    return summary
  }

  async #tell(typeSlug: string, file: string, refused: RefusedRow): Promise<void> {
    const { reasons, row } = refused
    const where = this.#options.several === true ? { type_slug: typeSlug, file } : {}
    const { line, number } = refused
    const told = { ...where, line, ...(number !== undefined && { row_number: number }), reasons: [...reasons] }
    this.#problems.add(file, placeOf(refused), reasons.join('; '))
    if (this.#context.json) await this.#json(`${this.#begun ? ',' : ''}${jsonText(told)}`)
    await this.#rejects?.file.write(`${jsonText({ ...told, row })}\n`)
  }

  async #json(text: string): Promise<void> {
    const opening = this.#begun ? '' : jsonText({ ...this.#options.opening, refused_rows: [] }).slice(0, -2)
    this.#begun = true
    await writeText(this.#context.stdout, opening + text)
  }

  #closing(): JsonObject {
    const summaries: Json[] = this.#summaries.map(summary => ({ ...summary }))
    const dryRun: JsonObject = {
      ...(this.#options.dryRun === true && { dry_run: true }),
      ...(!this.#finished && { interrupted: true }),
    }
    return this.#options.several === true ? { ...dryRun, imports: summaries } : { ...dryRun, ...this.#summaries[0] }
  }

  #sentence({ type_slug, rows, created, updated, already_there, differs, refused }: Summary): string {
    const dryRun = this.#options.dryRun === true
    const parts = [
      `${thousands(created)} ${dryRun ? 'to load' : 'loaded'}`,
      ...(updated > 0 ? [`${thousands(updated)} ${dryRun ? 'to update' : 'updated'}`] : []),
      ...(already_there > 0 ? [`${thousands(already_there)} already there`] : []),
      ...(differs > 0 ? [`${thousands(differs)} differ (--update changes them)`] : []),
      ...(refused > 0
        ? [`${thousands(refused)} refused${this.#rejects === undefined ? '' : ` (see ${this.#rejects.path})`}`]
        : []),
    ]
    return `${type_slug}: ${thousands(rows)} rows: ${parts.join(', ')}${dryRun ? ' (dry run: nothing was written)' : ''}${this.#finished ? '' : '; not everything was read: repeat the import, what is there is not loaded again'}`
  }
}
