import { dataOf } from '../../../api/index.ts'
import type { JsonObject, Resource } from '../../../api/index.ts'
import { csvWriter, headingsOf, jsonWriter, ndjsonWriter } from './rowWriters.ts'
import type { ExportFormat, RowWriter } from './rowWriters.ts'

/** What `writeExport` writes. */
interface ExportedRows {
  /** Slug of the type; the file is named after it. */
  slug: string
  schema?: JsonObject | undefined
  format: ExportFormat
  /** Names of the properties to write. Default: all. */
  columns?: readonly string[] | undefined
  /** Starts reading the resources; CSV may need to read them a second time, for properties that no schema declares. */
  rows(): AsyncIterable<Resource[]>
  /** Called with the number of rows written. */
  written(count: number): void
  /** Called with the number of values that CSV does not hold. */
  lost(count: number): void
}

const kinds: Readonly<Record<ExportFormat, { ending: string; type: string }>> = {
  csv: { ending: 'csv', type: 'text/csv' },
  'csv-safe': { ending: 'csv', type: 'text/csv' },
  json: { ending: 'json', type: 'application/json' },
  ndjson: { ending: 'ndjson', type: 'application/x-ndjson' },
}

/** Write resources to a file, page by page: they are never all in memory as objects. */
export async function writeExport(what: ExportedRows): Promise<File> {
  const { slug, format } = what
  const { ending, type } = kinds[format]
  const writer = format === 'json' ? jsonWriter() : ndjsonWriter
  const parts = ending === 'csv' ? await writeCsv(what) : await writeAll(what, writer)
  return new File(parts, `${slug}.${ending}`, { type })
}

async function writeAll({ rows, columns, written }: ExportedRows, writer: RowWriter): Promise<Blob[]> {
  const wanted = columns === undefined ? undefined : new Set(columns)
  const parts = [new Blob([writer.begin()])]
  let count = 0
  for await (const page of rows()) {
    parts.push(new Blob([writer.rows(page.map(row => flatRow(row, wanted)))]))
    count += page.length
    written(count)
  }
  return [...parts, new Blob([writer.end()])]
}

/** Properties that no schema declares get their own columns, which a second read fills. */
async function writeCsv(what: ExportedRows): Promise<Blob[]> {
  const { schema, columns, format } = what
  const headings = new Set(headingsOf(schema).filter(heading => heading === '@id' || isWanted(heading, columns)))
  for (;;) {
    const more = new Set<string>()
    let lost = 0
    const on = { missed: (name: string) => more.add(name), lost: () => (lost += 1) }
    const writer = csvWriter([...headings], on, format === 'csv-safe')
    const parts = await writeAll(what, writer)
    what.lost(lost)
    if (more.size === 0) return parts
    for (const name of more) headings.add(name)
  }
}

const isWanted = (heading: string, columns: readonly string[] | undefined): boolean =>
  columns?.some(name => heading === name || heading.startsWith(`${name}.`)) ?? true

/** A resource as a flat row, with the requested properties. */
function flatRow(row: Resource, wanted: ReadonlySet<string> | undefined): JsonObject {
  const data = Object.entries(dataOf(row)).filter(([name]) => wanted?.has(name) ?? true)
  return { '@id': row.id, ...Object.fromEntries(data) }
}

/** Make the browser save a file. */
export function saveFile(file: Blob, name: string): void {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(file)
  link.download = name
  link.click()
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000) // the browser reads the file while it saves it
}
