import { QueryTooSlow } from '../../../kernel/index.ts'
import type { BadRequest } from '../../../kernel/index.ts'
import type { StoredDocument } from '../../../kernel/index.ts'
import { yieldIfLong } from '../../../lib/event-loop/index.ts'
import { invalidParameter, quote, readBoolean, readNames } from '../../../lib/query/index.ts'
import { readMeta } from '../../../lib/store-kit/index.ts'
import type { ResourceType } from '../../types/contract.ts'
import type { Agents } from '../../users/contract.ts'
import { referencesOf, referredIds } from '../references/found-references.ts'
import type {
  AnswerForm,
  ReadScope,
  RelatedLabel,
  RelatedRequest,
  RelatedResources,
  TypedDocument,
} from './contract.ts'
import { readLabels } from './labels.ts'
import { readTargetsInPortions } from './targets.ts'
import type { ReadingParts } from './targets.ts'

/** What reading across references and the names of users needs. */
export interface RelatedParts extends ReadingParts {
  /** Undefined where there are no users. */
  agents?: Agents | undefined
}

/** The limits of what an answer contains about referenced resources. */
interface RelatedBounds {
  form: AnswerForm
  /** Bytes of the nodes and labels. */
  maxBytes: number
  /** See `SelectQuery.deadline`. */
  deadline: number
}

/** How many nodes `include` may add to an answer, each copy counted. */
const maxIncluded = 10_000

/** The query parameters that {@link readRelatedRequest} reads. */
export const relatedParameters = ['include', 'labels'] as const

/**
 * Read `include` (names of references, separated by commas) and `labels`.
 * @param types those of the resources in the answer; a name must be one of a reference of one of them
 * @param languages the languages of the reader, the preferred one first
 * @returns undefined when neither is requested
 * @throws `BadRequest` for an unknown name, and for labels in JSON-LD, which has no place for them
 */
export function readRelatedRequest(
  types: readonly ResourceType[],
  query: ReadonlyMap<string, string>,
  form: AnswerForm,
  languages: readonly string[],
): RelatedRequest | undefined {
  const asksLabels = query.get('labels')
  const labels = asksLabels === 'all' ? asksLabels : readBoolean('labels', asksLabels)
  if (labels !== false && form === 'json-ld')
    throw invalidParameter('labels: JSON-LD has no place for them; ask for JSON', 'labels')
  const asked = query.get('include')
  if (asked === undefined) return labels === false ? undefined : { include: [], labels, languages }
  const known = new Set(types.flatMap(({ compiled }) => compiled.referenceNames))
  const include = [...new Set(readNames('include', asked))]
  for (const name of include) {
    if (known.has(name)) continue
    const what = types.length === 1 ? `of the type ${types[0]?.slug}` : 'of those that refer to it'
    const there = known.size === 0 ? 'there are none' : `there are ${[...known].join(', ')}`
    throw invalidParameter(`include: ${quote(name)} is no reference ${what}; ${there}`, 'include')
  }
  return { include, labels, languages }
}

/**
 * Read the resources that some resources refer to, in one query per type unless they are many; labels of included resources take one more query,
 * as do the users who created the resources.
 * @throws `BadRequest` when there are more than 10,000 nodes, or nodes and labels have more bytes than allowed; `QueryTooSlow`
 */
export async function readRelated(
  parts: RelatedParts,
  scope: ReadScope,
  resources: readonly TypedDocument[],
  request: RelatedRequest,
  bounds: RelatedBounds,
): Promise<RelatedResources> {
  return new RelatedReader(parts, scope, request, bounds).read(resources)
}

class RelatedReader {
  readonly #parts: RelatedParts
  readonly #scope: ReadScope
  readonly #request: RelatedRequest
  readonly #bounds: RelatedBounds
  /** The active resources that can follow as nodes, by id. */
  readonly #nodes = new Map<string, TypedDocument>()
  readonly #labels = new Map<string, RelatedLabel>()
  /** Bytes of all labels, and of each node once. */
  #bytes = 0
  #isSingle = false

  constructor(parts: RelatedParts, scope: ReadScope, request: RelatedRequest, bounds: RelatedBounds) {
    this.#parts = parts
    this.#scope = scope
    this.#request = request
    this.#bounds = bounds
  }

