import { computed, ref, shallowRef } from 'vue'
import type { ComputedRef, Ref, ShallowRef } from 'vue'
import {
  ApiError,
  csvWriter,
  dataOf,
  headingsOf,
  jsonWriter,
  listResources,
  ndjsonWriter,
  walkResources,
} from '../../../../admin/src/index.ts'
import type { ExportFormat, JsonObject, Query, Resource, ResourceType, RowWriter } from '../../../../admin/src/index.ts'
import { save } from './text-file.ts'

/** What is to be exported. */
export interface ExportPlan {
  type: ResourceType
  format: ExportFormat
  /** Filters, words and status, as the API takes them. */
  query: Query
  /** Names of the properties to write; all of them when undefined. */
  columns: readonly string[] | undefined
}

/** What useWholeExport gives. */
export interface WholeExport {
  /** Rows written so far; undefined when nothing goes on. */
  written: Ref<number | undefined>
  /** How many there are in all, where the service can count them in time. */
  total: Ref<number | undefined>
  isRunning: ComputedRef<boolean>
  /** How the last one ended. */
  result: ShallowRef<{ rows: number; name: string } | { error: unknown } | undefined>
  start(plan: ExportPlan): Promise<void>
  stop(): void
}

const kinds: Readonly<Record<ExportFormat, { ending: string; type: string }>> = {
  csv: { ending: 'csv', type: 'text/csv' },
  'csv-safe': { ending: 'csv', type: 'text/csv' },
  json: { ending: 'json', type: 'application/json' },
  ndjson: { ending: 'ndjson', type: 'application/x-ndjson' },
}
const pageSize = 500

/** Write resources to a file of this person, page by page: they are never all held as objects. */
export function useWholeExport(): WholeExport {
  const written = ref<number>()
  const total = ref<number>()
  const result: WholeExport['result'] = shallowRef()
  let controller: AbortController | undefined

  async function write(plan: ExportPlan, writer: RowWriter, signal: AbortSignal): Promise<Blob[]> {
    const wanted = plan.columns === undefined ? undefined : new Set(plan.columns)
    const parts = [new Blob([writer.begin()])]
    let rows = 0
    for await (const page of walkResources(plan.type.slug, plan.query, pageSize, signal)) {
      parts.push(new Blob([writer.rows(page.map(row => chosen(row, wanted)))]))
      rows += page.length
      written.value = rows
    }
    return [...parts, new Blob([writer.end()])]
  }

  /** Properties that no schema declares get columns of their own, which a second walk fills. */
  async function inCsv(plan: ExportPlan, signal: AbortSignal): Promise<Blob[]> {
    const { columns } = plan
    const declared = headingsOf(plan.type.schema)
    const headings = new Set(declared.filter(name => name === '@id' || isWanted(name, columns)))
    for (;;) {
      const more = new Set<string>()
      const writer = csvWriter([...headings], name => more.add(name), plan.format === 'csv-safe')
      const parts = await write(plan, writer, signal)
      if (more.size === 0) return parts
      for (const name of more) headings.add(name)
    }
  }

  async function start(plan: ExportPlan): Promise<void> {
    const own = new AbortController()
    controller = own
    written.value = 0
    total.value = undefined
    result.value = undefined
    void count(plan, own.signal)
    try {
      const { ending, type } = kinds[plan.format]
      const writer = plan.format === 'json' ? jsonWriter() : ndjsonWriter
      const parts = ending === 'csv' ? await inCsv(plan, own.signal) : await write(plan, writer, own.signal)
      if (own.signal.aborted) return
      const name = `${plan.type.slug}.${ending}`
      save(new Blob(parts, { type }), name)
      result.value = { rows: written.value ?? 0, name }
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
      if (!signal.aborted && !(error instanceof ApiError)) throw error // it is written all the same, without saying of how many
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

const isWanted = (heading: string, columns: readonly string[] | undefined): boolean =>
  columns?.some(name => heading === name || heading.startsWith(`${name}.`)) ?? true

/** A resource as a flat row, with the properties that are wanted. */
function chosen(row: Resource, wanted: ReadonlySet<string> | undefined): JsonObject {
  const data = dataOf(row)
  const kept =
    wanted === undefined ? data : Object.fromEntries(Object.entries(data).filter(([name]) => wanted.has(name)))
  return { '@id': row.id, ...kept }
}
