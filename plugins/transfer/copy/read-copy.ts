import { isObject, type JsonObject } from '../../../lib/json/index.ts'
import {
  isRefused,
  readRows,
  TabularError,
  type Format,
  type Reading,
  type RefusedRow,
  type Row,
  type Rows,
} from '../../../lib/tabular/index.ts'

/** A file of resources in a copy. */
export interface ResourceFile {
  name: string
  typeSlug: string
  format: Format
  isArchived: boolean
}

/** The limits of the rows of a copy. */
export type CopyLimits = Pick<Reading, 'maxObjectMembers'>

/** A file of a copy, whose rows must be read before the next file. */
interface CopySection {
  name: string
  rows: Rows
  /** Instead of its rows: its bytes. */
  bytes(): AsyncIterable<Buffer>
}

/** The SHA-256 that a file with the bytes of a resource has as its name; undefined for another name. */
export const hashOfBytes = (name: string): string | undefined => /^files\/([0-9a-f]{64})$/.exec(name)?.[1]

/** The names of the files about types and presets. */
export const typesFile = 'types.ndjson'
export const presetsFile = 'presets.ndjson'
/** The name of the file with the schedules that wait, if there are any. */
export const schedulesFile = 'schedules.ndjson'

const resourcesName = /^(resources|archived)\/([^/]+?)\.(ndjson|jsonl|json|csv|tsv)(?:\.gz)?$/

/** The file of resources with this name; undefined for another name. */
export function resourceFile(name: string): ResourceFile | undefined {
  const [, folder, typeSlug = '', ending] = resourcesName.exec(name) ?? []
  if (folder === undefined) return undefined
  const format = ending === 'csv' || ending === 'tsv' ? 'csv' : ending === 'json' ? 'json' : 'ndjson'
  return { name, typeSlug, format, isArchived: folder === 'archived' }
}

/**
 * Reads the lines of a copy: `{files}` with the names of all files; then, for each, `{file}` with its name, and its content: in portions of bytes (`{bytes}`,
 * base64), or a line for each of its rows. A line `{left_out}` can be at the end: how many values the export has left out, by type.
 */
export class CopyReader {
  readonly #lines: AsyncIterator<Row | RefusedRow>
  readonly #limits: CopyLimits
  /** A line that was read and belongs to the next section. */
  #next: JsonObject | undefined

  /** @param rows the lines of the copy (NDJSON) */
  constructor(rows: Rows, limits: CopyLimits) {
    this.#lines = linesOf(rows)
    this.#limits = limits
  }

  /** The names of the files. @throws TabularError for another first line */
  async files(): Promise<string[]> {
    const { value, done } = await this.#lines.next()
    const files = done === true || isRefused(value) ? undefined : value.data['files']
    if (Array.isArray(files) && files.every(name => typeof name === 'string')) return files
    throw new TabularError('a copy begins with a line {"files": […]}, the names of its files')
  }

  /**
   * The next file; undefined at the end.
   * @throws TabularError for a line that is not part of a copy
   */
  async section(): Promise<CopySection | undefined> {
    const header = this.#next ?? (await this.#header())
    this.#next = undefined
    if (header === undefined) return undefined
    const name = String(header['file'])
    return { name, rows: this.#rows(name), bytes: () => this.#bytes() }
  }

  async #header(): Promise<JsonObject | undefined> {
    const { value, done } = await this.#lines.next()
    if (done === true) return undefined
    if (!isRefused(value) && typeof value.data['file'] === 'string') return value.data
    throw unexpected(value)
  }

  /** The next line of a section; undefined at its end. */
  async #line(): Promise<Row | RefusedRow | undefined> {
    const { value, done } = await this.#lines.next()
    if (done === true) return undefined
    if (isRefused(value) || typeof value.data['file'] !== 'string') return value
    this.#next = value.data
    return undefined
  }

  async *#rows(name: string): Rows {
    const first = await this.#line()
    if (first !== undefined && bytesIn(first) !== undefined) yield* this.#rowsOfFile(name, first)
    else yield* this.#rowsOfLines(first)
  }

  async *#rowsOfLines(first: Row | RefusedRow | undefined): Rows {
    let line = 0
    let number = 0
    for (let read = first; read !== undefined; read = await this.#line()) {
      number++
      const row = isRefused(read) ? { ...read, number, line: line + 1 } : rowOf(read, number)
      line = isRefused(read) ? line : row.line
      yield [row]
    }
  }

  async *#rowsOfFile(name: string, first: Row | RefusedRow): Rows {
    const format = resourceFile(name)?.format ?? 'ndjson'
    const delimiter = /\.tsv(?:\.gz)?$/.test(name) ? '\t' : undefined
    try {
      yield* readRows(this.#bytes(first), { format, delimiter, ...this.#limits })
    } catch (error) {
      throw error instanceof TabularError ? new TabularError(`${name}: ${error.message}`, undefined, error.code) : error
    }
  }

  async *#bytes(first?: Row | RefusedRow): AsyncIterable<Buffer> {
    for (let read = first ?? (await this.#line()); read !== undefined; read = await this.#line()) {
      const bytes = bytesIn(read)
      if (bytes === undefined) throw unexpected(read)
      yield Buffer.from(bytes, 'base64')
    }
  }

  /** Stop reading. */
  async end(): Promise<void> {
    await this.#lines.return?.()
  }
}

/** The bytes of a file in a line, base64. */
function bytesIn(read: Row | RefusedRow): string | undefined {
  const bytes = isRefused(read) ? undefined : read.data['bytes']
  return typeof bytes === 'string' ? bytes : undefined
}

/** The lines of a copy but the last one, which only lists what the export has left out. */
async function* linesOf(rows: Rows): AsyncGenerator<Row | RefusedRow> {
  for await (const portion of rows)
    for (const row of portion) if (isRefused(row) || !isObject(row.data['left_out'])) yield row
}

function rowOf(read: Row, number: number): Row | RefusedRow {
  const { row = null, line, problems } = read.data
  if (typeof line !== 'number') throw unexpected(read)
  if (Array.isArray(problems)) {
    const messages = problems.filter(isObject)
    return {
      number,
      line,
      row,
      problems: messages.map(({ field, message }) => ({ field: String(field ?? ''), message: String(message) })),
    }
  }
  if (!isObject(row)) throw unexpected(read)
  return { number, line, data: row }
}

const unexpected = ({ line }: { line: number }): TabularError =>
  new TabularError(
    'is neither {"file": …}, {"bytes": "…"}, {"row": {…}, "line": …} nor {"problems": […], "row": …, "line": …}',
    line,
  )
