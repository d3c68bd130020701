import { constants } from 'node:fs'
import { lstat, open } from 'node:fs/promises'
import { extname } from 'node:path'
import { Readable } from 'node:stream'
import { createGunzip } from 'node:zlib'
import { CommandFailed, exitCode } from '../../../kernel/index.ts'
import {
  findDelimiter,
  refuseSpreadsheet,
  TabularError,
  type DecimalSign,
  type Format,
} from '../../../lib/tabular/index.ts'

/** A source of rows: a file, or standard input (`-`). */
export interface Source {
  /** How messages name the source. */
  name: string
  format: Format
  /** The character between the cells of CSV. */
  delimiter: string
  /** Its first bytes. */
  head: Buffer
  /**
   * Read it from the beginning; standard input only once. Compressed files are decompressed.
   * @throws `CommandFailed` with the name of the source
   */
  bytes(): AsyncIterable<Buffer>
}

/** How messages name standard input. */
const standardInput = 'standard input'

/** Media types of the formats. */
export const mediaTypes = { json: 'application/json', ndjson: 'application/x-ndjson', csv: 'text/csv' } as const

/** Options of the command line about a source. */
interface SourceOptions {
  /** Default: from the file's name, or its first character (`[` or `{`). */
  format?: Format | undefined
  /** The character between the cells of CSV; default: from the file's name or its first line. */
  delimiter?: string | undefined
  /** How many of its first bytes to read. */
  headBytes?: number
  /** Read only a regular file, and no link to one: for files that the user did not name. */
  regularOnly?: boolean
}

/**
 * Open a source. Compressed files (gzip) are read like others.
 * @throws `CommandFailed` when it cannot be read or its format is unknown
 */
export async function openSource(
  file: string,
  stdin: AsyncIterable<Buffer | string>,
  options: SourceOptions,
): Promise<Source> {
  if (file !== '-') return openFile(file, options)
  const chunks = unpack(buffers(stdin), standardInput)[Symbol.asyncIterator]()
  const head = await readHead(chunks, options.headBytes)
  async function* bytes(): AsyncIterable<Buffer> {
    yield head
    for (let next = await chunks.next(); next.done !== true; next = await chunks.next()) yield next.value
  }
  return describe('-', standardInput, { head, bytes }, options)
}

/** A file as a source; see {@link openSource}. */
export async function openFile(file: string, options: SourceOptions = {}): Promise<Source> {
  const { regularOnly = false } = options
  if (regularOnly) await checkRegular(file, 'file')
  const bytes = (): AsyncIterable<Buffer> => unpack(fileBytes(file, regularOnly ? constants.O_NOFOLLOW : 0), file)
  const chunks = bytes()[Symbol.asyncIterator]()
  const head = await readHead(chunks, options.headBytes)
  await chunks.return?.()
  return describe(file, file, { head, bytes }, options)
}

function describe(path: string, name: string, source: Pick<Source, 'head' | 'bytes'>, options: SourceOptions): Source {
  const text = source.head.toString('utf8')
  const format = options.format ?? formatOf(path) ?? findFormat(name, source.head)
  const byName = endingOf(path) === '.tsv' ? '\t' : undefined
  const delimiter = options.delimiter ?? byName ?? (format === 'csv' ? findDelimiter(text) : ',')
  return { ...source, name, format, delimiter }
}

/** The parameters of the API about the cells of a source. */
export const cellsQuery = (
  { format, delimiter }: Source,
  decimal: DecimalSign | undefined,
): Record<string, string> => ({
  ...(format === 'csv' && { delimiter }),
  ...(format === 'csv' && decimal !== undefined && { decimal }),
})

/** Reads the bytes of a source; records why reading failed. */
export class SourceBytes {
  readonly #source: Source
  failure: CommandFailed | undefined

  constructor(source: Source) {
    this.#source = source
  }

  /** Read it from the beginning. */
  async *read(): AsyncIterable<Buffer> {
    try {
      yield* this.#source.bytes()
    } catch (error) {
      if (error instanceof CommandFailed) this.failure = error
      throw error
    }
  }
}

/** The first chunk at least, and `minBytes` bytes if there are that many. */
async function readHead(chunks: AsyncIterator<Buffer>, minBytes = 1): Promise<Buffer> {
  const head: Buffer[] = []
  let count = 0
  while (count < minBytes) {
    const next = await chunks.next()
    if (next.done === true) break
    head.push(next.value)
    count += next.value.length
  }
  return Buffer.concat(head)
}

