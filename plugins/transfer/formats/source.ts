import { createReadStream, createWriteStream } from 'node:fs'
import { mkdtemp, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { CommandFailed, exitCode } from '../../../kernel/index.ts'
import { delimiterOf, formatOf, type Format } from './format.ts'

/** What rows are read from: a file, or standard input (`-`). */
export interface Source {
  /** How messages name it. */
  name: string
  format: Format
  delimiter: string
  /** Bytes in it, when that is known. */
  size: number | undefined
  /** Read it from the beginning. */
  bytes(): AsyncIterable<Buffer>
  /** Take away what was kept of it. */
  close(): Promise<void>
}

/**
 * Find a source.
 * @param options.format the format asked for; otherwise the file's name tells it, or its first character (`[` or `{`)
 * @param options.again it will be read more than once: standard input is then kept in a temporary file
 * @throws `CommandFailed` when it cannot be read or its format is unknown
 */
export async function openSource(
  file: string,
  stdin: AsyncIterable<Buffer | string>,
  options: { format?: Format | undefined; again: boolean },
): Promise<Source> {
  if (file !== '-') return openFile(file, options.format)
  if (!options.again) return pipeSource(stdin, options.format)
  const folder = await mkdtemp(join(tmpdir(), 'plinth-import-'))
  const remove = (): Promise<void> => rm(folder, { recursive: true, force: true })
  try {
    const kept = join(folder, 'input')
    await pipeline(stdin, createWriteStream(kept, { mode: 0o600 }))
    return await fileSource(kept, 'standard input', options.format, remove)
  } catch (error) {
    await remove()
    throw error
  }
}

/** A file as a source; see {@link openSource}. */
export const openFile = (file: string, format?: Format): Promise<Source> =>
  fileSource(file, file, format, async () => undefined)

async function fileSource(
  path: string,
  name: string,
  asked: Format | undefined,
  close: () => Promise<void>,
): Promise<Source> {
  const known = asked ?? formatOf(path)
  const size = await readable(path, async () => (await stat(path)).size)
  const format =
    known ?? (await readable(path, async () => sniffed(name, await firstOf(createReadStream(path, { end: 1023 })))))
  return { name, format, delimiter: delimiterOf(path), size, bytes: () => fileBytes(path), close }
}

async function pipeSource(stdin: AsyncIterable<Buffer | string>, asked: Format | undefined): Promise<Source> {
  const name = 'standard input'
  const chunks = stdin[Symbol.asyncIterator]()
  const first = await chunks.next()
  const format = asked ?? sniffed(name, first.done === true ? undefined : Buffer.from(first.value))
  async function* bytes(): AsyncIterable<Buffer> {
    for (let next = first; next.done !== true; next = await chunks.next()) yield Buffer.from(next.value)
  }
  return { name, format, delimiter: ',', size: undefined, bytes, close: async () => undefined }
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
