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
import { jsonText, type Json, type JsonObject } from '../../lib/json/index.ts'
import { newId, RecordCollection, type StoredRecord } from '../../lib/store-kit/index.ts'

/** What is stored of a file, besides its content. Its creator is the real user. */
interface FileData extends JsonObject {
  /** Whom it is kept for, in which account: of an export the only one who may read it. */
  user: string
  account: string
  /** How many bytes of its content are kept. */
  bytes: number
  /** The number of its chunks. Chunks are written and removed together with it, so that none is left without a file. */
  chunks: number
  /** Whether an attempt of its run has begun. */
  is_used: boolean
  /** How far the run is. */
  state: JsonObject
  /** What the run has led to; null until it has ended. A report is in a chunk of its own, and this is {@link inChunk}: all files are read to count them. */
  result: Json
  /** Until when the content can be read after the run has ended; null if nobody needs it any more. */
  expires_at: string | null
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

const inChunk = 'in a chunk'
const chunkBytes = 1024 * 1024
/** How many chunks are removed in one write, which holds up the writes of others. */
const removedAtOnce = 8
/** After how many chunks the bytes of all files are counted again. */
const countedChunks = 16
/** Files whose runs have not ended, of all users. */
const maxFiles = 16
/** A file that nothing was written to for this long is abandoned, unless a run needs it. */
const maxIdleMs = 60 * 60 * 1000

const compress = promisify(deflateRaw)
const decompress = promisify(inflateRaw)

/** Limits of kept files. */
export interface FileLimits {
  /** Bytes of all files together. Those of one user can have a quarter of them. */
  maxBytes: number
  /** Files of a user whose runs have not ended. */
  maxPerUser: number
}

/**
 * Files of imports and exports that go on when the service is started again. The store keeps bodies until they are imported, and what was exported until it
 * expires.
 */
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

