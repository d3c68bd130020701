import { readData, readMeta, valuesAt } from '../../kernel/index.ts'
import type {
  CompiledSchema,
  DocumentMeta,
  DocumentStore,
  JsonObject,
  ReferenceProperty,
  StoredDocument,
} from '../../kernel/index.ts'
import type { Catalogue } from './catalogue.ts'
import { compileType } from './compile.ts'
import { Tally } from './problems.ts'
import type { Problem } from './problems.ts'

/** A resource, read. */
interface Resource {
  id: string
  meta: DocumentMeta
  data: JsonObject
}

const readResource = (document: StoredDocument): Resource => ({
  id: document.id,
  meta: readMeta(document),
  data: readData(document),
})

/** Finds what existing resources hold, where a new schema says that references stand, and does not refer to anything. */
export class ReferenceImpact {
  readonly #store: DocumentStore
  readonly #catalogue: Catalogue
  readonly #added: readonly ReferenceProperty[]
  readonly #collections = new Map<string, string | undefined>()

  constructor(store: DocumentStore, catalogue: Catalogue, before: CompiledSchema, after: CompiledSchema) {
    this.#store = store
    this.#catalogue = catalogue
    const known = new Set(before.references.map(keyOf))
    this.#added = after.references.filter(reference => !known.has(keyOf(reference)))
  }

  /** Look through some resources: one query for each type that is referred to. */
  async examine(documents: readonly StoredDocument[], tally: Tally): Promise<void> {
    if (this.#added.length === 0) return
    const resources = documents.map(readResource)
    const active = await this.#activeAmong(resources)
    for (const { id, meta, data } of resources) {
      const names = new Set<string>()
      for (const { path } of this.#added) {
        const fits = (value: unknown): boolean => active.has(JSON.stringify([meta.account_id, path.join('.'), value]))
        if (!valuesAt(data, path).every(fits)) names.add(path.join('.'))
      }
      for (const name of names) tally.add('unknown-reference', name, id, meta.account_id)
    }
  }

  /** Every reference that is in order: the account, where it stands, and what it refers to. */
  async #activeAmong(resources: readonly Resource[]): Promise<Set<string>> {
    const fitting = new Set<string>()
    for (const { path, type_slug } of this.#added) {
      const collection = await this.#collectionOf(type_slug)
      const ids = new Set(
        resources.flatMap(({ data }) => valuesAt(data, path)).filter(value => typeof value === 'string'),
      )
      const documents = collection === undefined ? [] : await this.#store.getMany(collection, [...ids])
      for (const document of documents) {
        const { account_id, status } = readMeta(document)
        if (status === 'active') fitting.add(JSON.stringify([account_id, path.join('.'), document.id]))
      }
    }
    return fitting
  }

  async #collectionOf(slug: string): Promise<string | undefined> {
    if (!this.#collections.has(slug)) {
      this.#collections.set(slug, (await this.#catalogue.get(slug))?.record.collection)
    }
    return this.#collections.get(slug)
  }
}

const keyOf = ({ path, type_slug }: ReferenceProperty): string => JSON.stringify([path, type_slug])

/** The active resources of other types that refer to those of a type, which nobody can refer to any more once it is archived. */
export async function referredTo(
  { store, catalogue }: { store: DocumentStore; catalogue: Catalogue },
  slug: string,
  account_id: string,
): Promise<Problem[]> {
  const tally = new Tally(account_id)
  for (const other of await catalogue.all()) {
    if (other.record.slug === slug || other.meta.status === 'archived') continue
    const { references } = compileType(other).compiled
    const paths = references.filter(({ type_slug }) => type_slug === slug).map(({ path }) => path)
    if (paths.length === 0) continue
    for await (const portion of store.scan(other.record.collection)) {
      for (const { id, meta, data } of portion.map(readResource)) {
        if (meta.status === 'archived') continue
        for (const path of paths) {
          const refers = valuesAt(data, path).some(value => String(value).startsWith(`urn:${slug}:`))
          if (refers) tally.add('referred-to', path.join('.'), id, meta.account_id)
        }
      }
    }
  }
  return tally.problems
}
