import { createReadStream } from 'node:fs'
import { Readable } from 'node:stream'
import { BadRequest, Conflict, NotFound } from '../../kernel/index.ts'
import type { Access, Caller, Contribution, DocumentStore, Preconditions, StoredDocument } from '../../kernel/index.ts'
import { insteadOf } from '../../lib/errors/index.ts'
import type { JsonObject } from '../../lib/json/index.ts'
import { isUrnOf, newestFirst, newUlid, readData, readMeta, textCondition, toUrn } from '../../lib/store-kit/index.ts'
import type { Behaviour, EditOperation, ResourceReader, Resources } from '../dynamic-resources/contract.ts'
import type { TypeRegistry } from '../types/contract.ts'
import { checkArrived } from './arrival/check-arrived.ts'
import { noRoom, ownInstance } from './arrival/receive.ts'
import type { Arrived, Arrivals, ArrivalLimits } from './arrival/receive.ts'
import type { PreparedFiles } from './contract.ts'
import { withoutFacts } from './file-type.ts'
import type { FileFacts } from './file-type.ts'
import type { FileLimits } from './options.ts'
import { Derived } from './pictures/derived.ts'
import type { Pictures } from './pictures/pictures.ts'
import { bytesOfAccount, countBytes, holdRecords, holdsOf, newHold, pendingHolds, removeHolds } from './records.ts'
import type { HoldData, StoredHold } from './records.ts'
import type { FileStorage } from './storage/storage.ts'

/** How many files with the same bytes are looked at. */
const maxSame = 100

/** What the service needs. */
export interface FileServiceParts {
  store: DocumentStore
  resources: Resources
  resourceReader: ResourceReader
  typeRegistry: TypeRegistry
  access: Access
  storage: FileStorage
  arrivals: Arrivals
  pictures: Pictures
  limits: FileLimits
  /** What other plugins check of files that have arrived. */
  checks: readonly Contribution<'fileChecks'>[]
  /** Slug of the type of files. */
  typeSlug: string
}

/** A file whose bytes are there. */
export interface ReadableFile {
  id: string
  name: string
  facts: FileFacts
  focalPoint: { x: number; y: number }
  createdBy: string
}

/** Files: their bytes and their resources. A file exists when its bytes are durable and its resource is written, in this order. */
export class FileService {
  readonly parts: FileServiceParts
  readonly derived: Derived
  /** What the bytes of files decide that are being created, by their ids: only these can be created. */
  readonly #arriving = new Map<string, FileFacts>()

  constructor(parts: FileServiceParts) {
    this.parts = parts
    this.derived = new Derived(parts)
  }

  get typeSlug(): string {
    return this.parts.typeSlug
  }

