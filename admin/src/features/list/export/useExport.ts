import { shallowRef } from 'vue'
import type { ShallowRef } from 'vue'
import { ApiError, dataOf } from '../../../api/index.ts'
import type { JsonObject, Resource } from '../../../api/index.ts'
import { t } from '../../../i18n/index.ts'
import { toast } from '../../../composables/useToast.ts'
import { csvWriter, headingsOf, jsonWriter, ndjsonWriter } from './rowWriters.ts'
import type { ExportFormat, RowWriter } from './rowWriters.ts'

/** What useExport gives. */
export interface Export {
  /** How many rows are written; undefined when nothing goes on. */
  written: Readonly<ShallowRef<number | undefined>>
  /** @param rows makes a walk over them; CSV may need a second one, for properties that no schema declares */
  start(rows: (signal: AbortSignal) => AsyncIterable<Resource[]>, format: ExportFormat): Promise<void>
  stop(): void
}

interface What {
  slug: () => string
  schema: () => JsonObject | undefined
}

const kinds: Readonly<Record<ExportFormat, { ending: string; type: string }>> = {
  csv: { ending: 'csv', type: 'text/csv' },
  'csv-safe': { ending: 'csv', type: 'text/csv' },
  json: { ending: 'json', type: 'application/json' },
  ndjson: { ending: 'ndjson', type: 'application/x-ndjson' },
}

/** Write resources to a file of this person, page by page: never all of them are held as objects. */
export function useExport({ slug, schema }: What): Export {
  const written = shallowRef<number>()
  let controller: AbortController | undefined

  async function write(rows: AsyncIterable<Resource[]>, writer: RowWriter): Promise<Blob[]> {
    const parts = [new Blob([writer.begin()])]
    written.value = 0
    for await (const page of rows) {
      parts.push(new Blob([writer.rows(page.map(row => ({ '@id': row.id, ...dataOf(row) })))]))
      written.value += page.length
    }
    parts.push(new Blob([writer.end()]))
    return parts
  }

  async function inCsv(walks: () => AsyncIterable<Resource[]>, isSafe: boolean): Promise<Blob[]> {
    const headings = new Set(headingsOf(schema()))
    for (;;) {
      const before = headings.size
      const more = new Set<string>()
      const parts = await write(
        walks(),
        csvWriter([...headings], name => more.add(name), isSafe),
      )
      for (const name of more) headings.add(name)
      if (headings.size === before) return parts
    }
  }

  async function start(rows: (signal: AbortSignal) => AsyncIterable<Resource[]>, format: ExportFormat): Promise<void> {
    const own = new AbortController()
    controller = own
    const walks = (): AsyncIterable<Resource[]> => rows(own.signal)
    try {
      const parts =
        format === 'json'
          ? await write(walks(), jsonWriter())
          : format === 'ndjson'
            ? await write(walks(), ndjsonWriter)
            : await inCsv(walks, format === 'csv-safe')
      if (own.signal.aborted) return
      save(new Blob(parts, { type: kinds[format].type }), `${slug()}.${kinds[format].ending}`)
      toast(t('list.exported', { count: written.value ?? 0 }), { tone: 'good' })
    } catch (error) {
      if (own.signal.aborted) return
      if (!(error instanceof ApiError)) throw error
      toast(t('list.exportFailed', { message: error.message }), { tone: 'bad' })
    } finally {
      written.value = undefined
    }
  }

  return { written, start, stop: () => controller?.abort() }
}

function save(file: Blob, name: string): void {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(file)
  link.download = name
  link.click()
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000) // the browser reads it while it saves
}
