import { BadRequest, QueryTooSlow } from '../../../kernel/index.ts'
import type { Caller, StoredDocument } from '../../../kernel/index.ts'
import { quote, readBoolean } from '../../../lib/query/index.ts'
import { readData } from '../../../lib/store-kit/index.ts'
import type { ResourceType } from '../../types/contract.ts'
import { readTargetsInPortions, want } from '../references/readable-resources.ts'
import type { ReferenceParts, Target } from '../references/readable-resources.ts'
import { referredIds } from '../references/reference-places.ts'
import { EventLoopTurn } from '../references/event-loop-turn.ts'
import { labelBytes, maxIncludedBytes, maxResourceBytes } from './resource-text.ts'
import type { Form, TypedDocument } from './resource-text.ts'

/** What an answer is to say of the resources that those in it refer to. */
export interface WantedRelations {
  /** Names of the references of which the referenced resources follow as nodes of the graph. */
  include: readonly string[]
  labels: boolean
}

/** The query parameters that {@link readWanted} reads. */
export const relationParameters = ['include', 'labels'] as const

/**
 * Read `include` (names of references, separated by commas) and `labels`.
 * @param types those of the resources in the answer; a name must be one of a reference of one of them
 * @returns undefined when nothing is wanted
 * @throws `BadRequest` for an unknown name, and for labels in JSON-LD, which has no place for them
 */
export function readWanted(
  types: readonly ResourceType[],
  query: ReadonlyMap<string, string>,
  form: Form,
): WantedRelations | undefined {
  const labels = readBoolean('labels', query.get('labels'))
  if (labels && form === 'json-ld') throw new BadRequest('labels: JSON-LD has no place for them; ask for JSON')
  const names = query.get('include')?.split(',')
  if (names === undefined) return labels ? { include: [], labels } : undefined
  const known = new Set(types.flatMap(({ compiled }) => compiled.referenceNames))
  const include = [...new Set(names)]
  for (const name of include) {
    if (known.has(name)) continue
    const what = types.length === 1 ? `of the type ${types[0]?.slug}` : 'of those that refer to it'
    const there = known.size === 0 ? 'there are none' : `there are ${[...known].join(', ')}`
    throw new BadRequest(`include: ${quote(name)} is no reference ${what}; ${there}`)
  }
  return { include, labels }
}

/** Referenced resources that the caller may read. */
export interface Related {
  /** Those that follow a resource's own node, each once. */
  included(document: StoredDocument): readonly Target[]
  /** JSON texts of label and status by URN; undefined when they were not asked for. */
  labels: ReadonlyMap<string, string> | undefined
}

/** How large an answer may become. */
export interface AnswerBounds {
  form: Form
  /** Bytes of its text. */
  maxBytes: number
  /** See `SelectQuery.deadline`. */
  deadline: number
}

/** How many nodes `include` may add to an answer, each copy counted. */
const maxIncluded = 10_000

/** References that are looked up together, unless one resource has more. */
const lookAhead = 200
/** Characters of resources that are looked at together, unless one has more. */
const lookAheadLength = 1024 * 1024

/** A resource of an answer and what it refers to. */
interface Referring extends TypedDocument {
  /** Ids that may follow as nodes. */
  include: ReadonlySet<string>
  /** Ids by the slug of their type. */
  wanted: ReadonlyMap<string, ReadonlySet<string>>
}

/** What is known of a resource that is referred to. */
interface Known {
  /** Set when its node may follow. */
  target: Target | undefined
  /** Whether it was looked up for its node. */
  asNode: boolean
  /** JSON text; empty when no labels are wanted. */
  label: string
}

/** Resources of an answer, the first of those asked for, and what they refer to. */
export interface RelatedAnswer {
  /** How many of them there is room for. */
  count: number
  /** Bytes of the text, at most. */
  bytes: number
  related: Related
}

