import { shallowRef } from 'vue'
import type { SentFile } from '../import-api.ts'

/** The encodings in which files of other programs are, as WHATWG names them. */
export const encodings = ['utf-8', 'utf-16le', 'utf-16be', 'windows-1252'] as const

/** How a file is read. */
export interface Reading extends Pick<SentFile, 'format' | 'delimiter' | 'decimal'> {
  encoding: (typeof encodings)[number]
}

/** The contents of a file. */
export interface FileContents {
  rows: number
  columns: number
  unreadable?: number
  delimiter?: string | undefined
}

/** How many rows a file has, and whether that number is exact or an estimate. */
export interface RowTotal {
  rows: number
  isExact: boolean
}

/** A file that the user chose, and how it is read. */
export function useImportFile() {
  const file = shallowRef<File>()
  const reading = shallowRef<Reading>()
  /** The file as it is sent. */
  const sent = shallowRef<SentFile>()
  /** Whether the browser cannot open the file. */
  const isUnreadable = shallowRef(false)

  async function choose(chosen: File): Promise<void> {
    clear()
    file.value = chosen
    await open(async () => {
      const start = await (await unpacked(chosen)).slice(0, 1024).arrayBuffer()
      const encoding = encodingOf(start)
      return { format: formatOf(chosen.name, new TextDecoder(encoding).decode(start)), delimiter: undefined, encoding }
    })
  }

  /** Read the file with other settings. */
  async function read(changes: Partial<Reading>): Promise<void> {
    const before = reading.value
    if (before !== undefined) await open(async () => ({ ...before, ...changes }))
  }

  async function open(find: () => Promise<Reading>): Promise<void> {
    const chosen = file.value
    if (chosen === undefined) return
    try {
      const { encoding, ...how } = await find()
      const content = encoding === 'utf-8' ? await unpacked(chosen) : await inUtf8(await unpacked(chosen), encoding)
      if (file.value !== chosen) return
      reading.value = { encoding, ...how }
      sent.value = { content, ...how }
    } catch {
      isUnreadable.value = file.value === chosen // the file was removed, or is a folder
    }
  }

  function clear(): void {
    file.value = undefined
    reading.value = undefined
    sent.value = undefined
    isUnreadable.value = false
  }

  return { file, reading, sent, isUnreadable, choose, read, clear }
}

export type ImportFile = ReturnType<typeof useImportFile>

/** How many rows a file has. @param rows the number of rows in its first `bytes` bytes */
export function totalOf(file: SentFile | undefined, bytes: number, rows = 0): RowTotal {
  const size = file?.content.size ?? 0
  const isExact = size <= bytes
  return { rows: isExact ? rows : Math.ceil((rows * size) / bytes), isExact }
}

const endings: Readonly<Record<string, Reading['format']>> = {
  csv: 'csv',
  tsv: 'csv',
  txt: 'csv',
  json: 'json',
  ndjson: 'ndjson',
  jsonl: 'ndjson',
}

/** The encoding that a byte order mark names; UTF-8 without one. */
function encodingOf(start: ArrayBuffer): Reading['encoding'] {
  const [first, second] = new Uint8Array(start)
  if (first === 0xff && second === 0xfe) return 'utf-16le'
  return first === 0xfe && second === 0xff ? 'utf-16be' : 'utf-8'
}

/** The format of a file, from its name and its beginning. */
function formatOf(name: string, start: string): Reading['format'] {
  const ending = /\.(\w+)(?:\.gz)?$/i.exec(name)?.[1]?.toLowerCase() ?? ''
  const named = Object.hasOwn(endings, ending) ? endings[ending] : undefined
  const first = start.trimStart()[0]
  const byStart = first === '[' ? 'json' : first === '{' ? 'ndjson' : 'csv'
  return named === 'json' && first === '{' ? 'ndjson' : (named ?? byStart)
}

const contents = new WeakMap<File, Promise<Blob>>()

/** The contents of a file that is compressed with gzip, decompressed once; any other file unchanged. */
function unpacked(file: File): Promise<Blob> {
  if (!/\.gz$/i.test(file.name)) return Promise.resolve(file)
  const known = contents.get(file) ?? new Response(file.stream().pipeThrough(new DecompressionStream('gzip'))).blob()
  contents.set(file, known)
  return known
}

/** A file of another encoding, converted for the service; the browser keeps large ones on the disk. */
const inUtf8 = (file: Blob, encoding: string): Promise<Blob> =>
  new Response(file.stream().pipeThrough(new TextDecoderStream(encoding)).pipeThrough(new TextEncoderStream())).blob()
