import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import { CommandFailed, exitCode, type CommandContext } from '../../../../kernel/index.ts'
import { isObject, jsonText, type JsonObject } from '../../../../lib/json/index.ts'
import { openReport } from '../report.ts'
import { isForRun, readCounts, sendImport } from '../send.ts'
import { CountedBytes, mediaTypes, openFile, tryReading } from '../source.ts'
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
  const sizes = await Promise.all(
    files.map(({ name }) => tryReading(name, async () => (await stat(join(folder, name))).size)),
  )
  const bytes = sizes.reduce((sum, size) => sum + size, 0)
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
        estimate: (name, rows) => content.sent.get(name)?.estimate(rows),
        isForRun: isForRun(bytes, { dryRun, rejects }),
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
  /** How much of each file was sent. */
  readonly sent = new Map<string, CountedBytes>()
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
        const bytes = new CountedBytes(await openFile(join(this.#folder, name), { regularOnly: true }))
        this.sent.set(name, bytes)
        for await (const chunk of bytes.read())
          for (let from = 0; from < chunk.length; from += bytesOfLine)
            yield lineOf({ bytes: chunk.subarray(from, from + bytesOfLine).toString('base64') })
      }
    } catch (error) {
      if (error instanceof CommandFailed) this.failure = error
      throw error
    }
  }
}

/** How many bytes of a file a line contains. */
const bytesOfLine = 48 * 1024

const lineOf = (line: JsonObject): Buffer => Buffer.from(`${jsonText(line)}\n`)
