import { documentText, graphText } from '../../kernel/index.ts'
import type { ResourceType, StoredDocument } from '../../kernel/index.ts'

/*
 * Answers are joined from the texts that the store keeps. Nothing is parsed and written again on the way.
 */

/** A resource in the JSON shape of the API: the standard columns, and the properties as the one node of a JSON-LD graph. */
export function resourceText(type: ResourceType, { id, meta, data }: StoredDocument): string {
  return `{"id":"${id}","data":{"@graph":[${nodeStart(type, id)}${rest(data)}]},${meta.slice(1)}`
}

/** A resource as a JSON-LD document. */
export const linkedDataText = (type: ResourceType, { id, data }: StoredDocument): string =>
  documentText(type.linkedData, id, data)

/** A page of resources as a JSON-LD graph. */
export const linkedDataListText = (type: ResourceType, documents: readonly StoredDocument[]): string =>
  graphText(type.linkedData, documents)

/** An id is made of characters that JSON writes as they are. */
const nodeStart = ({ linkedData }: ResourceType, id: string): string =>
  `{"@id":"${id}","@type":${JSON.stringify(linkedData.type)}`

const rest = (data: string): string => (data === '{}' ? '}' : `,${data.slice(1)}`)
