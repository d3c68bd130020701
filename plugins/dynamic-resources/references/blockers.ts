import { Conflict, canRead } from '../../../kernel/index.ts'
import type { Caller, Condition, DocumentMeta, SelectQuery, Visibility, WriteOperation } from '../../../kernel/index.ts'
import type { ReferenceProperty } from '../../../lib/json-schema/index.ts'
import type { JsonObject } from '../../../lib/json/index.ts'
import { newestFirst } from '../../../lib/query/index.ts'
import { idCondition, readData, readMeta } from '../../../lib/store-kit/index.ts'
import type { ReferredTo } from '../contract.ts'
import type { Plan } from '../service/plan-change.ts'
import { isVisible, visibilityOf } from './readable-resources.ts'
import type { ReferenceParts } from './readable-resources.ts'
import { namesInEntry } from './reference-index.ts'
import { referrerConditions, refersFrom } from './reference-sources.ts'
import type { ReferenceSource } from './reference-sources.ts'
import { idsAt } from './reference-places.ts'

/** Up to so many resources of a type that refer to something are read; beyond that they are counted. */
const maxRead = 500
const maxIds = 10

/** A resource that refers to others. */
interface Referrer {
  id: string
  meta: DocumentMeta
  data: JsonObject
}

/** Resources of one type that refer to what is to be archived. */
interface Group {
  source: ReferenceSource
  visibility: Visibility | undefined
  /** All of them, when they are not too many to be read. */
  referrers: Referrer[] | undefined
}

/** What stands against archiving resources of a type: active resources that refer to them by `restrict`. */
export class Blockers {
  readonly #parts: ReferenceParts
  readonly #caller: Caller
  readonly #excluded: readonly string[]
  readonly #groups: Group[] = []

  /**
   * @param excluded ids of resources that are not looked at: what is to be archived, and what the same write changes besides
   */
  constructor(parts: ReferenceParts, caller: Caller, excluded: readonly string[]) {
    this.#parts = parts
    this.#caller = caller
    this.#excluded = excluded
  }

  /** Look who refers to these, in one query per property that does so. */
  async load(sources: readonly ReferenceSource[], ids: readonly string[]): Promise<void> {
    const { access } = this.#parts
    for (const source of sources) {
      const visibility = await visibilityOf(access, this.#caller, source.type.slug)
      this.#groups.push({ source, visibility, referrers: await this.#read(source, ids) })
    }
  }

  /**
   * @param beside tells how many of those that are not looked at refer to it
   * @throws `Conflict` with how many refer to it: by type what the caller may read, and the rest as others
   */
  async refuse(id: string, beside: (source: ReferenceSource) => number): Promise<void> {
    const counts: string[] = []
    let others = 0
    for (const group of this.#groups) {
      const further = beside(group.source)
      const count = await this.#count(group, id)
      const [readable, all] = [count.readable + further, count.all + further]
      if (readable > 0) counts.push(`${group.source.type.slug}: ${readable}`)
      others += all - readable
    }
    if (others > 0) counts.push(`others: ${others}`)
    if (counts.length === 0) return
    const isReadable = await canRead(this.#parts.access, this.#caller, id.split(':')[1] ?? '', id)
    const told = isReadable ? ` (${counts.join(', ')})` : ''
    throw new Conflict(
      `active resources refer to it${told}; change or archive those first, or let an administrator archive it with ?force=true`,
    )
  }

  /** The same, property by property. */
  async problems(id: string): Promise<ReferredTo[]> {
    const problems: ReferredTo[] = []
    for (const group of this.#groups) {
      for (const place of group.source.places) {
        for (const part of namedParts(group, place, id)) {
          const { count, ids } = await this.#inPlace(part, place, id)
          if (count > 0) problems.push({ kind: 'referred-to', property: part.name, count, ids })
        }
      }
    }
    return problems
  }

  async #read(source: ReferenceSource, ids: readonly string[]): Promise<Referrer[] | undefined> {
    const { store } = this.#parts
    const referrers = new Map<string, Referrer>()
    for (const { path } of source.places) {
      const query = this.#query(source, refersFrom(source, path, ids))
      const page = await store.list({ ...query, sort: newestFirst, limit: maxRead })
      if (page.next !== null) return undefined
      for (const document of page.documents) {
        const { id } = document
        referrers.set(id, { id, meta: readMeta(document), data: readData(document) })
      }
    }
    return [...referrers.values()]
  }

  async #count({ source, visibility, referrers }: Group, id: string): Promise<{ readable: number; all: number }> {
    if (referrers !== undefined) {
      const found = referrers.filter(({ data }) => source.places.some(place => idsAt(data, place).has(id)))
      return { readable: found.filter(one => isVisible(visibility, one.id, one.meta)).length, all: found.length }
    }
    let all = 0
    let readable = 0
    for (const conditions of referrerConditions(source, id)) {
      const query = this.#query(source, conditions)
      const count = await this.#parts.store.count(query)
      all += count
      readable += await this.#countReadable(query, count, visibility)
    }
    return { readable, all }
  }

