import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { mkdir, open, readdir, rm, stat } from 'node:fs/promises'
import { hostname } from 'node:os'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { PayloadTooLarge, UnsupportedMediaType } from '../../../kernel/index.ts'
import { newUlid } from '../../../lib/store-kit/index.ts'
import { maxBytesOf } from '../options.ts'
import type { FileLimits } from '../options.ts'
import { onStorage } from '../storage/storage.ts'
import { headBytes, sniffType } from './sniff.ts'

/** Bytes that have arrived whole, in a file of this machine. */
export interface Arrived {
  path: string
  head: Buffer
  encodingFormat: string
  contentSize: number
  sha256: string
}

/** What bytes are checked with while they arrive. */
export interface ArrivalLimits {
  limits: FileLimits
  /** The name that the sender gives. */
  name: string
  /** How many bytes the account may still have. */
  room: number
}

/** The name of this process, by which others of the same machine check whether it still runs. */
export const ownInstance = `${hostname()}-${process.pid}-${newUlid()}`

/** Files of other machines that were not written to for this time are abandoned, ms. */
const abandonedMs = 60 * 60 * 1000

/** The folder where files arrive. */
export class Arrivals {
  readonly #folder: string

  constructor(folder: string) {
    this.#folder = folder
  }

  /** Remove what processes have left that have ended. */
  async removeAbandoned(): Promise<void> {
    const names = await readdir(this.#folder).catch(() => []) // the first file makes the folder
    for (const name of names) {
      const path = join(this.#folder, name)
      if (await isAbandoned(name, path)) await rm(path, { force: true })
    }
  }

  /** A path for a new file, in the folder that exists. @throws `files-unavailable` */
  async newPath(): Promise<string> {
    await onStorage(mkdir(this.#folder, { recursive: true }))
    return join(this.#folder, `${ownInstance}-${newUlid()}`)
  }

  /**
   * Write bytes to a file as they arrive, no faster than the disk takes them.
   * @throws PayloadTooLarge as soon as there are too many; UnsupportedMediaType for a type that is not allowed; `files-unavailable`
   */
  async receive(source: Readable, arrival: ArrivalLimits): Promise<Arrived> {
    const path = await this.newPath()
    try {
      return await this.#write(path, source, arrival)
    } catch (error) {
      await this.discard(path)
      throw error
    }
  }

  async #write(path: string, source: Readable, arrival: ArrivalLimits): Promise<Arrived> {
    const handle = await onStorage(open(path, 'wx'))
    const hash = createHash('sha256')
    let head = Buffer.alloc(0)
    let bytes = 0
    let max = Math.min(arrival.limits.maxFileBytes, arrival.room)
    let isSniffed = false
    const sniff = async (): Promise<void> => {
      isSniffed = true
      max = checkType(await sniffType(head, arrival.name), bytes, arrival)
    }
    try {
      // The owner of the stream reads the rest of a refused body, so that its sender gets the answer.
      const chunks: AsyncIterable<Uint8Array> = source.iterator({ destroyOnReturn: false })
      for await (const chunk of chunks) {
        bytes += chunk.length
        if (bytes > max) throw tooLarge(arrival, max)
        hash.update(chunk)
        if (head.length < headBytes) head = Buffer.concat([head, chunk.subarray(0, headBytes - head.length)])
        if (!isSniffed && head.length === headBytes) await sniff()
        await onStorage(handle.writeFile(chunk))
      }
    } finally {
      await handle.close()
    }
    return describe(path, arrival, { head, contentSize: bytes, sha256: hash.digest('hex') })
  }

  /** Remove a file that is not needed any more. */
  discard = (path: string): Promise<void> => rm(path, { force: true })
}

/** What has arrived whole. @throws PayloadTooLarge; UnsupportedMediaType */
async function describe(
  path: string,
  arrival: ArrivalLimits,
  facts: Pick<Arrived, 'head' | 'contentSize' | 'sha256'>,
): Promise<Arrived> {
  const encodingFormat = await sniffType(facts.head, arrival.name, path)
  checkType(encodingFormat, facts.contentSize, arrival)
  return { path, encodingFormat, ...facts }
}

/** The same of a file in which everything is already. @throws `files-unavailable` */
export async function inspect(path: string, arrival: ArrivalLimits): Promise<Arrived> {
  const hash = createHash('sha256')
  let contentSize = 0
  const read = async (): Promise<void> => {
    for await (const chunk of createReadStream(path)) {
      hash.update(chunk)
      contentSize += chunk.length
    }
  }
  await onStorage(read())
  return describe(path, arrival, { head: await readHead(path), contentSize, sha256: hash.digest('hex') })
}

/** The beginning of a file, as far as it decides the type. */
export async function readHead(path: string): Promise<Buffer> {
  const handle = await onStorage(open(path, 'r'))
  try {
    const { buffer, bytesRead } = await onStorage(handle.read(Buffer.alloc(headBytes), 0, headBytes, 0))
    return buffer.subarray(0, bytesRead)
  } finally {
    await handle.close()
  }
}

/**
 * @returns how many bytes such a file can have
 * @throws PayloadTooLarge; UnsupportedMediaType
 */
export function checkType(mediaType: string, bytes: number, arrival: ArrivalLimits): number {
  const max = Math.min(maxBytesOf(arrival.limits, mediaType), arrival.room)
  if (maxBytesOf(arrival.limits, mediaType) === 0)
    throw new UnsupportedMediaType(`files of the type ${mediaType} are not allowed here`)
  if (bytes > max) throw tooLarge(arrival, max, mediaType)
  return max
}

function tooLarge({ limits, room }: ArrivalLimits, max: number, mediaType?: string): PayloadTooLarge {
  if (max === room) return noRoom(limits)
  const what = mediaType !== undefined && max < limits.maxFileBytes ? ` of the type ${mediaType}` : ''
  return new PayloadTooLarge(`a file${what} can have ${max} bytes; nothing was stored`)
}

/** An account has no room for some bytes. */
export const noRoom = ({ maxAccountBytes }: FileLimits): PayloadTooLarge =>
  new PayloadTooLarge(
    `the files of this account can have ${maxAccountBytes} bytes together, unfinished uploads included; there is no more room`,
  )

async function isAbandoned(name: string, path: string): Promise<boolean> {
  const ended = hasEnded(name.replace(/-[^-]*$/, ''))
  if (ended !== undefined) return ended
  const found = await stat(path).catch(() => undefined)
  return found !== undefined && Date.now() - found.mtimeMs > abandonedMs
}

/** Whether the process of this name has ended; undefined for a process of another machine. */
export function hasEnded(instance: string): boolean | undefined {
  if (instance === ownInstance) return false
  const [, host, pid] = /^(.+)-(\d+)-[0-9A-Z]{26}$/.exec(instance) ?? []
  if (host !== hostname()) return undefined
  return Number(pid) === process.pid || !isAlive(Number(pid))
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
}
