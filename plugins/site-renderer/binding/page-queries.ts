import type { ResourceType } from '../../types/contract.ts'
import { valuesAt } from '../../../lib/json/index.ts'
import type { PageDependencies, SitePage, SiteQuery, SiteReader, SiteResource } from '../contract.ts'
import { placeOf } from './paths.ts'
import type { Lookup, Place } from './paths.ts'
import { lengthOf } from './reader.ts'
import { withManualOrder } from './relations.ts'
import type { PathBack } from './relations.ts'
import type { EntityScope } from '../template/program.ts'

/** Maximum number of queries for one page. */
const maxQueries = 100
/** Maximum number of resources that are loaded through references. */
const maxReferred = 3000
/** Limit of the count of the main list. */
const maxCounted = 10_000
const maxAtOnce = 1000
/** Maximum total size of the loaded resources of one page, in characters of JSON. */
const maxHeldLength = 48 * 1024 * 1024
const maxWorkAtOnce = 8

/** The newest resources of some types, or those that a sort and filters select. */
interface GlobalQuery {
  /** Index of the entity in the template, for problems. */
  index: number
  /** Types that are exactly the one that the template names. */
  exact: readonly ResourceType[]
  /** Subtypes of it: used if the former have no resources. */
  kinds: readonly ResourceType[]
  parameters: EntityScope['parameters']
  skip: number
  limit: number
  isCounted: boolean
  /** Only resources that refer to these. */
  referring?: SiteQuery['referring']
}

interface BackQuery {
  entity: EntityScope
  back: readonly PathBack[]
  ids: Set<string>
}

const nothing: SitePage = { resources: [], hasMore: false, total: 0, problems: [], validUntil: Infinity }

/** Collects what must be read and reads it together; caches every answer. */
export class PageQueries implements Lookup {
  readonly problems: { index: number; message: string }[] = []
  /** Whether a query was left out because the limit was reached. */
  isExhausted = false
  readonly #reader: SiteReader
  readonly #slugs: ReadonlyMap<string, ResourceType>
  readonly #deadline: number
  /** Every loaded resource by id. */
  readonly resources = new Map<string, SiteResource>()
  /** Ids of resources that the site is not allowed to show. */
  readonly #absent = new Set<string>()
  readonly #requested = new Set<string>()
  readonly #answers = new Map<string, SitePage>()
  readonly #waiting = new Map<string, GlobalQuery>()
  readonly #related = new Map<string, readonly SiteResource[]>()
  readonly #back = new Map<number, BackQuery>()
  readonly #collections = new Set<string>()
  #queryCount = 0
  #referredCount = 0
  #heldLength = 0
  #validUntil = Infinity

  constructor(reader: SiteReader, types: readonly ResourceType[], deadline: number) {
    this.#reader = reader
    this.#slugs = new Map(types.map(type => [type.slug, type]))
    this.#deadline = deadline
  }

  resource = (id: string): SiteResource | null | undefined =>
    this.resources.get(id) ?? (this.#absent.has(id) ? null : undefined)

  shows = (slug: string): boolean => this.#slugs.has(slug)

  add(resource: SiteResource): void {
    this.resources.set(resource.id, resource)
    this.#dependOn(resource.id)
  }

  /** A change of any resource of the same type can change the page. */
  #dependOn(id: string): void {
    const type = this.#slugs.get(id.split(':')[1] ?? '')
    if (type !== undefined) this.#collections.add(type.collection)
  }

  /** Request that a resource is loaded. */
  request = (id: string): void => {
    if (this.resource(id) === undefined) this.#requested.add(id)
  }

  /** The answer to a query; undefined when it has yet to be read. */
  find(query: GlobalQuery): SitePage | undefined {
    const key = keyOf(query)
    const answer = this.#answers.get(key)
    if (answer === undefined) this.#waiting.set(key, query)
    return answer
  }

  /** The resources that refer to a resource. */
  findReferring(entity: EntityScope, back: readonly PathBack[], id: string): readonly Place[] {
    const found = this.#related.get(`${entity.index} ${id}`)
    if (found !== undefined) return found.map(placeOf)
    const waiting = this.#back.get(entity.index) ?? { entity, back, ids: new Set() }
    waiting.ids.add(id)
    this.#back.set(entity.index, waiting)
    return []
  }

