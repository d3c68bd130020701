import { BSON } from 'mongodb'
import type { DocumentDraft, DocumentStatus, StoredDocument } from '../../../lib/store-kit/document-store.ts'
import { TooLarge } from '../../../lib/errors/index.ts'
import { jsonText } from '../../../lib/json/stringify.ts'
import { metaText } from '../../../lib/store-kit/document-texts.ts'
import type { Shadows } from './query-fields.ts'
import { shadowsOf } from './query-fields.ts'
import type { ReferenceIndex } from './reference-index.ts'
import { noReferences } from './reference-index.ts'
import type { WordIndex } from './word-index.ts'
import { noWords } from './word-index.ts'

/** The texts that are served; a read fetches no other fields. */
export interface DocumentTexts {
  meta: string
  data: string
}

/**
 * A document as it is stored in its collection. A permanently removed document leaves its `_id` with only `removed`, so that the id is never
 * used again.
 */
export interface StoredForm extends Partial<Shadows> {
  _id: string
  type_slug?: string
  status?: DocumentStatus
  created_by?: string
  account_id?: string
  sequence_no?: number
  created_at?: string
  updated_at?: string
  /** Index words of all texts, see `word-index.ts`. */
  words?: readonly string[]
  /** What it refers to, see `reference-index.ts`. */
  references?: readonly string[]
  text?: DocumentTexts
  /** Incremented by checks, so that they conflict with changes. */
  guard?: number
  removed?: true
}

/** What is derived from the data of a document besides {@link Shadows}. */
export interface DerivedFields {
  words: WordIndex | undefined
  references: ReferenceIndex | undefined
}

/** A document to be written. */
export type NewDocument = StoredForm & { text: DocumentTexts }

/** A replaced state, in `_versions`. */
export interface VersionForm {
  /** {@link versionId} */
  _id: string
  collection: string
  document: string
  text: DocumentTexts
}

/** The key of a version; the versions of a document are adjacent in its order. */
export const versionId = (collection: string, id: string, sequenceNo: number): string =>
  `${collection}/${id}/${String(sequenceNo).padStart(16, '0')}`

/** MongoDB's own limit, minus what a command around the document needs. */
const maxDocumentBytes = 16 * 1024 * 1024 - 16 * 1024
/** A document below this size cannot exceed the limit once stored, whatever its shape. */
const certainlySmall = 256 * 1024

/**
 * A document as it is stored.
 * @param derived creates its index words and references; undefined when the collection has no search, or no references
 * @throws `TooLarge` when the document is too large for MongoDB
 */
export async function encodeDocument(
  document: DocumentDraft,
  { words, references }: DerivedFields,
): Promise<NewDocument> {
  const { id, meta, data } = document
  const text = { meta: metaText(meta), data: document.text ?? jsonText(data) }
  const form: NewDocument = {
    _id: id,
    type_slug: meta.type_slug,
    status: meta.status,
    created_by: meta.created_by,
    account_id: meta.account_id,
    sequence_no: meta.sequence_no,
    created_at: meta.created_at,
    updated_at: meta.updated_at,
    ...shadowsOf(data),
    words: words === undefined ? noWords : await words.wordsOf(data),
    references: references === undefined ? noReferences : references.valuesOf(data),
    text,
  }
  if (text.data.length > certainlySmall && BSON.calculateObjectSize(form) > maxDocumentBytes) {
    throw new TooLarge('the document is too large to be stored')
  }
  return form
}

/** The result of a read. */
export const decodeDocument = (id: string, text: DocumentTexts): StoredDocument => ({
  id,
  meta: text.meta,
  data: text.data,
})

/** The size of the texts in bytes of UTF-8. */
export const sizeOf = ({ meta, data }: DocumentTexts): number => Buffer.byteLength(meta) + Buffer.byteLength(data)

/** The projection of every read. */
export const textOnly = { text: 1 } as const

/** The existing documents among these, without removed ones. */
export function decodeDocuments(forms: readonly { _id: string; text?: DocumentTexts }[]): StoredDocument[] {
  return forms.flatMap(({ _id, text }) => (text === undefined ? [] : [decodeDocument(_id, text)]))
}