const formatByEnding: ReadonlyMap<string, Format> = new Map([
  ['.json', 'json'],
  ['.ndjson', 'ndjson'],
  ['.jsonl', 'ndjson'],
  ['.csv', 'csv'],
  ['.tsv', 'csv'],
])

/** The format that a file's name indicates, if any. */
export const formatOf = (file: string): Format | undefined => formatByEnding.get(endingOf(file))

/** Whether a file's name indicates that it is compressed. */
export const isGzipName = (file: string): boolean => extname(file).toLowerCase() === '.gz'

/** The ending of a file's name that indicates its format: `.csv` of `films.csv.gz`. */
export const endingOf = (file: string): string => extname(isGzipName(file) ? file.slice(0, -3) : file).toLowerCase()

function findFormat(name: string, head: Buffer): Format {
  const text = head.toString('utf8')
  const first = text.replace(/^\ufeff/, '').trimStart()[0]
  if (first === '[') return 'json'
  if (first === '{') return 'ndjson'
  refuseSpreadsheets(name, head)
  throw new CommandFailed(`the format of ${name} is unknown; give --format json, ndjson or csv`, exitCode.usage)
}

/** @throws `CommandFailed` with the name of the source */
function refuseSpreadsheets(name: string, head: Buffer): void {
  try {
    refuseSpreadsheet(head)
  } catch (error) {
    throw error instanceof TabularError ? new CommandFailed(`${name}: ${error.message}`, exitCode.failed) : error
  }
}

/**
 * The bytes unchanged, or decompressed if they are gzip (RFC 1952).
 * @throws `CommandFailed` with the name of the source when they cannot be decompressed
 */
async function* unpack(bytes: AsyncIterable<Buffer>, name: string): AsyncIterable<Buffer> {
  const chunks = bytes[Symbol.asyncIterator]()
  const first = await chunks.next()
  async function* all(): AsyncIterable<Buffer> {
    try {
      for (let next = first; next.done !== true; next = await chunks.next()) yield next.value
    } finally {
      await chunks.return?.()
    }
  }
  const isCompressed = first.done !== true && first.value[0] === 0x1f && first.value[1] === 0x8b
  if (!isCompressed) {
    yield* all()
    return
  }
  const unpacked = createGunzip()
  const source = Readable.from(all())
  source.on('error', error => unpacked.destroy(error))
  try {
    for await (const chunk of source.pipe(unpacked)) yield Buffer.from(chunk)
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && String(error.code).startsWith('Z_'))) throw error
    throw new CommandFailed(`${name}: the compressed file is damaged, or was cut off`, exitCode.failed)
  }
}

async function* buffers(chunks: AsyncIterable<Buffer | string>): AsyncIterable<Buffer> {
  for await (const chunk of chunks) yield Buffer.from(chunk)
}

/**
 * Check that a path is not a link, a device or a pipe.
 * @throws `CommandFailed` naming the path
 */
export async function checkRegular(path: string, kind: 'file' | 'folder'): Promise<void> {
  const stats = await tryReading(path, () => lstat(path))
  if (kind === 'file' ? stats.isFile() : stats.isDirectory()) return
  const what = stats.isSymbolicLink() ? 'it is a link; links are not followed' : `it is not a regular ${kind}`
  throw new CommandFailed(`cannot read ${path}: ${what}`, exitCode.failed)
}

async function* fileBytes(path: string, flags: number): AsyncIterable<Buffer> {
  const file = await tryReading(path, () => open(path, constants.O_RDONLY | flags))
  const stream = file.createReadStream({ highWaterMark: 256 * 1024 })
  const chunks: AsyncIterator<Buffer> = stream[Symbol.asyncIterator]()
  try {
    for (;;) {
      const next = await tryReading(path, () => chunks.next())
      if (next.done === true) return
      yield next.value
    }
  } finally {
    stream.destroy()
  }
}

const explanations: ReadonlyMap<string, string> = new Map([
  ['ENOENT', 'there is no such file'],
  ['EISDIR', 'it is a folder'],
  ['EACCES', 'permission denied'],
  ['ELOOP', 'it is a link; links are not followed'],
])

/** Read from a file or folder. @throws `CommandFailed` with the reason why it cannot be read */
export async function tryReading<Result>(path: string, read: () => Promise<Result>): Promise<Result> {
  try {
    return await read()
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && 'syscall' in error)) throw error
    const code = String(error.code)
    throw new CommandFailed(`cannot read ${path}: ${explanations.get(code) ?? code}`, exitCode.failed)
  }
}
