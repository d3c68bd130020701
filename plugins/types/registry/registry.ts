import { BadRequest, NotFound } from '../../../kernel/index.ts'
import type { DocumentStore, StoredDocument, WriteOperation } from '../../../kernel/index.ts'
import { inTurns } from '../../../lib/event-loop/index.ts'
import { quote } from '../../../lib/query/index.ts'
import { FeedCache } from '../../../lib/store-kit/index.ts'
import type { RenameFollower, ResourceType, TypeRegistry, TypeRename } from '../contract.ts'
import { compileType } from './compile-type.ts'
import { isSlug, typeId } from './slugs.ts'
import { parseType, typeRecords } from './type-record.ts'

/** How many unknown slugs a message names. */
const maxNamedSlugs = 20

/** The compiled resource types of the store, kept in memory as long as the store's change feed reports no change. */
export class Registry implements TypeRegistry {
  revision = 0
  readonly #store: DocumentStore
  /** By id. */
  readonly #types: FeedCache<ResourceType>
  readonly #all: FeedCache<readonly ResourceType[]>
  /** Compiled types by id: a type is compiled again only when its document has changed. */
  readonly #compiled = new Map<string, { document: StoredDocument; type: ResourceType }>()
  readonly #followers: RenameFollower[] = []

  constructor(store: DocumentStore) {
    this.#store = store
    const collection = typeRecords.name
    this.#types = new FeedCache({ store, collection, load: id => this.#read(id) })
    this.#all = new FeedCache({
      store,
      collection,
      load: () => this.#readAll(),
      staleAfter: 'everything',
      changed: () => (this.revision += 1),
    })
  }

  /** Start to follow the change feed. The collection must be defined. */
  async start(): Promise<void> {
    await this.#types.start()
    await this.#all.start()
  }

  close(): void {
    this.#types.close()
    this.#all.close()
  }

  async find(slug: string): Promise<ResourceType | undefined> {
    return isSlug(slug) ? this.#types.get(typeId(slug)) : undefined
  }

  async active(slug: string): Promise<ResourceType> {
    const type = await this.find(slug)
    if (type?.status === 'active') return type
    throw new NotFound(`there is no resource type ${isSlug(slug) ? slug : 'of that name'}`)
  }

  async reload(slug: string): Promise<ResourceType | undefined> {
    this.#types.forget(typeId(slug))
    return this.find(slug)
  }

  async all(): Promise<readonly ResourceType[]> {
    return (await this.#all.get('all')) ?? []
  }

  check(type: ResourceType): WriteOperation {
    return { kind: 'check', collection: typeRecords.name, id: type.id, expected: type.sequence_no }
  }

  async checkSlugs(named: readonly { field: string; slug: string }[], attempt: number): Promise<WriteOperation[]> {
    const checks = new Map<string, WriteOperation>()
    const unknown: string[] = []
    for (const { field, slug } of named) {
      if (checks.has(slug)) continue
      const type = await (attempt === 0 ? this.find(slug) : this.reload(slug))
      if (type !== undefined) checks.set(slug, this.check(type))
      else if (unknown.push(`${field}: there is no resource type ${quote(slug)}`) === maxNamedSlugs) break
    }
    if (unknown.length > 0) throw new BadRequest(unknown.join('; '))
    return [...checks.values()]
  }

  onRename(follow: RenameFollower): void {
    this.#followers.push(follow)
  }

  /** The operations that other plugins add to the write that changes the slug of a type. */
  async followRename(rename: TypeRename): Promise<WriteOperation[]> {
    return (await Promise.all(this.#followers.map(async follow => follow(rename)))).flat()
  }

  async #read(id: string): Promise<ResourceType | undefined> {
    const document = await this.#store.get(typeRecords.name, id)
    return document === undefined ? undefined : this.#compile(document)
  }

  async #readAll(): Promise<readonly ResourceType[]> {
    const types: ResourceType[] = []
    for await (const portion of this.#store.scan(typeRecords.name)) {
      for await (const document of inTurns(portion)) {
        const type = this.#compile(document)
        if (type !== undefined) types.push(type)
      }
    }
    return types.toSorted((a, b) => (a.slug < b.slug ? -1 : 1))
  }

  /** @returns undefined for a slug that is no longer used */
  #compile(document: StoredDocument): ResourceType | undefined {
    const known = this.#compiled.get(document.id)
    if (known?.document.meta === document.meta && known.document.data === document.data) return known.type
    const stored = parseType(document)
    if (stored === undefined) {
      this.#compiled.delete(document.id)
      return undefined
    }
    const type = compileType(stored)
    this.#compiled.set(document.id, { document, type })
    return type
  }
}
