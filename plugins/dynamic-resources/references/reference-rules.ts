import { BadRequest, Conflict, ValidationFailed, canRead } from '../../../kernel/index.ts'
import type { Caller, DocumentMeta, StoredDocument, WriteOperation } from '../../../kernel/index.ts'
import { fitsMediaTypes, isIdOf, referenceMessage } from '../../../lib/json-schema/index.ts'
import type { FoundReference, ValidationFailure } from '../../../lib/json-schema/index.ts'
import { inTurns } from '../../../lib/event-loop/index.ts'
import { pointerOf } from '../../../lib/json/index.ts'
import type { Json, JsonObject } from '../../../lib/json/index.ts'
import { quote } from '../../../lib/query/index.ts'
import { readData, readDocument, readMeta } from '../../../lib/store-kit/index.ts'
import type { ResourceType } from '../../types/contract.ts'
import type { ScopedResource } from '../contract.ts'
import { callerScope } from '../reading/scopes.ts'
import { typeOfSet } from '../publishing/sets.ts'
import { readTargets } from '../reading/targets.ts'
import { countReferrers, referredAmong } from './blockers.ts'
import { groupBySlug, isRestricting, newReferences } from './found-references.ts'
import type { RuleParts } from './reference-sources.ts'

/** How many properties a message names. */
const maxNamed = 50

/** What many changes need, to be read at once. */
interface ManyChanges {
  type: ResourceType
  /** The current state of the changed resources. */
  stored: readonly StoredDocument[]
  /** Ids of the resources to be archived. */
  archived: readonly string[]
  /** Data to be written. */
  written: readonly JsonObject[]
}

/** How many resources one write can change, so that it takes much less than the time limit of a transaction. */
const maxChangedResources = 2000

/** A resource as a write leaves it. */
interface ChangedResource extends ScopedResource {
  collection: string
}

/** The resources of a write, as it leaves them. For these, what is read from the store is outdated. */
export class ChangedResources {
  /** Ids of all resources of the write. Those that it creates can be stored already while its later operations are planned. */
  readonly ids = new Set<string>()
  readonly #written = new Map<string, ChangedResource>()
  readonly #created = new Set<string>()
  /** Resources that belong to the write and are not changed yet. */
  readonly #untouched = new Map<string, ScopedResource>()
  /** The ids to which data refer by `restrict`; filled on demand. */
  readonly #held = new WeakMap<JsonObject, ReadonlySet<string>>()

  /** A resource as the write leaves it; undefined when the write does not change it. */
  get(id: string): ChangedResource | undefined {
    return this.#written.get(id)
  }

