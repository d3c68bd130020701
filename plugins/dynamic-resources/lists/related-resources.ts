import { BadRequest, QueryTooSlow } from '../../../kernel/index.ts'
import type { Caller, StoredDocument } from '../../../kernel/index.ts'
import { yieldIfLong } from '../../../lib/event-loop/index.ts'
import { readData, readMeta } from '../../../lib/store-kit/index.ts'
import type { Agents } from '../../users/contract.ts'
import { readLabels } from '../references/labels.ts'
import { readTargetsInPortions } from '../references/readable-resources.ts'
import type { ReferenceParts, Target } from '../references/readable-resources.ts'
import { referredIds } from '../references/found-references.ts'
import { labelBytes, maxIncludedBytes, maxResourceBytes } from './resource-text.ts'
import type { Form, TypedDocument } from './resource-text.ts'
import type { WantedRelations } from './wanted-relations.ts'

/** What reading across references and the names of users needs. */
export interface RelatedParts extends ReferenceParts {
  /** Undefined where there are no users. */
  agents?: Agents | undefined
}

/** Referenced resources that the caller is allowed to read. */
export interface Related {
  /** The nodes that follow a resource's own node, each once. */
  included(document: StoredDocument): readonly Target[]
  /** JSON texts of label and status by URN; undefined when they were not requested. */
  labels: ReadonlyMap<string, string> | undefined
}

/** The limits of an answer. */
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
  /** Ids to look up. */
  wanted: ReadonlySet<string>
  /** The user who created it, when labels are requested. */
  creator: readonly string[]
}

/** What is known about a referenced resource. */
interface Known {
  /** Set when its node can follow. */
  target: Target | undefined
  /** What it refers to, when its node can follow and labels are requested. */
  further: ReadonlySet<string>
  /** Whether it was looked up for its node. */
  asNode: boolean
  /** JSON text; without the name when no labels are requested. */
  label: string
}

/** The resources of an answer, the first of those requested, and what they refer to. */
export interface RelatedAnswer {
  /** How many of the resources fit. */
  count: number
  /** Bytes of the text, at most. */
  bytes: number
  related: Related
}

/**
 * Read the resources that some resources refer to, in one query per type unless they are many; labels of included resources take one more query,
 * as do the users who created the resources.
 * @returns as many of the resources as fit, at least one
 * @throws `BadRequest` when the first one has too much with it, or there are more than 10,000 nodes; `QueryTooSlow`
 */
export async function readRelated(
  parts: RelatedParts,
  caller: Caller,
  resources: readonly TypedDocument[],
  wanted: WantedRelations,
  bounds: AnswerBounds,
): Promise<RelatedAnswer> {
  return new RelatedReader(parts, caller, wanted, bounds).read(resources)
}

class RelatedReader {
  readonly #parts: RelatedParts
  readonly #caller: Caller
  readonly #wanted: WantedRelations
  readonly #bounds: AnswerBounds
  /** The resources that were looked up; null for those that do not exist or that the caller is not allowed to read. */
  readonly #known = new Map<string, Known | null>()
  readonly #included = new Map<StoredDocument, Target[]>()
  readonly #labels = new Map<string, string>()
  #bytes = 0
  #nodes = 0

  constructor(parts: RelatedParts, caller: Caller, wanted: WantedRelations, bounds: AnswerBounds) {
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

  /** The next resources, until they refer to enough unknown resources. */
  async #portion(resources: readonly TypedDocument[], from: number): Promise<Referring[]> {
    const portion: Referring[] = []
    const unknown = new Set<string>()
    let length = 0
    for (const resource of resources.slice(from)) {
      const one = this.#referring(resource)
      portion.push(one)
      for (const id of one.wanted) if (!this.#isKnown(id, one.include)) unknown.add(id)
      length += resource.document.data.length
      if (unknown.size >= lookAhead || length >= lookAheadLength) break
      await yieldIfLong()
    }
    return portion
  }

  #referring({ type, document }: TypedDocument): Referring {
    const { include, labels } = this.#wanted
    const data = readData(document)
    const ids = referredIds(type, data, include)
    ids.delete(document.id)
    return {
      type,
      document,
      include: ids,
      wanted: labels ? referredIds(type, data) : ids,
      creator: labels ? [readMeta(document).created_by] : [],
    }
  }

