import { createRowWriter } from '../../../../../lib/tabular/write.ts'
import { dataOf } from '../../../api/index.ts'
import type { JsonObject, Resource } from '../../../api/index.ts'

/** A format of files with resources; `csv-safe`: CSV whose cells a spreadsheet does not run as formulas. */
export type ExportFormat = 'csv' | 'csv-safe' | 'json' | 'ndjson'

/** What `writeExport` writes. */
interface ExportedRows {
  /** Slug of the type; the file is named after it. */
  slug: string
  schema?: JsonObject | undefined
  format: ExportFormat
  /** Starts reading the resources; CSV may need to read them a second time, for properties that no schema declares. */
  rows(): AsyncIterable<Resource[]>
  /** Called with the number of rows written so far. */
  written(count: number): void
}

/** A file with resources, their number, and that of the values that CSV does not hold. */
export interface ExportedFile {
  file: File
  rows: number
  lost: number
}

const mediaTypes = { csv: 'text/csv', json: 'application/json', ndjson: 'application/x-ndjson' } as const

/** Write resources to a file, page by page: they are never all in memory as objects. */
export async function writeExport({ slug, ...what }: ExportedRows): Promise<ExportedFile> {
  const format = what.format === 'csv-safe' ? 'csv' : what.format
  async function* rows(): AsyncGenerator<JsonObject[]> {
    for await (const page of what.rows()) yield page.map(row => ({ '@id': row.id, ...dataOf(row) }))
  }
  let lost = 0
  const writer = await createRowWriter(rows, {
    format,
    schema: what.schema ?? null,
    isForSpreadsheets: what.format === 'csv-safe',
    onUndeclared: () => undefined,
    onLoss: (_heading, loss) => (lost += loss === 'empty' ? 1 : 0),
  })
  const parts = [new Blob([writer.begin()])]
  let count = 0
  for await (const page of rows()) {
    parts.push(new Blob([writer.rows(page)]))
    count += page.length
    what.written(count)
  }
  const file = new File([...parts, new Blob([writer.end()])], `${slug}.${format}`, { type: mediaTypes[format] })
  return { file, rows: count, lost }
}

/** Make the browser save a file. */
export function saveFile(file: Blob, name: string): void {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(file)
  link.download = name
  link.click()
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000) // the browser reads the file while it saves it
}
