import { createHash } from 'node:crypto'
import { yieldIfLong } from '../../lib/event-loop/index.ts'
import type { Routes } from '../../kernel/index.ts'
import type { ResourceType, TypeRegistry } from '../types/contract.ts'
import { documentTexts, partOfService, partOfType, textsOf } from './document-texts.ts'
import type { ApiDescription, IncludedDocument } from './contract.ts'
import type { DocumentPart, IncludedTexts } from './document-texts.ts'

/** The description of the service as of one state of its types. */
export interface ServiceDescription {
  revision: number
  /** The document in pieces. */
  texts: readonly Buffer[]
  /** Total size in bytes. */
  length: number
  etag: string
}

const none: ReadonlySet<string> = new Set()

/**
 * The OpenAPI document of the running service: every route, every active type, and the document from which a part of it is built. It is built
 * on demand, and again only when a type has changed; then only for the changed types.
 */
export class ServiceDocument implements ApiDescription {
  readonly #routes: Routes
  readonly #typeRegistry: TypeRegistry
  #included: IncludedTexts | undefined
  /** The addition of each type, by its slug, for a version of the type. */
  #parts = new Map<string, { version: string; part: DocumentPart }>()
  #latest: ServiceDescription | undefined
  #making: Promise<ServiceDescription> | undefined

  constructor(routes: Routes, typeRegistry: TypeRegistry) {
    this.#routes = routes
    this.#typeRegistry = typeRegistry
  }

  include(included: IncludedDocument): void {
    this.#included = textsOf(included)
  }

  /** The current description. Callers during its construction share the result, if no type has changed since it began. */
  async current(): Promise<ServiceDescription> {
    const { revision } = this.#typeRegistry
    while (this.#latest?.revision !== revision) {
      this.#making ??= this.#make(this.#typeRegistry.revision).finally(() => (this.#making = undefined))
      const made = await this.#making
      if (made.revision >= revision) return made
    }
    return this.#latest
  }

  async #make(revision: number): Promise<ServiceDescription> {
    const active = (await this.#typeRegistry.all()).filter(({ status }) => status === 'active')
    const parts = [partOfService(this.#routes.list(), this.#operationIds)]
    for (const type of active) {
      parts.push(this.#partOf(type))
      await yieldIfLong()
    }
    this.#parts = new Map(active.flatMap(({ slug }) => entryOf(this.#parts, slug)))
    const hash = createHash('sha256')
    const texts: Buffer[] = []
    let length = 0
    for (const text of documentTexts(parts, this.#included)) {
      const bytes = Buffer.from(text)
      hash.update(bytes)
      texts.push(bytes)
      length += bytes.length
      await yieldIfLong()
    }
    const etag = `"openapi.${hash.digest('base64url').slice(0, 22)}"`
    this.#latest = { revision, texts, length, etag }
    return this.#latest
  }

  #partOf(type: ResourceType): DocumentPart {
    const version = `${type.created_at} ${type.sequence_no}` // another type may have had the slug
    const known = this.#parts.get(type.slug)
    if (known?.version === version) return known.part
    const part = partOfType(this.#routes.list(), type, this.#operationIds)
    this.#parts.set(type.slug, { version, part })
    return part
  }

  get #operationIds(): ReadonlySet<string> {
    return this.#included?.operationIds ?? none
  }
}

const entryOf = <Value>(map: ReadonlyMap<string, Value>, key: string): [string, Value][] => {
  const value = map.get(key)
  return value === undefined ? [] : [[key, value]]
}
