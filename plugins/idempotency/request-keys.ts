import { createHash } from 'node:crypto'
import type { Hash } from 'node:crypto'
import type { FastifyReply, FastifyRequest, RouteOptions, onSendHookHandler, preParsingHookHandler } from 'fastify'
import { LRUCache } from 'lru-cache'
import {
  BadRequest,
  ConfigurationError,
  Conflict,
  HttpError,
  TooManyRequests,
  canRead,
  mediaType,
  queryPairs,
} from '../../kernel/index.ts'
import type { Access, Caller, DocumentStore } from '../../kernel/index.ts'
import { KeyedRequest, keyInUse } from './keyed-request.ts'
import { answerId, answerRecords, countKeys, keptMs, keyRecords, maxKeysPerCaller, removeKeys } from './records.ts'
import type { KeyRecord } from './records.ts'

/** A request whose answer is not there after this time has ended without one, ms. */
const maxDurationMs = 5 * 60 * 1000
/** How long the number of a caller's keys is used before they are counted again, ms. */
const countedForMs = 10 * 60 * 1000

/** What the hooks of a request with a key share. */
interface Keyed {
  key: string
  /** Of the body, while it arrives. A body that is read as a stream is not compared. */
  hash: Hash
  /** Of the record of the key, once it is known. */
  id?: string
  fingerprint?: string
  request?: KeyedRequest
}

/** An `Idempotency-Key` was used for another request. */
class IdempotencyKeyReused extends HttpError {
  static override readonly code: string = 'idempotency-key-reused'
  readonly statusCode = 422
}

/**
 * Makes POST requests repeatable by their header `Idempotency-Key`. A key is recorded in the first write that the request makes, all or nothing, so
 * that no request is done twice, whatever ends in between and on whichever instance the repeat arrives. Its answer is recorded in the same write where
 * the route provides it (`keepAnswer`), otherwise in a further one before it is sent.
 */
export class RequestKeys {
  /** Set before any request is answered. */
  #parts: { store: DocumentStore; access: Access } | undefined
  readonly #keyed = new WeakMap<FastifyRequest, Keyed>()
  /** The requests under way in this process, by the ids of their keys. */
  readonly #running = new Map<string, Keyed>()
  readonly #counts = new LRUCache<string, { keys: number }>({ max: 10_000, ttl: countedForMs })

  /** Keep keys in this store. */
  use(store: DocumentStore, access: Access): void {
    this.#parts = { store, access }
  }

