import { isObject, type JsonObject } from '../../../lib/json/index.ts'
import {
  isRefused,
  TabularError,
  type Format,
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

/** A file of a copy, whose rows must be read before the next file. */
export interface CopySection {
  name: string
  rows: Rows
}

/** The names of the files about types and presets. */
export const typesFile = 'types.ndjson'
export const presetsFile = 'presets.ndjson'

const resourcesName = /^(resources|archived)\/([^/]+?)\.(ndjson|jsonl|json|csv|tsv)(?:\.gz)?$/

/** The file of resources with this name; undefined for another name. */
export function resourceFile(name: string): ResourceFile | undefined {
  const [, folder, typeSlug = '', ending] = resourcesName.exec(name) ?? []
  if (folder === undefined) return undefined
  const format = ending === 'csv' || ending === 'tsv' ? 'csv' : ending === 'json' ? 'json' : 'ndjson'
  return { name, typeSlug, format, isArchived: folder === 'archived' }
}

/** Reads the lines of a copy: `{files}` with the names of all files; then, for each, `{file}` with its name and a line for each of its rows. */
export class CopyReader {
  readonly #lines: AsyncIterator<Row | RefusedRow>
  /** A line that was read and belongs to the next section. */
  #next: JsonObject | undefined

  /** @param rows the lines of the copy (NDJSON) */
  constructor(rows: Rows) {
    this.#lines = linesOf(rows)
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
    return header === undefined ? undefined : { name: String(header['file']), rows: this.#rows() }
  }

  async #header(): Promise<JsonObject | undefined> {
    const { value, done } = await this.#lines.next()
    if (done === true) return undefined
    if (!isRefused(value) && typeof value.data['file'] === 'string') return value.data
    throw unexpected(value)
  }

  async *#rows(): Rows {
    let number = 0
    let line = 0
    for (;;) {
      const { value, done } = await this.#lines.next()
      if (done === true) return
      number++
      if (isRefused(value)) yield [{ ...value, number, line: line + 1 }]
      else if (typeof value.data['file'] === 'string') {
        this.#next = value.data
        return
      } else {
        const row = rowOf(value, number)
        line = row.line
        yield [row]
      }
    }
  }

  /** Stop reading. */
  async end(): Promise<void> {
    await this.#lines.return?.()
  }
}

async function* linesOf(rows: Rows): AsyncGenerator<Row | RefusedRow> {
  for await (const portion of rows) yield* portion
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
  new TabularError('is neither {"file": …}, {"row": {…}, "line": …} nor {"problems": […], "row": …, "line": …}', line)