  /** Sets what the bytes decide, and refuses files without bytes. */
  behaviour(): Behaviour {
    return {
      name: 'file-bytes',
      types: [this.typeSlug],
      before: ({ action, id, before, data }) => {
        if (action === 'restore' && data['state'] === 'purged')
          throw new Conflict('the bytes of this file were removed for good; it cannot be restored')
        if (action !== 'create' || before !== null) return
        const facts = this.#arriving.get(id)
        if (facts === undefined)
          throw new BadRequest(
            `a file is created from its bytes: send them as multipart/form-data to POST /api/${this.typeSlug}, or by tus`,
          )
        Object.assign(data, this.#properties(id, facts), { state: 'ready' })
      },
    }
  }

  /** What bytes of an account are checked with while they arrive. @throws PayloadTooLarge when there is no room at all */
  async arrival({ account_id }: Caller, name: string): Promise<ArrivalLimits> {
    const { store, limits } = this.parts
    const room = limits.maxAccountBytes - (await bytesOfAccount(store, account_id))
    if (room <= 0) throw noRoom(limits)
    return { limits, name, room }
  }

  /**
   * Create a file from bytes that have arrived, which are moved.
   * @param properties of its resource, as sent
   * @param lastPart of its id. Default: a new one
   */
  async create(
    caller: Caller,
    arrived: Arrived,
    properties: JsonObject,
    lastPart = newUlid(),
  ): Promise<StoredDocument> {
    const { resources } = this.parts
    const id = toUrn(this.typeSlug, lastPart)
    const name = String(properties['name'])
    const { facts, hold } = await this.#keep(caller, id, name, arrived)
    this.#arriving.set(id, facts)
    try {
      const { document } = await resources.writeOne(
        caller,
        { op: 'create', type: this.typeSlug, id, data: properties },
        { extraOperations: () => [holdRecords.remove(hold)] },
      )
      return document
    } catch (error) {
      await this.release(hold)
      throw error
    } finally {
      this.#arriving.delete(id)
    }
  }

  /** See `Files.prepare`. */
  prepare(): PreparedFiles {
    const { arrivals, resources } = this.parts
    const held: { caller: Caller; id: string; hold: StoredHold }[] = []
    return {
      add: async (caller, id, name, bytes) => {
        const arrived = await arrivals.receive(Readable.from([bytes]), await this.arrival(caller, name))
        try {
          const { facts, hold } = await this.#keep(caller, id, name, arrived)
          this.#arriving.set(id, facts)
          held.push({ caller, id, hold })
        } finally {
          await arrivals.discard(arrived.path)
        }
      },
      end: async () => {
        for (const { caller, id, hold } of held) {
          this.#arriving.delete(id)
          const created = await resources.get(caller, this.typeSlug, id).catch(insteadOf(NotFound, undefined))
          await (created !== undefined ? removeHolds(this.parts.store, [hold]) : this.release(hold))
        }
      },
    }
  }

  /**
   * Replace the bytes of a file.
   * @throws NotFound; PreconditionFailed
   */
  async replace(caller: Caller, id: string, arrived: Arrived, preconditions: Preconditions): Promise<StoredDocument> {
    const { resources } = this.parts
    const { name } = await this.find(caller, id)
    const { facts, hold } = await this.#keep(caller, id, name, arrived)
    let before: StoredHold | undefined
    try {
      const edit: EditOperation['edit'] = (data, _type, { sequence_no, account_id }) => {
        const { sha256, contentSize } = data
        before = newHold(
          {
            sha256: String(sha256),
            bytes: Number(contentSize),
            account: account_id,
            file: id,
            sequence_no,
            instance: '',
          },
          caller.id,
        )
        return { data: { ...withoutFacts(data), ...this.#properties(id, facts) } }
      }
      const { document } = await resources.writeOne(
        caller,
        { op: 'edit', type: this.typeSlug, id, ...preconditions, edit },
        {
          extraOperations: () => [
            holdRecords.remove(hold),
            ...(before === undefined ? [] : [holdRecords.insert(before)]),
          ],
        },
      )
      return document
    } catch (error) {
      await this.release(hold)
      throw error
    }
  }

  /**
   * {@link hold} bytes before their resource is written, and check them meanwhile: the file is pending.
   * @throws BadRequest; PayloadTooLarge; `files-unavailable`
   */
  async #keep(
    caller: Caller,
    id: string,
    name: string,
    arrived: Arrived,
  ): Promise<{ facts: FileFacts; hold: StoredHold }> {
    const { pictures, checks } = this.parts
    const { path, head, encodingFormat, contentSize, sha256 } = arrived
    const { account_id } = caller
    const file = { id, name, encodingFormat, contentSize, sha256, account_id, uploaded_by: caller.id }
    const facts: FileFacts = { encodingFormat, contentSize, sha256 }
    const hold = await this.hold(caller, { file: id, name, encodingFormat }, arrived, async () => {
      await checkArrived(checks, { ...file, read: () => createReadStream(path) })
      Object.assign(facts, await pictures.facts(path, encodingFormat, head))
    })
    return { facts, hold }
  }

  /**
   * Count and hold bytes, and make them durable.
   * @param file the file that is to have them
   * @param check called before they are durable; what it throws ends the hold
   * @throws PayloadTooLarge; `files-unavailable`
   */
  async hold(
    { id: user, account_id: account }: Caller,
    file: Pick<HoldData, 'file' | 'name' | 'encodingFormat'>,
    { path, sha256, contentSize: bytes }: Arrived,
    check = async (): Promise<void> => undefined,
  ): Promise<StoredHold> {
    const { store, storage, limits } = this.parts
    const hold = newHold({ ...file, sha256, bytes, account, sequence_no: null, instance: ownInstance }, user)
    const add = (counted: number): number => {
      if (counted + bytes > limits.maxAccountBytes) throw noRoom(limits)
      return counted + bytes
    }
    await countBytes(store, account, add, [holdRecords.insert(hold)])
    try {
      await check()
      await storage.put(sha256, path)
    } catch (error) {
      await this.release(hold)
      throw error
    }
    return hold
  }

  /** The files that have arrived and cannot be seen yet: the caller's, for administrators those of their account. */
  async pending(caller: Caller): Promise<JsonObject[]> {
    const { store, access } = this.parts
    const seesAll = await access.isAdministrator(caller)
    return (await pendingHolds(store))
      .filter(({ data, meta }) => data.account === caller.account_id && (seesAll || meta.created_by === caller.id))
      .map(
        ({ data: { file: id, name = '', encodingFormat = '', bytes, sha256 }, meta: { created_by, created_at } }) => {
          const facts = { encodingFormat, contentSize: bytes, sha256 }
          return { id, name, ...facts, state: 'pending', created_by, created_at }
        },
      )
  }

  /** End a hold after the resources of its bytes were written, or not. @param wasCounted whether these bytes counted before */
  async endHold(hold: StoredHold, wasCounted: boolean): Promise<void> {
    const { store } = this.parts
    const isKept = await this.isUsed(hold.data.sha256, new Set([hold.id]))
    if (!isKept || wasCounted) await this.release(hold)
    else await removeHolds(store, [hold])
  }

  /** Release bytes whose resource was not written. */
  async release(hold: StoredHold): Promise<void> {
    const { store } = this.parts
    const { sha256, bytes, account } = hold.data
    const found = await holdRecords.find(store, hold.id)
    if (found === undefined) return
    await countBytes(store, account, counted => counted - bytes)
    await this.collect(sha256, [found])
  }

  #properties = (id: string, facts: FileFacts): JsonObject => ({
    contentUrl: `/api/${this.typeSlug}/${id.slice(id.lastIndexOf(':') + 1)}/content?v=${facts.sha256}`,
    ...facts,
  })

