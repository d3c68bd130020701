import { documentText, graphParts, maxNodeBytes, nodeText } from '../../../lib/json-ld/index.ts'
import type { ForeignNode } from '../../../lib/json-ld/index.ts'
import type { Total } from '../../../lib/query/index.ts'
import type { ResourceType } from '../../types/contract.ts'
import type { StoredDocument } from '../../../kernel/index.ts'
import type { Target } from '../references/readable-resources.ts'
import type { Related } from './related-resources.ts'

/*
 * Answers are joined from the stored JSON texts: objects without white space. Nothing is parsed and serialized again
 * (decision record 52). Answers that can be large consist of parts, which are created when they are sent.
 */

/** A resource and its type. */
export interface TypedDocument {
  type: ResourceType
  document: StoredDocument
}

/** A page of resources, and what else the answer contains. */
export interface ResourcesPage {
  resources: readonly TypedDocument[]
  /** Token of the next page, empty when there is none. */
  cursor: string
  total: Total | undefined
  /** Bytes of its text, at most. */
  bytes: number
  /** What the answer contains about referenced resources. */
  related?: Related | undefined
  /** How many resources were left out because the store is damaged. */
  skipped?: number
}

/** The text of an answer in parts, to be joined. */
export type TextParts = Iterable<string>

/**
 * A resource in the JSON shape of the API: the properties as the first node of a JSON-LD graph, and the standard columns, without the closing brace.
 * @param included referenced resources, whose nodes follow
 */
function* resourceParts(
  { type, document: { id, meta, data } }: TypedDocument,
  included: readonly Target[],
): Generator<string, void> {
  yield `{"id":"${id}","data":{"@graph":[${nodeText(type.linkedData, id, data)}`
  for (const { type, document } of included) yield `,${nodeText(type.linkedData, document.id, document.data)}`
  yield `]},${meta.slice(1, -1)}`
}

/** A resource as JSON. */
export const resourceText = (resource: TypedDocument): string => `${[...resourceParts(resource, [])].join('')}}`

/** A resource with what it refers to. */
export function* relatedResourceParts(resource: TypedDocument, related: Related): Generator<string, void> {
  yield* resourceParts(resource, related.included(resource.document))
  if (related.labels !== undefined) yield* labelParts(related.labels)
  yield '}'
}

/** The list envelope. */
export function* pageParts({ resources, cursor, total, related, skipped }: ResourcesPage): Generator<string, void> {
  yield '{"data":['
  let separator = ''
  for (const resource of resources) {
    yield separator
    separator = ','
    yield* resourceParts(resource, related?.included(resource.document) ?? [])
    yield '}'
  }
  const count = total === undefined ? '' : `,${JSON.stringify(total).slice(1, -1)}`
  yield `],"cursor":${JSON.stringify(cursor)},"has_more":${cursor !== ''}${count}`
  if (skipped !== undefined) yield `,"skipped":${skipped}`
  if (related?.labels !== undefined) yield* labelParts(related.labels)
  yield '}'
}

function* labelParts(labels: ReadonlyMap<string, string>): Generator<string, void> {
  yield ',"labels":{'
  let separator = ''
  for (const [id, label] of labels) {
    yield `${separator}${JSON.stringify(id)}:${label}`
    separator = ','
  }
  yield '}'
}

/** A resource as a JSON-LD document. */
export const linkedDataText = ({ linkedData }: ResourceType, { id, data }: StoredDocument): string =>
  documentText(linkedData, id, data)

/** Resources of a type as a JSON-LD graph, followed by the resources that they refer to, each once. */
export function linkedDataParts(
  { linkedData }: ResourceType,
  documents: readonly StoredDocument[],
  related?: Related,
): TextParts {
  if (related === undefined) return graphParts(linkedData, documents)
  const others = new Map<string, ForeignNode>()
  for (const { document, type } of documents.flatMap(one => related.included(one))) {
    others.set(document.id, { id: document.id, data: document.data, view: type.linkedData })
  }
  for (const { id } of documents) others.delete(id)
  return graphParts(linkedData, documents, [...others.values()])
}

/** How an answer is written: as JSON, or as JSON-LD. */
export type Form = 'json' | 'json-ld'

/**
 * Bytes of a resource in an answer, at most.
 * @param include whether nodes of other types follow
 */
export function maxResourceBytes({ type, document }: TypedDocument, form: Form, include: boolean): number {
  const { linkedData } = type
  if (form === 'json-ld') return maxNodeBytes(linkedData, document, include)
  return maxIncludedBytes({ type, document }, form) + Buffer.byteLength(document.meta) + document.id.length + 50
}

/** Bytes of an included resource, at most. */
export function maxIncludedBytes({ type: { linkedData }, document }: TypedDocument, form: Form): number {
  if (form === 'json-ld') return maxNodeBytes(linkedData, document, true)
  return Buffer.byteLength(document.data) + 3 * linkedData.type.length + document.id.length + 50
}

/** Bytes of a label in an answer. */
export const labelBytes = (id: string, label: string): number => id.length + Buffer.byteLength(label) + 4
