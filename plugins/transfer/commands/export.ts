import { CommandFailed, exitCode, type ApiClient, type CommandContext } from '../../../kernel/index.ts'
import { isObject, type JsonObject } from '../../../lib/json/index.ts'
import { createRowWriter, TabularError, type Format } from '../../../lib/tabular/index.ts'
import { countText, thousands } from '../../../lib/terminal/index.ts'
import { schemaOf } from './find-type.ts'
import { listAll, selectionOf, type Selection } from './list-all.ts'
import { openExportOutput } from './output-file.ts'
import { formatOf } from './source.ts'

export interface ExportOptions extends Selection {
  format?: Format
  /** CSV for spreadsheet programs. */
  escapeFormulas?: boolean
  /** Permissions of a new file. Default: those of the process. */
  permissions?: number
  /** Called with the number of values of a page that are left out because they are never shown; only administrators get it, with `copy`. */
  onLeftOut?: (count: number) => void
}

/** `plinth export <type> [file]`. */
export async function exportRows(
  context: CommandContext,
  typeSlug: string,
  file: string,
  options: ExportOptions,
): Promise<void> {
  const api = await context.api()
  const type = await api.request('GET', `/api/resource-types/${encodeURIComponent(typeSlug)}`)
  const schema = isObject(type.body) ? schemaOf(type.body) : null
  const named = options.format ?? formatOf(file)
  const format = named ?? 'json'
  const rows = await writeRows(context, api, { typeSlug, schema, file, format, options })
  if (file === '-') return
  context.print(
    { type_slug: typeSlug, file, rows },
    () => `${typeSlug}: ${countText(rows, 'row')} written to ${file}${named === undefined ? `, as ${format}` : ''}`,
  )
}

/** What to export from a type, and to which file. */
interface RowsToWrite {
  typeSlug: string
  schema: JsonObject | null
  file: string
  format: Format
  options: ExportOptions
}

/** Write the resources of a type to a file, which appears as a whole or not at all. @returns the number of resources */
export async function writeRows(context: CommandContext, api: ApiClient, what: RowsToWrite): Promise<number> {
  const { typeSlug, schema, file, format, options } = what
  const rows = (): AsyncIterable<JsonObject[]> => listAll(api, typeSlug, options)
  const progress = context.progress(typeSlug)
  const output = await openExportOutput(file, context.stdout, options.permissions)
  let done = 0
  let skipped = 0
  const losses: Losses = { empty: new Map(), type: new Map() }
  try {
    const total = await countOf(api, typeSlug, options)
    const writer = await createRowWriter(rows, {
      format,
      schema,
      isForSpreadsheets: options.escapeFormulas === true,
      onUndeclared: names =>
        context.report(`not in the schema, so that import reads them as texts: ${names.join(', ')}`),
      onLoss: (heading, loss) => losses[loss].set(heading, (losses[loss].get(heading) ?? 0) + 1),
    })
    let isOpen = await output.write(writer.begin())
    for await (const page of listAll(api, typeSlug, options, count => (skipped += count), options.onLeftOut)) {
      if (!isOpen) break
      isOpen = await output.write(writer.rows(page))
      done += page.length
      progress.update(done, total)
    }
    if (isOpen) await output.write(writer.end())
    await output.commit()
  } catch (error) {
    await output.discard()
    throw error instanceof TabularError ? new CommandFailed(error.message, exitCode.failed) : error
  } finally {
    progress.finish()
  }
  if (skipped > 0) {
    context.report(
      `${typeSlug}: ${countText(skipped, 'resource')} ${skipped === 1 ? 'is' : 'are'} left out, because the store is damaged and they cannot be read; put back a backup, or run "plinth doctor --repair" where the store is`,
    )
    process.exitCode = exitCode.refusedRows
  }
  for (const sentence of sentencesOn(losses)) context.report(`${typeSlug}: ${sentence}`)
  return done
}

/** How many values of each column CSV cannot represent, or not with their type. */
type Losses = Record<'empty' | 'type', Map<string, number>>

function* sentencesOn({ empty, type }: Losses): Iterable<string> {
  const sum = (counts: Map<string, number>): number => [...counts.values()].reduce((total, count) => total + count, 0)
  const byColumn = (counts: Map<string, number>): string =>
    [...counts].map(([heading, count]) => `${heading} ${thousands(count)}`).join(', ')
  if (empty.size > 0)
    yield `${countText(sum(empty), 'value')} ${sum(empty) === 1 ? 'is' : 'are'} not in the file, because CSV has no empty text and no null: ${byColumn(empty)}`
  if (type.size > 0)
    yield `${countText(sum(type), 'value')} ${sum(type) === 1 ? 'comes' : 'come'} back by import as another type, because CSV has texts only: ${byColumn(type)}`
}

/** The number of resources, for the progress bar; unknown when the service cannot count them in time. */
async function countOf(api: ApiClient, typeSlug: string, options: ExportOptions): Promise<number | undefined> {
  const query = new URLSearchParams([['count', 'true'], ['limit', '1'], ...selectionOf(options)])
  const answer = await api.request('GET', `/api/${encodeURIComponent(typeSlug)}?${query.toString()}`, {
    accept: [503],
    isPatient: true,
  })
  const total = isObject(answer.body) ? answer.body['total'] : undefined
  return typeof total === 'number' ? total : undefined
}
