import { createWriteStream, type WriteStream } from 'node:fs'
import { finished } from 'node:stream/promises'
import {
  CommandFailed,
  exitCode,
  jsonText,
  thousands,
  writeText,
  type CommandContext,
  type JsonObject,
} from '../../../kernel/index.ts'
import type { RefusedRow } from '../formats/rows.ts'

/** What an import did. */
export interface Summary {
  type_slug: string
  rows: number
  created: number
  already_there: number
  refused: number
}

/** Tells of refused rows as they come, and at the end what was done. Nothing is kept in memory: any number of rows may be refused. */
export class Report {
  readonly #context: CommandContext
  readonly #rejects: WriteStream | undefined
  readonly #rejectsFile: string | undefined
  readonly #summary: Summary
  readonly #opening: string
  #begun = false

  /** @param opening what the JSON of `--json` begins with */
  constructor(context: CommandContext, typeSlug: string, rejectsFile: string | undefined, opening: JsonObject) {
    this.#context = context
    this.#opening = `${jsonText({ ...opening, refused_rows: [] }).slice(0, -2)}`
    this.#rejectsFile = rejectsFile
    this.#rejects = rejectsFile === undefined ? undefined : createWriteStream(rejectsFile)
    // A failure to write also reaches whoever writes next.
    this.#rejects?.on('error', () => undefined)
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
    this.#context.say(`line ${row.line}: ${row.reasons.join('; ')}`)
    if (this.#context.json)
      await this.#json(`${this.#begun ? ',' : ''}${jsonText({ line: row.line, reasons: [...row.reasons] })}`)
    if (this.#rejects === undefined) return
    const text = `${jsonText({ line: row.line, reasons: [...row.reasons], row: row.row })}\n`
    if (this.#rejects.errored !== null || !(await writeText(this.#rejects, text))) throw this.#unwritable()
  }

  /** Close what was written and print the summary, also of an import that failed half-way. */
  async finish(): Promise<void> {
    if (this.#rejects !== undefined) {
      this.#rejects.end()
      await finished(this.#rejects).catch(() => {
        throw this.#unwritable()
      })
    }
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
        ? [`${thousands(refused)} refused${this.#rejectsFile === undefined ? '' : ` (see ${this.#rejectsFile})`}`]
        : []),
    ]
    return `${type_slug}: ${thousands(rows)} rows: ${parts.join(', ')}`
  }

  #unwritable = (): CommandFailed => new CommandFailed(`cannot write ${this.#rejectsFile}`, exitCode.failed)
}