/**
 * Read what resources refer to, in one query per type unless that is much; labels of what is included take one more.
 * @returns as many of the resources as there is room for, one at least
 * @throws `BadRequest` when the first one has too much with it, or there are more than 10,000 nodes; `QueryTooSlow`
 */
export async function readRelated(
  parts: ReferenceParts,
  caller: Caller,
  resources: readonly TypedDocument[],
  wanted: WantedRelations,
  bounds: AnswerBounds,
): Promise<RelatedAnswer> {
  return new RelatedReader(parts, caller, wanted, bounds).read(resources)
}

class RelatedReader {
  readonly #parts: ReferenceParts
  readonly #caller: Caller
  readonly #wanted: WantedRelations
  readonly #bounds: AnswerBounds
  readonly #turn = new EventLoopTurn()
  /** What was looked up; null where there is nothing that the caller may read. */
  readonly #known = new Map<string, Known | null>()
  readonly #included = new Map<StoredDocument, Target[]>()
  readonly #labels = new Map<string, string>()
  #bytes = 0
  #nodes = 0

  constructor(parts: ReferenceParts, caller: Caller, wanted: WantedRelations, bounds: AnswerBounds) {
    this.#parts = parts
    this.#caller = caller
    this.#wanted = wanted
    this.#bounds = bounds
  }

  async read(resources: readonly TypedDocument[]): Promise<RelatedAnswer> {
    let count = 0
    while (count < resources.length) {
      const portion = await this.#portion(resources, count)
      await this.#lookUp(portion)
      for (const one of portion) {
        if (!(await this.#add(one, count === 0))) return this.#answer(count)
        count++
      }
    }
    return this.#answer(count)
  }

  #answer(count: number): RelatedAnswer {
    const related: Related = {
      included: document => this.#included.get(document) ?? [],
      labels: this.#wanted.labels ? this.#labels : undefined,
    }
    return { count, bytes: this.#bytes, related }
  }

  /** The next resources, until they refer to enough that is not known. */
  async #portion(resources: readonly TypedDocument[], from: number): Promise<Referring[]> {
    const portion: Referring[] = []
    const unknown = new Set<string>()
    let length = 0
    for (const resource of resources.slice(from)) {
      const one = this.#referring(resource)
      portion.push(one)
      for (const ids of one.wanted.values()) for (const id of ids) if (!this.#isKnown(id, one.include)) unknown.add(id)
      length += resource.document.data.length
      if (unknown.size >= lookAhead || length >= lookAheadLength) break
      await this.#turn.endIfLong()
    }
    return portion
  }

  #referring({ type, document }: TypedDocument): Referring {
    const { include, labels } = this.#wanted
    const data = readData(document)
    const ids = new Set([...referredIds(type, data, include).values()].flatMap(some => [...some]))
    ids.delete(document.id)
    return { type, document, include: ids, wanted: referredIds(type, data, labels ? undefined : include) }
  }

  #isKnown(id: string, include: ReadonlySet<string>): boolean {
    const known = this.#known.get(id)
    return known === null || (known !== undefined && (known.asNode || !include.has(id)))
  }

