import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import { CommandFailed, exitCode, type CommandContext } from '../../../../kernel/index.ts'
import { isObject, jsonText, type JsonObject } from '../../../../lib/json/index.ts'
import { openReport } from '../report.ts'
import { readCounts, sendImport } from '../send.ts'
import { mediaTypes, openFile, SourceBytes, tryReading } from '../source.ts'
import { hashOfBytes, resourceFile } from '../../copy/read-copy.ts'
import { contentFiles } from './folder.ts'
import { checkManifest } from './manifest.ts'

interface ImportAllOptions {
  dryRun?: boolean
  /** Change existing resources that have other content. */
  update?: boolean
  /** File for the rows that were refused. */
  rejects?: string
}

/**
 * `plinth import --all`: send a folder that `plinth export --all` wrote, or a file that `GET /api/_export` answered, and report the result. Sets the exit
 * code when rows were refused.
 */
export async function importAll(context: CommandContext, path: string, options: ImportAllOptions): Promise<void> {
  const { dryRun = false, update = false, rejects } = options
  const isFile = (await tryReading(path, () => stat(path))).isFile()
  const sent = isFile ? await openCopy(path) : await openFolder(context, path)
  const api = await context.api()
  const report = await openReport(context, { rejects, dryRun, isSeveral: true })
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
        body: sent.lines(),
        contentType: mediaTypes.ndjson,
        fileOf: name => {
          const { typeSlug, format } = resourceFile(name) ?? { typeSlug: '', format: 'ndjson' }
          return { typeSlug, name, format }
        },
        label: 'import',
        onLine: ({ copy }) => {
          if (!isObject(copy)) return
          report.begin(copy)
          if (Array.isArray(copy['dropped']))
            context.report(
              `warning: schemas lost annotations of properties that are no columns: ${copy['dropped'].map(String).join(', ')}`,
            )
        },
      },
      report,
    ).catch((error: unknown) => {
      const isOfFile = error instanceof CommandFailed && error.answerCode === 'unreadable-file'
      throw sent.failure ?? (isOfFile ? new CommandFailed(`${path}: ${error.message}`, exitCode.failed) : error)
    })
    const imports = Array.isArray(result['imports']) ? result['imports'].filter(isObject) : []
    for (const one of imports) readCounts(report.summaryOf(String(one['type_slug'])), one)
    report.complete()
  } finally {
    await report.finish()
  }
  if (report.hasRefusedRows) process.exitCode = exitCode.refusedRows
}

/** A copy of a service as it is sent. */
interface SentCopy {
  lines(): AsyncIterable<Buffer>
  /** Why it cannot be read. */
  failure: CommandFailed | undefined
}

/** A copy in one file. */
async function openCopy(path: string): Promise<SentCopy> {
  const content = new SourceBytes(await openFile(path, { format: 'ndjson' }))
  return {
    lines: () => content.read(),
    get failure() {
      return content.failure
    },
  }
}

async function openFolder(context: CommandContext, folder: string): Promise<SentCopy> {
  if (!(await checkManifest(folder)))
    context.report(
      `${folder} has no manifest.json (an earlier version wrote it, or it was deleted): whether its files are whole is not checked`,
    )
  const files = await contentFiles(folder)
  return new FolderCopy(folder, files)
}

/** The files of a folder as one stream. */
class FolderCopy implements SentCopy {
  readonly #folder: string
  readonly #files: readonly string[]
  failure: CommandFailed | undefined

  constructor(folder: string, files: readonly string[]) {
    this.#folder = folder
    this.#files = files
  }

  async *lines(): AsyncIterable<Buffer> {
    try {
      yield lineOf({ files: [...this.#files] })
      for (const name of this.#files) {
        yield lineOf({ file: name })
        for await (const chunk of await this.#read(name))
          for (let from = 0; from < chunk.length; from += bytesOfLine)
            yield lineOf({ bytes: chunk.subarray(from, from + bytesOfLine).toString('base64') })
      }
    } catch (error) {
      if (error instanceof CommandFailed) this.failure = error
      throw error
    }
  }

  /** The bytes of a file; those of a compressed file with rows are decompressed. */
  async #read(name: string): Promise<AsyncIterable<Buffer>> {
    const path = join(this.#folder, name)
    return hashOfBytes(name) === undefined
      ? (await openFile(path, { regularOnly: true })).bytes()
      : createReadStream(path)
  }
}

/** How many bytes of a file a line contains. */
const bytesOfLine = 48 * 1024

const lineOf = (line: JsonObject): Buffer => Buffer.from(`${jsonText(line)}\n`)