  /** An active file of the caller's account. Rights are checked by the route. @throws NotFound; Conflict when its bytes were removed for good */
  async find(caller: Caller, id: string): Promise<ReadableFile> {
    return readFile(await this.parts.resources.get(caller, this.typeSlug, id))
  }

  /**
   * Remove bytes, with everything that was made of them, unless a file or a version has them. They are moved away first, and moved back if a file
   * has got them meanwhile: a hold is written before bytes are kept, so that either this finds the hold, or the bytes are stored anew.
   * @param ended holds that are removed with them
   */
  async collect(sha256: string, ended: readonly StoredHold[] = []): Promise<void> {
    const { store, storage } = this.parts
    const isUsed = await this.isUsed(sha256, new Set(ended.map(({ id }) => id)))
    const isMoved = !isUsed && (await storage.move(sha256, `trash/${sha256}`))
    await removeHolds(store, ended)
    if (isMoved) await this.settleTrash(sha256)
  }

  /** Finish what {@link collect} began. */
  async settleTrash(sha256: string): Promise<void> {
    const { storage } = this.parts
    const trash = `trash/${sha256}`
    if (await this.isUsed(sha256)) {
      if ((await storage.size(sha256)) === undefined) await storage.move(trash, sha256)
      return
    }
    await storage.remove(trash)
    for await (const { key } of storage.list(`derived/${sha256}/`)) await storage.remove(key)
  }

