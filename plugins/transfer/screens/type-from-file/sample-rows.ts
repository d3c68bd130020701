import type { JsonObject } from '../../../../lib/json/types.ts'
import { isBlank, readHeadings } from '../../../../lib/tabular/csv-records.ts'
import { findDelimiter, lineEnds, withoutSeparatorLine } from '../../../../lib/tabular/delimiter.ts'
import { readJsonArray } from '../../../../lib/tabular/read-json-array.ts'
import { readNdjson } from '../../../../lib/tabular/read-ndjson.ts'
import { TabularError } from '../../../../lib/tabular/rows.ts'
import type { SentFile } from '../import-api.ts'

const maxRows = 5
/** Records of CSV that are read for them, blank ones included. */
const maxRecords = 50
/** The rows are read from this many bytes at the beginning of the file. */
const maxBytes = 256 * 1024

/** The first rows of a file, for display. */
export interface Sample {
  /** The rows that can be read, up to a maximum. */
  rows: JsonObject[]
  /** The character between the cells of CSV. */
  delimiter?: string
}

/** Read the first rows of a file. */
export async function sampleOf({ content, format, delimiter: chosen }: SentFile): Promise<Sample> {
  const text = (await content.slice(0, maxBytes).text()).replace(/^\ufeff/, '')
  if (format === 'csv') {
    const delimiter = chosen ?? findDelimiter(text)
    return { rows: await readCsv(text, delimiter), delimiter }
  }
  const rows: JsonObject[] = []
  try {
    for await (const portion of format === 'json'
      ? readJsonArray(inParts(text), { isBeginning: true })
      : readNdjson(inParts(text), { isBeginning: true }))
      for (const row of portion) if ('data' in row) rows.push(row.data)
  } catch (error) {
    if (!(error instanceof TabularError)) throw error // the rows before the error are shown
  }
  return { rows: rows.slice(0, maxRows) }
}

async function* inParts(text: string): AsyncIterable<string> {
  yield text
}

async function readCsv(text: string, delimiter: string): Promise<JsonObject[]> {
  const { parse, CsvError } = await import('csv-parse/browser/esm/sync')
  try {
    const records: string[][] = parse(withoutSeparatorLine(text), {
      delimiter,
      record_delimiter: lineEnds,
      to: maxRecords,
      relax_column_count: true,
    })
    const [first, ...rows] = records.filter(cells => !isBlank({ cells }))
    const headings = readHeadings({ line: 1, cells: first ?? [] }, { numberHeadings: true })
    return rows
      .slice(0, maxRows)
      .map(cells => Object.fromEntries(headings.map((heading, at) => [heading, cells[at] ?? ''])))
  } catch (error) {
    if (error instanceof CsvError) return []
    throw error
  }
}
