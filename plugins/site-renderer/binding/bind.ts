import { requestDeadline } from '../../../lib/query/index.ts'
import type { ResourceType } from '../../types/contract.ts'
import type {
  CompiledTemplate,
  ListPosition,
  PageData,
  SitePage,
  SiteReader,
  SiteResource,
  TemplateBinding,
  TemplateProblem,
} from '../contract.ts'
import type { SlotPath } from '../template/attributes.ts'
import type { EntityScope, Paging, Program, Scope } from '../template/program.ts'
import { resultProperties } from './rich-results.ts'
import { mergePaths, shownPaths } from '../template/shown-paths.ts'
import { linkedRecords } from '../markdown/index.ts'
import { propertyFactsOf } from './facts.ts'
import { nowhere, placeOf, valuesFrom } from './paths.ts'
import type { Frame, Lookup, Place } from './paths.ts'
import { PageQueries } from './page-queries.ts'
import { maxSkipped } from './reader.ts'
import { pathsBack, referencePaths, withManualOrder } from './relations.ts'
import type { PathBack } from './relations.ts'
import { isExactly, typesNamed } from './schema-org.ts'
import { templatePlaceOf } from './lint.ts'

/** Maximum number of rounds in which references in loaded resources cause further loads. */
const maxRounds = 8
/** Maximum number of bound elements on a page, including repetitions. */
const maxFrames = 3000
const maxMessage = 300
/** Maximum number of slots and of the values in them on a page, including repetitions. */
const maxSteps = 200_000

/** The data for rendering. */
export interface Bindings {
  root: Frame
  lookup: Lookup
  list: ListPosition | undefined
}

/**
 * Read everything that a template shows on a page: one query for each relation and level, whatever the number of items.
 * @param deadline in milliseconds of `performance.now()`; default: 2 s from the call
 * @throws `QueryTooSlow` (503) when the deadline passes
 */
export async function bindTemplate(
  template: CompiledTemplate,
  page: PageData,
  reader: SiteReader,
  deadline: number = requestDeadline(),
): Promise<TemplateBinding> {
  const binder = new Binder(template, page, reader, await reader.types(), deadline)
  return binder.bind()
}

class Binder {
  readonly #template: CompiledTemplate
  readonly #program: Program
  readonly #page: PageData
  readonly #types: readonly ResourceType[]
  readonly #queries: PageQueries
  readonly #problems = new Map<string, TemplateProblem>()
  readonly #addressed: ReadonlySet<number>
  /** The position in the main list, as far as it is known. */
  #list: ListPosition | undefined
  #frames = 0
  #steps = 0

  constructor(
    template: CompiledTemplate,
    page: PageData,
    reader: SiteReader,
    types: readonly ResourceType[],
    deadline: number,
  ) {
    this.#template = template
    this.#program = template.program
    this.#page = page
    this.#types = types
    this.#queries = new PageQueries(reader, types, deadline)
    this.#queries.add(page.page)
    if (page.addressed !== undefined) this.#queries.add(page.addressed)
    this.#addressed = this.#findAddressed()
  }

