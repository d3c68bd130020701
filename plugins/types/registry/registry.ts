import { BadRequest, NotFound } from '../../../kernel/index.ts'
import type { Change, DocumentStore, Feed, StoredDocument, WriteOperation } from '../../../kernel/index.ts'
import { quote } from '../../../lib/query/index.ts'
import type { RenameFollower, ResourceType, TypeRegistry, TypeRename } from '../contract.ts'
import { compileType } from './compile-type.ts'
import { isSlug, slugOfId, typeId } from './slugs.ts'
import { readStoredType, typesCollection } from './type-record.ts'

interface Entry {
  /** What was read; a type is compiled anew only when it differs. */
  document: StoredDocument | undefined
  type: ResourceType | undefined
  /** Number of the read that gave it: a slower, older read must not replace a younger one. */
  read: number
}

/** How many unknown slugs a message names. */
const maxNamedSlugs = 20

const retryDelayMs = 200

/** The resource types of the store, kept in memory and fresh by the store's change feed. */
export class Registry implements TypeRegistry {
  revision = 0
  readonly #store: DocumentStore
  readonly #warn: (error: unknown, message: string) => void
  readonly #entries = new Map<string, Entry>()
  readonly #followers: RenameFollower[] = []
  #feed: Feed | undefined
  #complete = false
  #closed = false
  #reads = 0
  #losses = 0

  /** @param warn told of a change that could not be read; the registry then reads the store for each request until it can */
  constructor(store: DocumentStore, warn: (error: unknown, message: string) => void) {
    this.#store = store
    this.#warn = warn
  }

  /** Begin to follow the changes and read all types. The collection must be defined. */
  async start(): Promise<void> {
    this.#feed = await this.#store.watch([typesCollection.name], {
      changed: change => this.#changed(change),
      lost: () => this.#lost(),
    })
    await this.#readAll()
  }

  close(): void {
    this.#closed = true
    this.#feed?.close()
  }

  async find(slug: string): Promise<ResourceType | undefined> {
    const known = this.#current ? this.#entries.get(slug)?.type : undefined
    return known ?? this.reload(slug)
  }

  async active(slug: string): Promise<ResourceType> {
    const type = await this.find(slug)
    if (type?.status === 'active') return type
    throw new NotFound(`there is no resource type ${isSlug(slug) ? slug : 'of that name'}`)
  }

  async all(): Promise<ResourceType[]> {
    if (!this.#current) await this.#readAll()
    const types = [...this.#entries.values()].flatMap(({ type }) => (type === undefined ? [] : [type]))
    return types.sort((a, b) => (a.slug < b.slug ? -1 : 1))
  }

  check(type: ResourceType): WriteOperation {
    return { kind: 'check', collection: typesCollection.name, id: type.id, expected: type.sequence_no }
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

  /** What other plugins add to the write that gives a type another slug. */
  async followRename(rename: TypeRename): Promise<WriteOperation[]> {
    return (await Promise.all(this.#followers.map(async follow => follow(rename)))).flat()
  }

  async reload(slug: string): Promise<ResourceType | undefined> {
    if (!isSlug(slug)) return undefined
    const read = this.#nextRead()
    return this.#accept(slug, await this.#store.get(typesCollection.name, typeId(slug)), read)
  }

  get #current(): boolean {
    return this.#complete && this.#feed?.current === true
  }

  #nextRead(): number {
    this.#reads += 1
    return this.#reads
  }

  #accept(slug: string, document: StoredDocument | undefined, read: number): ResourceType | undefined {
    const entry = this.#entries.get(slug)
    if (entry === undefined && document === undefined) return undefined
    if (entry !== undefined && (entry.read > read || sameDocument(entry.document, document))) return entry.type
    const stored = document === undefined ? undefined : readStoredType(document)
    const type = stored === undefined ? undefined : compileType(stored)
    this.#entries.set(slug, { document, type, read })
    this.revision += 1
    return type
  }

  async #readAll(): Promise<void> {
    const read = this.#nextRead()
    const losses = this.#losses
    const unseen = new Set(this.#entries.keys())
    for await (const portion of this.#store.scan(typesCollection.name)) {
      for (const document of portion) {
        const slug = slugOfId(document.id)
        if (slug === undefined) continue
        unseen.delete(slug)
        this.#accept(slug, document, read)
      }
    }
    for (const slug of unseen) this.#accept(slug, undefined, read)
    if (losses === this.#losses) this.#complete = true
  }

  #changed(change: Change): void {
    const slug = slugOfId(change.id)
    if (slug !== undefined) this.reload(slug).catch((error: unknown) => this.#failed(error))
  }

  #lost(): void {
    this.#losses += 1
    this.#complete = false
    this.#readAll().catch((error: unknown) => this.#failed(error))
  }

  #failed(error: unknown): void {
    if (this.#closed) return
    this.#complete = false
    this.#warn(error, 'resource types could not be read after a change; trying again')
    setTimeout(() => {
      if (!this.#closed) this.#lost()
    }, retryDelayMs).unref()
  }
}

const sameDocument = (a: StoredDocument | undefined, b: StoredDocument | undefined): boolean =>
  a?.id === b?.id && a?.meta === b?.meta && a?.data === b?.data
