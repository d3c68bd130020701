import { documentText, graphText, nodeText } from '../../kernel/index.ts'
import type { ResourceType, StoredDocument } from '../../kernel/index.ts'

/*
 * Answers are joined from the texts that the store keeps. Nothing is parsed and written again on the way.
 */

/** A resource in the JSON shape of the API: the standard columns, and the properties as the one node of a JSON-LD graph. */
export const resourceText = ({ linkedData }: ResourceType, { id, meta, data }: StoredDocument): string =>
  `{"id":"${id}","data":{"@graph":[${nodeText(linkedData, id, data)}]},${meta.slice(1)}`

/** A resource as a JSON-LD document. */
export const linkedDataText = ({ linkedData }: ResourceType, { id, data }: StoredDocument): string =>
  documentText(linkedData, id, data)

/** Resources as a JSON-LD graph. */
export const linkedDataListText = ({ linkedData }: ResourceType, documents: readonly StoredDocument[]): string =>
  graphText(linkedData, documents)
