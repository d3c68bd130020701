import { createReadStream, createWriteStream } from 'node:fs'
import { mkdtemp, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGunzip } from 'node:zlib'
import { CommandFailed, exitCode } from '../../../kernel/index.ts'
import { delimiterOf, formatOf, isGzip, sniffDelimiter, type Format } from './format.ts'

/** What rows are read from: a file, or standard input (`-`). */
export interface Source {
  /** How messages name it. */
  name: string
  format: Format
  delimiter: string
  /** CSV: headings that occur more than once are numbered, instead of ending the import. */
  numberHeadings?: boolean
  /** Bytes in it, when that is known. */
  size: number | undefined
  /** Read it from the beginning. */
  bytes(): AsyncIterable<Buffer>
  /** Take away what was kept of it. */
  close(): Promise<void>
}

/** What the command line says of a source. */
export interface Asked {
  format?: Format | undefined
  /** What separates the cells of CSV; otherwise the file's name or its first line tells it. */
  delimiter?: string | undefined
}

/**
 * Find a source. Compressed ones (gzip) are read like others.
 * @param options.format the format asked for; otherwise the file's name tells it, or its first character (`[` or `{`)
 * @param options.again it will be read more than once: standard input is then kept in a temporary file
 * @throws `CommandFailed` when it cannot be read or its format is unknown
 */
export async function openSource(
  file: string,
  stdin: AsyncIterable<Buffer | string>,
  options: Asked & { again: boolean },
): Promise<Source> {
  if (file !== '-') return openFile(file, options)
  if (!options.again) return pipeSource(stdin, options)
  const folder = await mkdtemp(join(tmpdir(), 'plinth-import-'))
  const remove = (): Promise<void> => rm(folder, { recursive: true, force: true })
  try {
    const kept = join(folder, 'input')
    await pipeline(stdin, createWriteStream(kept, { mode: 0o600 }))
    return await fileSource(kept, 'standard input', options, remove)
  } catch (error) {
    await remove()
    throw error
  }
}

/** A file as a source; see {@link openSource}. */
export const openFile = (file: string, asked: Asked = {}): Promise<Source> =>
  fileSource(file, file, asked, async () => undefined)

async function fileSource(path: string, name: string, asked: Asked, close: () => Promise<void>): Promise<Source> {
  const size = await readable(path, async () => (await stat(path)).size)
  const bytes = (): AsyncIterable<Buffer> => plainBytes(fileBytes(path))
  const first = await readable(path, () => firstOf(bytes()))
  const format = asked.format ?? formatOf(path) ?? sniffed(name, first)
  const delimiter = asked.delimiter ?? delimiterOf(path) ?? delimiterIn(format, first)
  // The number of bytes in a compressed file says little of how many come out.
  return { name, format, delimiter, size: isGzip(path) ? undefined : size, bytes, close }
}

const delimiterIn = (format: Format, first: Buffer | undefined): string =>
  format === 'csv' ? sniffDelimiter(first?.toString('utf8') ?? '') : ','

/** Bytes as they are, or decompressed when they are gzip (RFC 1952). */
async function* plainBytes(bytes: AsyncIterable<Buffer>): AsyncIterable<Buffer> {
  const chunks = bytes[Symbol.asyncIterator]()
  const first = await chunks.next()
  async function* all(): AsyncIterable<Buffer> {
    for (let next = first; next.done !== true; next = await chunks.next()) yield next.value
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
    for await (const chunk of source.pipe(unpacked)) yield Buffer.from(chunk as Uint8Array)
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && String(error.code).startsWith('Z_'))) throw error
    throw new CommandFailed('the compressed file is damaged, or was cut off', exitCode.failed)
  }
}

async function pipeSource(stdin: AsyncIterable<Buffer | string>, asked: Asked): Promise<Source> {
  const name = 'standard input'
  const chunks = plainBytes(buffers(stdin))[Symbol.asyncIterator]()
  const first = await chunks.next()
  const head = first.done === true ? undefined : first.value
  const format = asked.format ?? sniffed(name, head)
  async function* bytes(): AsyncIterable<Buffer> {
    for (let next = first; next.done !== true; next = await chunks.next()) yield next.value
  }
  return {
    name,
    format,
    delimiter: asked.delimiter ?? delimiterIn(format, head),
    size: undefined,
    bytes,
    close: async () => undefined,
  }
}

async function* buffers(chunks: AsyncIterable<Buffer | string>): AsyncIterable<Buffer> {
  for await (const chunk of chunks) yield Buffer.from(chunk)
}

async function* fileBytes(path: string): AsyncIterable<Buffer> {
  const chunks = createReadStream(path, { highWaterMark: 256 * 1024 })[Symbol.asyncIterator]()
  for (;;) {
    const next = await readable(path, () => chunks.next())
    if (next.done === true) return
    yield next.value
  }
}

async function firstOf(chunks: AsyncIterable<Buffer>): Promise<Buffer | undefined> {
  for await (const chunk of chunks) return chunk
  return undefined
}

function sniffed(name: string, chunk: Buffer | undefined): Format {
  const first = chunk
    ?.toString('latin1')
    .replace(/^\u00ef\u00bb\u00bf/, '')
    .trimStart()[0]
  if (first === '[') return 'json'
  if (first === '{') return 'ndjson'
  throw new CommandFailed(`cannot tell the format of ${name}; give --format json, ndjson or csv`, exitCode.usage)
}

const explanations: ReadonlyMap<string, string> = new Map([
  ['ENOENT', 'there is no such file'],
  ['EISDIR', 'it is a folder'],
  ['EACCES', 'permission denied'],
])

async function readable<Result>(path: string, read: () => Promise<Result>): Promise<Result> {
  try {
    return await read()
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && 'syscall' in error)) throw error
    const code = String(error.code)
    throw new CommandFailed(`cannot read ${path}: ${explanations.get(code) ?? code}`, exitCode.failed)
  }
}