  async bind(): Promise<TemplateBinding> {
    let root = this.#frameRoot()
    for (let round = 0; round < maxRounds && (await this.#queries.load()); round++) root = this.#frameRoot()
    const shown = new Map<SiteResource, Scope[]>()
    collectShown(root, this.#program.root, shown)
    const queries = this.#queries
    for (const { index, message } of queries.problems) this.#report(index, 'invalid-query', message)
    if (queries.isExhausted)
      this.#report(undefined, 'too-large', 'the page asks for more than one page may read; some of it is left out')
    const list = this.#list
    const hasPages = this.#template.hasPages
    const bindings: Bindings = { root, lookup: queries, list }
    return {
      shown: new Map([...shown].map(([resource, scopes]) => [resource, mergePaths(scopes.map(shownPaths))])),
      resources: queries.resources,
      list: hasPages ? list : undefined,
      dependencies: queries.dependencies,
      problems: [...this.#problems.values()],
      bindings,
    }
  }

  #report(index: number | undefined, kind: TemplateProblem['kind'], message: string): void {
    const entity = index === undefined ? undefined : this.#template.entities[index]
    const problem: TemplateProblem = { kind, message: message.slice(0, maxMessage), ...templatePlaceOf(entity ?? {}) }
    this.#problems.set(JSON.stringify(problem), problem)
  }

  /** The types that an element names; none for a path. */
  #typesOf({ entity, isPath }: Pick<EntityScope, 'entity' | 'isPath'>): readonly ResourceType[] {
    return isPath ? [] : typesNamed(entity, this.#types)
  }

  /**
   * The elements that are bound to the addressed resource: the first of exactly its type, preferably one that is not a list. The head describes
   * the document, so there is one in the head and one in the body.
   */
  #findAddressed(): ReadonlySet<number> {
    const { addressed } = this.#page
    if (addressed === undefined) return new Set()
    const fitting = this.#template.entities
      .map((one, index) => ({ ...one, index }))
      .filter(one => this.#typesOf(one).includes(addressed.type))
    const first = (some: typeof fitting): number | undefined => {
      const exact = some.filter(({ entity }) => isExactly(addressed.type, entity))
      const single = ({ list }: { list: number | undefined }): boolean => list === undefined
      return (exact.find(single) ?? some.find(single) ?? exact[0] ?? some[0])?.index
    }
    const found = [first(fitting.filter(({ inHead }) => inHead)), first(fitting.filter(({ inHead }) => !inHead))]
    return new Set(found.filter(index => index !== undefined))
  }

  #frameRoot(): Frame {
    this.#frames = 0
    this.#steps = 0
    this.#list = undefined
    return this.#frame(placeOf(this.#page.page), this.#program.root, 1, true)
  }

  #frame(place: Place, scope: Scope | EntityScope, index: number, isRoot = false): Frame {
    this.#frames += 1
    const values = new Map<SlotPath, readonly Place[]>()
    for (const path of scope.paths) {
      if (this.#steps >= maxSteps) {
        this.#reportFull('index' in scope ? scope.index : undefined)
        break
      }
      const found = valuesFrom(place, path.names, this.#queries, this.#queries.request)
      for (const one of found) for (const id of recordsIn(one)) this.#queries.request(id)
      values.set(path, found)
      this.#steps += 1 + found.length
    }
    if (place.resource !== undefined && (isRoot || !('list' in scope) || scope.list === undefined))
      this.#requestResults(place)
    const children = scope.entities.map(entity => this.#children(entity, place, isRoot))
    const { value, owner, path, resource } = place // each named: a spread takes several times as long
    return { value, owner, path, resource, isBound: value !== undefined, index, values, children }
  }

  #reportFull(index: number | undefined): void {
    this.#report(index, 'too-large', `at most ${maxFrames} elements are bound and ${maxSteps} values shown on a page`)
  }

  /** Read what a search result about a resource needs of others, such as the name of its author. */
  #requestResults(place: Place): void {
    if (place.resource === undefined) return
    const { type, data } = place.resource
    for (const name of resultProperties(type))
      if (Object.hasOwn(data, name)) valuesFrom(place, [name], this.#queries, this.#queries.request)
  }

  #children(entity: EntityScope, around: Place, isTop: boolean): Frame[] {
    const places = this.#select(entity, this.#bindEntity(entity, around, isTop))
    const frames: Frame[] = []
    for (const place of places) {
      if (this.#frames >= maxFrames || this.#steps >= maxSteps) {
        this.#reportFull(entity.index)
        break
      }
      frames.push(this.#frame(place, entity, frames.length + 1))
    }
    if (frames.length === 0 && entity.list === undefined) frames.push(this.#frame(nowhere, entity, 1))
    return frames
  }

  /** The part of what an element is bound to that the page shows; for the main list, its position is noted. */
  #select(entity: EntityScope, found: readonly Place[] | SitePage): readonly Place[] {
    const { list: limit = 1, paging } = entity
    const isPage = 'resources' in found
    if (paging === undefined) return isPage ? found.resources.map(placeOf) : found.slice(0, limit)
    const page = this.#numberOf(paging)
    const skip = (page - 1) * limit
    const places = isPage ? found.resources.map(placeOf) : found.slice(skip, skip + limit)
    const total = isPage ? found.total : found.length
    const hasMore = paging.hasPages && (isPage ? found.hasMore : found.length > skip + limit)
    const isReachable = !isPage || skip + limit <= maxSkipped
    this.#list = {
      page,
      hasPrevious: page > 1,
      hasNext: hasMore && isReachable,
      isCut: hasMore && !isReachable,
      pages: total === undefined ? undefined : paging.hasPages ? Math.max(1, Math.ceil(total / limit)) : 1,
      total,
      shown: places.length,
    }
    return places
  }

  #numberOf({ hasPages }: Paging): number {
    return hasPages ? (this.#page.listPage ?? 1) : 1
  }

  /** What an element is bound to, in order: for a query, what the page shows of it. Empty when there is nothing, or it is not known yet. */
  #bindEntity(entity: EntityScope, around: Place, isTop: boolean): readonly Place[] | SitePage {
    const { addressed, page, site } = this.#page
    if (this.#addressed.has(entity.index) && addressed !== undefined) return [placeOf(addressed)]
    const types = this.#typesOf(entity)
    if (types.length === 0) return this.#bindProperty(entity, around)
    const isSingle = entity.list === undefined && entity.parameters.length === 0
    const isPage = isSingle && types.includes(page.type)
    if (isTop && isPage) return [placeOf(page)]
    if (isTop && isSingle && site !== undefined && types.includes(site.type)) return [placeOf(site)]
    const related = this.#bindRelated(entity, types, around, isTop)
    if (related !== undefined) return related
    if (isPage) return [placeOf(page)]
    return this.#queries.find(this.#globalQuery(entity, types)) ?? []
  }

  /** Bind by the name of a property: an object in it, the resource that it refers to, or each of its items. */
  #bindProperty({ index, entity, isPath }: EntityScope, around: Place): readonly Place[] {
    const names = entity.split('.')
    const found = valuesFrom(around, names, this.#queries, this.#queries.request)
    const { owner, path } = around
    const isKnown =
      found.length > 0 ||
      owner === undefined ||
      owner.type.schema?.['additionalProperties'] !== false ||
      propertyFactsOf(owner.type, [...path, ...names]).isDeclared
    if (!isKnown)
      this.#report(
        index,
        isPath ? 'unknown-slot' : 'unknown-type',
        isPath
          ? `${owner.type.slug} has no property ${[...path, ...names].join('.')}`
          : `"${entity}" is no type that the site shows, and no property of ${owner.type.slug}`,
      )
    return found
  }