  /** All resources of a type that the write changes. */
  of(slug: string): ChangedResource[] {
    return [...this.#written.values()].filter(({ meta }) => meta.type_slug === slug)
  }

  /** Whether the write itself creates the resource. */
  creates(id: string): boolean {
    return this.#created.has(id)
  }

  /** Note the state of a resource before the write. */
  addStored(document: StoredDocument): void {
    this.ids.add(document.id)
    this.#untouched.set(document.id, readDocument(document))
  }

  /**
   * Note the effects of operations.
   * @throws `BadRequest` when there are too many
   */
  note(operations: readonly WriteOperation[]): void {
    for (const operation of operations) {
      if (!('document' in operation) || operation.collection.startsWith('_')) continue
      const { document, collection, kind } = operation
      if (kind === 'insert' && !this.ids.has(document.id)) this.#created.add(document.id)
      this.ids.add(document.id)
      this.#untouched.delete(document.id)
      this.#written.set(document.id, { ...document, collection })
    }
    if (this.#written.size > maxChangedResources) {
      throw new BadRequest(`this would change more than ${maxChangedResources} resources at once; do less at once`)
    }
  }

  /** How many other resources of a type refer to a resource by `restrict`. */
  countHolders(type: ResourceType, id: string): number {
    let count = 0
    for (const resource of [...this.#untouched.values(), ...this.#written.values()]) {
      const { meta } = resource
      const mayHold = meta.type_slug === type.slug && meta.status === 'active' && resource.id !== id
      if (mayHold && this.#heldBy(type, resource.data).has(id)) count += 1
    }
    return count
  }

  #heldBy(type: ResourceType, data: JsonObject): ReadonlySet<string> {
    const held =
      this.#held.get(data) ??
      new Set(
        type.compiled
          .referencesIn(data)
          .filter(isRestricting)
          .map(({ id }) => id),
      )
    this.#held.set(data, held)
    return held
  }
}

/** A resource to which data refer, before the write. */
interface ReferenceTarget {
  type: ResourceType
  status: DocumentMeta['status']
  /** Of a file, where the reference restricts the media types. */
  encodingFormat: Json | undefined
}

/** The rules of references for the changes of one write, each of which sees those before it. */
export class ReferenceRules {
  readonly #parts: RuleParts
  readonly #caller: Caller
  /** What the write has changed so far. */
  readonly changes = new ChangedResources()
  /** The resources that were looked up; undefined for a resource that the caller cannot read. */
  readonly #targets = new Map<string, ReferenceTarget | undefined>()
  /** Resources to be archived to which only resources of this write refer. */
  readonly #unreferred = new Set<string>()
  readonly #expects: (id: string) => boolean
  readonly #isCopy: boolean

  /**
   * @param expects whether an id counts as that of a resource that can be referred to, although there is none yet
   * @param isCopy what is written comes from another service as it is: its texts can mention files that never were there
   */
  constructor(parts: RuleParts, caller: Caller, expects: (id: string) => boolean = () => false, isCopy = false) {
    this.#parts = parts
    this.#caller = caller
    this.#expects = expects
    this.#isCopy = isCopy
  }

  /** Read at once what many changes will need. */
  async prepare({ type, stored, archived, written }: ManyChanges): Promise<void> {
    const references: FoundReference[] = []
    for await (const data of inTurns(written))
      for (const reference of newReferences(this.#finderOf(type), undefined, data)) references.push(reference)
    await this.#readTargets(references)
    const sources = archived.length === 0 ? [] : await this.#parts.sources.restricting(type.slug)
    if (sources.length === 0) return
    for (const document of stored) this.changes.addStored(document)
    const referred = await referredAmong(this.#parts, this.#caller, sources, archived, this.#excluded(archived))
    for (const id of archived) if (!referred.has(id)) this.#unreferred.add(id)
  }

  /**
   * Check the new references of a change: their targets must be active resources that the caller is allowed to read, as the write leaves them.
   * @param id the resource that is written; it can refer to itself
   * @param before its data before; undefined on create
   * @param bad found by the check against the schema, see `CheckedData`
   * @returns operations that require the targets to be unchanged until the write commits
   * @throws `ValidationFailed` naming every property with an invalid reference, in the same words for every reason
   */
  async check(
    type: ResourceType,
    id: string,
    before: JsonObject | undefined,
    data: JsonObject,
    bad: readonly ValidationFailure[] = [],
  ): Promise<WriteOperation[]> {
    const references = data === before ? [] : newReferences(this.#finderOf(type), before, data)
    const others = references.filter(one => one.id !== id || !one.type_slugs.includes(type.slug))
    await this.#readTargets(others)
    const failures: ValidationFailure[] = []
    const checks = new Map<string, WriteOperation>()
    for (const reference of others) {
      const { name, path, type_slugs, restricts, media_types, isMention = false } = reference
      const target = this.#usableTarget(reference.id)
      if (target === undefined && isIdOf(type_slugs, reference.id) && this.#expects(reference.id)) continue
      if (target === undefined || !type_slugs.includes(target.slug)) {
        const rule = referenceMessage(type_slugs)
        const message = isMention ? `names ${quote(reference.id)}, which ${rule}` : rule
        const params = { type_slugs: [...type_slugs], ...(isMention && { mention: reference.id }) }
        failures.push({ field: name, pointer: pointerOf(path), code: 'x-resource-type', message, params })
        continue
      }
      const format = String(target.encodingFormat)
      if (media_types !== undefined && !fitsMediaTypes(media_types, format)) {
        const message = `must be a file of the type ${media_types.join(' or ')}, not ${quote(format)}`
        const params = { media_types: [...media_types], encodingFormat: format }
        failures.push({ field: name, pointer: pointerOf(path), code: 'x-media-types', message, params })
      }
      if (target.isChanged || restricts.includes(target.slug)) {
        checks.set(reference.id, { kind: 'check', collection: target.collection, id: reference.id, status: 'active' })
      }
    }
    const named = new Set(failures.map(({ pointer }) => pointer))
    failures.push(...bad.filter(({ pointer }) => !named.has(pointer)))
    if (failures.length > 0) throw new ValidationFailed(failures, ({ field, message }) => `${field}: ${message}`)
    return [...checks.values()]
  }

  #finderOf({ compiled }: ResourceType): (data: JsonObject) => FoundReference[] {
    return this.#isCopy ? compiled.referencesIn : compiled.referencesAndMentionsIn
  }

  /** The resource that an id names, if it can be referred to. */
  #usableTarget(
    id: string,
  ): { slug: string; collection: string; isChanged: boolean; encodingFormat: Json | undefined } | undefined {
    const changed = this.changes.get(id)
    const target = this.#targets.get(id)
    if (target === undefined && !this.changes.creates(id)) return undefined
    if (changed === undefined) {
      if (target?.status !== 'active') return undefined
      const { type, encodingFormat } = target
      return { slug: type.slug, collection: type.collection, isChanged: false, encodingFormat }
    }
    const { meta, collection, data } = changed
    const { encodingFormat } = data
    return meta.status === 'active' ? { slug: meta.type_slug, collection, isChanged: true, encodingFormat } : undefined
  }

  /** Read the referenced resources that are not known yet, in one query per type. */
  async #readTargets(references: readonly FoundReference[]): Promise<void> {
    const wanted = references
      .filter(({ id, type_slugs }) => isIdOf(type_slugs, id))
      .map(({ id }) => id)
      .filter(id => !this.#targets.has(id) && !this.changes.creates(id))
    for (const id of wanted) this.#targets.set(id, undefined)
    // A draft can be referred to by those who may modify it.
    const scope = callerScope(this.#parts.access, this.#caller, 'draft')
    const files = new Set(references.flatMap(({ id, media_types }) => (media_types === undefined ? [] : id)))
    const read = await readTargets(this.#parts, scope, wanted, { status: 'any' })
    for (const [id, { type, document, meta }] of read)
      this.#targets.set(id, {
        type: typeOfSet(type),
        status: meta.status,
        encodingFormat: files.has(id) ? readData(document)['encodingFormat'] : undefined,
      })
  }

  /**
   * @returns operations that require the `restrict` targets of a restored resource to be unchanged until the write commits
   * @throws `Conflict` naming the properties in which it refers by `restrict` to an archived resource
   */
  async restore(type: ResourceType, data: JsonObject, id: string): Promise<WriteOperation[]> {
    const restricting = type.compiled.referencesIn(data).filter(one => one.id !== id && isRestricting(one))
    const archived = new Set<string>()
    const checks: WriteOperation[] = []
    for (const [slug, ids] of groupBySlug(restricting.map(one => one.id))) {
      const target = await this.#parts.registry.find(slug)
      if (target === undefined) continue
      for (const [to, status] of await this.#statuses(target, ids)) {
        if (status === 'archived') archived.add(to)
        else checks.push({ kind: 'check', collection: target.collection, id: to, status })
      }
    }
    const names = new Set(restricting.filter(one => archived.has(one.id)).map(({ name }) => name))
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

  /**
   * @returns the types whose resources must not refer to it when it is archived; see `unreferredChecks`
   * @throws `Conflict` when resources refer to it, with their numbers: by type those that the caller is allowed to read, and the rest as others
   */
  async release(type: ResourceType, id: string): Promise<readonly ResourceType[]> {
    const sources = await this.#parts.sources.restricting(type.slug)
    const counts: string[] = []
    let others = 0
    for (const source of sources) {
      const { readable, all } = this.#unreferred.has(id)
        ? { readable: 0, all: 0 }
        : await countReferrers(this.#parts, this.#caller, source, id, this.#excluded([id]))
      const inWrite = this.changes.countHolders(source, id)
      if (readable + inWrite > 0) counts.push(`${source.slug}: ${readable + inWrite}`)
      others += all - readable
    }
    if (others > 0) counts.push(`others: ${others}`)
    if (counts.length === 0) return sources
    const isReadable = await canRead(this.#parts.access, this.#caller, type.slug, id)
    const numbers = isReadable ? ` (${counts.join(', ')})` : ''
    throw new Conflict(
      `active resources refer to it${numbers}; change or archive those first, or let an administrator archive it with ?force=true`,
    )
  }

  /** Resources whose state in the store is outdated, because the write changes them. */
  #excluded(ids: readonly string[]): string[] {
    return [...new Set([...this.changes.ids, ...ids])]
  }
}