  /** Whether a file of any account and status, a version or an upload has these bytes. @param without ids of holds that do not count */
  async isUsed(sha256: string, without: ReadonlySet<string> = new Set()): Promise<boolean> {
    const holds = await holdsOf(this.parts.store, sha256)
    return holds.some(({ id }) => !without.has(id)) || (await this.filesWith(sha256)).length > 0
  }

  /** Some files with these bytes, the newest first. @param account_id null: of every account */
  async filesWith(
    sha256: string,
    account_id: string | null = null,
    status: 'active' | 'any' = 'any',
  ): Promise<readonly StoredDocument[]> {
    const { store, typeRegistry } = this.parts
    const { collection } = await typeRegistry.active(this.typeSlug)
    const { documents } = await store.list({
      collection,
      account_id,
      status,
      visibility: { all: true },
      conditions: [textCondition('sha256', 'eq', sha256)],
      words: [],
      sort: newestFirst,
      limit: maxSame,
    })
    return documents
  }

  /**
   * Remove the bytes of a file from all its versions, and archive it. Repeating it finishes what was interrupted.
   * @returns other files of the account that keep some of these bytes
   * @throws NotFound
   */
  async purge(caller: Caller, id: string): Promise<{ id: string; shared_with: string[] }> {
    const { store, resources, typeRegistry } = this.parts
    const { collection } = await typeRegistry.active(this.typeSlug)
    const document = isUrnOf(this.typeSlug, id) ? await store.get(collection, id) : undefined
    if (document === undefined || readMeta(document).account_id !== caller.account_id)
      throw new NotFound('there is no such resource')
    const ofFile = await holdRecords.findAll(store, [textCondition('file', 'eq', id)])
    const holds = ofFile.filter(({ data }) => data.sequence_no !== null) // a replacement is refused by itself
    const hashes = new Set(holds.map(({ data }) => data.sha256))
    const { sha256, contentSize, state } = readData(document)
    if (typeof sha256 === 'string') hashes.add(sha256)
    if (state !== 'purged') {
      const freed = holds.reduce((sum, { data }) => sum + data.bytes, Number(contentSize ?? 0))
      const edit = (data: JsonObject) => ({ data: { ...withoutFacts(data), state: 'purged' }, archive: true })
      await resources.writeOne(caller, { op: 'edit', type: this.typeSlug, id, restore: true, edit }, { force: true })
      await countBytes(store, caller.account_id, bytes => bytes - freed)
    }
    await store.operations?.trimVersions?.(collection, [id], 1)
    await removeHolds(store, holds)
    const shared = new Set<string>()
    for (const hash of hashes) {
      await this.collect(hash)
      for (const other of await this.filesWith(hash, caller.account_id)) shared.add(other.id)
    }
    return { id, shared_with: [...shared] }
  }
}

/** @throws Conflict when its bytes were removed for good */
export function readFile(document: StoredDocument): ReadableFile {
  const { name, sha256, encodingFormat, contentSize, width, height, animated, contentProblem, focalPoint } =
    readData(document)
  if (typeof sha256 !== 'string') throw new Conflict('the bytes of this file were removed for good')
  const point = Object(focalPoint ?? {})
  const facts: FileFacts = {
    sha256,
    encodingFormat: String(encodingFormat),
    contentSize: Number(contentSize),
    ...(typeof width === 'number' && typeof height === 'number' && { width, height }),
    ...(animated === true && { animated }),
    ...(typeof contentProblem === 'string' && { contentProblem }),
  }
  return {
    id: document.id,
    name: String(name),
    facts,
    focalPoint: { x: Number(point.x ?? 0.5), y: Number(point.y ?? 0.5) },
    createdBy: readMeta(document).created_by,
  }
}
