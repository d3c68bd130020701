import type { Caller, JsonObject, ResourceType, StoredDocument, WriteOperation } from '../../../kernel/index.ts'
import { Blockers } from './blockers.ts'
import type { ReferredTo } from '../../../kernel/index.ts'
import { checkReferences } from './check.ts'
import { Noted } from './noted.ts'
import type { ReferenceParts } from './readable.ts'
import type { Source, Sources } from './sources.ts'
import { ReferenceTargets } from './targets.ts'
import { newReferences } from './values.ts'
import type { NewReferences } from './values.ts'

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
  readonly #parts: ReferenceParts & { sources: Sources }
  readonly #caller: Caller
  readonly #noted = new Noted()
  readonly #targets: ReferenceTargets
  #blockers: { of: Blockers; ids: ReadonlySet<string>; left: number } | undefined

  constructor(parts: ReferenceParts & { sources: Sources }, caller: Caller) {
    this.#parts = parts
    this.#caller = caller
    this.#targets = new ReferenceTargets(parts, caller, this.#noted)
  }

  /** Read at once what many changes will ask for. */
  async prepare({ type, stored, archived, written }: ManyChanges): Promise<void> {
    const { references } = type.compiled
    if (references.length > 0) await this.#targets.load(written.flatMap(data => newReferences(type, null, data)))
    if (archived.length === 0) return
    const sources = await this.#parts.sources.restricting(type.slug)
    if (sources.length === 0) return
    const mayRefer = references.length > 0
    for (const document of stored) this.#noted.addStored(type.collection, document, mayRefer)
    const left = this.#noted.stored.size
    this.#blockers = { of: await this.#read(sources, archived), ids: new Set(archived), left }
  }

  /** Note what the write does, for the changes after it. */
  note(operations: readonly WriteOperation[]): void {
    this.#noted.addOperations(operations)
  }

  /**
   * @param id the resource that is written; it may refer to itself
   * @returns operations that keep what is referred to as it must be until the write commits
   * @throws `BadRequest` naming every property that refers to something else than it may
   */
  async check(type: ResourceType, references: readonly NewReferences[], id: string): Promise<WriteOperation[]> {
    const others = references.map(({ place, ids }) => ({
      place,
      ids: place.type_slugs.includes(type.slug) ? ids.filter(one => one !== id) : ids,
    }))
    await this.#targets.load(others)
    return checkReferences(this.#targets, others)
  }

  /**
   * @returns those types whose resources must not refer to it when it is archived; see `unreferred`
   * @throws `Conflict` when resources do, naming how many
   */
  async release(type: ResourceType, id: string): Promise<readonly Source[]> {
    const sources = await this.#parts.sources.restricting(type.slug)
    if (sources.length === 0) return sources
    const known = this.#blockers
    const serves = known?.ids.has(id) === true && known.left === this.#noted.stored.size
    const blockers = serves ? known.of : await this.#read(sources, [id])
    await blockers.refuse(id, source => this.#noted.referrers(source, id))
    return sources
  }

  /** What stands against archiving a resource. */
  async problems(type: ResourceType, id: string): Promise<ReferredTo[]> {
    return (await this.#read(await this.#parts.sources.restricting(type.slug), [id])).problems(id)
  }

  async #read(sources: readonly Source[], ids: readonly string[]): Promise<Blockers> {
    const blockers = new Blockers(this.#parts, this.#caller, [...new Set([...this.#noted.stored, ...ids])])
    await blockers.load(sources, ids)
    return blockers
  }
}