  #isKnown(id: string, include: ReadonlySet<string>): boolean {
    const known = this.#known.get(id)
    return known === null || (known !== undefined && (known.asNode || !include.has(id)))
  }

  /** Look up the resources that these refer to, and for labels also the resources that those refer to. */
  async #lookUp(portion: readonly Referring[]): Promise<void> {
    const include = new Set(portion.flatMap(one => [...one.include]))
    await this.#load(
      portion.flatMap(({ wanted }) => [...wanted]),
      include,
    )
    if (!this.#wanted.labels) return
    await this.#nameCreators(portion)
    const further = [...include].flatMap(id => [...(this.#known.get(id)?.further ?? [])])
    await this.#load(further, new Set())
  }

  async #nameCreators(portion: readonly Referring[]): Promise<void> {
    const creators = new Set(portion.flatMap(({ creator }) => creator))
    const unknown = [...creators].filter(id => !this.#known.has(id))
    const users = unknown.length === 0 ? undefined : await this.#parts.agents?.names(this.#caller.account_id, unknown)
    for (const id of unknown) {
      const user = users?.get(id)
      const label = user === undefined ? undefined : JSON.stringify({ label: user.name, status: user.status })
      this.#known.set(id, label === undefined ? null : { target: undefined, further: new Set(), asNode: true, label })
    }
  }

  /** Look up ids. When there are more nodes to include than an answer can have, the rest stays unknown. */
  async #load(wanted: readonly string[], include: ReadonlySet<string>): Promise<void> {
    const missing = new Set(wanted.filter(id => !this.#isKnown(id, include)))
    let bytes = 0
    const { deadline, maxBytes } = this.#bounds
    const found = new Set<string>()
    for await (const targets of readTargetsInPortions(this.#parts, this.#caller, missing, deadline)) {
      const labels = this.#wanted.labels
        ? await readLabels(this.#parts, this.#caller, targets, deadline, this.#wanted.languages)
        : undefined
      for (const target of targets) {
        const { type, document } = target
        const { id, data } = document
        const asNode = include.has(id)
        const follows = asNode && target.meta.status === 'active'
        if (follows) bytes += data.length
        const label = JSON.stringify({ label: labels?.get(id), status: target.meta.status })
        const further = follows && this.#wanted.labels ? referredIds(type, readData(document)) : new Set<string>()
        this.#known.set(id, { target: follows ? target : undefined, further, asNode, label })
        found.add(id)
        await yieldIfLong()
      }
      if (bytes > maxBytes) return
    }
    for (const id of missing) if (!found.has(id)) this.#known.set(id, null)
  }

  /** Add a resource to the answer. @returns whether it fits */
  async #add(one: Referring, isFirst: boolean): Promise<boolean> {
    const { form, maxBytes, deadline } = this.#bounds
    const nodes = [...one.include].flatMap(id => this.#known.get(id) ?? [])
    const included = nodes.flatMap(({ target }) => target ?? [])
    const labels = this.#newLabels([...one.wanted, ...one.creator, ...nodes.flatMap(({ further }) => [...further])])
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
    await yieldIfLong()
    return true
  }

  /** The labels of these that the answer does not have yet. */
  #newLabels(ids: readonly string[]): Map<string, string> {
    const labels = new Map<string, string>()
    if (!this.#wanted.labels) return labels
    for (const id of ids) {
      const label = this.#known.get(id)?.label
      if (label !== undefined && !this.#labels.has(id)) labels.set(id, label)
    }
    return labels
  }
}

function tooLarge({ include }: WantedRelations, maxBytes: number): BadRequest {
  const what = include.length > 0 ? 'include fewer references' : 'ask without labels'
  const parameter = include.length > 0 ? 'include' : 'labels'
  return new BadRequest(`${parameter}: the answer would be larger than ${maxBytes} bytes; ${what}`)
}