  /** Whether a file of this size could be kept for this caller now. */
  async hasRoomFor({ id, impersonator = id }: Caller, bytes: number): Promise<boolean> {
    return bytes <= (await this.#room(impersonator))
  }

  /**
   * Keep a body. Nothing of it is left when that fails.
   * @param expectedBytes how many there will be at least, as far as that is known
   * @returns its id
   * @throws as {@link create} and {@link fill} do
   */
  async keep(caller: Caller, body: AsyncIterable<Uint8Array>, expectedBytes: number): Promise<string> {
    if (!(await this.hasRoomFor(caller, expectedBytes))) throw this.#tooLarge()
    const file = await this.create(caller)
    try {
      await this.fill(file, body)
      return file.id
    } catch (error) {
      await this.remove(file.id)
      throw error
    }
  }

  /**
   * Create an empty file.
   * @throws `TooManyRequests` and `TooManyBodyBytes` when there are too many
   */
  async create({ id: user, account_id: account, impersonator = user }: Caller): Promise<KeptFile> {
    await this.#checkCount(impersonator)
    const state = { is_used: false, state: {}, result: null, expires_at: null }
    const data: FileData = { user, account, bytes: 0, chunks: 0, ...state }
    const file = fileRecords.draft(newId('transfer-file'), data, { created_by: impersonator })
    await this.#store.write([fileRecords.insert(file)])
    return new KeptFile(this.#store, file)
  }

  /**
   * Add content to a file.
   * @throws `PayloadTooLarge` when all files together, or those of the user, have more bytes than allowed
   */
  async fill(file: KeptFile, content: AsyncIterable<Uint8Array>): Promise<void> {
    let count = 0
    let room = 0
    for await (const bytes of inChunks(content)) {
      if (count++ % countedChunks === 0) room = await this.#room(file.user)
      room -= bytes.length
      if (room < 0) throw this.#tooLarge()
      await file.append(bytes)
    }
  }

  /**
   * Open a file for its run. Whoever has opened it before can write nothing more to it.
   * @throws `NotFound` when it has been removed
   */
  async open(id: string): Promise<KeptFile> {
    const file = await fileRecords.find(this.#store, id)
    if (file === undefined) throw new NotFound('the file of this run is not kept any more')
    const opened = new KeptFile(this.#store, file)
    await opened.begin()
    return opened
  }

  /** The file with this id if its run has ended, its content has not expired, and it is kept for this caller. */
  async find(id: string, caller: Caller): Promise<KeptFile | undefined> {
    const file = await fileRecords.find(this.#store, id)
    return file !== undefined && isReadable(file) && isOf(file, caller) ? new KeptFile(this.#store, file) : undefined
  }

  /** Remove the files that {@link find} finds. */
  async removeReadable(caller: Caller): Promise<void> {
    for (const file of await this.#all()) if (isReadable(file) && isOf(file, caller)) await this.remove(file.id)
  }

  /** Remove a file with its content. Nothing happens if it is gone, or another instance does it. */
  async remove(id: string): Promise<void> {
    const file = await fileRecords.find(this.#store, id)
    if (file === undefined) return
    try {
      const emptied = await removeContent(this.#store, file)
      const report: WriteOperation = { kind: 'remove', collection: chunkRecords.name, id: chunkId(file, 'result') }
      await this.#store.write([fileRecords.remove(emptied), ...(emptied.data.result === inChunk ? [report] : [])])
    } catch (error) {
      if (!(error instanceof WriteRefused)) throw error
    }
  }

  /**
   * Remove the files that nobody needs any more: those of runs that have ended, of uploads that were interrupted, and exports that have expired.
   * @param isOpen whether a run needs the file with this id
   */
  async removeAbandoned(isOpen: (id: string) => Promise<boolean>): Promise<void> {
    for (const file of await this.#all()) {
      const isBusy = file.data.result === null && Date.now() - Date.parse(file.meta.updated_at) <= maxIdleMs
      if (!isBusy && !isReadable(file) && !(await isOpen(file.id))) await this.remove(file.id)
    }
  }

  #all = (): Promise<StoredFile[]> => fileRecords.findAll(this.#store, [])

  async #checkCount(user: string): Promise<void> {
    const open = (await this.#all()).filter(({ data }) => data.result === null)
    const { maxPerUser } = this.#limits
    if (open.filter(({ meta }) => meta.created_by === user).length >= maxPerUser) {
      const message = `a user can have ${maxPerUser} large imports and exports at once; wait until one of yours has ended (GET /api/admin/jobs)`
      throw new TooManyRequests(message, { headers: { 'retry-after': '10' } })
    }
    if (open.length >= maxFiles) throw new TooManyBodyBytes()
  }

  /** How many more bytes can be kept for a user. */
  async #room(user: string): Promise<number> {
    const all = await this.#all()
    const bytesIn = (files: readonly StoredFile[]): number => files.reduce((sum, { data }) => sum + data.bytes, 0)
    const { maxBytes } = this.#limits
    const own = bytesIn(all.filter(({ meta }) => meta.created_by === user))
    return Math.min(maxBytes - bytesIn(all), this.#ofUser - own)
  }

  /** How many bytes the files of one user can have, so that nobody takes the room of all others. */
  get #ofUser(): number {
    return Math.ceil(this.#limits.maxBytes / 4)
  }

  #tooLarge(): PayloadTooLarge {
    const allowed = `the kept files of all imports and exports can have ${this.#limits.maxBytes} bytes together (maxKeptBytes), those of a user ${this.#ofUser}`
    return new PayloadTooLarge(
      `${allowed}; wait until one has ended, or send the request without "Prefer: respond-async", so that nothing is kept`,
    )
  }
}

/** Whether the run of a file has ended, and its content can be read. */
const isReadable = ({ data: { result, expires_at } }: StoredFile): boolean =>
  result !== null && typeof expires_at === 'string' && Date.parse(expires_at) > Date.now()

const isOf = ({ data: { user, account } }: StoredFile, { id, account_id }: Caller): boolean =>
  user === id && account === account_id

/** A file of a run. What the run writes is written only while no other attempt has opened the file. */
export class KeptFile {
  readonly #store: DocumentStore
  readonly #isResumed: boolean
  #file: StoredFile

  constructor(store: DocumentStore, file: StoredFile) {
    this.#store = store
    this.#file = file
    this.#isResumed = file.data.is_used
  }

  get id(): string {
    return this.#file.id
  }

  /** URN of the real user whom it is kept for. */
  get user(): string {
    return this.#file.meta.created_by
  }

  /** Its size in bytes. */
  get bytes(): number {
    return this.#file.data.bytes
  }

  /** What an earlier attempt has noted. */
  get state(): JsonObject {
    return this.#file.data.state
  }

  /** What the run has led to; null if it has not ended. */
  async result(): Promise<Json> {
    const { result } = this.#file.data
    if (result !== inChunk) return result
    const kept: Json = JSON.parse((await this.#chunk('result')).toString())
    return kept
  }

  /** If an earlier attempt was interrupted: when the file began to be kept, so that its import has created what it would create and what is newer. */
  get resumedSince(): string | undefined {
    return this.#isResumed ? this.#file.meta.created_at : undefined
  }

  begin = (): Promise<void> => this.#write({ is_used: true })

  /** Note how far the run is. */
  note = (state: JsonObject): Promise<void> => this.#write({ state })

  /** Add bytes to the content; at most 1 MiB. */
  async append(bytes: Buffer): Promise<void> {
    const { chunks, bytes: before } = this.#file.data
    await this.#write({ bytes: before + bytes.length, chunks: chunks + 1 }, [await this.#draft(chunks, bytes)])
  }

  /** Remove the content. */
  async clear(): Promise<void> {
    this.#file = await removeContent(this.#store, this.#file).catch(hasTaken)
  }

  /** Note the result, and remove the content. */
  async finish(result: Json): Promise<void> {
    if (this.#file.data.result === null) {
      const report = await this.#draft('result', Buffer.from(jsonText(result)))
      await this.#write({ result: inChunk, state: {} }, [report])
    }
    await this.clear()
  }

  /** Note the result; the content can be read from now on. */
  finishReadable = (result: Json, expires_at: string): Promise<void> => this.#write({ result, expires_at })

  /** Its content. */
  async *read(): AsyncIterable<Buffer> {
    const { chunks } = this.#file.data
    for (let number = 0; number < chunks; number++) yield await this.#chunk(number)
  }

  async #draft(name: number | 'result', bytes: Buffer): Promise<WriteOperation> {
    const content = (await compress(bytes, { level: 1 })).toString('base64')
    const { created_by } = this.#file.meta
    return chunkRecords.insert(chunkRecords.draft(chunkId(this.#file, name), { content }, { created_by }))
  }

  async #chunk(name: number | 'result'): Promise<Buffer> {
    const chunk = await chunkRecords.find(this.#store, chunkId(this.#file, name))
    if (chunk === undefined) throw taken()
    return decompress(Buffer.from(chunk.data.content, 'base64'))
  }

  async #write(changes: Partial<FileData>, others: readonly WriteOperation[] = []): Promise<void> {
    const next = fileRecords.next(this.#file, changes)
    await this.#store.write([fileRecords.replace(next), ...others]).catch(hasTaken)
    this.#file = next
  }
}

/** Not the fault of the run: another instance goes on with it. */
const taken = (): NotReady => new NotReady('another instance has this file', { code: 'job-interrupted' })

function hasTaken(error: unknown): never {
  throw error instanceof WriteRefused ? taken() : error
}

const chunkId = ({ id }: Pick<StoredFile, 'id'>, name: number | 'result'): string =>
  `${id.replace('transfer-file', 'transfer-chunk')}-${name}`

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
