import { computed, ref, shallowRef } from 'vue'
import type { ComputedRef, Ref, ShallowRef } from 'vue'
import { ApiError, listResources, saveFile, walkResources, writeExport } from '../../../../admin/src/index.ts'
import type { ExportFormat, Query, ResourceType } from '../../../../admin/src/index.ts'

/** What to export. */
export interface ExportPlan {
  type: ResourceType
  format: ExportFormat
  /** Filters, words and status, as parameters of the API. */
  query: Query
  /** Names of the properties to write; undefined for all of them. */
  columns: readonly string[] | undefined
}

/** The result of useWholeExport. */
export interface WholeExport {
  /** Rows written so far; undefined when no export is running. */
  written: Ref<number | undefined>
  /** The total number of resources, if the service can count them in time. */
  total: Ref<number | undefined>
  isRunning: ComputedRef<boolean>
  /** How the last export ended. */
  result: ShallowRef<{ rows: number; name: string } | { error: unknown } | undefined>
  start(plan: ExportPlan): Promise<void>
  stop(): void
}

const pageSize = 500

/** Write the resources of a type to a file that the browser saves. */
export function useWholeExport(): WholeExport {
  const written = ref<number>()
  const total = ref<number>()
  const result: WholeExport['result'] = shallowRef()
  let controller: AbortController | undefined

  async function start(plan: ExportPlan): Promise<void> {
    const own = new AbortController()
    controller = own
    written.value = 0
    total.value = undefined
    result.value = undefined
    void count(plan, own.signal)
    try {
      const { type, format, query, columns } = plan
      const file = await writeExport({
        slug: type.slug,
        schema: type.schema,
        format,
        columns,
        rows: () => walkResources(type.slug, query, pageSize, own.signal),
        written: rows => (written.value = rows),
      })
      if (own.signal.aborted) return
      saveFile(file, file.name)
      result.value = { rows: written.value ?? 0, name: file.name }
    } catch (error) {
      if (!own.signal.aborted) result.value = { error }
    } finally {
      if (controller === own) written.value = undefined
    }
  }

  async function count({ type, query }: ExportPlan, signal: AbortSignal): Promise<void> {
    try {
      const { sort_by: _by, sort_order: _order, cursor: _cursor, ...rest } = query
      const page = await listResources(type.slug, { ...rest, limit: 1, count: true }, signal)
      total.value = page.total
    } catch (error) {
      if (!signal.aborted && !(error instanceof ApiError)) throw error // the export continues without a total
    }
  }

  return {
    written,
    total,
    isRunning: computed(() => written.value !== undefined),
    result,
    start,
    stop: () => controller?.abort(),
  }
}
