import { shallowRef } from 'vue'
import { listResources } from '../../../api/index.ts'
import type { JsonObject, Query, Resource } from '../../../api/index.ts'
import type { ExportFormat } from './writeExport.ts'

/** Resources to write to a file. */
interface ExportPlan {
  /** The type; the file is named after its slug. */
  type: { slug: string; schema?: JsonObject | undefined }
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

  /**
   * @returns the number of rows, that of values which CSV does not hold, and the name of the file; undefined when the export was stopped
   * @throws ApiError
   */
  async function start({
    type,
    rows,
    ...plan
  }: ExportPlan): Promise<{ rows: number; lost: number; name: string } | undefined> {
    const own = new AbortController()
    controller = own
    written.value = 0
    try {
      const { saveFile, writeExport } = await import('./writeExport.ts') // no list needs it at first
      let lost = 0
      const file = await writeExport({
        ...plan,
        ...type,
        rows: () => (isList(rows) ? inParts(rows, pageSize) : walkResources(type.slug, rows, pageSize, own.signal)),
        written: count => (written.value = count),
        lost: count => (lost = count),
      })
      if (own.signal.aborted) return undefined
      saveFile(file, file.name)
      return { rows: written.value, lost, name: file.name }
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
  signal: AbortSignal,
): AsyncGenerator<Resource[]> {
  let cursor: string | undefined
  do {
    const page = await listResources(slug, { ...query, limit, cursor }, signal)
    if (page.data.length > 0) yield page.data
    cursor = page.cursor === '' ? undefined : page.cursor
  } while (cursor !== undefined && !signal.aborted)
}

/** The rows of a loaded list, in parts of this size. */
export async function* inParts<Item>(items: readonly Item[], size: number): AsyncGenerator<Item[]> {
  for (let at = 0; at < items.length; at += size) yield await Promise.resolve(items.slice(at, at + size))
}
