import { createHash } from 'node:crypto'
import { yieldIfLong } from '../../lib/event-loop/index.ts'
import type { ResourceType, TypeRegistry } from '../types/contract.ts'
import { describeService, documentTexts } from './document/build.ts'
import type { DocumentForm, DocumentPart, ServiceBase, ServiceParts } from './document/build.ts'
import type { ApiDescription } from './contract.ts'

/** A description of the service as of one state of its types. */
export interface ServiceDescription {
  /** The document in pieces. */
  texts: readonly Buffer[]
  /** Total size in bytes. */
  length: number
  etag: string
}

/** The description of the service in one form, by the state of its types. */
interface FormState {
  base: ServiceBase
  /** The addition of each type, by its slug, for a version of the type. */
  parts: Map<string, { version: string; part: DocumentPart }>
  latest: (ServiceDescription & { revision: number }) | undefined
  making: Promise<ServiceDescription & { revision: number }> | undefined
}

/**
 * The OpenAPI document of the running service: every route, every active type, and the document from which a part of it is built. It is built
 * on demand, and again only when a type has changed; then only for the changed types.
 */
export class ServiceDocument implements ApiDescription {
  readonly #parts: Omit<ServiceParts, 'included'>
  readonly #typeRegistry: TypeRegistry
  #included: ServiceParts['included']
  /** There are as many as the forms that were asked for: four at most. */
  readonly #states = new Map<string, FormState>()

  constructor(parts: Omit<ServiceParts, 'included'>, typeRegistry: TypeRegistry) {
    this.#parts = parts
    this.#typeRegistry = typeRegistry
  }

  include(describe: NonNullable<ServiceParts['included']>): void {
    this.#included = describe
  }

  /** The description of everything. Callers during its construction share the result, if no type has changed since it began. */
  async current(form: DocumentForm): Promise<ServiceDescription> {
    const state = this.#stateOf(form)
    const { revision } = this.#typeRegistry
    while (state.latest?.revision !== revision) {
      state.making ??= this.#makeWhole(state, this.#typeRegistry.revision).finally(() => (state.making = undefined))
      const made = await state.making
      if (made.revision >= revision) return made
    }
    return state.latest
  }

  /** The description of some types and what they share. */
  async ofTypes(form: DocumentForm, types: readonly ResourceType[]): Promise<ServiceDescription> {
    const state = this.#stateOf(form)
    const parts: DocumentPart[] = []
    for (const type of types) {
      parts.push(partOf(state, type))
      await yieldIfLong()
    }
    return describe(state.base, [state.base.sharedBy(parts), ...parts])
  }

  #stateOf(form: DocumentForm): FormState {
    const key = `${form.version} ${form.media}`
    const known = this.#states.get(key)
    if (known !== undefined) return known
    const base = describeService({ ...this.#parts, included: this.#included }, form)
    const state = { base, parts: new Map(), latest: undefined, making: undefined }
    this.#states.set(key, state)
    return state
  }

  async #makeWhole(state: FormState, revision: number): Promise<ServiceDescription & { revision: number }> {
    const active = (await this.#typeRegistry.all()).filter(({ status }) => status === 'active')
    const parts: DocumentPart[] = []
    for (const type of active) {
      parts.push(partOf(state, type))
      await yieldIfLong()
    }
    const slugs = new Set(active.map(({ slug }) => slug))
    for (const slug of state.parts.keys()) if (!slugs.has(slug)) state.parts.delete(slug)
    const described = { revision, ...(await describe(state.base, [state.base.part, ...parts])) }
    state.latest = described
    return described
  }
}

function partOf(state: FormState, type: ResourceType): DocumentPart {
  const version = `${type.created_at} ${type.sequence_no}` // another type may have had the slug
  const known = state.parts.get(type.slug)
  if (known?.version === version) return known.part
  const part = state.base.ofType(type)
  state.parts.set(type.slug, { version, part })
  return part
}

async function describe(base: ServiceBase, parts: readonly DocumentPart[]): Promise<ServiceDescription> {
  const hash = createHash('sha256')
  const texts: Buffer[] = []
  let length = 0
  for (const text of documentTexts(base, parts)) {
    const bytes = Buffer.from(text)
    hash.update(bytes)
    texts.push(bytes)
    length += bytes.length
    await yieldIfLong()
  }
  return { texts, length, etag: `"openapi.${hash.digest('base64url').slice(0, 22)}"` }
}
