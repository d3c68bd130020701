import { statfs } from 'node:fs/promises'
import { dirname } from 'node:path'
import { promisify } from 'node:util'
import { deflateRaw, inflateRaw } from 'node:zlib'
import {
  NotFound,
  NotReady,
  PayloadTooLarge,
  TooManyBodyBytes,
  TooManyRequests,
  WriteRefused,
  systemUser,
  type Caller,
  type DocumentStore,
  type WriteOperation,
} from '../../kernel/index.ts'
import { StoreFull, insteadOf } from '../../lib/errors/index.ts'
import type { JsonObject } from '../../lib/json/index.ts'
import { newId, RecordCollection, textColumn, type StoredRecord } from '../../lib/store-kit/index.ts'

/** What is stored of a file, besides its content. Its creator is the real user. All files are read to count them, so that nothing large is in them. */
interface FileData extends JsonObject {
  /** The real user. */
  owner: string
  /** Whom it is kept for, in which account: of an export the only one who may read it. */
  user: string
  account: string
  /** Which of the runs that its owner can have at once this is; unique. null when the run has ended, and for commands on the store. */
  slot: string | null
  /** How many bytes its content has. */
  bytes: number
  /** The number of its chunks. Chunks are written and removed together with it, so that none is left without a file. */
  chunks: number
  /** Until when the content can be read after the run has ended; null until then. */
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
  columns: [
    textColumn('owner'),
    textColumn('slot', { unique: true }),
    { path: ['bytes'], kind: 'number', many: false, indexed: true, unique: false, types: ['integer'] },
  ],
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
/** Files whose runs have not ended, of all users: each import or export has a batch or two in memory. */
const maxFiles = 16
/** A file that nothing was written to for this long is abandoned, unless a run needs it. */
const maxIdleMs = 60 * 60 * 1000
/** What stays free on the disk, for other writes and for cancelling: the larger of both. */
const reservedBytes = 256 * 1024 * 1024
const reservedShare = 0.02

const compress = promisify(deflateRaw)
const decompress = promisify(inflateRaw)

/** Limits of kept files. */
interface FileLimits {
  /** Bytes of all files together. Those of one user can have a quarter of them. */
  maxBytes: number
  /** Files of a user whose runs have not ended. */
  maxPerUser: number
  /** The file of the store; undefined when the store is elsewhere. */
  storePath: string | undefined
}

/** Files of imports and exports: the store keeps bodies until their run has ended, and what was exported until it expires. */
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

