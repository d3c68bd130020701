import { constants, mkdir, open, readFile, readdir, rename, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { decodeTime } from 'ulid'
import {
  BadRequest,
  Conflict,
  NotFound,
  PayloadTooLarge,
  PlinthError,
  TooManyRequests,
  isClientError,
} from '../../../kernel/index.ts'
import type { Caller } from '../../../kernel/index.ts'
import { isObject } from '../../../lib/json/index.ts'
import type { JsonObject } from '../../../lib/json/index.ts'
import { newUlid, toUrn } from '../../../lib/store-kit/index.ts'
import { pendingHolds } from '../records.ts'
import type { FileService, ReadableFile } from '../service.ts'
import { onStorage, unlessMissing } from '../storage/storage.ts'
import { checkType, inspect, noRoom, readHead } from './receive.ts'
import { headBytes, sniffType } from './sniff.ts'

/** How many uploads of a user can be unfinished. */
const maxUnfinished = 200

/** What a client sends about an upload at its beginning. */
interface WantedUpload {
  /** How many bytes it has when it is complete. */
  length: number
  /** Name and properties of the file. */
  name: string
  properties: JsonObject
  /** As the client sent it. */
  metadata: string
}

/** An upload that has begun, as it is noted beside its bytes. */
export interface Upload extends WantedUpload {
  /** The last part of the id of the file that it becomes. */
  id: string
  user: string
  account: string
}

/** How far an upload is. */
export interface UploadState {
  upload: Upload
  offset: number
  /** Whether the file exists. */
  isFinished: boolean
}

/**
 * Uploads that continue after an interruption. The bytes of each are in a folder of this machine, with a note beside; both are removed when the file exists, when
 * they expire, or when the client ends them.
 */
export class Uploads {
  readonly #service: FileService
  readonly #folder: string
  readonly #expiryMs: number
  /** The requests that write, by their uploads: the next request for the same upload ends them. */
  readonly #writing = new Map<string, { body: Readable; ended: Promise<unknown> }>()
  /** What is becoming a file. */
  readonly #finishing = new Map<string, Promise<void>>()

  constructor(service: FileService, folder: string) {
    this.#service = service
    this.#folder = folder
    this.#expiryMs = service.parts.limits.uploadExpiryHours * 3_600_000
  }

  /** When an upload is removed; its id contains when it began. */
  expiryOf = (id: string): Date => new Date(decodeTime(id) + this.#expiryMs)

  /** @throws PayloadTooLarge; TooManyRequests; `files-unavailable` */
  async begin(caller: Caller, wanted: WantedUpload): Promise<Upload> {
    const { store } = this.#service.parts
    const { limits, room } = await this.#service.arrival(caller, wanted.name)
    await this.#removeExpired(caller.account_id)
    const unfinished = await this.#ofAccount(caller.account_id)
    const counted = new Set((await pendingHolds(store)).map(({ data }) => data.file))
    const promised = unfinished
      .filter(upload => !counted.has(toUrn(this.#service.typeSlug, upload.id)))
      .reduce((sum, { length }) => sum + length, 0)
    if (wanted.length > limits.maxFileBytes)
      throw new PayloadTooLarge(`a file can have ${limits.maxFileBytes} bytes; nothing was stored`)
    if (wanted.length > room - promised) throw noRoom(limits)
    if (unfinished.filter(({ user }) => user === caller.id).length >= maxUnfinished)
      throw new TooManyRequests(`${maxUnfinished} uploads of yours are unfinished; finish or end some`)
    const upload = { ...wanted, id: newUlid(), user: caller.id, account: caller.account_id }
    await onStorage(this.#note(upload))
    return upload
  }

  /** An upload of this caller; a request that still writes to it is ended. @throws NotFound, also for one of another user */
  async find(caller: Caller, id: string): Promise<UploadState> {
    if (!ulid.test(id)) throw noUpload()
    const upload = await this.#read(caller.account_id, id)
    if (upload === undefined) return this.#finished(caller, id)
    if (upload.user !== caller.id || this.#hasExpired(id)) throw noUpload()
    const writing = this.#writing.get(id)
    writing?.body.destroy()
    await writing?.ended
    await this.#finishing.get(id)?.catch(() => undefined) // its own request answers with the error
    const offset = (await unlessMissing(stat(this.#pathOf(upload))))?.size
    if (offset === undefined) return this.#finished(caller, id)
    if (offset < upload.length || (await this.#fileOf(caller, id)) === undefined)
      return { upload, offset, isFinished: false }
    await this.end(upload) // an interruption came after the file was created
    return this.#finished(caller, id)
  }

  /** A client that did not get the last answer repeats the request: the file has the id of its upload. */
  async #finished(caller: Caller, id: string): Promise<UploadState> {
    const file = await this.#fileOf(caller, id)
    if (file === undefined || file.createdBy !== caller.id) throw noUpload()
    const { name, facts } = file
    const length = facts.contentSize
    const upload = { id, user: caller.id, account: caller.account_id, name, length }
    if (this.#hasExpired(id)) throw noUpload()
    return { upload: { ...upload, properties: {}, metadata: '' }, offset: length, isFinished: true }
  }

  /** Undefined for a file that is not there, or not any more. */
  #fileOf = (caller: Caller, id: string): Promise<ReadableFile | undefined> =>
    this.#service.find(caller, toUrn(this.#service.typeSlug, id)).catch((error: unknown) => {
      if (error instanceof NotFound || error instanceof Conflict) return undefined
      throw error
    })

  /**
   * Add bytes to the end. What has arrived before an interruption stays.
   * @returns how many there are now
   * @throws Conflict when the offset is another one; PayloadTooLarge; UnsupportedMediaType
   */
  async append(state: UploadState, offset: number, body: Readable): Promise<number> {
    const { upload } = state
    if (state.offset !== offset)
      throw new Conflict(`Upload-Offset is ${offset}, and ${state.offset} bytes have arrived`)
    if (state.isFinished) return offset
    if (this.#writing.has(upload.id)) throw new Conflict('another request writes to this upload')
    const writing = this.#write(upload, offset, body)
    const ended = writing.catch(() => undefined)
    this.#writing.set(upload.id, { body, ended })
    try {
      return await writing
    } finally {
      this.#writing.delete(upload.id)
    }
  }

  async #write(upload: Upload, offset: number, body: Readable): Promise<number> {
    const path = this.#pathOf(upload)
    const handle = await onStorage(open(path, constants.O_WRONLY | constants.O_APPEND)) // it exists
    let at = offset
    try {
      const chunks: AsyncIterable<Uint8Array> = body.iterator({ destroyOnReturn: false })
      for await (const chunk of chunks) {
        if (at + chunk.length > upload.length) throw new BadRequest('more bytes arrive than Upload-Length announced')
        await onStorage(handle.writeFile(chunk))
        at += chunk.length
        if (at >= headBytes && at - chunk.length < headBytes) await this.#checkHead(upload, path)
      }
      await onStorage(handle.datasync())
    } catch (error) {
      throw error instanceof PlinthError ? error : new BadRequest('the body was cut off; what has arrived is kept')
    } finally {
      await handle.close()
    }
    return at
  }

  /** What is not allowed is refused before the rest arrives, and the upload ends. */
  async #checkHead(upload: Upload, path: string): Promise<void> {
    const { limits } = this.#service.parts
    const head = await readHead(path)
    try {
      checkType(await sniffType(head, upload.name), upload.length, { limits, name: upload.name, room: Infinity })
    } catch (error) {
      await this.end(upload)
      throw error
    }
  }

  /**
   * Create the file of an upload whose bytes have all arrived.
   * @throws like an upload of any other kind; the upload then ends, unless it can be tried again
   */
  async finish(caller: Caller, { upload, isFinished }: UploadState): Promise<void> {
    if (isFinished) return
    const finishing = this.#finishing.get(upload.id) ?? this.#finish(caller, upload)
    this.#finishing.set(upload.id, finishing)
    try {
      await finishing
    } finally {
      this.#finishing.delete(upload.id)
    }
  }

  async #finish(caller: Caller, upload: Upload): Promise<void> {
    try {
      const arrived = await inspect(this.#pathOf(upload), await this.#service.arrival(caller, upload.name))
      await this.#service.create(caller, arrived, { name: upload.name, ...upload.properties }, upload.id)
      await this.end(upload)
    } catch (error) {
      if (isClientError(error)) await this.end(upload)
      throw error
    }
  }

  /** Remove an upload. */
  async end(upload: Pick<Upload, 'account' | 'id'>): Promise<void> {
    for (const end of ['', '.new', '.json']) await rm(this.#pathOf(upload) + end, { force: true })
  }

  /** Remove the uploads that have expired. */
  async removeExpired(): Promise<void> {
    for (const account of (await unlessMissing(readdir(this.#folder))) ?? []) await this.#removeExpired(account)
  }

  async #removeExpired(account: string): Promise<void> {
    for (const id of await this.#idsOf(account))
      if (this.#hasExpired(id) && !this.#writing.has(id)) await this.end({ account, id })
  }

  #hasExpired = (id: string): boolean => this.expiryOf(id).getTime() < Date.now()
  #folderOf = (account: string): string => join(this.#folder, account.replaceAll(/[^\w-]/g, '_'))
  #pathOf = ({ account, id }: Pick<Upload, 'account' | 'id'>): string => join(this.#folderOf(account), id)

  /** The note comes last: an upload without one was never answered. */
  async #note(upload: Upload): Promise<void> {
    const path = this.#pathOf(upload)
    await mkdir(this.#folderOf(upload.account), { recursive: true })
    await writeFile(path, '', { flag: 'wx' })
    await writeFile(`${path}.new`, JSON.stringify(upload), { flush: true })
    await rename(`${path}.new`, `${path}.json`)
  }

  async #read(account: string, id: string): Promise<Upload | undefined> {
    const text = await unlessMissing(readFile(`${this.#pathOf({ account, id })}.json`, 'utf8'))
    const note: unknown = text === undefined ? undefined : JSON.parse(text)
    return isUpload(note) ? note : undefined
  }

  /** The unfinished uploads of an account. */
  async #ofAccount(account: string): Promise<Upload[]> {
    const uploads = await Promise.all([...(await this.#idsOf(account))].map(id => this.#read(account, id)))
    return uploads.filter(upload => upload !== undefined)
  }

  async #idsOf(account: string): Promise<Set<string>> {
    const names = (await unlessMissing(readdir(this.#folderOf(account)))) ?? []
    return new Set(names.map(name => name.replace(/\..*$/, '')).filter(id => ulid.test(id)))
  }
}

const ulid = /^[0-7][0-9A-HJKMNP-TV-Z]{25}$/

const isUpload = (value: unknown): value is Upload =>
  isObject(value) &&
  ['id', 'user', 'account', 'name', 'metadata'].every(name => typeof value[name] === 'string') &&
  typeof value['length'] === 'number' &&
  isObject(value['properties'])

const noUpload = (): NotFound => new NotFound('there is no such upload, or it has expired')
