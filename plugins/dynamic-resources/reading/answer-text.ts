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

/** A resource in the JSON shape of the API up to the end of its node, the first one of a JSON-LD graph; those of referenced resources can follow. */
const beginning = ({ type, document: { id, data } }: TypedDocument): string =>
  `{"id":"${id}","data":{"@graph":[${nodeText(type.linkedData, id, data)}`

/** The rest of it, the standard columns, without the closing brace. */
const ending = ({ document: { meta } }: TypedDocument): string => `]},${meta.slice(1, -1)}`

function* includedParts(included: readonly TypedDocument[]): Generator<string, void> {
  for (const { type, document } of included) yield `,${nodeText(type.linkedData, document.id, document.data)}`
}

/** A resource as JSON. */
export const resourceText = (resource: TypedDocument): string => `${beginning(resource)}${ending(resource)}}`

/** A resource with what it refers to. */
export function* relatedResourceParts(resource: TypedDocument, related: RelatedResources): Generator<string, void> {
  yield beginning(resource)
  yield* includedParts(related.included(resource.document))
  yield ending(resource)
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
  let separator = ''
  for (const resource of resources) {
    const included = related?.included(resource.document) ?? []
    if (included.length === 0) yield separator + resourceText(resource)
    else {
      yield separator + beginning(resource)
      yield* includedParts(included)
      yield `${ending(resource)}}`
    }
    separator = ','
  }
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