  /** Add the hooks to a route: after its own, which can check rights. A POST that changes nothing ignores the header. */
  serve(route: RouteOptions): void {
    const { config = {}, method } = route
    if (![method].flat().includes('POST') || config.access === undefined || config.idempotency === false) return
    const { idempotency } = config
    if (idempotency === undefined) {
      route.preParsing = [refuseKey, ...[route.preParsing ?? []].flat()]
      return
    }
    if (idempotency !== 'answer' && idempotency !== 'key' && typeof idempotency !== 'function')
      throw new ConfigurationError(
        `the route POST ${route.url} declares the unknown config.idempotency ${String(idempotency)}; known are answer, key, false and a function`,
      )
    const keepsAnswers = idempotency !== 'key' && config.cacheControl !== 'no-store'
    route.preParsing = [this.#begin, ...[route.preParsing ?? []].flat()]
    route.preHandler = [
      ...[route.preHandler ?? []].flat(),
      async (request: FastifyRequest, reply: FastifyReply) => this.#admit(request, reply, keepsAnswers),
    ]
    route.onSend = [this.#keepSent, ...[route.onSend ?? []].flat()]
  }

  readonly #begin: preParsingHookHandler = (request, _reply, payload, done) => {
    const { 'idempotency-key': key } = request.headers
    if (key === undefined) return done(null, payload)
    const keyed = { key: readKey(key), hash: createHash('sha256') }
    this.#keyed.set(request, keyed)
    if (request.routeOptions.config.streamsBody !== true) {
      payload.pause() // until its reader begins
      payload.on('data', (chunk: Buffer) => keyed.hash.update(chunk))
    }
    done(null, payload)
  }

  /** Answer a repeated request, or put the key on the caller. */
  async #admit(request: FastifyRequest, reply: FastifyReply, keepsAnswers: boolean): Promise<FastifyReply | undefined> {
    const keyed = this.#keyed.get(request)
    if (keyed === undefined || this.#parts === undefined) return undefined
    const { store } = this.#parts
    const caller = callerKey(request.caller)
    const id = `urn:idempotency-key:${hashOf([caller, request.url.split('?', 1)[0] ?? '', keyed.key])}`
    const fingerprint = fingerprintOf(request, keyed.hash)
    const running = this.#running.get(id)
    if (running !== undefined) throw running.fingerprint === fingerprint ? keyInUse() : reused()
    Object.assign(keyed, { id, fingerprint })
    this.#running.set(id, keyed)
    reply.raw.once('close', () => this.#end(keyed))
    const before = await keyRecords.find(store, id)
    if (before !== undefined && Date.parse(before.meta.created_at) > Date.now() - keptMs)
      return this.#repeat(request, reply, before, fingerprint)
    if (before !== undefined) await removeKeys(store, [before])
    await this.#checkNumber(store, caller)
    const draft = keyRecords.draft(id, { fingerprint }, { created_by: caller })
    keyed.request = new KeyedRequest(store, draft, keepsAnswers)
    request.caller = { ...request.caller, requestKey: keyed.request }
    return undefined
  }

  async #checkNumber(store: DocumentStore, caller: string): Promise<void> {
    const counted = this.#counts.get(caller) ?? { keys: await countKeys(store, caller) }
    counted.keys += 1
    if (!this.#counts.has(caller)) this.#counts.set(caller, counted)
    if (counted.keys <= maxKeysPerCaller) return
    throw new TooManyRequests(`at most ${maxKeysPerCaller} idempotency keys are kept for each caller in 24 hours`, {
      headers: { 'retry-after': '3600' },
    })
  }

  /** Answer as the first request was answered. The rights that the route requires have been checked. */
  async #repeat(
    request: FastifyRequest,
    reply: FastifyReply,
    { id, data: { fingerprint, state }, meta }: KeyRecord,
    own: string,
  ): Promise<FastifyReply> {
    if (fingerprint !== own) throw reused()
    const isRecent = Date.parse(meta.updated_at) > Date.now() - maxDurationMs
    if (state === undefined && isRecent) throw keyInUse()
    const parts = this.#parts
    const kept = state === 'answered' && parts ? await answerRecords.find(parts.store, answerId(id)) : undefined
    if (kept === undefined || parts === undefined) throw used()
    const { idempotency } = request.routeOptions.config
    if (typeof idempotency === 'function') await idempotency(request)
    const { status, headers, shows, body } = kept.data
    const isShown = shows === undefined || (await canRead(parts.access, request.caller, shows.type, shows.id))
    reply.code(status).headers({ ...headers, 'idempotency-replayed': 'true' })
    return reply.send(isShown ? body : shows.otherwise)
  }

  readonly #keepSent: onSendHookHandler = (request, reply, payload, done) => {
    const keyed = this.#keyed.get(request)
    if (keyed === undefined) return done(null, payload)
    const end = (): void => {
      this.#end(keyed)
      done(null, payload)
    }
    if (keyed.request === undefined) return end()
    const headers = Object.fromEntries(
      ['location', 'etag', 'content-type'].flatMap(name => {
        const value = reply.getHeader(name)
        return typeof value === 'string' ? [[name, value]] : []
      }),
    )
    keyed.request
      .sent(reply.statusCode, headers, payload)
      .catch((error: unknown) =>
        request.log.warn({ err: error }, 'the answer to a request with a key could not be kept'),
      )
      .finally(end)
  }

  #end(keyed: Keyed): void {
    const { id = '' } = keyed
    if (this.#running.get(id) === keyed) this.#running.delete(id)
  }
}

/** A hook `preParsing` of POSTs that change something and do not take the header. */
const refuseKey: preParsingHookHandler = (request, _reply, payload, done) => {
  if (request.headers['idempotency-key'] === undefined) return done(null, payload)
  done(
    new BadRequest('this request takes no Idempotency-Key; nothing was done', { code: 'idempotency-not-supported' }),
    payload,
  )
}

/** @throws BadRequest unless the value has 1 to 255 printable characters */
function readKey(value: string | string[]): string {
  if (typeof value === 'string' && /^[\x20-\x7e]{1,255}$/.test(value)) return value
  throw new BadRequest('Idempotency-Key must have 1 to 255 printable ASCII characters')
}

/** The caller that keys belong to: an API token is a caller of its own, and so is an administrator in the name of a user. */
const callerKey = ({ id, account_id, impersonator = '', token }: Caller): string =>
  token?.id ?? (impersonator === '' ? `${id} ${account_id}` : `${id} ${account_id} ${impersonator}`)

const hashOf = (parts: readonly string[]): string =>
  createHash('sha256').update(JSON.stringify(parts)).digest('base64url')

function fingerprintOf(request: FastifyRequest, body: Hash): string {
  const query = queryPairs(request).map(pair => JSON.stringify(pair))
  const type = request.body === undefined ? '' : mediaType(request.headers['content-type'] ?? '')
  return hashOf([JSON.stringify(query.toSorted()), type, body.digest('base64url')])
}

const reused = (): IdempotencyKeyReused =>
  new IdempotencyKeyReused('this Idempotency-Key was used for another request, with another query, media type or body')

const used = (): Conflict =>
  new Conflict(
    'a request with this Idempotency-Key was done, and its answer is not kept; look at what it did before you send another one',
    { code: 'idempotency-key-used' },
  )
