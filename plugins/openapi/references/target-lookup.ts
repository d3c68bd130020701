import { Forbidden } from '../../../kernel/index.ts'
import type { Access, Caller, DocumentMeta, DocumentStore, StoredDocument, Visibility } from '../../../kernel/index.ts'
import type { Json } from '../../../lib/json/index.ts'
import { readData, readMeta } from '../../../lib/store-kit/index.ts'
import type { ResourceType, TypeRegistry } from '../../types/contract.ts'
import type { TargetIdentifier } from './target-types.ts'

/** The relevant data of a referenced item. */
export interface Target {
  id: string
  isActive: boolean
  /** Its identifier; undefined if it has none. */
  identifier: Json | undefined
}

/** Number of items that are looked up at once. */
const maxPortion = 1000

/** Finds referenced items among those that the caller can read; one query for each thousand. */
export class TargetLookup {
  readonly #store: DocumentStore
  readonly #registry: TypeRegistry
  readonly #access: Access

  constructor(store: DocumentStore, registry: TypeRegistry, access: Access) {
    this.#store = store
    this.#registry = registry
    this.#access = access
  }

  /**
   * The active items that have these identifiers.
   * @returns their URNs by {@link keyOf} of the identifier
   */
  async byIdentifier(
    caller: Caller,
    slug: string,
    { property }: TargetIdentifier,
    values: Iterable<string | number>,
  ): Promise<Map<string, string>> {
    const found = new Map<string, string>()
    const readable = await this.#readable(caller, slug)
    if (readable === undefined) return found
    const { type, visibility } = readable
    const kind = type.compiled.resolve([property])?.kind ?? 'mixed'
    const place = { target: { path: [property] }, kind, field: property }
    for (const operands of portionsOf(values)) {
      const { documents } = await this.#store.list({
        collection: type.collection,
        account_id: caller.account_id,
        status: 'active',
        visibility,
        conditions: [{ ...place, operator: 'in', operands }],
        words: [],
        sort: { ...place, direction: 'asc' },
        limit: maxPortion,
      })
      for (const document of documents) found.set(keyOf(readData(document)[property]), document.id)
    }
    return found
  }

  /** The items with these URNs, archived ones too. */
  async byId(
    caller: Caller,
    slug: string,
    identifier: TargetIdentifier | undefined,
    ids: Iterable<string>,
  ): Promise<Map<string, Target>> {
    const found = new Map<string, Target>()
    const readable = await this.#readable(caller, slug)
    if (readable === undefined) return found
    const isVisible = visibilityTest(readable.visibility)
    for (const portion of portionsOf(ids)) {
      for (const document of await this.#store.getMany(readable.type.collection, portion)) {
        const meta = readMeta(document)
        if (meta.account_id !== caller.account_id || !isVisible(document, meta)) continue
        const value = identifier === undefined ? undefined : readData(document)[identifier.property]
        found.set(document.id, { id: document.id, isActive: meta.status === 'active', identifier: value ?? undefined })
      }
    }
    return found
  }

  async #readable(caller: Caller, slug: string): Promise<{ type: ResourceType; visibility: Visibility } | undefined> {
    const type = await this.#registry.find(slug)
    if (type?.status !== 'active') return undefined
    try {
      return { type, visibility: await this.#access.visibility(caller, 'odrl:read', slug) }
    } catch (error) {
      if (error instanceof Forbidden) return undefined
      throw error
    }
  }
}

/** A key for the value of an identifier. */
export const keyOf = (value: Json | undefined): string => JSON.stringify(value ?? null)

function visibilityTest(visibility: Visibility): (document: StoredDocument, meta: DocumentMeta) => boolean {
  if (visibility.all) return () => true
  const ids = new Set(visibility.ids)
  return ({ id }, { created_by }) => visibility.owner === created_by || ids.has(id)
}

function* portionsOf<Value>(values: Iterable<Value>): Generator<Value[], void> {
  const all = [...values]
  for (let at = 0; at < all.length; at += maxPortion) yield all.slice(at, at + maxPortion)
}
