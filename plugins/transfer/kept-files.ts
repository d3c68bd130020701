import { promisify } from 'node:util'
import { deflateRaw, inflateRaw } from 'node:zlib'
import {
  NotFound,
  NotReady,
  PayloadTooLarge,
  TooManyBodyBytes,
  TooManyRequests,
  WriteRefused,
  type Caller,
  type DocumentStore,
  type WriteOperation,
} from '../../kernel/index.ts'
import type { Json, JsonObject } from '../../lib/json/index.ts'
import { newId, RecordCollection, type StoredRecord } from '../../lib/store-kit/index.ts'

/** What is stored of a file, besides its content. Its creator is the real user who sent it. */
interface FileData extends JsonObject {
  /** How many bytes of its content are kept. */
  bytes: number
  /** The number of its chunks. Chunks are written and removed together with it, so that none is left without a file. */
  chunks: number
  /** Whether an attempt to import it has begun. */
  is_used: boolean
  /** How far the import is. */
  state: JsonObject
  /** What the import has led to; null until it has ended. */
  result: Json
}

type StoredFile = StoredRecord<FileData>

interface ChunkData extends JsonObject {
  /** The bytes, compressed (RFC 1951), in base64. */
  content: string
}

// Both are no part of backups: a restored store has no runs that would read them.
const fileRecords = new RecordCollection<FileData>('transfer-file', {
  name: '_transfer_files',
  standardIndexes: [],
  forgetsRemoved: true,
  transient: true,
})
const chunkRecords = new RecordCollection<ChunkData>('transfer-chunk', {
  name: '_transfer_chunks',
  standardIndexes: [],
  forgetsRemoved: true,
  transient: true,
})

const chunkBytes = 1024 * 1024
/** How many chunks are removed in one write, which holds up the writes of others. */
const removedAtOnce = 8
/** After how many chunks the bytes of all files are counted again. */
const countedChunks = 16
/** Files whose imports have not ended, of all users. */
const maxFiles = 16
/** A file that nothing was written to for this long is abandoned, unless a run is to import it. */
const maxIdleMs = 60 * 60 * 1000

const compress = promisify(deflateRaw)
const decompress = promisify(inflateRaw)

/** Limits of kept files. */
export interface FileLimits {
  /** Bytes of all files together. */
  maxBytes: number
  /** Files of a user whose imports have not ended. */
  maxPerUser: number
}

/** The bodies of imports that go on when the service is started again: kept in the store until they are imported. */
export class KeptFiles {
  readonly #store: DocumentStore
  readonly #limits: FileLimits

  constructor(store: DocumentStore, limits: FileLimits) {
    this.#store = store
    this.#limits = limits
  }

