import { isObject, thousands, type ApiClient, type CommandContext, type JsonObject } from '../../kernel/index.ts'
import type { Format } from './formats/format.ts'
import { formatOf } from './formats/format.ts'
import { openTarget } from './formats/target.ts'
import { writerFor } from './formats/writers.ts'
import { selectionOf, walk, type Selection } from './walk.ts'

export interface ExportOptions extends Selection {
  format?: Format
  /** Put `'` before cells that a spreadsheet would run as a formula. */
  escapeFormulas?: boolean
}

/** `plinth export`. */
export async function exportRows(
  context: CommandContext,
  typeSlug: string,
  file: string,
  options: ExportOptions,
): Promise<void> {
  const format = options.format ?? formatOf(file) ?? 'json'
  const api = await context.api()
  const type = await api.request('GET', `/api/resource-types/${encodeURIComponent(typeSlug)}`)
  const schema = isObject(type.body) && isObject(type.body['schema']) ? type.body['schema'] : null
  const rows = (): AsyncIterable<JsonObject[]> => walk(api, typeSlug, options)
  const progress = context.progress(typeSlug)
  const target = await openTarget(file, context.stdout)
  let done = 0
  try {
    const total = await countOf(api, typeSlug, options)
    const writer = await writerFor(format, schema, rows, {
      escapeFormulas: options.escapeFormulas === true,
      undeclared: names => context.say(`not in the schema, so that import reads them as texts: ${names.join(', ')}`),
    })
    let open = await target.write(writer.begin())
    for await (const page of rows()) {
      if (!open) break
      open = await target.write(writer.rows(page))
      done += page.length
      progress.update(done, total)
    }
    if (open) await target.write(writer.end())
    await target.commit()
  } catch (error) {
    await target.discard()
    throw error
  } finally {
    progress.finish()
  }
  if (file !== '-')
    context.print(
      { type_slug: typeSlug, file, rows: done },
      () => `${typeSlug}: ${thousands(done)} rows written to ${file}`,
    )
}

/** How many there are, for the progress bar; unknown when counting takes the service too long. */
async function countOf(api: ApiClient, typeSlug: string, options: ExportOptions): Promise<number | undefined> {
  const query = new URLSearchParams([['count', 'true'], ['limit', '1'], ...selectionOf(options)])
  const answer = await api.request('GET', `/api/${encodeURIComponent(typeSlug)}?${query.toString()}`, { accept: [503] })
  const total = isObject(answer.body) ? answer.body['total'] : undefined
  return typeof total === 'number' ? total : undefined
}
