import type { JsonObject } from '../../../../admin/src/index.ts'
import { makeRow } from './mapping.ts'
import type { MadeRow, MappedColumn } from './mapping.ts'
import { namesIn } from './names.ts'
import type { Names } from './names.ts'
import { isBad } from './reading/index.ts'
import type { BadRow, FileRow } from './reading/index.ts'
import type { RowIds } from './row-ids.ts'
import type { ReadyRow } from './sending.ts'

/** Rows that travel in one request, and those between them that cannot be read. */
export interface Portion {
  ready: ReadyRow[]
  bad: BadRow[]
}

/** How rows of a file become resources. */
export interface Making {
  slug: string
  columns: readonly MappedColumn[]
  /** Undefined where the service gives ids. */
  ids: RowIds | undefined
  names: Names
  /** How many rows travel at once. */
  size: () => number
}

const mostText = 2 * 1024 * 1024

/** Gather the rows of a file into portions. */
export async function* portionsOf(rows: AsyncIterable<(FileRow | BadRow)[]>, making: Making): AsyncGenerator<Portion> {
  const lines = new Map<string, number>()
  let waiting: (FileRow | BadRow)[] = []
  let size = 0
  for await (const some of rows) {
    for (const row of some) {
      const length = isBad(row) ? 0 : JSON.stringify(row.data).length
      if (waiting.length >= making.size() || (waiting.length > 0 && size + length > mostText)) {
        yield await ready(waiting, making, lines)
        ;[waiting, size] = [[], 0]
      }
      waiting.push(row)
      size += length
    }
  }
  if (waiting.length > 0) yield ready(waiting, making, lines)
}

interface Made extends MadeRow {
  line: number
  row: JsonObject
}

async function ready(
  rows: readonly (FileRow | BadRow)[],
  { slug, columns, ids, names }: Making,
  lines: Map<string, number>,
): Promise<Portion> {
  const bad = rows.filter(isBad)
  const readable = rows.flatMap(row => (isBad(row) ? [] : [row]))
  for (const column of columns) {
    const target = column.target.property?.refersTo
    const data = readable.map(row => row.data)
    if (target !== undefined) await names.load(target, namesIn(column, data))
  }
  const good: Made[] = []
  for (const { line, data: row } of readable) {
    const made = makeRow(row, columns, names)
    const problem = 'reason' in made ? { line, row, ...made } : idProblem({ line, row, ...made }, slug, lines)
    if (problem !== undefined) bad.push(problem)
    else if (!('reason' in made)) good.push({ line, row, ...made })
  }
  const nameless = good.filter(({ id }) => id === undefined)
  const given = (await ids?.next(nameless.map(({ data }) => data))) ?? []
  const own = new Map(nameless.map((made, at) => [made, given[at]]))
  return {
    ready: good.map(made => ({
      line: made.line,
      id: typeof made.id === 'string' ? urnOf(slug, made.id) : own.get(made),
      data: made.data,
      row: made.row,
    })),
    bad,
  }
}

const urnOf = (slug: string, id: string): string => (id.startsWith('urn:') ? id : `urn:${slug}:${id}`)

function idProblem({ line, id, row }: Made, slug: string, lines: Map<string, number>): BadRow | undefined {
  if (id === undefined) return undefined
  if (typeof id !== 'string') return { line, row, reason: { key: 'idNoText' } }
  const urn = urnOf(slug, id)
  const before = lines.get(urn)
  if (before !== undefined) return { line, row, reason: { key: 'idTwice', parameters: { line: before } } }
  lines.set(urn, line)
  return undefined
}
