import { shallowRef } from 'vue'
import type { ShallowRef } from 'vue'
import { ApiError } from '../../../api/index.ts'
import type { JsonObject, Resource } from '../../../api/index.ts'
import { t } from '../../../i18n/index.ts'
import { toast } from '../../../composables/feedback/useToast.ts'
import type { ExportFormat } from './rowWriters.ts'
import { saveFile, writeExport } from './writeExport.ts'

/** What useExport returns. */
export interface Export {
  /** How many rows are written; undefined when no export is running. */
  written: Readonly<ShallowRef<number | undefined>>
  /** @param rows starts reading the rows; CSV may need to read them a second time, for properties that no schema declares */
  start(rows: (signal: AbortSignal) => AsyncIterable<Resource[]>, format: ExportFormat): Promise<void>
  stop(): void
}

interface What {
  slug: () => string
  schema: () => JsonObject | undefined
}

/** Write resources to a file that the browser saves. */
export function useExport({ slug, schema }: What): Export {
  const written = shallowRef<number>()
  let controller: AbortController | undefined

  async function start(rows: (signal: AbortSignal) => AsyncIterable<Resource[]>, format: ExportFormat): Promise<void> {
    const own = new AbortController()
    controller = own
    written.value = 0
    try {
      const file = await writeExport({
        slug: slug(),
        schema: schema(),
        format,
        rows: () => rows(own.signal),
        written: count => (written.value = count),
      })
      if (own.signal.aborted) return
      saveFile(file, file.name)
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