  /** Bind by references from the surrounding resource, or to it. @returns undefined when the two types are not related */
  #bindRelated(
    entity: EntityScope,
    types: readonly ResourceType[],
    around: Place,
    isTop: boolean,
  ): readonly Place[] | SitePage | undefined {
    const { owner, resource } = around
    if (owner === undefined) return isTop ? undefined : []
    if (isTop && (entity.list !== undefined || entity.parameters.length > 0)) return undefined
    const slugs = new Set(types.map(({ slug }) => slug))
    const follow = (paths: readonly (readonly string[])[]): Place[] =>
      paths
        .flatMap(path => valuesFrom(around, path, this.#queries, this.#queries.request))
        .filter(place => place.resource !== undefined && slugs.has(place.resource.type.slug))
    const single = referencePaths(owner.type, around.path, slugs, false)
    const many = referencePaths(owner.type, around.path, slugs, true)
    if (isTop) {
      const own = follow([...single, ...many])
      return own.length > 0 ? own : undefined
    }
    if (entity.list === undefined) return single.length + many.length > 0 ? follow([...single, ...many]) : undefined
    if (many.length > 0) return follow(many)
    const back = resource === undefined ? undefined : pathsBack(types, resource.type.slug)
    if (resource !== undefined && back !== undefined) return this.#findReferring(entity, back, resource.id)
    return single.length > 0 ? follow(single) : undefined
  }

  /** The resources that refer to a resource: a page of them for the main list, else together with those of the other items. */
  #findReferring(entity: EntityScope, back: readonly PathBack[], id: string): readonly Place[] | SitePage {
    if (entity.paging === undefined) return this.#queries.findReferring(entity, back, id)
    const paths = new Map(back.map(({ type, path }) => [type.slug, path]))
    const types = back.map(({ type }) => type)
    const query = { ...this.#globalQuery(entity, types), exact: types, kinds: [] }
    const parameters = withManualOrder(entity.parameters, types)
    return this.#queries.find({ ...query, parameters, referring: { paths, ids: [id] } }) ?? []
  }

  #globalQuery({ index, entity, list, parameters, paging }: EntityScope, types: readonly ResourceType[]) {
    const exact = types.filter(type => isExactly(type, entity))
    const kinds = types.filter(type => !exact.includes(type))
    const limit = list ?? 1
    const skip = paging === undefined ? 0 : (this.#numberOf(paging) - 1) * limit
    return { index, exact, kinds, parameters, skip, limit, isCounted: paging?.isCounted === true }
  }
}

/** The records that a Markdown or HTML text links to. */
function recordsIn({ value, owner, path }: Place): string[] {
  const format =
    typeof value === 'string' && owner !== undefined ? propertyFactsOf(owner.type, path).mediaType : undefined
  return format === undefined || typeof value !== 'string' ? [] : linkedRecords(value, format)
}

/** Every resource that an element is bound to, in document order, with the scopes of these elements. */
function collectShown(frame: Frame, { entities }: Scope, shown: Map<SiteResource, Scope[]>): void {
  for (const [place, entity] of entities.entries()) {
    for (const child of frame.children[place] ?? []) {
      if (child.resource !== undefined) {
        const scopes = shown.get(child.resource) ?? []
        if (!scopes.includes(entity)) scopes.push(entity)
        shown.set(child.resource, scopes)
      }
      collectShown(child, entity, shown)
    }
  }
}
