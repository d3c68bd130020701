import { createHash } from 'node:crypto'
import { InvalidInput } from '../../lib/errors/index.ts'
import { yieldIfLong } from '../../lib/event-loop/index.ts'
import type { ResourceType, TypeRegistry } from '../types/contract.ts'
import { createPart, describeService, documentBytes } from './document/build.ts'
import type { DocumentForm, DocumentPart, ServiceBase, ServiceParts } from './document/build.ts'
import type { ApiDescription } from './contract.ts'

/** A description of the service as of one state of its types. */
interface ServiceDescription {
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
  readonly #states = new Map<string, Promise<FormState>>()

  constructor(parts: Omit<ServiceParts, 'included'>, typeRegistry: TypeRegistry) {
    this.#parts = parts
    this.#typeRegistry = typeRegistry
  }

  include(describe: NonNullable<ServiceParts['included']>): void {
    this.#included = describe
  }

  /** The description of everything. Callers during its construction share the result, if no type has changed since it began. */
  async current(form: DocumentForm): Promise<ServiceDescription> {
    const state = await this.#stateOf(form)
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
    const state = await this.#stateOf(form)
    const parts: DocumentPart[] = []
    for (const type of types) parts.push(await partOf(state, type))
    return describe(state.base, [await state.base.sharedBy(parts), ...parts])
  }

  #stateOf(form: DocumentForm): Promise<FormState> {
    const key = `${form.version} ${form.media}`
    const known = this.#states.get(key)
    if (known !== undefined) return known
    const state = this.#describeForm(form)
    state.catch(() => this.#states.delete(key))
    this.#states.set(key, state)
    return state
  }

  async #describeForm(form: DocumentForm): Promise<FormState> {
    const base = await describeService({ ...this.#parts, included: this.#included }, form)
    return { base, parts: new Map(), latest: undefined, making: undefined }
  }

  async #makeWhole(state: FormState, revision: number): Promise<ServiceDescription & { revision: number }> {
    const active = (await this.#typeRegistry.all()).filter(({ status }) => status === 'active')
    const parts: DocumentPart[] = []
    for (const type of active) parts.push(await partOf(state, type))
    const slugs = new Set(active.map(({ slug }) => slug))
    for (const slug of state.parts.keys()) if (!slugs.has(slug)) state.parts.delete(slug)
    const described = { revision, ...describe(state.base, [state.base.part, ...parts]) }
    state.latest = described
    return described
  }
}

async function partOf(state: FormState, type: ResourceType): Promise<DocumentPart> {
  await yieldIfLong()
  const version = `${type.created_at} ${type.sequence_no}` // another type may have had the slug
  const known = state.parts.get(type.slug)
  if (known?.version === version) return known.part
  const part = await state.base.ofType(type).catch(nothingIfRefused)
  state.parts.set(type.slug, { version, part })
  return part
}

/** A stored type whose schema cannot be compiled has nothing in the document; its own routes answer with the reason. */
function nothingIfRefused(error: unknown): DocumentPart {
  if (error instanceof InvalidInput) return createPart('', '')
  throw error
}

function describe(base: ServiceBase, parts: readonly DocumentPart[]): ServiceDescription {
  const texts = documentBytes(base, parts)
  const length = texts.reduce((sum, bytes) => sum + bytes.length, 0)
  const hash = createHash('sha256').update(JSON.stringify([base.root, base.securitySchemes]))
  for (const part of parts) hash.update(JSON.stringify([part.hash, part.tags]))
  return { texts, length, etag: `"openapi.${hash.digest('base64url').slice(0, 22)}"` }
}