  /** Look up what these refer to, and for labels also what that refers to. */
  async #lookUp(portion: readonly Referring[]): Promise<void> {
    const include = new Set(portion.flatMap(one => [...one.include]))
    await this.#load(
      portion.map(({ wanted }) => wanted),
      include,
    )
    if (!this.#wanted.labels) return
    const further: Map<string, Set<string>>[] = []
    for (const id of include) {
      const target = this.#known.get(id)?.target
      if (target === undefined) continue
      further.push(furtherIds(target))
      await this.#turn.endIfLong()
    }
    await this.#load(further, new Set())
  }

  /** Look up ids. When there is more to include than an answer may hold, the rest stays unknown. */
  async #load(
    wanted: readonly ReadonlyMap<string, ReadonlySet<string>>[],
    include: ReadonlySet<string>,
  ): Promise<void> {
    const missing = new Map<string, Set<string>>()
    for (const [slug, ids] of wanted.flatMap(one => [...one])) {
      want(
        missing,
        slug,
        [...ids].filter(id => !this.#isKnown(id, include)),
      )
    }
    let bytes = 0
    const { deadline, maxBytes } = this.#bounds
    const found = new Set<string>()
    for await (const targets of readTargetsInPortions(this.#parts, this.#caller, missing, deadline)) {
      for (const target of targets) {
        const { id, data } = target.document
        const asNode = include.has(id)
        const follows = asNode && target.meta.status === 'active'
        if (follows) bytes += data.length
        const label = this.#wanted.labels ? labelText(target) : ''
        this.#known.set(id, { target: follows ? target : undefined, asNode, label })
        found.add(id)
        await this.#turn.endIfLong()
      }
      if (bytes > maxBytes) return
    }
    for (const ids of missing.values()) for (const id of ids) if (!found.has(id)) this.#known.set(id, null)
  }

  /** Put a resource into the answer. @returns whether there is room for it */
  async #add(one: Referring, isFirst: boolean): Promise<boolean> {
    const { form, maxBytes, deadline } = this.#bounds
    const included = [...one.include].flatMap(id => this.#known.get(id)?.target ?? [])
    const labels = this.#labelsOf(one, included)
    let bytes = maxResourceBytes(one, form, this.#wanted.include.length > 0)
    for (const target of included) bytes += maxIncludedBytes(target, form)
    for (const [id, label] of labels) bytes += labelBytes(id, label)
    const isLoaded = [...one.include].every(id => this.#isKnown(id, one.include))
    if (!isLoaded || this.#bytes + bytes > maxBytes) {
      const alone = included.length === 0 && labels.size === 0 && isLoaded
      if (isFirst && !alone) throw tooLarge(this.#wanted, maxBytes)
      if (!isFirst) return false
    }
    this.#nodes += included.length
    if (this.#nodes > maxIncluded) {
      throw new BadRequest(
        `include: adds more than ${maxIncluded} nodes to the answer; ask for a smaller limit, or include fewer references`,
      )
    }
    if (performance.now() > deadline) throw new QueryTooSlow([])
    this.#bytes += bytes
    this.#included.set(one.document, included)
    for (const [id, label] of labels) this.#labels.set(id, label)
    await this.#turn.endIfLong()
    return true
  }

  /** Labels that a resource adds. */
  #labelsOf({ wanted }: Referring, included: readonly Target[]): Map<string, string> {
    const labels = new Map<string, string>()
    if (!this.#wanted.labels) return labels
    for (const all of [wanted, ...included.map(furtherIds)]) {
      for (const ids of all.values()) {
        for (const id of ids) {
          const label = this.#known.get(id)?.label
          if (label !== undefined && !this.#labels.has(id)) labels.set(id, label)
        }
      }
    }
    return labels
  }
}

function tooLarge({ include }: WantedRelations, maxBytes: number): BadRequest {
  const what = include.length > 0 ? 'include fewer references' : 'ask without labels'
  const parameter = include.length > 0 ? 'include' : 'labels'
  return new BadRequest(`${parameter}: the answer would be larger than ${maxBytes} bytes; ${what}`)
}

const idsOfTargets = new WeakMap<Target, Map<string, Set<string>>>()

/** What an included resource refers to, by the slug of the type. */
function furtherIds(target: Target): Map<string, Set<string>> {
  const known = idsOfTargets.get(target) ?? referredIds(target.type, readData(target.document))
  idsOfTargets.set(target, known)
  return known
}

const labelText = (target: Target): string => JSON.stringify({ label: labelOf(target), status: target.meta.status })

/** What names a resource to people: what its data say, else the last part of its id. */
function labelOf({ type, document }: Pick<Target, 'type' | 'document'>): string {
  return type.compiled.labelOf(readData(document)) ?? document.id.slice(document.id.lastIndexOf(':') + 1)
}