  async read(resources: readonly TypedDocument[]): Promise<RelatedResources> {
    const { include, labels } = this.#request
    this.#isSingle = resources.length === 1
    const nodeIds = new Map<StoredDocument, ReadonlySet<string>>()
    const all = new Set<string>()
    const creators = new Set<string>()
    for (const { type, document } of resources) {
      const found = referencesOf(type, document)
      const ids = referredIds(found, include)
      ids.delete(document.id)
      nodeIds.set(document, ids)
      for (const id of ids) all.add(id)
      if (labels !== false) {
        for (const id of referredIds(found)) all.add(id)
        creators.add(readMeta(document).created_by)
      }
      const turn = this.#continue()
      if (turn !== undefined) await turn
    }
    const further = await this.#load(all, new Set([...nodeIds.values()].flatMap(ids => [...ids])))
    if (labels === 'all') await this.#nameThemselves(resources)
    if (labels !== false) {
      await this.#nameCreators(creators)
      await this.#load(further, new Set())
    }
    const included = this.#include(nodeIds)
    return { included: document => included.get(document) ?? [], labels: labels === false ? undefined : this.#labels }
  }

  /**
   * Look up resources.
   * @param nodes the ids of those that can follow as nodes
   * @returns the ids that these nodes refer to and that have no labels yet, when labels are requested
   */
  async #load(ids: ReadonlySet<string>, nodes: ReadonlySet<string>): Promise<Set<string>> {
    const { labels, languages } = this.#request
    const { deadline } = this.#bounds
    const further = new Set<string>()
    for await (const targets of readTargetsInPortions(this.#parts, this.#scope, ids, deadline)) {
      const names =
        labels !== false ? await readLabels(this.#parts, this.#scope, targets, deadline, languages) : undefined
      for (const { type, document, meta } of targets) {
        const { id } = document
        const label = names?.get(id)
        if (label !== undefined) this.#addLabel(id, { label, status: meta.status })
        if (nodes.has(id) && meta.status === 'active') {
          this.#nodes.set(id, { type, document })
          this.#addBytes(this.#bytesOf({ type, document }))
          if (this.#nodes.size > maxIncluded) throw this.#tooMany()
          if (labels !== false) for (const one of referredIds(referencesOf(type, document))) further.add(one)
        }
        const turn = this.#continue()
        if (turn !== undefined) await turn
      }
    }
    for (const id of ids) further.delete(id)
    return further
  }

  async #nameThemselves(resources: readonly TypedDocument[]): Promise<void> {
    const { languages } = this.#request
    const names = await readLabels(this.#parts, this.#scope, resources, this.#bounds.deadline, languages)
    for (const { document } of resources) {
      const label = names.get(document.id)
      if (label !== undefined) this.#addLabel(document.id, { label, status: readMeta(document).status })
    }
  }

  async #nameCreators(creators: ReadonlySet<string>): Promise<void> {
    const users = await this.#parts.agents?.names(this.#scope.account_id, [...creators])
    for (const id of creators) {
      const user = users?.get(id)
      if (user !== undefined) this.#addLabel(id, { label: user.name, status: user.status })
    }
  }

  /** The nodes that follow each resource. */
  #include(nodeIds: ReadonlyMap<StoredDocument, ReadonlySet<string>>): Map<StoredDocument, TypedDocument[]> {
    const included = new Map<StoredDocument, TypedDocument[]>()
    const seen = new Set<string>()
    let count = 0
    for (const [document, ids] of nodeIds) {
      const nodes = [...ids].flatMap(id => this.#nodes.get(id) ?? [])
      included.set(document, nodes)
      count += nodes.length
      if (count > maxIncluded) throw this.#tooMany()
      for (const node of nodes) {
        if (seen.has(node.document.id)) this.#addBytes(this.#bytesOf(node))
        seen.add(node.document.id)
      }
    }
    return included
  }

  #addLabel(id: string, label: RelatedLabel): void {
    this.#labels.set(id, label)
    this.#addBytes(id.length + Buffer.byteLength(label.label) + 40)
  }

  #bytesOf({ type, document: { id, data } }: TypedDocument): number {
    const bytes = id.length + Buffer.byteLength(data)
    if (this.#bounds.form === 'json') return bytes
    // In JSON-LD a node of another type contains its own context, and a literal with members is longer than its value.
    return type.linkedData.contextText.length + (data.includes('"@') ? 4 : 1) * bytes
  }

  #addBytes(bytes: number): void {
    this.#bytes += bytes
    if (this.#bytes <= this.#bounds.maxBytes) return
    const parameter = this.#request.include.length > 0 ? 'include' : 'labels'
    throw invalidParameter(
      `${parameter}: the answer would be larger than http.maxPageBytes allows; ${this.#remedy()}`,
      parameter,
    )
  }

  #tooMany(): BadRequest {
    return invalidParameter(`include: adds more than ${maxIncluded} nodes to the answer; ${this.#remedy()}`, 'include')
  }

  /** How to request less. */
  #remedy(): string {
    const fewer = this.#request.include.length > 0 ? 'include fewer references' : 'ask without labels'
    return this.#isSingle ? fewer : `ask for a smaller limit, or ${fewer}`
  }

  /** @throws `QueryTooSlow` when the deadline has passed */
  #continue(): Promise<void> | undefined {
    if (performance.now() > this.#bounds.deadline) throw new QueryTooSlow([])
    return yieldIfLong()
  }
}