  async #inPlace(
    { source, visibility, referrers }: Group,
    place: Pick<ReferenceProperty, 'path'>,
    id: string,
  ): Promise<{ count: number; ids: string[] }> {
    if (referrers !== undefined) {
      const found = referrers.filter(({ data }) => idsAt(data, place).has(id))
      const ids = found.filter(one => isVisible(visibility, one.id, one.meta)).map(one => one.id)
      return { count: found.length, ids: ids.slice(0, maxIds) }
    }
    const { store } = this.#parts
    const query = this.#query(source, refersFrom(source, place.path, [id]))
    const count = await store.count(query)
    if (visibility === undefined) return { count, ids: [] }
    const { documents } = await store.list({ ...query, visibility, sort: newestFirst, limit: maxIds })
    return { count, ids: documents.map(document => document.id) }
  }

  async #countReadable(query: SelectQuery, all: number, visibility: Visibility | undefined): Promise<number> {
    if (visibility === undefined) return 0
    return visibility.all ? all : this.#parts.store.count({ ...query, visibility })
  }

  #query({ type, collection }: ReferenceSource, conditions: Condition[]): SelectQuery {
    const excluded = this.#excluded.filter(id => id.startsWith(`urn:${type.slug}:`))
    return {
      collection,
      account_id: this.#caller.account_id,
      status: 'active',
      visibility: { all: true },
      conditions: excluded.length === 0 ? conditions : [...conditions, idCondition('nin', ...excluded)],
      words: [],
    }
  }
}

/** Those who refer to a resource from a place, by the name of the place. Entries of the index are parted by the names in them. */
function namedParts(group: Group, place: Pick<ReferenceProperty, 'name'>, id: string): (Group & { name: string })[] {
  const { source, referrers } = group
  if (!source.indexed) return [{ ...group, name: place.name }]
  if (referrers === undefined) return [{ ...group, name: '' }]
  const parts = new Map<string, Referrer[]>()
  for (const referrer of referrers) {
    for (const name of namesInEntry(referrer.data, id)) parts.set(name, [...(parts.get(name) ?? []), referrer])
  }
  return [...parts].map(([name, part]) => ({ ...group, name, referrers: part }))
}

/** The operations that make plans commit only if nobody refers to what they archive; they belong behind all others. */
export function unreferredChecks(plans: readonly Plan[]): WriteOperation[] {
  const [first] = plans
  if (first === undefined) return []
  const { account_id } = readMeta(first.document) // of all: one caller writes them
  const released = new Map<ReferenceSource, Set<string>>()
  for (const { releasedBy = [], document } of plans) {
    for (const source of releasedBy) released.set(source, (released.get(source) ?? new Set()).add(document.id))
  }
  return [...released].flatMap(([source, ids]) =>
    source.places.map(({ path }) => {
      const conditions = refersFrom(source, path, [...ids])
      return { kind: 'absent', collection: source.collection, account_id, conditions } as const
    }),
  )
}
