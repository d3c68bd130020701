import { AsyncLocalStorage } from 'node:async_hooks'
import { createHash } from 'node:crypto'
import type { FastifyBaseLogger, FastifyReply, FastifyRequest, RouteHandlerMethod, RouteOptions } from 'fastify'
import { LRUCache } from 'lru-cache'
import { isRecord } from '../../../lib/json/index.ts'
import type { DocumentStore, OpenOptions, StoredRecord, WriteOperation } from '../../../lib/store-kit/index.ts'
import { canRead } from '../../access.ts'
import type { RouteAccess } from '../../contracts/access.ts'
import type { Caller } from '../../contracts/identity.ts'
import { BadRequest, Conflict, IdempotencyKeyReused, TooManyRequests, WriteRefused } from '../../errors.ts'
import type { ServiceError } from '../../errors.ts'
import type { Guards } from '../admission/authorize-route.ts'
import { mediaType } from '../media-type.ts'
import { queryPairs } from '../routes/query.ts'
import { countKeys, keptKeys, keptMs, maxAnswerLength, maxKeysPerCaller, sweepRegularly } from './kept-keys.ts'
import type { KeptAnswer, KeptKey } from './kept-keys.ts'

/** The request under way in an asynchronous context, if it has a key. */
const requests = new AsyncLocalStorage<KeyedRequest | undefined>()
/** How many requests with a key are under way in this process. */
let underWay = 0

/** The property of a request that holds what is kept of it. */
const held = Symbol('idempotency')
type Holder = FastifyRequest & { [held]?: KeyedRequest | undefined }

/** A request whose answer is not there after this time has ended without one, ms. */
const maxDurationMs = 5 * 60 * 1000
/** How long the number of a caller's keys is used before they are counted again, ms. */
const countedForMs = 10 * 60 * 1000

/**
 * Makes POST requests repeatable by their header `Idempotency-Key`. A key is recorded in the first write that the request makes, all or nothing, so
 * that no request is done twice, whatever ends in between and on whichever instance the repeat arrives. Its answer is recorded in the same write where
 * the route provides it ({@link keepAnswer}), otherwise in a further one before it is sent.
 *
 * The write is found by the asynchronous context of the request, so that services need no parameter for it. Contexts are tracked only while requests
 * with a key are under way.
 */
export class Idempotency {
  readonly #guards: () => Guards
  readonly #log: FastifyBaseLogger
  #used: DocumentStore | undefined
  /** The requests under way in this process, with their fingerprints. */
  readonly #running = new Map<string, string>()
  readonly #counts = new LRUCache<string, { keys: number }>({ max: 10_000, ttl: countedForMs })
  #stopSweeping: (() => void) | undefined
  #defined: Promise<void> | undefined

  constructor(guards: () => Guards, log: FastifyBaseLogger) {
    this.#guards = guards
    this.#log = log
  }

