import type { CompiledSchema, FoundReference } from '../../../lib/json-schema/index.ts'
import type { JsonObject } from '../../../lib/json/index.ts'
import { readDocument, readMeta } from '../../../lib/store-kit/index.ts'
import type { DocumentDraft } from '../../../lib/store-kit/index.ts'
import type { TypeProblem } from '../contract.ts'
import { isWithinToken } from '../../../kernel/index.ts'
import type { Caller, DocumentStore } from '../../../kernel/index.ts'
import type { Catalogue } from '../registry/type-catalogue.ts'
import { compileType } from '../registry/compile-type.ts'
import { Tally } from './type-problems.ts'

/** A resource that was read. */
export type Resource = DocumentDraft

/** Finds values of existing resources that a new schema reads as references, the old one did not, and that refer to nothing. */
export class ReferenceImpact {
  readonly #store: DocumentStore
  readonly #catalogue: Catalogue
  readonly #before: CompiledSchema
  readonly #after: CompiledSchema
  readonly #collections = new Map<string, string | undefined>()

  constructor(store: DocumentStore, catalogue: Catalogue, before: CompiledSchema, after: CompiledSchema) {
    this.#store = store
    this.#catalogue = catalogue
    this.#before = before
    this.#after = after
  }

  /** Check some resources: one query for each referenced type. */
  async examine(resources: readonly Resource[], tally: Pick<Tally, 'add'>): Promise<void> {
    if (this.#after.referredTypes.length === 0) return
    const examined = resources.map(resource => ({ resource, added: this.#addedIn(resource.data) }))
    const active = await this.#activeAmong(examined.flatMap(({ added }) => added))
    for (const { resource, added } of examined) {
      const { account_id } = resource.meta
      const isActive = (reference: FoundReference): boolean =>
        reference.type_slugs.some(slug => active.has(JSON.stringify([slug, account_id, reference.id])))
      const names = new Set(added.filter(reference => !isActive(reference)).map(({ name }) => name))
      for (const name of names) tally.add('unknown-reference', name, resource)
    }
  }

  /** The references that the new schema finds and the old one did not find as such. */
  #addedIn(data: JsonObject): FoundReference[] {
    const known = new Set(this.#before.referencesIn(data).flatMap(keysOf))
    return this.#after.referencesIn(data).filter(reference => !keysOf(reference).every(key => known.has(key)))
  }

  /** Every active resource among those that are referred to: slug of its type, account and id. */
  async #activeAmong(references: readonly FoundReference[]): Promise<Set<string>> {
    const fitting = new Set<string>()
    for (const slug of new Set(references.flatMap(({ type_slugs }) => type_slugs))) {
      const collection = await this.#collectionOf(slug)
      const ids = new Set(references.flatMap(({ type_slugs, id }) => (type_slugs.includes(slug) ? [id] : [])))
      const documents = collection === undefined ? [] : await this.#store.getMany(collection, [...ids])
      for (const document of documents) {
        const { account_id, status } = readMeta(document)
        if (status === 'active') fitting.add(JSON.stringify([slug, account_id, document.id]))
      }
    }
    return fitting
  }

  async #collectionOf(slug: string): Promise<string | undefined> {
    if (!this.#collections.has(slug)) {
      this.#collections.set(slug, (await this.#catalogue.get(slug))?.data.collection)
    }
    return this.#collections.get(slug)
  }
}

const keysOf = ({ path, type_slugs }: FoundReference): string[] => type_slugs.map(slug => JSON.stringify([path, slug]))

/**
 * The active resources of other types that refer to resources of a type; once the type is archived, nothing can refer to its resources. Those of types beyond
 * the caller's API token are counted and not named.
 */
export async function referredTo(
  { store, catalogue }: { store: DocumentStore; catalogue: Catalogue },
  slug: string,
  caller: Caller,
): Promise<TypeProblem[]> {
  const tally = new Tally(caller.account_id)
  for (const other of await catalogue.all()) {
    if (other.data.slug === slug || other.meta.status === 'archived') continue
    const { compiled, drafts } = compileType(other)
    const { referredTypes, referencesIn } = compiled
    if (!referredTypes.includes(slug)) continue
    const isNamed = isWithinToken(caller, 'odrl:read', other.data.slug)
    const counted = new Set<string>()
    const collections = [other.data.collection, ...(drafts === undefined ? [] : [drafts.published.collection])]
    for (const collection of collections)
      for await (const portion of store.scan(collection, { refersTo: slug })) {
        for (const resource of portion.map(readDocument)) {
          if (resource.meta.status === 'archived' || counted.has(resource.id)) continue
          const referring = referencesIn(resource.data).filter(
            reference => reference.type_slugs.includes(slug) && reference.id.startsWith(`urn:${slug}:`),
          )
          if (referring.length > 0) counted.add(resource.id)
          for (const name of new Set(referring.map(reference => reference.name))) {
            tally.add('referred-to', name, resource, { isNamed })
          }
        }
      }
  }
  return tally.problems
}
