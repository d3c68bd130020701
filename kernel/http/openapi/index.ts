import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import { setImmediate as turn } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import type { ResourceType, TypeRegistry } from '../../contracts/type-registry.ts'
import { isNotModified, replyNotModified } from '../conventions.ts'
import { json } from '../media-type.ts'
import { documentTexts, partOfService, partOfType } from './document.ts'
import type { DocumentPart } from './document.ts'
import { describeRoute } from './routes.ts'
import type { DescribedRoute } from './routes.ts'

interface Description {
  revision: number
  /** The document in pieces. */
  texts: readonly Buffer[]
  length: number
  etag: string
}

/** Work on the document goes on for so long before other requests get a turn, ms. */
const sliceMs = 20

/**
 * Serve the description of the running service at `/api/openapi.json`: every route registered from now on, and every active type. It is
 * made when it is asked for, and again only when a type has changed; then only of the types that did.
 * @param typeRegistry the registry, once there is one
 */
export function describeApi(app: FastifyInstance, typeRegistry: () => TypeRegistry | undefined): void {
  const routes: DescribedRoute[] = []
  app.addHook('onRoute', route => {
    routes.push(...describeRoute(route))
  })
  const descriptions = new Descriptions(routes, typeRegistry)
  const schema = { summary: 'This description', tags: ['documentation'], response: { 200: { type: 'object' } } }
  const config = { access: 'signed-in', tokenLimits: { actions: false, types: false } } as const
  app.get('/api/openapi.json', { config, schema }, async (request, reply) => {
    const { texts, length, etag } = await descriptions.current()
    if (isNotModified(request, etag)) return replyNotModified(reply, etag)
    return reply
      .header('etag', etag)
      .header('content-type', `${json}; charset=utf-8`)
      .header('content-length', length)
      .send(Readable.from(texts, { objectMode: false }))
  })
}

class Descriptions {
  readonly #routes: readonly DescribedRoute[]
  readonly #typeRegistry: () => TypeRegistry | undefined
  /** What each type adds, by its slug, as of a version of the type. */
  #parts = new Map<string, { version: string; part: DocumentPart }>()
  #latest: Description | undefined
  #making: Promise<Description> | undefined

  constructor(routes: readonly DescribedRoute[], typeRegistry: () => TypeRegistry | undefined) {
    this.#routes = routes
    this.#typeRegistry = typeRegistry
  }

  /** The description as of now. Whoever asks while it is made gets that, if no type has changed since it was begun. */
  async current(): Promise<Description> {
    const revision = this.#typeRegistry()?.revision ?? 0
    while (this.#latest?.revision !== revision) {
      this.#making ??= this.#make(this.#typeRegistry()?.revision ?? 0).finally(() => (this.#making = undefined))
      const made = await this.#making
      if (made.revision >= revision) return made
    }
    return this.#latest
  }

  async #make(revision: number): Promise<Description> {
    const types = (await this.#typeRegistry()?.all()) ?? []
    const active = types.filter(({ status }) => status === 'active')
    const pause = pauses()
    const parts = [partOfService(this.#routes)]
    for (const type of active) {
      parts.push(this.#partOf(type))
      await pause()
    }
    this.#parts = new Map(active.flatMap(({ slug }) => entryOf(this.#parts, slug)))
    const hash = createHash('sha256')
    const texts: Buffer[] = []
    let length = 0
    for (const text of documentTexts(parts)) {
      const bytes = Buffer.from(text)
      hash.update(bytes)
      texts.push(bytes)
      length += bytes.length
      await pause()
    }
    const etag = `"openapi.${hash.digest('base64url').slice(0, 22)}"`
    this.#latest = { revision, texts, length, etag }
    return this.#latest
  }

  #partOf(type: ResourceType): DocumentPart {
    const version = `${type.created_at} ${type.sequence_no}` // another type may have had the slug
    const known = this.#parts.get(type.slug)
    if (known?.version === version) return known.part
    const part = partOfType(this.#routes, type)
    this.#parts.set(type.slug, { version, part })
    return part
  }
}

const entryOf = <Value>(map: ReadonlyMap<string, Value>, key: string): [string, Value][] => {
  const value = map.get(key)
  return value === undefined ? [] : [[key, value]]
}

/** @returns a function that gives other requests a turn when the slice of time is used up */
function pauses(): () => Promise<void> {
  let end = performance.now() + sliceMs
  return async () => {
    if (performance.now() < end) return
    await turn()
    end = performance.now() + sliceMs
  }
}