  /**
   * Keep keys in this store, before any request is answered.
   * @returns how the store is opened: its writes also record the keys of the requests that make them
   */
  use(store: DocumentStore): Required<OpenOptions>['interceptWrite'] {
    this.#used = store
    this.#stopSweeping = sweepRegularly(store, error => {
      this.#log.warn({ err: error }, 'expired idempotency keys could not be removed')
    })
    return (operations, write) => {
      const request = requests.getStore()
      return request === undefined ? write(operations) : request.write(operations, write)
    }
  }

  close(): void {
    this.#stopSweeping?.()
  }

  get #store(): DocumentStore {
    if (this.#used === undefined) throw new TypeError('there is no store yet')
    return this.#used
  }

  /** Let a route take the header, if it is a POST that can change something for a known caller. */
  serve(route: RouteOptions, access: RouteAccess): void {
    const { config = {}, handler, method } = route
    if (!isPost(method) || access === 'public' || config.idempotency === false) return
    const keepsAnswers = config.idempotency !== 'key' && config.cacheControl !== 'no-store'
    const run = this.#run.bind(this)
    route.handler = function keyed(request, reply) {
      const key = request.headers['idempotency-key']
      if (key === undefined) return handler.call(this, request, reply)
      return run(request, reply, readKey(key), keepsAnswers, async () => handler.call(this, request, reply))
    }
    route.onSend = [keepSent, ...[route.onSend ?? []].flat()]
  }

  async #run(
    request: Holder,
    reply: FastifyReply,
    key: string,
    keepsAnswers: boolean,
    handle: () => Promise<ReturnType<RouteHandlerMethod>>,
  ): Promise<unknown> {
    const caller = callerKey(request.caller)
    const id = keyId(caller, request, key)
    const fingerprint = fingerprintOf(request)
    const running = this.#running.get(id)
    if (running !== undefined) throw running === fingerprint ? inUse() : new IdempotencyKeyReused()
    this.#running.set(id, fingerprint)
    try {
      await this.#define()
      const before = await keptKeys.find(this.#store, id)
      const isKept = before !== undefined && Date.parse(before.meta.created_at) > Date.now() - keptMs
      if (isKept) return await this.#repeat(request, reply, before, fingerprint)
      await this.#checkNumber(caller)
      const draft = keptKeys.draft(id, { fingerprint }, { created_by: caller })
      const kept = new KeyedRequest(this.#store, draft, before, keepsAnswers)
      request[held] = kept
      underWay += 1
      try {
        const answer: unknown = await requests.run(kept, handle)
        return answer === undefined && !reply.sent ? reply : answer
      } finally {
        kept.end()
        underWay -= 1
        if (underWay === 0) requests.disable()
      }
    } finally {
      this.#running.delete(id)
    }
  }

  /** Define the collection when it is needed for the first time. */
  #define(): Promise<void> {
    this.#defined ??= keptKeys.define(this.#store).catch((error: unknown) => {
      this.#defined = undefined
      throw error
    })
    return this.#defined
  }

  async #checkNumber(caller: string): Promise<void> {
    const counted = this.#counts.get(caller) ?? { keys: await countKeys(this.#store, caller) }
    counted.keys += 1
    if (!this.#counts.has(caller)) this.#counts.set(caller, counted)
    if (counted.keys <= maxKeysPerCaller) return
    throw new TooManyRequests(`at most ${maxKeysPerCaller} idempotency keys are kept for each caller in 24 hours`, {
      headers: { 'retry-after': '3600' },
    })
  }

  /** Answer as the first request was answered. The gate has checked the rights that its route requires. */
  async #repeat(
    request: FastifyRequest,
    reply: FastifyReply,
    { data: { fingerprint, answer, keyOnly }, meta }: StoredRecord<KeptKey>,
    own: string,
  ): Promise<FastifyReply> {
    if (fingerprint !== own) throw new IdempotencyKeyReused()
    if (answer === undefined) {
      const isRecent = Date.parse(meta.updated_at) > Date.now() - maxDurationMs
      throw keyOnly !== true && isRecent ? inUse() : used()
    }
    const { idempotency } = request.routeOptions.config
    if (typeof idempotency === 'function') await idempotency(request)
    const { status, headers, shows } = answer
    const isShown = shows === undefined || (await canRead(this.#guards().access, request.caller, shows.type, shows.id))
    reply.code(status).headers({ ...headers, 'idempotency-replayed': 'true' })
    return reply.send(isShown ? answer.body : shows.otherwise)
  }
}

/** What is kept of a request with a key. */
class KeyedRequest {
  readonly #store: DocumentStore
  readonly #draft: StoredRecord<KeptKey>
  /** Whether the answer may be kept, not the key alone. */
  readonly #keepsAnswers: boolean
  /** The record in the store: an expired one of the same key, then that of this request. */
  #stored: StoredRecord<KeptKey> | undefined
  #isRecorded = false
  /** The answer is a stream, which is not kept. */
  #keyOnly = false
  #hasEnded = false
  /** The answer that the next write leads to, if the route says so. */
  #answer: KeptAnswer | undefined
  /** Writes of one request that record its key happen one after the other. */
  #last: Promise<unknown> = Promise.resolve()

  constructor(
    store: DocumentStore,
    draft: StoredRecord<KeptKey>,
    expired: StoredRecord<KeptKey> | undefined,
    keepsAnswers: boolean,
  ) {
    this.#store = store
    this.#draft = draft
    this.#stored = expired
    this.#keepsAnswers = keepsAnswers
  }

  /** Note the answer to which the write that follows leads. */
  expect(answer: KeptAnswer): void {
    if (this.#keepsAnswers && answer.body.length <= maxAnswerLength) this.#answer = answer
  }

  /** Write, and record the key or the answer in the same write unless that is done already. */
  write(operations: readonly WriteOperation[], write: DocumentStore['write']): Promise<void> {
    const changes = operations.some(({ kind }) => kind !== 'check' && kind !== 'absent')
    if (this.#hasEnded || !changes) return write(operations)
    const work = async (): Promise<void> => {
      const data: KeptKey = {
        ...this.#draft.data,
        ...(this.#answer !== undefined && { answer: this.#answer }),
        ...(this.#keyOnly && { keyOnly: true }),
      }
      if (this.#isRecorded && this.#answer === undefined) return write(operations)
      await this.#record(data, operations, write)
    }
    const own = this.#last.then(work, work)
    this.#last = own
    return own
  }

  /** Keep the answer that is sent. Refused requests are not kept. */
  async sent(status: number, headers: KeptAnswer['headers'], payload: unknown): Promise<void> {
    const body = typeof payload === 'string' || Buffer.isBuffer(payload) ? payload.toString() : undefined
    const isStream = body === undefined && payload !== undefined && payload !== null
    if (isStream) this.#keyOnly = true // what is written while it is sent records the key
    if (!this.#isRecorded || this.#stored?.data.answer !== undefined || status >= 500) return
    if (status >= 400) {
      await this.#writeAlone([keptKeys.remove(this.#stored ?? this.#draft)])
      return
    }
    const answer = this.#answer ?? { status, headers, body: body ?? '' }
    const isKept = this.#keepsAnswers && !isStream && answer.body.length <= maxAnswerLength
    const { fingerprint } = this.#draft.data
    const data: KeptKey = isKept ? { fingerprint, answer } : { fingerprint, keyOnly: true }
    await this.#record(data, [], operations => this.#writeAlone(operations))
  }

  /** The handler has ended; what it left behind is no part of the request. */
  end(): void {
    this.#hasEnded = true
  }

  /** A write that is none of the request. */
  #writeAlone(operations: readonly WriteOperation[]): Promise<void> {
    return requests.run(undefined, () => this.#store.write(operations))
  }

  async #record(data: KeptKey, operations: readonly WriteOperation[], write: DocumentStore['write']): Promise<void> {
    const next =
      this.#stored === undefined
        ? { ...this.#draft, data }
        : keptKeys.next(this.#stored, data, this.#isRecorded ? {} : { created_at: this.#draft.meta.created_at })
    const operation = this.#stored === undefined ? keptKeys.insert(next) : keptKeys.replace({ ...next, data })
    try {
      await write([...operations, operation])
    } catch (error) {
      const isTaken = error instanceof WriteRefused && error.index === operations.length
      throw isTaken ? inUse() : error
    }
    this.#stored = { ...next, data }
    this.#isRecorded = true
    this.#answer = undefined
  }
}

/**
 * Lets the answer to a request with an `Idempotency-Key` be recorded in the same write as the change, so that not even the end of the process
 * between them loses it. Other routes that change something need not do anything: their answers are recorded after the change.
 * Called after the last write, what it returns is kept instead of the answer that is sent: without what a later caller may not see.
 * @param answer returns the answer to which the write leads; called with what is written, again when it is planned again
 * @returns for the option `beside` of the write; undefined, without any work, for a request without the header
 */
export function keepAnswer<Written>(
  request: Holder,
  answer: (written: Written) => KeptAnswer | Promise<KeptAnswer>,
): ((written: Written) => Promise<WriteOperation[]>) | undefined {
  const { [held]: kept } = request
  if (kept === undefined) return undefined
  return async written => {
    kept.expect(await answer(written))
    return []
  }
}

/** A hook `onSend` that keeps the answer to a request with a key. */
const keepSent: NonNullable<Exclude<RouteOptions['onSend'], readonly unknown[]>> = (
  request: Holder,
  reply,
  payload,
  done,
) => {
  const { [held]: kept } = request
  if (kept === undefined) return done(null, payload)
  const headers = Object.fromEntries(
    ['location', 'etag', 'content-type'].flatMap(name => {
      const value = reply.getHeader(name)
      return typeof value === 'string' ? [[name, value]] : []
    }),
  )
  kept
    .sent(reply.statusCode, headers, payload)
    .catch((error: unknown) => request.log.warn({ err: error }, 'the answer to a request with a key could not be kept'))
    .finally(() => done(null, payload))
}

const isPost = (method: RouteOptions['method']): boolean => [method].flat().includes('POST')

/** @throws BadRequest unless the value has 1 to 255 printable characters */
function readKey(value: string | string[]): string {
  if (typeof value === 'string' && /^[\x20-\x7e]{1,255}$/.test(value)) return value
  throw new BadRequest('Idempotency-Key must have 1 to 255 printable ASCII characters')
}

/** The caller that keys belong to: an API token is a caller of its own, and so is an administrator in the name of a user. */
const callerKey = ({ id, account_id, impersonator = '', token }: Caller): string =>
  token?.id ?? (impersonator === '' ? `${id} ${account_id}` : `${id} ${account_id} ${impersonator}`)

const keyId = (caller: string, { url }: FastifyRequest, key: string): string =>
  `urn:idempotency-key:${hashOf([caller, url.split('?', 1)[0] ?? '', key])}`

const hashOf = (parts: readonly string[]): string =>
  createHash('sha256').update(JSON.stringify(parts)).digest('base64url')

/** Two spellings of the same JSON have the same fingerprint. A body that is read as a stream is not compared. */
function fingerprintOf(request: FastifyRequest): string {
  const { body, headers, routeOptions } = request
  const query = queryPairs(request).map(pair => JSON.stringify(pair))
  const type = body === undefined ? '' : mediaType(headers['content-type'] ?? '')
  const content = routeOptions.config.streamsBody === true ? '' : contentOf(body)
  return hashOf([JSON.stringify(query.toSorted()), type, content])
}

function contentOf(body: unknown): string {
  if (Buffer.isBuffer(body)) return body.toString('base64')
  if (Array.isArray(body)) return `[${body.map(contentOf).join(',')}]`
  if (!isRecord(body)) return JSON.stringify(body) ?? ''
  const members = Object.keys(body).sort()
  return `{${members.map(name => `${JSON.stringify(name)}:${contentOf(body[name])}`).join(',')}}`
}

const inUse = (): ServiceError =>
  new Conflict('the first request with this Idempotency-Key is not answered yet; repeat this one later', {
    code: 'idempotency-key-in-use',
  })

const used = (): ServiceError =>
  new Conflict(
    'a request with this Idempotency-Key was done, and its answer is not kept; look at what it did before you send another one',
    { code: 'idempotency-key-used' },
  )
