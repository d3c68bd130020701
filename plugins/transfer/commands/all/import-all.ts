import { join } from 'node:path'
import { CommandFailed, exitCode, type CommandContext } from '../../../../kernel/index.ts'
import { isObject, jsonText, type JsonObject } from '../../../../lib/json/index.ts'
import { isRefused } from '../../../../lib/tabular/index.ts'
import { openReport } from '../report.ts'
import { readCounts, sendImport } from '../send.ts'
import { CountedBytes, mediaTypes, openFile, readSource } from '../source.ts'
import { contentFiles, type ContentFile } from './folder.ts'
import { checkManifest } from './manifest.ts'

export interface ImportAllOptions {
  dryRun?: boolean
  /** Change existing resources that have other content. */
  update?: boolean
  /** File for the rows that were refused. */
  rejects?: string
}

/** `plinth import --all`: send a folder that `plinth export --all` wrote, and report the result. Sets the exit code when rows were refused. */
export async function importAll(context: CommandContext, folder: string, options: ImportAllOptions): Promise<void> {
  const { dryRun = false, update = false, rejects } = options
  if (!(await checkManifest(folder)))
    context.say(
      `${folder} has no manifest.json (an earlier version wrote it, or it was deleted): whether its files are whole is not checked`,
    )
  const files = await contentFiles(folder)
  const api = await context.api()
  const report = await openReport(context, { rejects, dryRun, isSeveral: true })
  const content = new Content(folder, files)
  const query = new URLSearchParams({
    rejects: 'true',
    ...(update && { update: 'true' }),
    ...(dryRun && { dry_run: 'true' }),
  })
  try {
    const result = await sendImport(
      context,
      api,
      {
        path: `/api/_import?${query.toString()}`,
        body: content.lines(),
        contentType: mediaTypes.ndjson,
        fileOf: name => {
          const { typeSlug = '', format } = files.find(file => file.name === name) ?? { format: 'ndjson' }
          return { typeSlug, name, label: name, format }
        },
        estimate: (name, rows) => content.estimate(name, rows),
        onLine: ({ copy }) => {
          if (isObject(copy)) report.begin(copy)
        },
      },
      report,
    ).catch((error: unknown) => {
      throw content.failure ?? error
    })
    const imports = Array.isArray(result['imports']) ? result['imports'].filter(isObject) : []
    for (const one of imports) readCounts(report.summaryOf(String(one['type_slug'])), one)
    if (result['error'] !== undefined)
      throw content.failure ?? new CommandFailed(`${folder}: ${String(result['error'])}`, exitCode.failed)
    report.complete()
  } finally {
    await report.finish()
  }
  if (report.hasRefusedRows) process.exitCode = exitCode.refusedRows
}

/** The files of a folder as one stream. */
class Content {
  readonly #folder: string
  readonly #files: readonly ContentFile[]
  readonly #sent = new Map<string, { bytes: CountedBytes; rows: number; isWhole: boolean }>()
  /** Why a file cannot be read. */
  failure: CommandFailed | undefined

  constructor(folder: string, files: readonly ContentFile[]) {
    this.#folder = folder
    this.#files = files
  }

  async *lines(): AsyncIterable<Buffer> {
    try {
      yield lineOf({ files: this.#files.map(({ name }) => name) })
      for (const { name } of this.#files) {
        yield lineOf({ file: name })
        yield* this.#rowsOf(name)
      }
    } catch (error) {
      if (error instanceof CommandFailed) this.failure = error
      throw error
    }
  }

  estimate(name: string, rows: number): number | undefined {
    const sent = this.#sent.get(name)
    return sent?.isWhole === true ? Math.max(sent.rows, rows) : sent?.bytes.estimate(Math.max(sent.rows, rows))
  }

  async *#rowsOf(name: string): AsyncIterable<Buffer> {
    const source = await openFile(join(this.#folder, name), { regularOnly: true })
    const bytes = new CountedBytes(source)
    const sent = { bytes, rows: 0, isWhole: false }
    this.#sent.set(name, sent)
    for await (const portion of readSource({ ...source, bytes: () => bytes.read() })) {
      sent.rows += portion.length
      yield Buffer.concat(
        portion.map(row =>
          lineOf(
            isRefused(row)
              ? {
                  problems: row.problems.map(({ field, message }) => ({ field, message })),
                  row: row.row,
                  line: row.line,
                }
              : { row: row.data, line: row.line },
          ),
        ),
      )
    }
    sent.isWhole = true
  }
}

const lineOf = (line: JsonObject): Buffer => Buffer.from(`${jsonText(line)}\n`)
