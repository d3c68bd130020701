import { documentText, graphParts, nodeText } from '../../../lib/json-ld/index.ts'
import type { LinkedDataView, NodeOfOtherType } from '../../../lib/json-ld/index.ts'
import type { ResourceType } from '../../types/contract.ts'
import type { StoredDocument } from '../../../kernel/index.ts'
import { fileAddressesText } from './file-addresses.ts'
import type { RelatedLabel, RelatedResources, ResourcePage, TypedDocument } from './contract.ts'

/*
 * Answers are joined from the stored JSON texts: objects without white space. Nothing is parsed and serialized again
 * (`kernel/decisions/documents.md`). Answers that can be large consist of parts, which are created when they are sent.
 */

/** The text of an answer in parts, to be joined. */
export type TextParts = Iterable<string>

/**
 * A resource in the JSON shape of the API: the properties as the first node of a JSON-LD graph, and the standard columns, without the closing brace.
 * @param included referenced resources, whose nodes follow
 */
function* resourceParts(
  { type, document: { id, meta, data } }: TypedDocument,
  included: readonly TypedDocument[],
): Generator<string, void> {
  yield `{"id":"${id}","data":{"@graph":[${nodeText(type.linkedData, id, data)}`
  for (const { type, document } of included) yield `,${nodeText(type.linkedData, document.id, document.data)}`
  yield `]},${meta.slice(1, -1)}`
}

/** A resource as JSON. */
export const resourceText = (resource: TypedDocument): string => `${[...resourceParts(resource, [])].join('')}}`

/** A resource with what it refers to. */
export function* relatedResourceParts(resource: TypedDocument, related: RelatedResources): Generator<string, void> {
  yield* resourceParts(resource, related.included(resource.document))
  if (related.labels !== undefined) yield* labelParts(related.labels)
  yield '}'
}

/** The list envelope. */
export function* pageParts({
  resources,
  cursor,
  total,
  related,
  skipped,
  leftOut,
}: ResourcePage): Generator<string, void> {
  yield '{"data":['
  let isFirst = true
  for (const resource of resources) {
    if (!isFirst) yield '},'
    isFirst = false
    yield* resourceParts(resource, related?.included(resource.document) ?? [])
  }
  if (!isFirst) yield '}'
  const count = total === undefined ? '' : `,${JSON.stringify(total).slice(1, -1)}`
  yield `],"cursor":${JSON.stringify(cursor)},"has_more":${cursor !== ''}${count}`
  if (skipped !== undefined) yield `,"skipped":${skipped}`
  if (leftOut !== undefined) yield `,"left_out":${leftOut}`
  if (related?.labels !== undefined) yield* labelParts(related.labels)
  yield '}'
}

function* labelParts(labels: ReadonlyMap<string, RelatedLabel>): Generator<string, void> {
  yield ',"labels":{'
  let separator = ''
  for (const [id, label] of labels) {
    yield `${separator}"${id}":${JSON.stringify(label)}`
    separator = ','
  }
  yield '}'
}

/** A resource as a JSON-LD document. @param origin of the service, for the addresses of files */
export const linkedDataText = (type: ResourceType, { id, data }: StoredDocument, origin: string): string =>
  documentText(type.linkedData, id, fileAddressesText(type, data, origin))

/**
 * Resources of a type as a JSON-LD graph, followed by the resources that they refer to, each once.
 * @param origin of the service, for the addresses of files
 */
export function linkedDataParts(
  type: ResourceType,
  documents: readonly StoredDocument[],
  origin: string,
  related?: RelatedResources,
): TextParts {
  const nodes = documents.map(document => new EmittedResource({ type, document }, origin))
  if (related === undefined) return graphParts(type.linkedData, nodes)
  const others = new Map<string, NodeOfOtherType>()
  for (const other of documents.flatMap(one => related.included(one)))
    others.set(other.document.id, new EmittedResource(other, origin))
  for (const { id } of documents) others.delete(id)
  return graphParts(type.linkedData, nodes, [...others.values()])
}

/** A class, because V8 makes a hidden class for each object that is written with a getter of its own. */
class EmittedResource implements NodeOfOtherType {
  readonly id: string
  readonly view: LinkedDataView
  readonly #resource: TypedDocument
  readonly #origin: string

  constructor(resource: TypedDocument, origin: string) {
    this.id = resource.document.id
    this.view = resource.type.linkedData
    this.#resource = resource
    this.#origin = origin
  }

  /** Made when the node is written. */
  get data(): string {
    const { type, document } = this.#resource
    return fileAddressesText(type, document.data, this.#origin)
  }
}