  /** Define the collections, at the start of the service. */
  async define(): Promise<void> {
    await fileRecords.define(this.#store)
    await chunkRecords.define(this.#store)
  }

  /** Whether a file of this size could be kept now. */
  async hasRoomFor(bytes: number): Promise<boolean> {
    return bytes <= (await this.#room())
  }

  /**
   * Keep a body. Nothing of it is left when that fails.
   * @param expectedBytes how many there will be at least, as far as that is known
   * @returns its id
   * @throws `PayloadTooLarge` when the files together have more bytes than allowed, `TooManyRequests` and `TooManyBodyBytes` when there are too many
   */
  async keep(
    { id: user, impersonator = user }: Caller,
    body: AsyncIterable<Uint8Array>,
    expectedBytes: number,
  ): Promise<string> {
    await this.#checkCount(impersonator)
    if (!(await this.hasRoomFor(expectedBytes))) throw this.#tooLarge()
    const data: FileData = { bytes: 0, chunks: 0, is_used: false, state: {}, result: null }
    let file: StoredFile = fileRecords.draft(newId('transfer-file'), data, { created_by: impersonator })
    await this.#store.write([fileRecords.insert(file)])
    let room = 0
    try {
      for await (const bytes of inChunks(body)) {
        const { chunks, bytes: before } = file.data
        if (chunks % countedChunks === 0) room = await this.#room()
        room -= bytes.length
        if (room < 0) throw this.#tooLarge()
        const content = (await compress(bytes, { level: 1 })).toString('base64')
        const chunk = chunkRecords.draft(chunkId(file, chunks), { content }, { created_by: impersonator })
        const next = fileRecords.next(file, { bytes: before + bytes.length, chunks: chunks + 1 })
        await this.#store.write([fileRecords.replace(next), chunkRecords.insert(chunk)])
        file = next
      }
      return file.id
    } catch (error) {
      await this.remove(file.id)
      throw error
    }
  }

  /**
   * Open a file for an import. Whoever has opened it before can write nothing more to it.
   * @throws `NotFound` when it has been removed
   */
  async open(id: string): Promise<KeptFile> {
    const file = await fileRecords.find(this.#store, id)
    if (file === undefined) throw new NotFound('the file that was to be imported is not kept any more')
    const opened = new KeptFile(this.#store, file)
    await opened.begin()
    return opened
  }

  /** Remove a file with its content. Nothing happens if it is gone, or another instance does it. */
  async remove(id: string): Promise<void> {
    const file = await fileRecords.find(this.#store, id)
    if (file === undefined) return
    try {
      const emptied = await removeContent(this.#store, file)
      await this.#store.write([fileRecords.remove(emptied)])
    } catch (error) {
      if (!(error instanceof WriteRefused)) throw error
    }
  }

  /**
   * Remove the files that no import needs any more: those of runs that have ended, and of uploads that were interrupted.
   * @param isOpen whether a run is to import the file with this id
   */
  async removeAbandoned(isOpen: (id: string) => Promise<boolean>): Promise<void> {
    for (const { id, meta, data } of await this.#all()) {
      const isIdle = Date.now() - Date.parse(meta.updated_at) > maxIdleMs
      if ((data.result !== null || isIdle) && !(await isOpen(id))) await this.remove(id)
    }
  }

  #all = (): Promise<StoredFile[]> => fileRecords.findAll(this.#store, [])

  async #checkCount(user: string): Promise<void> {
    const open = (await this.#all()).filter(({ data }) => data.result === null)
    const { maxPerUser } = this.#limits
    if (open.filter(({ meta }) => meta.created_by === user).length >= maxPerUser) {
      const message = `a user can have ${maxPerUser} large imports at once; wait until one of yours has ended (GET /api/admin/jobs)`
      throw new TooManyRequests(message, { headers: { 'retry-after': '10' } })
    }
    if (open.length >= maxFiles) throw new TooManyBodyBytes()
  }

  /** How many more bytes can be kept. */
  async #room(): Promise<number> {
    const kept = (await this.#all()).reduce((sum, { data }) => sum + data.bytes, 0)
    return this.#limits.maxBytes - kept
  }

  #tooLarge(): PayloadTooLarge {
    const allowed = `the files of all imports that have not ended can have ${this.#limits.maxBytes} bytes together (maxKeptBytes)`
    return new PayloadTooLarge(
      `${allowed}; wait until one has ended, or send it without "Prefer: respond-async", so that it is imported as it arrives`,
    )
  }
}

/** A file that an import reads. What it notes is written only while no other import has opened the file. */
export class KeptFile {
  readonly #store: DocumentStore
  readonly #isResumed: boolean
  #file: StoredFile

  constructor(store: DocumentStore, file: StoredFile) {
    this.#store = store
    this.#file = file
    this.#isResumed = file.data.is_used
  }

  /** Its size in bytes. */
  get bytes(): number {
    return this.#file.data.bytes
  }

  /** What an earlier attempt has noted. */
  get state(): JsonObject {
    return this.#file.data.state
  }

  /** What the import has led to; null if it has not ended. */
  get result(): Json {
    return this.#file.data.result
  }

  /** If an earlier attempt was interrupted: when the file began to be kept, so that this import has created what it would create and what is newer. */
  get resumedSince(): string | undefined {
    return this.#isResumed ? this.#file.meta.created_at : undefined
  }

  begin = (): Promise<void> => this.#write({ is_used: true })

  /** Note how far the import is. */
  note = (state: JsonObject): Promise<void> => this.#write({ state })

  /** Note the result, and remove the content. */
  async finish(result: Json): Promise<void> {
    if (this.result === null) await this.#write({ result, state: {} })
    this.#file = await removeContent(this.#store, this.#file)
  }

  /** Its content. */
  async *read(): AsyncIterable<Buffer> {
    const { chunks } = this.#file.data
    for (let number = 0; number < chunks; number++) {
      const chunk = await chunkRecords.find(this.#store, chunkId(this.#file, number))
      if (chunk === undefined) throw taken()
      yield await decompress(Buffer.from(chunk.data.content, 'base64'))
    }
  }

  async #write(changes: Partial<FileData>): Promise<void> {
    const next = fileRecords.next(this.#file, changes)
    try {
      await this.#store.write([fileRecords.replace(next)])
    } catch (error) {
      throw error instanceof WriteRefused ? taken() : error
    }
    this.#file = next
  }
}

/** Not the fault of the import: another instance goes on with it. */
const taken = (): NotReady => new NotReady('another instance imports this file', { code: 'job-interrupted' })

const chunkId = ({ id }: Pick<StoredFile, 'id'>, number: number): string =>
  `${id.replace('transfer-file', 'transfer-chunk')}-${number}`

/** Remove the chunks of a file, the last ones first. @throws `WriteRefused` when something else has changed the file */
async function removeContent(store: DocumentStore, file: StoredFile): Promise<StoredFile> {
  let current = file
  while (current.data.chunks > 0) {
    const { chunks } = current.data
    const left = Math.max(0, chunks - removedAtOnce)
    const removed = Array.from({ length: chunks - left }, (_, at): WriteOperation => {
      return { kind: 'remove', collection: chunkRecords.name, id: chunkId(file, left + at) }
    })
    const next = fileRecords.next(current, { chunks: left, bytes: Math.min(current.data.bytes, left * chunkBytes) })
    await store.write([fileRecords.replace(next), ...removed])
    current = next
  }
  return current
}

/** The same bytes, in chunks of 1 MiB; the last one can be smaller. */
async function* inChunks(bytes: AsyncIterable<Uint8Array>): AsyncIterable<Buffer> {
  let parts: Uint8Array[] = []
  let count = 0
  for await (const part of bytes) {
    for (let from = 0; from < part.length;) {
      const piece = part.subarray(from, from + chunkBytes - count)
      parts.push(piece)
      count += piece.length
      from += piece.length
      if (count < chunkBytes) continue
      yield Buffer.concat(parts)
      parts = []
      count = 0
    }
  }
  if (count > 0) yield Buffer.concat(parts)
}
