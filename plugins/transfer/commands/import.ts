import { CommandFailed, exitCode, type ApiClient, type CommandContext } from '../../../kernel/index.ts'
import { jsonText, isObject, type JsonObject } from '../../../lib/json/index.ts'
import type { DecimalSign, Format } from '../../../lib/tabular/index.ts'
import { thousands } from '../../../lib/terminal/index.ts'
import { activeType } from './find-type.ts'
import { inferType, maxInferredBytes, type InferredType } from './infer-type.ts'
import { openReport, type Report } from './report.ts'
import { readCounts, sendImport } from './send.ts'
import { cellsQuery, mediaTypes, openSource, SourceBytes, type Source } from './source.ts'

export interface ImportOptions {
  format?: Format
  /** The character between the cells of CSV. */
  delimiter?: string
  /** The character before the decimals of numbers in CSV. */
  decimal?: DecimalSign
  infer?: boolean
  /** `column=property`, `titles` or `listed`; see the parameter of the route. */
  mapping?: string[]
  /** The property whose values can replace ids in references. */
  match?: string
  /** The property that identifies the existing resource of a row. */
  key?: string
  /** Restore an archived resource with the key of a row. */
  restore?: boolean
  /** Change resources that have the `@id` of a row and other content. */
  update?: boolean
  /** Publish what is written. */
  publish?: boolean
  dryRun?: boolean
  /** File for the rows that were refused. */
  rejects?: string
}

/** `plinth import <type> <file>`: send the file to the service, and report the result. Sets the exit code when rows were refused. */
export async function importFile(
  context: CommandContext,
  typeSlug: string,
  file: string,
  options: ImportOptions,
): Promise<void> {
  const { format, delimiter, infer = false, mapping, match, key, rejects, dryRun = false } = options
  if (infer && [mapping, match, key].some(option => option !== undefined)) {
    throw new CommandFailed(
      '--mapping, --match and --key are for a type that exists; --infer makes one',
      exitCode.usage,
    )
  }
  if (options.restore === true && key === undefined) throw new CommandFailed('--restore needs --key', exitCode.usage)
  const headBytes = infer ? maxInferredBytes : 1
  const source = await openSource(file, context.stdin, { format, delimiter, headBytes })
  const api = await context.api()
  if (!infer) await activeType(api, typeSlug)
  if (source.format === 'csv' && delimiter === undefined && source.delimiter !== ',') {
    const name = delimiterName(source.delimiter)
    context.report(`${source.name}: read as CSV with ${name} between the cells (--delimiter chooses)`)
  }
  const inferred = infer
    ? await inferType(context, api, { typeSlug, source, decimal: options.decimal, dryRun })
    : undefined
  const report = await openReport(context, { rejects, dryRun })
  report.begin(inferred?.shown ?? {})
  report.summaryOf(typeSlug)
  try {
    if (inferred?.isThere === false) await tellWouldLoad(context, report, { typeSlug, source, inferred })
    else await send(context, api, { typeSlug, source, options, inferred }, report)
    report.complete()
  } finally {
    await report.finish()
  }
  if (report.hasRefusedRows) process.exitCode = exitCode.refusedRows
}

/** In a dry run the type does not exist, so its rows cannot be tried; it was inferred so that those fit which can be read. */
async function tellWouldLoad(
  context: CommandContext,
  report: Report,
  { typeSlug, source, inferred }: { typeSlug: string; source: Source; inferred: InferredType },
): Promise<void> {
  const { rows, unreadable } = inferred
  for (const row of unreadable.first) await report.add({ typeSlug, name: source.name, format: source.format }, row)
  if (unreadable.rows > unreadable.first.length) report.omit(unreadable.rows - unreadable.first.length)
  if (source.head.length >= maxInferredBytes) context.report(`${source.name}: only the first 8 MiB were read`)
  const summary = report.summaryOf(typeSlug)
  summary.rows = rows + unreadable.rows
  summary.loaded = rows
  summary.refused = unreadable.rows
}

interface Sending {
  typeSlug: string
  source: Source
  options: ImportOptions
  inferred: InferredType | undefined
}

async function send(
  context: CommandContext,
  api: ApiClient,
  { typeSlug, source, options, inferred }: Sending,
  report: Report,
): Promise<void> {
  const { decimal, match, key, restore = false, update = false, publish = false, dryRun = false } = options
  const mapping = inferred === undefined ? (options.mapping ?? []) : ['titles']
  const query = new URLSearchParams({
    rejects: 'true',
    ...(match !== undefined && { match }),
    ...(key !== undefined && { key }),
    ...(restore && { restore: 'true' }),
    ...(publish && { publish: 'true' }),
    ...(update && { update: 'true' }),
    ...(dryRun && { dry_run: 'true' }),
    ...cellsQuery(source, decimal),
  })
  for (const [name, value] of mapping.map(mappingParameter)) query.append(name, value)
  const body = new SourceBytes(source)
  let notes: JsonObject = {}
  const file = { typeSlug, name: source.name, format: source.format }
  const sending = {
    path: `/api/${encodeURIComponent(typeSlug)}/_import?${query.toString()}`,
    body: body.read(),
    contentType: mediaTypes[source.format],
    label: typeSlug,
    fileOf: () => file,
    onLine: (line: JsonObject) => {
      if (isObject(line['notes'])) report.summaryOf(typeSlug).notes = notes = line['notes']
    },
  }
  const result = await sendImport(context, api, sending, report).catch((error: unknown) => {
    throw body.failure ?? ofFile(source.name, error)
  })
  readCounts(report.summaryOf(typeSlug), result)
  for (const note of notesOf(notes, source.format)) context.report(`${source.name}: ${note}`)
}

/** The parameter of the route for a `--mapping`. */
function mappingParameter(text: string): [name: string, value: string] {
  if (text === 'titles' || text === 'listed') return ['mapping', text]
  const [, column, property] = /^(.+)=(.*)$/su.exec(text) ?? []
  if (column !== undefined && property !== undefined) return [`mapping[${column}]`, property]
  throw new CommandFailed("--mapping is column=property, 'titles' or 'listed'", exitCode.usage)
}

/** What the service noticed about the columns and cells of a file, in sentences. */
function* notesOf({ undeclared, rewritten }: JsonObject, format: Format): Iterable<string> {
  if (Array.isArray(undeclared)) {
    const names = undeclared.map(name => JSON.stringify(name)).join(', ')
    const how = format === 'csv' ? 'texts' : 'they are'
    yield `columns that the type does not declare, imported as ${how}: ${names} (--mapping chooses their properties)`
  }
  if (!isObject(rewritten)) return
  const { cells, example } = rewritten
  const shown = isObject(example)
    ? ` (${String(example['column'])}: ${String(example['from'])} → ${jsonText(example['to'] ?? null)})`
    : ''
  yield `cells that an export writes otherwise: ${thousands(Number(cells))}${shown}`
}

/** An error about the whole file names it. */
function ofFile(name: string, error: unknown): unknown {
  const isAboutFile = error instanceof CommandFailed && unreadable.has(error.answerCode ?? '')
  return isAboutFile ? new CommandFailed(`${name}: ${error.message}`, error.exitCode) : error
}

const unreadable: ReadonlySet<string> = new Set(['unreadable-file', 'not-utf8', 'spreadsheet'])

/** How messages name a delimiter that is no comma. */
const delimiterName = (delimiter: string): string =>
  delimiter === ';' ? 'semicolons' : delimiter === '\t' ? 'tabs' : JSON.stringify(delimiter)
