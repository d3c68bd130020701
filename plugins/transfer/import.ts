import {
  CommandFailed,
  exitCode,
  isObject,
  type ApiClient,
  type CommandContext,
  type JsonObject,
} from '../../kernel/index.ts'
import { cellReader } from './cells.ts'
import { readRows, type Format } from './formats/format.ts'
import type { Rows } from './formats/rows.ts'
import { openSource, type Source } from './formats/source.ts'
import { inferType } from './infer-type.ts'
import { load } from './load/index.ts'
import { openReport } from './load/report.ts'
import { RowIds } from './load/row-ids.ts'
import { archived, createdAt, type Target } from './target.ts'

export interface ImportOptions {
  format?: Format
  infer?: boolean
  /** File for the rows that were refused. */
  rejects?: string
}

/** `plinth import`. Sets the exit code when rows were refused. */
export async function importRows(
  context: CommandContext,
  typeSlug: string,
  file: string,
  options: ImportOptions,
): Promise<void> {
  const source = await openSource(file, context.stdin, {
    format: options.format,
    again: options.infer === true,
  })
  try {
    const api = await context.api()
    const target =
      options.infer === true ? await inferType(context, api, typeSlug, source) : await existing(api, typeSlug, source)
    await loadAll(context, api, typeSlug, source, target, options.rejects)
  } finally {
    await source.close()
  }
}

async function existing(api: ApiClient, typeSlug: string, source: Source): Promise<Target> {
  const answer = await api.request('GET', `/api/resource-types/${encodeURIComponent(typeSlug)}`, { accept: [404] })
  const type = isObject(answer.body) && answer.status < 400 ? answer.body : undefined
  if (type === undefined) {
    throw new CommandFailed(
      `there is no type ${typeSlug}; create it with plinth types create, or let --infer derive it from the file`,
      exitCode.failed,
    )
  }
  if (type['status'] === 'archived') throw archived(typeSlug)
  const schema = isObject(type['schema']) ? type['schema'] : null
  const prepare = source.format === 'csv' ? cellReader(schema) : (row: JsonObject) => row
  return { created_at: createdAt(type), prepare, rows: undefined, derived: {} }
}

async function loadAll(
  context: CommandContext,
  api: ApiClient,
  typeSlug: string,
  source: Source,
  target: Target,
  rejects: string | undefined,
): Promise<void> {
  const ids = new RowIds(typeSlug, await accountOf(api), target.created_at)
  const report = await openReport(context, typeSlug, rejects, target.derived)
  const progress = context.progress(typeSlug)
  let bytes = 0
  const rows: Rows = readRows(
    counted(source, read => (bytes = read)),
    source.format,
    source.delimiter,
  )
  // The size of the file tells how far the reading is; the number of rows is not known before the end.
  const total = (done: number): number | undefined =>
    target.rows ?? (source.size === undefined || bytes === 0 ? undefined : Math.ceil((done * source.size) / bytes))
  try {
    await load(api, typeSlug, { rows, prepare: target.prepare, ids }, report, done =>
      progress.update(done, total(done)),
    )
  } finally {
    progress.finish()
    await report.finish()
  }
  if (report.summary.refused > 0) process.exitCode = exitCode.refusedRows
}

/** The account that the rows go to: part of what the ids of rows are made from. */
async function accountOf(api: ApiClient): Promise<string> {
  if (api.account !== undefined) return api.account
  const answer = await api.request('GET', '/api/auth/me', { accept: [400, 401, 403, 404] })
  const account = isObject(answer.body) ? answer.body['account_id'] : undefined
  return typeof account === 'string' ? account : 'urn:account:default'
}

async function* counted(source: Source, onRead: (bytes: number) => void): AsyncIterable<Buffer> {
  let read = 0
  for await (const chunk of source.bytes()) {
    read += chunk.length
    onRead(read)
    yield chunk
  }
}
