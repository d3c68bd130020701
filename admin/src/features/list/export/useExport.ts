import { shallowRef } from 'vue'
import { listResources } from '../../../api/index.ts'
import type { JsonObject, Query, Resource } from '../../../api/index.ts'
import type { ExportedFile, ExportFormat } from './writeExport.ts'

/** Resources to write to a file. */
interface ExportPlan {
  /** Slug of the type; the file is named after it. */
  slug: string
  schema?: JsonObject | undefined
  /** Resources that were read, or the query that finds them. */
  rows: readonly Resource[] | Query
  format: ExportFormat
}

/** Rows per page. */
const pageSize = 500

/** Write resources to a file that the browser saves. */
export function useExport() {
  /** How many rows are written; undefined when no export is running. */
  const written = shallowRef<number>()
  let controller: AbortController | undefined

  /** @returns undefined when the export was stopped. @throws ApiError */
  async function start({ rows, ...plan }: ExportPlan): Promise<ExportedFile | undefined> {
    const own = new AbortController()
    controller = own
    written.value = 0
    try {
      const { saveFile, writeExport } = await import('./writeExport.ts') // no list needs it at first
      const exported = await writeExport({
        ...plan,
        rows: () => (isList(rows) ? inParts(rows, pageSize) : walkResources(plan.slug, rows, pageSize, own.signal)),
        written: count => (written.value = count),
      })
      if (own.signal.aborted) return undefined
      saveFile(exported.file, exported.file.name)
      return exported
    } catch (error) {
      if (own.signal.aborted) return undefined
      throw error
    } finally {
      if (controller === own) written.value = undefined
    }
  }

  return { written, start, stop: () => controller?.abort() }
}

const isList = (rows: ExportPlan['rows']): rows is readonly Resource[] => Array.isArray(rows)

/**
 * Reads every resource that matches a query, page by page, in the order of creation; a resource that changes meanwhile is still read once.
 * @param query filters, search words, status; the sort is ignored
 * @param limit resources per page, at most 1,000
 */
export async function* walkResources(
  slug: string,
  { sort_by: _by, sort_order: _order, cursor: _cursor, ...query }: Query,
  limit: number,
  signal?: AbortSignal,
): AsyncGenerator<Resource[]> {
  let cursor: string | undefined
  do {
    const page = await listResources(slug, { ...query, limit, cursor }, signal)
    if (page.data.length > 0) yield page.data
    cursor = page.cursor === '' ? undefined : page.cursor
  } while (cursor !== undefined)
}

/** The rows of a loaded list, in parts of this size. */
export async function* inParts<Item>(items: readonly Item[], size: number): AsyncGenerator<Item[]> {
  for (let at = 0; at < items.length; at += size) yield await Promise.resolve(items.slice(at, at + size))
}
