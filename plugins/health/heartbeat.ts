import { hostname } from 'node:os'
import type { FastifyBaseLogger } from 'fastify'
import { StoreFull, StoreReadOnly, StoreUnavailable, WriteRefused, release, systemUser } from '../../kernel/index.ts'
import type { DocumentStore, Readiness } from '../../kernel/index.ts'
import type { JsonObject } from '../../lib/json/index.ts'
import { RecordCollection, newId, sharedAccount } from '../../lib/store-kit/index.ts'
import type { StoredRecord } from '../../lib/store-kit/index.ts'
import type { Instance } from './contract.ts'

interface InstanceData extends JsonObject {
  host: string
  pid: number
  version: string
  commit: string | null
  url: string
  started_at: string
  last_seen_at: string
}

const instances = new RecordCollection<InstanceData>('instance', {
  name: '_instances',
  standardIndexes: [],
  transient: true,
})

/** Time between two writes, ms. */
const intervalMs = 10_000
/** The same while writes fail, so that the service is ready again soon. */
const failingIntervalMs = 2000
/** An instance that was not seen for this time is not listed, ms. */
const listedForMs = 60_000
/** After this time the record of an instance that ended without removing it is removed, ms. */
const keptForMs = 24 * 60 * 60 * 1000

/**
 * Writes the record of this instance regularly, which shows whether the store can be written to while there are no other writes, and which instances run. It
 * never keeps the process running.
 */
export class Heartbeat {
  readonly #store: DocumentStore
  readonly #readiness: Readiness
  readonly #log: FastifyBaseLogger
  readonly #startedAt = new Date().toISOString()
  #url = ''
  #record: StoredRecord<InstanceData> | undefined
  #isDefined = false
  #timer: NodeJS.Timeout | undefined
  #running: Promise<void> = Promise.resolve()
  #isStopped = false

  constructor(store: DocumentStore, readiness: Readiness, log: FastifyBaseLogger) {
    this.#store = store
    this.#readiness = readiness
    this.#log = log
  }

  /** The service listens: write at once, then regularly. */
  begin(url: string): void {
    this.#url = url
    clearTimeout(this.#timer)
    this.#beat(true)
  }

  /** Write from now on, for a service that does not listen and whose readiness is used. */
  ensure(): void {
    if (this.#timer === undefined) this.#schedule()
  }

  /** Stop, and remove the record. */
  async stop(): Promise<void> {
    this.#isStopped = true
    clearTimeout(this.#timer)
    await this.#running
    if (this.#record !== undefined) await this.#attempt([instances.remove(this.#record)])
  }

  /** The instances that were seen lately, newest first. */
  async list(): Promise<Instance[]> {
    try {
      await this.#define()
    } catch (error) {
      if (error instanceof StoreFull || error instanceof StoreReadOnly) return [] // the first one could not be written
      throw error
    }
    const since = new Date(Date.now() - listedForMs).toISOString()
    const all = await instances.findAll(this.#store, [])
    return all
      .filter(({ data }) => data.last_seen_at >= since)
      .map(({ id, data: { commit, ...data } }) => ({ id, ...data, ...(commit !== null && { commit }) }))
  }

  #schedule(): void {
    if (this.#isStopped) return
    const delayMs = this.#readiness.writeFailure === undefined ? intervalMs : failingIntervalMs
    this.#timer = setTimeout(() => this.#beat(false), delayMs).unref()
  }

  #beat(isFirst: boolean): void {
    this.#running = this.#write(isFirst).finally(() => this.#schedule())
  }

  async #write(isFirst: boolean): Promise<void> {
    const now = new Date().toISOString()
    const before = this.#record
    const draft = instances.draft(before?.id ?? newId('instance'), this.#data(now), {
      created_by: systemUser,
      account_id: sharedAccount,
    })
    const next = before === undefined ? draft : instances.next(before, draft.data)
    const isWritten = await this.#attempt([instances.save(draft, before)])
    this.#record = isWritten ? next : isWritten === undefined ? before : undefined
    if (isFirst && isWritten === true) await this.#removeOld()
  }

  #data(now: string): InstanceData {
    const { version, commit = null } = release
    const place = { host: hostname(), pid: process.pid, url: this.#url }
    return { ...place, version, commit, started_at: this.#startedAt, last_seen_at: now }
  }

  async #removeOld(): Promise<void> {
    const until = new Date(Date.now() - keptForMs).toISOString()
    const old = (await instances.findAll(this.#store, [])).filter(({ data }) => data.last_seen_at < until)
    if (old.length > 0) await this.#attempt(old.map(record => instances.remove(record)))
  }

  /** @returns whether the operations were written; false when another writer changed the record, undefined when that is not known */
  async #attempt(operations: Parameters<DocumentStore['write']>[0]): Promise<boolean | undefined> {
    try {
      await this.#define()
      await this.#store.write(operations)
      return true
    } catch (error) {
      if (error instanceof WriteRefused) return false
      if (!(error instanceof StoreUnavailable))
        // which the kernel logs once
        this.#log.error({ err: error }, 'the record of this instance could not be written')
      return undefined
    }
  }

  async #define(): Promise<void> {
    if (this.#isDefined) return
    await this.#store.define(instances.definition)
    this.#isDefined = true
  }
}
