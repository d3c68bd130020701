import { jsonText, thousands, writeText, type CommandContext, type JsonObject } from '../../../kernel/index.ts'
import { createOutput, type OutputFile } from '../formats/output-file.ts'
import type { RefusedRow } from '../formats/rows.ts'

/** What an import did. */
export interface Summary {
  type_slug: string
  rows: number
  created: number
  already_there: number
  refused: number
}

/** Where refused rows are kept. */
interface Rejects {
  path: string
  file: OutputFile
}

/**
 * Begin to report on an import.
 * @param rejects file for the rows that are refused
 * @param opening what the JSON of `--json` begins with
 * @throws `CommandFailed` when that file cannot be written
 */
export async function openReport(
  context: CommandContext,
  typeSlug: string,
  rejects: string | undefined,
  opening: JsonObject,
): Promise<Report> {
  const kept = rejects === undefined ? undefined : { path: rejects, file: await createOutput(rejects, rejects, 'w') }
  return new Report(context, typeSlug, kept, jsonText({ ...opening, refused_rows: [] }).slice(0, -2))
}

/** Tells of refused rows as they come, and at the end what was done. Nothing is kept in memory: any number of rows may be refused. */
export class Report {
  readonly #context: CommandContext
  readonly #rejects: Rejects | undefined
  readonly #summary: Summary
  readonly #opening: string
  #begun = false

  constructor(context: CommandContext, typeSlug: string, rejects: Rejects | undefined, opening: string) {
    this.#context = context
    this.#opening = opening
    this.#rejects = rejects
    this.#summary = { type_slug: typeSlug, rows: 0, created: 0, already_there: 0, refused: 0 }
  }

  get summary(): Readonly<Summary> {
    return this.#summary
  }

  loaded(created: number, alreadyThere: number): void {
    this.#summary.rows += created + alreadyThere
    this.#summary.created += created
    this.#summary.already_there += alreadyThere
  }

  async refused(row: RefusedRow): Promise<void> {
    this.#summary.rows++
    this.#summary.refused++
    const told = { line: row.line, reasons: [...row.reasons] }
    this.#context.say(`line ${row.line}: ${row.reasons.join('; ')}`)
    if (this.#context.json) await this.#json(`${this.#begun ? ',' : ''}${jsonText(told)}`)
    await this.#rejects?.file.write(`${jsonText({ ...told, row: row.row })}\n`)
  }

  /** Close what was written and print the summary, also of an import that failed half-way. */
  async finish(): Promise<void> {
    await this.#rejects?.file.end()
    if (this.#context.json) await this.#json(`],${jsonText({ ...this.#summary }).slice(1)}\n`)
    else await writeText(this.#context.stdout, `${this.#sentence()}\n`)
  }

  async #json(text: string): Promise<void> {
    const opening = this.#begun ? '' : this.#opening
    this.#begun = true
    await writeText(this.#context.stdout, opening + text)
  }

  #sentence(): string {
    const { type_slug, rows, created, already_there, refused } = this.#summary
    const parts = [
      `${thousands(created)} loaded`,
      ...(already_there > 0 ? [`${thousands(already_there)} already there`] : []),
      ...(refused > 0
        ? [`${thousands(refused)} refused${this.#rejects === undefined ? '' : ` (see ${this.#rejects.path})`}`]
        : []),
    ]
    return `${type_slug}: ${thousands(rows)} rows: ${parts.join(', ')}`
  }
}
