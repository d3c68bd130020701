import { documentText, graphText, nodeText } from '../../kernel/index.ts'
import type { ForeignNode, JsonObject, ResourceType, StoredDocument } from '../../kernel/index.ts'
import type { Related } from './references/related.ts'

/*
 * Answers are joined from the texts that the store keeps. Nothing is parsed and written again on the way.
 */

/** A resource in the JSON shape of the API: the standard columns, and the properties as the one node of a JSON-LD graph. */
export const resourceText = ({ linkedData }: ResourceType, { id, meta, data }: StoredDocument): string =>
  `{"id":"${id}","data":{"@graph":[${nodeText(linkedData, id, data)}]},${meta.slice(1)}`

/** The same with the nodes of resources that it refers to. */
export function resourceWithText({ linkedData }: ResourceType, document: StoredDocument, related: Related): string {
  const { id, meta, data } = document
  const nodes = [
    nodeText(linkedData, id, data),
    ...related.included(document).map(({ type, document: other }) => nodeText(type.linkedData, other.id, other.data)),
  ]
  return `{"id":"${id}","data":{"@graph":[${nodes.join(',')}]},${meta.slice(1)}`
}

/** The text of an answer with its labels as a further member. */
export const withLabels = (text: string, labels: JsonObject | undefined): string =>
  labels === undefined ? text : `${text.slice(0, -1)},"labels":${JSON.stringify(labels)}}`

/** A resource as a JSON-LD document. */
export const linkedDataText = ({ linkedData }: ResourceType, { id, data }: StoredDocument): string =>
  documentText(linkedData, id, data)

/** Resources as a JSON-LD graph, and behind them those that they refer to, each once. */
export function linkedDataListText(
  { linkedData }: ResourceType,
  documents: readonly StoredDocument[],
  related?: Related,
): string {
  if (related === undefined) return graphText(linkedData, documents)
  const others = new Map<string, ForeignNode>()
  for (const { document, type } of documents.flatMap(one => related.included(one))) {
    others.set(document.id, { id: document.id, data: document.data, view: type.linkedData })
  }
  for (const { id } of documents) others.delete(id)
  return graphText(linkedData, documents, [...others.values()])
}