  /**
   * Keep a body. Nothing of it is left when that fails.
   * @param expectedBytes how many there will be at least, as far as that is known
   * @returns its id
   * @throws as {@link create} and {@link fill} do
   */
  async keep(caller: Caller, body: AsyncIterable<Uint8Array>, expectedBytes: number): Promise<string> {
    const file = await this.create(caller)
    try {
      await this.#checkRoom(file, expectedBytes)
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
  async create({ id: user, account_id: account, impersonator: owner = user }: Caller): Promise<KeptFile> {
    const { maxPerUser } = this.#limits
    const open = (await this.#all()).filter(({ data }) => data.expires_at === null)
    if (open.length >= maxFiles) throw new TooManyBodyBytes()
    const data: FileData = { owner, user, account, slot: null, bytes: 0, chunks: 0, expires_at: null }
    const file = fileRecords.draft(newId('transfer-file'), data, { created_by: owner })
    const slots = owner === systemUser ? [null] : Array.from({ length: maxPerUser }, (_, at) => `${owner} ${at}`)
    for (const slot of slots) {
      const drafted = { ...file, data: { ...data, slot } }
      if (await fileRecords.insertIfAbsent(this.#store, drafted)) return new KeptFile(this.#store, drafted)
    }
    const message = `a user can have ${maxPerUser} imports and exports at once; wait until one of yours has ended (GET /api/admin/jobs)`
    throw new TooManyRequests(message, { headers: { 'retry-after': '10' } })
  }

  /**
   * Add content to a file.
   * @throws `PayloadTooLarge` when all files together, or those of the user, have more bytes than allowed; `StoreFull` when too little is left on the disk
   */
  async fill(file: KeptFile, content: AsyncIterable<Uint8Array>): Promise<void> {
    for await (const bytes of inChunks(content)) {
      await this.#checkRoom(file, bytes.length)
      await file.append(bytes)
      await this.#checkRoom(file, 0) // others can have added something at the same time
    }
  }

  /** The file with this id, for its run. @throws `NotFound` when it has been removed */
  async open(id: string): Promise<KeptFile> {
    const file = await fileRecords.find(this.#store, id)
    if (file === undefined) throw new NotFound('the file of this run is not kept any more')
    return new KeptFile(this.#store, file)
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

  /** Operations that remove a file with its content; none when it is gone. */
  async removal(id: string): Promise<WriteOperation[]> {
    const file = await fileRecords.find(this.#store, id)
    return file === undefined ? [] : [fileRecords.remove(file), ...removalOfChunks(file)]
  }

  /** Operations after which the content of a file can be read, until it expires. */
  async publication(id: string, expires_at: string): Promise<WriteOperation[]> {
    const file = await fileRecords.find(this.#store, id)
    return file === undefined ? [] : [fileRecords.replace(fileRecords.next(file, { expires_at, slot: null }))]
  }

  /** Remove a file with its content. Nothing happens if it is gone, or another instance does it. */
  async remove(id: string): Promise<void> {
    const operations = await this.removal(id)
    if (operations.length > 0) await this.#store.write(operations).catch(insteadOf(WriteRefused, undefined))
  }

  /**
   * Remove the files that are no longer needed: those of uploads that were interrupted, and exports that have expired.
   * @param isOpen whether a run needs the file with this id
   */
  async removeAbandoned(isOpen: (id: string) => Promise<boolean>): Promise<void> {
    for (const file of await this.#all()) {
      const isBusy = file.data.expires_at === null && Date.now() - Date.parse(file.meta.updated_at) <= maxIdleMs
      if (!isBusy && !isReadable(file) && !(await isOpen(file.id))) await this.remove(file.id)
    }
  }

  #all = (): Promise<StoredFile[]> => fileRecords.findAll(this.#store, [])

  /** @throws `PayloadTooLarge` or `StoreFull` when a file cannot have so many more bytes */
  async #checkRoom({ owner }: KeptFile, more: number): Promise<void> {
    const { maxBytes, storePath } = this.#limits
    const ofUser = Math.ceil(maxBytes / 4)
    const all = await this.#all()
    const bytesIn = (files: readonly StoredFile[]): number => files.reduce((sum, { data }) => sum + data.bytes, more)
    if (bytesIn(all) > maxBytes || bytesIn(all.filter(({ data }) => data.owner === owner)) > ofUser)
      throw new PayloadTooLarge(
        `the files of all imports and exports can have ${maxBytes} bytes together (maxKeptBytes), those of a user ${ofUser}; wait until one has ended, or send a smaller file`,
      )
    if (storePath === undefined || more === 0) return
    const { bavail, blocks, bsize } = await statfs(dirname(storePath))
    if (bavail * bsize - more < Math.max(reservedBytes, reservedShare * blocks * bsize))
      throw new StoreFull('too little room is left on the disk of the store to keep this file; nothing was changed')
  }
}

/** Whether the run of a file has ended, and its content can be read. */
const isReadable = ({ data: { expires_at } }: StoredFile): boolean =>
  expires_at !== null && Date.parse(expires_at) > Date.now()

const isOf = ({ data: { user, account } }: StoredFile, { id, account_id }: Caller): boolean =>
  user === id && account === account_id

/** A file of a run. */
export class KeptFile {
  readonly #store: DocumentStore
  #file: StoredFile

  constructor(store: DocumentStore, file: StoredFile) {
    this.#store = store
    this.#file = file
  }

  get id(): string {
    return this.#file.id
  }

  /** URN of the real user whom it is kept for. */
  get owner(): string {
    return this.#file.data.owner
  }

  /** Its size in bytes. */
  get bytes(): number {
    return this.#file.data.bytes
  }

  /** Add bytes to the content; at most 1 MiB. */
  async append(bytes: Buffer): Promise<void> {
    const { chunks, bytes: before } = this.#file.data
    const content = (await compress(bytes, { level: 1 })).toString('base64')
    const { created_by } = this.#file.meta
    const chunk = chunkRecords.draft(chunkId(this.#file, chunks), { content }, { created_by })
    await this.#write({ bytes: before + bytes.length, chunks: chunks + 1 }, [chunkRecords.insert(chunk)])
  }

  /** Remove the content. */
  clear = (): Promise<void> => this.#write({ bytes: 0, chunks: 0 }, removalOfChunks(this.#file))

  /** Its content, from the beginning. */
  async *read(): AsyncGenerator<Buffer> {
    const { chunks } = this.#file.data
    for (let number = 0; number < chunks; number++) {
      const chunk = await chunkRecords.find(this.#store, chunkId(this.#file, number))
      if (chunk === undefined) throw taken()
      yield decompress(Buffer.from(chunk.data.content, 'base64'))
    }
  }

  async #write(changes: Partial<FileData>, others: readonly WriteOperation[]): Promise<void> {
    const next = fileRecords.next(this.#file, changes)
    try {
      await this.#store.write([fileRecords.replace(next), ...others])
    } catch (error) {
      throw error instanceof WriteRefused ? taken() : error
    }
    this.#file = next
  }
}

/** Not the fault of the run: it was cancelled, or another instance has it. */
const taken = (): NotReady => new NotReady('another instance has this file', { code: 'job-interrupted' })

const chunkId = ({ id }: Pick<StoredFile, 'id'>, number: number): string =>
  `${id.replace('transfer-file', 'transfer-chunk')}-${number}`

const removalOfChunks = (file: StoredFile): WriteOperation[] =>
  Array.from({ length: file.data.chunks }, (_, number) => {
    return { kind: 'remove', collection: chunkRecords.name, id: chunkId(file, number) }
  })

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
