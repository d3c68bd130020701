import { createHash } from 'node:crypto'
import { requestDeadline } from '../../../lib/query/index.ts'
import type { ResourceType } from '../../types/contract.ts'
import type {
  CompiledTemplate,
  ListPosition,
  PageData,
  SiteReader,
  SiteResource,
  TemplateBinding,
  TemplateProblem,
} from '../contract.ts'
import type { EntityScope, Program, Scope } from '../template/program.ts'
import { factsOf } from './facts.ts'
import { nowhere, placeOf, valuesFrom } from './paths.ts'
import type { Frame, Lookup, Place } from './paths.ts'
import { Questions } from './questions.ts'
import { oneReferencePaths, manyReferencePaths, pathsBack } from './relations.ts'
import { isExactly, typesNamed } from './schema-org.ts'

/** Maximum number of rounds in which references in loaded resources cause further loads. */
const maxRounds = 8
/** Maximum number of bound elements on a page, including repetitions. */
const maxFrames = 3000
const maxMessage = 300
/** Maximum number of slots that are resolved on a page, including repetitions. */
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
  readonly #questions: Questions
  readonly #named = new Map<number, readonly ResourceType[]>()
  readonly #problems = new Map<string, TemplateProblem>()
  readonly #addressed: number | undefined
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
    this.#questions = new Questions(reader, types, deadline)
    this.#questions.know(page.page)
    if (page.addressed !== undefined) this.#questions.know(page.addressed)
    this.#addressed = this.#findAddressed()
  }

  async bind(): Promise<TemplateBinding> {
    let root = this.#frameRoot()
    for (let round = 0; round < maxRounds && (await this.#questions.ask()); round++) root = this.#frameRoot()
    const bound = new Set<SiteResource>()
    collectBound(root, bound)
    const questions = this.#questions
    for (const { index, message } of questions.problems) this.#report(index, 'invalid-query', message)
    if (questions.isExhausted)
      this.#report(undefined, 'too-large', 'the page asks for more than one page may read; some of it is left out')
    const list = this.#listPosition()
    const bindings: Bindings = { root, lookup: questions, list }
    return {
      page: this.#page,
      bound: [...bound],
      resources: questions.resources,
      list,
      dependencies: questions.dependencies(),
      fingerprint: fingerprintOf(questions.resources.values(), root, list),
      problems: [...this.#problems.values()],
      bindings,
    }
  }

  #report(index: number | undefined, kind: TemplateProblem['kind'], message: string): void {
    const { fragment, line, column } = (index === undefined ? undefined : this.#template.entities[index]) ?? {}
    const problem: TemplateProblem = {
      kind,
      message: message.slice(0, maxMessage),
      ...(fragment !== undefined && { fragment }),
      ...(line !== undefined && { line }),
      ...(column !== undefined && { column }),
    }
    this.#problems.set(JSON.stringify(problem), problem)
  }

  #typesOf({ index, entity }: { index: number; entity: string }): readonly ResourceType[] {
    let types = this.#named.get(index)
    if (types === undefined) this.#named.set(index, (types = typesNamed(entity, this.#types)))
    return types
  }

  /** The element that is bound to the addressed resource: the first of exactly its type, preferably one that is not a list. */
  #findAddressed(): number | undefined {
    const { addressed } = this.#page
    if (addressed === undefined) return undefined
    const fitting = this.#template.entities
      .map((one, index) => ({ ...one, index }))
      .filter(one => this.#typesOf(one).includes(addressed.type))
    const exact = fitting.filter(({ entity }) => isExactly(addressed.type, entity))
    const single = ({ list }: { list: number | undefined }): boolean => list === undefined
    return (exact.find(single) ?? fitting.find(single) ?? exact[0] ?? fitting[0])?.index
  }

  #frameRoot(): Frame {
    this.#frames = 0
    this.#steps = 0
    return this.#frame(placeOf(this.#page.page), this.#program.root, 1, true)
  }

  #frame(place: Place, scope: Scope, index: number, isRoot = false): Frame {
    this.#frames += 1
    this.#steps += scope.paths.length
    for (const { names } of scope.paths) valuesFrom(place, names, this.#questions, this.#questions.want)
    const children = scope.entities.map(entity => this.#children(entity, place, isRoot))
    return { ...place, isBound: place.value !== undefined, index, children }
  }

  #children(entity: EntityScope, around: Place, isTop: boolean): Frame[] {
    const places = this.#bindEntity(entity, around, isTop).slice(0, entity.list ?? 1)
    const frames: Frame[] = []
    for (const place of places) {
      if (this.#frames >= maxFrames || this.#steps >= maxSteps) {
        this.#report(
          entity.index,
          'too-large',
          `at most ${maxFrames} elements are bound and ${maxSteps} slots filled on a page`,
        )
        break
      }
      frames.push(this.#frame(place, entity, frames.length + 1))
    }
    if (frames.length === 0 && entity.list === undefined) frames.push(this.#frame(nowhere, entity, 1))
    return frames
  }

  /** The values that an element is bound to, in order; empty when there are none, or they are not known yet. */
  #bindEntity(entity: EntityScope, around: Place, isTop: boolean): readonly Place[] {
    const { addressed, page } = this.#page
    if (entity.index === this.#addressed && addressed !== undefined) return [placeOf(addressed)]
    const types = this.#typesOf(entity)
    if (types.length === 0) return this.#bindProperty(entity, around)
    const isPage = entity.list === undefined && entity.parameters.length === 0 && types.includes(page.type)
    if (isTop && isPage) return [placeOf(page)]
    const related = this.#bindRelated(entity, types, around, isTop)
    if (related !== undefined) return related
    if (isPage) return [placeOf(page)]
    return this.#questions.find(this.#globalQuery(entity, types))
  }

  /** Bind by the name of a property: an object in it, the resource that it refers to, or each of its items. */
  #bindProperty({ index, entity }: EntityScope, around: Place): readonly Place[] {
    const names = entity.split('.')
    const found = valuesFrom(around, names, this.#questions, this.#questions.want)
    const { owner, path } = around
    const isKnown =
      found.length > 0 ||
      owner === undefined ||
      owner.type.schema?.['additionalProperties'] !== false ||
      factsOf(owner.type, [...path, ...names]).isDeclared
    if (!isKnown)
      this.#report(
        index,
        'unknown-type',
        `"${entity}" is no type that the site shows, and no property of ${owner.type.slug}`,
      )
    return found
  }

  /** Bind by references from the surrounding resource, or to it. @returns undefined when the two types are not related */
  #bindRelated(
    entity: EntityScope,
    types: readonly ResourceType[],
    around: Place,
    isTop: boolean,
  ): readonly Place[] | undefined {
    const { owner, resource } = around
    if (owner === undefined) return isTop ? undefined : []
    const slugs = new Set(types.map(({ slug }) => slug))
    const follow = (paths: readonly (readonly string[])[]): Place[] =>
      paths
        .flatMap(path => valuesFrom(around, path, this.#questions, this.#questions.want))
        .filter(place => place.resource !== undefined && slugs.has(place.resource.type.slug))
    const single = oneReferencePaths(owner.type, around.path, slugs)
    const many = manyReferencePaths(owner.type, around.path, slugs)
    if (isTop) {
      const own = entity.list === undefined && entity.parameters.length === 0 ? follow([...single, ...many]) : []
      return own.length > 0 ? own : undefined
    }
    if (entity.list === undefined) return single.length + many.length > 0 ? follow([...single, ...many]) : undefined
    if (many.length > 0) return follow(many)
    const back = resource === undefined ? [] : pathsBack(types, resource.type.slug)
    if (resource !== undefined && back.length > 0) return this.#questions.findReferring(entity, back, resource.id)
    return single.length > 0 ? follow(single) : undefined
  }

  #globalQuery({ index, entity, list, parameters, isMain }: EntityScope, types: readonly ResourceType[]) {
    const exact = types.filter(type => isExactly(type, entity))
    const kinds = types.filter(type => !exact.includes(type))
    const limit = list ?? 1
    const skip = isMain ? ((this.#page.listPage ?? 1) - 1) * limit : 0
    return { index, exact, kinds, parameters, skip, limit, isMain }
  }

  #listPosition(): ListPosition | undefined {
    const main = findMain(this.#program.root)
    if (main?.list === undefined || main.index === this.#addressed) return undefined
    const answer = this.#questions.answerTo(this.#globalQuery(main, this.#typesOf(main)))
    if (answer === undefined) return undefined
    const { listPage: page = 1 } = this.#page
    const { total } = answer
    const pages = total === undefined ? undefined : Math.max(1, Math.ceil(total / main.list))
    return { page, hasPrevious: page > 1, hasNext: answer.hasMore, pages, total, shown: answer.resources.length }
  }
}

const findMain = (root: Scope): EntityScope | undefined => root.entities.find(({ isMain }) => isMain)

function collectBound(frame: Frame, bound: Set<SiteResource>): void {
  for (const child of frame.children.flat()) {
    if (child.resource !== undefined) bound.add(child.resource)
    collectBound(child, bound)
  }
}

function fingerprintOf(resources: Iterable<SiteResource>, root: Frame, list: ListPosition | undefined): string {
  const hash = createHash('sha256')
  const read = [...resources].map(({ id, sequence_no, type }) => `${id} ${sequence_no} ${type.sequence_no}`)
  hash.update(read.sort().join('\n'))
  const order = (frame: Frame): void => {
    hash.update(`(${frame.resource?.id ?? ''}`)
    for (const child of frame.children.flat()) order(child)
    hash.update(')')
  }
  order(root)
  hash.update(JSON.stringify(list ?? null))
  return hash.digest('base64url').slice(0, 22)
}
