import { Conflict } from '../../../kernel/index.ts'
import type { Caller, DocumentMeta, StoredDocument, WriteOperation } from '../../../kernel/index.ts'
import type { FoundReference } from '../../../lib/json-schema/index.ts'
import type { JsonObject } from '../../../lib/json/index.ts'
import { readMeta } from '../../../lib/store-kit/index.ts'
import type { ResourceType } from '../../types/contract.ts'
import type { ReferredTo } from '../contract.ts'
import { Blockers } from './blockers.ts'
import { checkReferences, maxNamed, ReferenceTargets } from './check-references.ts'
import { ChangedResources } from './changed-resources.ts'
import type { ReferenceParts } from './readable-resources.ts'
import { indexOperation, readEntry, referencesCollection } from './reference-index.ts'
import type { CurrentEntry } from './reference-index.ts'
import type { ReferenceSource, ReferenceSources } from './reference-sources.ts'
import { addId, newReferences, slugOf } from './reference-places.ts'
import type { IdsBySlug } from './reference-places.ts'

/** What many changes are about, to be read at once. */
export interface ManyChanges {
  type: ResourceType
  /** The resources concerned, as they are. */
  stored: readonly StoredDocument[]
  /** Ids of those that are to be archived. */
  archived: readonly string[]
  /** Data that are to be written. */
  written: readonly JsonObject[]
}

/** What references ask of the changes of one write, each of which sees those before it. */
export class ReferenceRules {
  readonly #parts: ReferenceParts & { sources: ReferenceSources }
  readonly #caller: Caller
  /** What the write has changed so far. */
  readonly changes = new ChangedResources()
  readonly #targets: ReferenceTargets
  /** Entries of the index as the write leaves them. */
  readonly #entries = new Map<string, CurrentEntry | undefined>()
  /** Who refers to what is to be archived, read at once, and how many resources were left out of that. */
  #blockers: { blockers: Blockers; ids: ReadonlySet<string>; excluded: number } | undefined

  constructor(parts: ReferenceParts & { sources: ReferenceSources }, caller: Caller) {
    this.#parts = parts
    this.#caller = caller
    this.#targets = new ReferenceTargets(parts, caller, this.changes)
  }

  /** Read at once what many changes will ask for. */
  async prepare({ type, stored, archived, written }: ManyChanges): Promise<void> {
    const mayRefer = type.compiled.referredTypes.length > 0
    if (mayRefer) await this.#targets.load(written.flatMap(data => newReferences(type, null, data)))
    if (!type.compiled.referencesByPath) await this.#readEntries(stored.map(({ id }) => id))
    if (archived.length === 0) return
    const sources = await this.#parts.sources.restricting(type.slug)
    if (sources.length === 0) return
    for (const document of stored) this.changes.addStored(document, mayRefer)
    const excluded = this.changes.stored.size
    this.#blockers = { blockers: await this.#read(sources, archived), ids: new Set(archived), excluded }
  }

  /**
   * @param id the resource that is written; it may refer to itself
   * @returns operations that keep what is referred to as it must be until the write commits
   * @throws `BadRequest` naming every property that refers to something else than it may
   */
  async check(type: ResourceType, references: readonly FoundReference[], id: string): Promise<WriteOperation[]> {
    const others = references.filter(one => one.id !== id || !one.type_slugs.includes(type.slug))
    await this.#targets.load(others)
    return checkReferences(this.#targets, others)
  }

  /**
   * @returns operations that keep what a resource that is restored must not be without as it is until the write commits
   * @throws `Conflict` naming the properties in which it refers by `restrict` to what is archived
   */
  async restore(type: ResourceType, data: JsonObject, id: string): Promise<WriteOperation[]> {
    const holding = type.compiled.referredTypes.length === 0 ? [] : type.compiled.referencesIn(data)
    const others = holding.filter(one => one.id !== id)
    const wanted: IdsBySlug = new Map()
    for (const { id: to, restricts } of others) addId(wanted, restricts, to)
    const archived = new Set<string>()
    const checks: WriteOperation[] = []
    for (const [slug, ids] of wanted) {
      const target = await this.#parts.registry.find(slug)
      if (target === undefined) continue
      for (const [to, status] of await this.#statuses(target, [...ids])) {
        if (status === 'archived') archived.add(to)
        else checks.push({ kind: 'check', collection: target.collection, id: to, status })
      }
    }
    const restricting = others.filter(one => archived.has(one.id) && slugOf(one.restricts, one.id) !== undefined)
    const names = new Set(restricting.map(({ name }) => name))
    if (names.size === 0) return checks
    throw new Conflict(
      `it refers to archived resources that must be active meanwhile (${[...names].slice(0, maxNamed).join(', ')}); restore those first`,
    )
  }

  /** The status of resources of the account, as the write leaves them. */
  async #statuses(type: ResourceType, ids: readonly string[]): Promise<Map<string, DocumentMeta['status']>> {
    const changed = ids.flatMap(id => this.changes.get(id) ?? [])
    const others = ids.filter(id => this.changes.get(id) === undefined)
    const documents = others.length === 0 ? [] : await this.#parts.store.getMany(type.collection, others)
    const read = documents
      .map(document => ({ id: document.id, meta: readMeta(document) }))
      .filter(({ meta }) => meta.account_id === this.#caller.account_id)
    return new Map([...changed, ...read].map(({ id, meta }) => [id, meta.status]))
  }

  /** The operation that keeps the index of references as a change leaves the resource; none where paths find its references. */
  async index(
    type: ResourceType,
    resource: { id: string; meta: DocumentMeta; data: JsonObject },
  ): Promise<WriteOperation[]> {
    if (type.compiled.referencesByPath) return []
    if (!this.#entries.has(resource.id) && resource.meta.sequence_no > 1) await this.#readEntries([resource.id])
    const change = indexOperation(type, resource, this.#entries.get(resource.id))
    if (change === undefined) return []
    this.#entries.set(resource.id, change.entry)
    return [change.operation]
  }

  async #readEntries(ids: readonly string[]): Promise<void> {
    if (ids.length === 0) return
    for (const id of ids) this.#entries.set(id, undefined)
    for (const document of await this.#parts.store.getMany(referencesCollection.name, ids)) {
      this.#entries.set(document.id, readEntry(document))
    }
  }

  /**
   * @returns those types whose resources must not refer to it when it is archived; see `unreferredChecks`
   * @throws `Conflict` when resources do, naming how many
   */
  async release(type: ResourceType, id: string): Promise<readonly ReferenceSource[]> {
    const sources = await this.#parts.sources.restricting(type.slug)
    if (sources.length === 0) return sources
    const known = this.#blockers
    const isKnown = known?.ids.has(id) === true && known.excluded === this.changes.stored.size
    const blockers = isKnown ? known.blockers : await this.#read(sources, [id])
    await blockers.refuse(id, source => this.changes.countReferrers(source, id))
    return sources
  }

  /** What stands against archiving a resource. */
  async problems(type: ResourceType, id: string): Promise<ReferredTo[]> {
    return (await this.#read(await this.#parts.sources.restricting(type.slug), [id])).problems(id)
  }

  async #read(sources: readonly ReferenceSource[], ids: readonly string[]): Promise<Blockers> {
    const blockers = new Blockers(this.#parts, this.#caller, [...new Set([...this.changes.stored, ...ids])])
    await blockers.load(sources, ids)
    return blockers
  }
}