  /** Read what was requested. @returns whether there was anything, so that more may be known now */
  async load(): Promise<boolean> {
    const work: (() => Promise<void>)[] = []
    if (this.#requested.size > 0) {
      const requested = [...this.#requested]
      work.push(() => this.#readRequested(requested))
    }
    for (const [key, query] of this.#waiting) work.push(() => this.#readList(key, query))
    for (const query of this.#back.values()) work.push(() => this.#readReferring(query))
    this.#requested.clear()
    this.#waiting.clear()
    this.#back.clear()
    for (let start = 0; start < work.length; start += maxWorkAtOnce) {
      await Promise.all(work.slice(start, start + maxWorkAtOnce).map(async read => read()))
    }
    return work.length > 0
  }

  get dependencies(): PageDependencies {
    return { collections: this.#collections, validUntil: this.#validUntil }
  }

  async #readRequested(ids: readonly string[]): Promise<void> {
    const room = this.#heldLength > maxHeldLength ? 0 : Math.max(0, maxReferred - this.#referredCount)
    if (ids.length > room) this.isExhausted = true
    const asked = ids.slice(0, room)
    this.#referredCount += asked.length
    const found = asked.length === 0 ? new Map<string, SiteResource>() : await this.#reader.getMany(asked)
    for (const id of ids) {
      const resource = found.get(id)
      this.#dependOn(id)
      if (resource === undefined) this.#absent.add(id)
      else this.#hold(resource)
    }
  }

  /** @returns the same object for everything that shows this resource */
  #hold(resource: SiteResource): SiteResource {
    const held = this.resources.get(resource.id)
    if (held !== undefined) return held
    this.#heldLength += lengthOf(resource)
    this.resources.set(resource.id, resource)
    return resource
  }

  async #readList(key: string, query: GlobalQuery): Promise<void> {
    const { index, exact, kinds, parameters, skip, limit, isCounted, referring } = query
    const asked = { parameters, skip, limit, ...(isCounted && { count: maxCounted }), ...(referring && { referring }) }
    const own = exact.length === 0 ? nothing : await this.#find(index, { types: exact, ...asked })
    const isEmpty = own.resources.length === 0 && own.problems.length === 0 && kinds.length > 0
    const usesKinds = isEmpty && (skip === 0 || exact.length === 0 || !(await this.#hasAny(index, exact, parameters)))
    this.#answers.set(key, usesKinds ? await this.#find(index, { types: kinds, ...asked }) : own)
  }

  /** Whether a list has any items before the page that is shown. */
  async #hasAny(index: number, types: readonly ResourceType[], parameters: SiteQuery['parameters']): Promise<boolean> {
    return (await this.#find(index, { types, parameters, limit: 1 })).resources.length > 0
  }

  async #find(index: number, query: Parameters<SiteReader['find']>[0]): Promise<SitePage> {
    this.#queryCount += query.types.length
    if (this.#queryCount > maxQueries || this.#heldLength > maxHeldLength) {
      this.isExhausted = true
      return nothing
    }
    const page = await this.#reader.find(query, this.#deadline)
    for (const type of query.types) this.#collections.add(type.collection)
    const resources = page.resources.map(resource => this.#hold(resource))
    this.#validUntil = Math.min(this.#validUntil, page.validUntil)
    for (const message of page.problems) this.problems.push({ index, message })
    return { ...page, resources }
  }

  /** One query for the items of all targets; then one for each target whose items did not fit. */
  async #readReferring({ entity, back, ids }: BackQuery): Promise<void> {
    const limit = entity.list ?? 1
    const found = new Map<string, SiteResource[]>([...ids].map(id => [id, []]))
    for (const one of back) {
      const all = [...ids]
      const page = await this.#findBack(entity, one, all, Math.min(maxAtOnce, limit * all.length))
      if (page.hasMore && all.length > 1) {
        for (const id of all) found.get(id)?.push(...(await this.#findBack(entity, one, [id], limit)).resources)
      } else {
        for (const resource of page.resources) {
          for (const id of new Set(valuesAt(resource.data, one.path))) found.get(String(id))?.push(resource)
        }
      }
    }
    for (const [id, resources] of found) this.#related.set(`${entity.index} ${id}`, resources.slice(0, limit))
  }

  #findBack(
    { index, parameters }: EntityScope,
    { type, path }: PathBack,
    ids: readonly string[],
    limit: number,
  ): Promise<SitePage> {
    const referring = { paths: new Map([[type.slug, path]]), ids }
    return this.#find(index, { types: [type], parameters: withManualOrder(parameters, [type]), referring, limit })
  }
}

const keyOf = ({ exact, kinds, parameters, skip, limit, isCounted, referring }: GlobalQuery): string =>
  JSON.stringify([[...exact, ...kinds].map(({ slug }) => slug), parameters, skip, limit, isCounted, referring?.ids])
