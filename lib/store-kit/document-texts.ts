import type { DocumentDraft, DocumentMeta, StoredDocument } from './document-store.ts'
import type { JsonObject } from '../json/types.ts'

/** The parsed standard columns of a stored document. */
// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the text was made by metaText
export const readMeta = (document: StoredDocument): DocumentMeta => JSON.parse(document.meta) as DocumentMeta

/** The parsed properties of a stored document. */
// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the text was made from an object, and is parsed for every row
export const readData = (document: StoredDocument): JsonObject => JSON.parse(document.data) as JsonObject

/** A stored document, parsed. */
export const readDocument = (document: StoredDocument): DocumentDraft => ({
  id: document.id,
  meta: readMeta(document),
  data: readData(document),
})

/** JSON text of the standard columns, keys in the order that {@link StoredDocument.meta} promises. */
export const metaText = (meta: DocumentMeta): string =>
  JSON.stringify({
    type_slug: meta.type_slug,
    status: meta.status,
    created_by: meta.created_by,
    account_id: meta.account_id,
    sequence_no: meta.sequence_no,
    created_at: meta.created_at,
    updated_at: meta.updated_at,
  })
