import { BSON } from 'mongodb'
import { runInTurns } from '../../../lib/event-loop/index.ts'
import { TooLarge } from '../../../lib/errors/index.ts'
import { referenceValues, removeSecrets } from '../../../lib/json-schema/index.ts'
import type { JsonObject } from '../../../lib/json/types.ts'
import type {
  CollectionDefinition,
  DocumentDraft,
  DocumentMeta,
  StoredDocument,
} from '../../../lib/store-kit/document-store.ts'
import { wordsInSteps } from '../../../lib/store-kit/words/search-words.ts'
import { readElements, toBson } from './bson.ts'
import type { Fields } from './bson.ts'
import { keysOf } from './column-fields.ts'
import type { ColumnField } from './column-fields.ts'

/** The standard columns as BSON. */
export interface MetaForm extends Omit<DocumentMeta, 'created_at' | 'updated_at'> {
  created_at: Date
  updated_at: Date
}

/**
 * A document as it is stored in its collection. `data` is what is served. A permanently removed document leaves its `_id` with only `removed`, so that the
 * id is never used again.
 */
export interface StoredForm extends Partial<MetaForm>, DerivedForm {
  _id: string
  data?: Fields
  /** Incremented by checks, so that they conflict with changes. */
  guard?: number
  removed?: true
}

/** What is made from the data, for queries. What is empty is absent. */
export interface DerivedForm {
  /** Date-times as dates, see `column-fields.ts`. */
  keys?: Fields
  /** The words of all texts, or {@link manyWords}. */
  words?: readonly string[]
  /** What it refers to, see `referenceValues`. */
  references?: readonly string[]
}

/** A document to be written. */
export type NewDocument = MetaForm & { _id: string; data: Fields } & DerivedForm

/** A replaced state, in `_versions`. */
export interface VersionForm extends MetaForm {
  /** {@link versionId} */
  _id: string
  collection: string
  document: string
  data: Fields
}

/** What documents of a collection have besides their data. */
export interface DerivedFields {
  definition: Pick<CollectionDefinition, 'words' | 'references'>
  /** The columns of the definition, and of earlier ones that may still be needed. */
  fields: readonly ColumnField[]
}

/** The key of a version; the versions of a document are adjacent in its order. */
export const versionId = (collection: string, id: string, sequenceNo: number): string =>
  `${collection}/${id}/${String(sequenceNo).padStart(16, '0')}`

/** Finds the versions of a document up to a number. */
export const versionRange = (collection: string, id: string, last: number) => ({
  _id: { $gte: versionId(collection, id, 0), $lte: versionId(collection, id, last) },
})

/** MongoDB's own limit, minus what a command around the document needs. */
const maxDocumentBytes = 16 * 1024 * 1024 - 16 * 1024

/** More words would make the document and its index entries too large. */
const maxWords = 20_000
/** The whole field `words` of a document with more words: every search tests it. No text has this word. */
export const manyWords = '*'

/**
 * A document as it is stored.
 * @throws `TooLarge` when the document is too large for MongoDB
 */
export async function encodeDocument(
  { id, meta, data }: DocumentDraft,
  derived: DerivedFields,
): Promise<{ form: NewDocument; bytes: number }> {
  const form = { _id: id, ...metaForm(meta), data: toBson(data), ...(await derivedForm(data, derived)) }
  const bytes = BSON.calculateObjectSize(form)
  if (bytes > maxDocumentBytes) throw new TooLarge('the document is too large to be stored')
  return { form, bytes }
}

/** The standard columns as they are stored. */
const metaForm = (meta: DocumentMeta): MetaForm => ({
  type_slug: meta.type_slug,
  status: meta.status,
  created_by: meta.created_by,
  account_id: meta.account_id,
  sequence_no: meta.sequence_no,
  created_at: new Date(meta.created_at),
  updated_at: new Date(meta.updated_at),
})

/** A state of a document as it is stored in `_versions`. */
export const versionForm = (collection: string, { id, meta, data }: DocumentDraft): VersionForm => ({
  _id: versionId(collection, id, meta.sequence_no),
  collection,
  document: id,
  ...metaForm(meta),
  data: toBson(data),
})

/** What is made from the data of a document. */
export async function derivedForm(
  data: JsonObject,
  { definition: { words, references }, fields }: DerivedFields,
): Promise<DerivedForm> {
  const keys = keysOf(fields, data)
  const found = words === false ? [] : await runInTurns(wordsInSteps(removeSecrets(words.secret, data), words.except))
  const referred = references === undefined ? [] : referenceValues(references, data)
  return {
    ...(keys.size > 0 && { keys }),
    ...(found.length > 0 && { words: found.length > maxWords ? [manyWords] : found }),
    ...(referred.length > 0 && { references: referred }),
  }
}

export const metaNames = [
  'type_slug',
  'status',
  'created_by',
  'account_id',
  'sequence_no',
  'created_at',
  'updated_at',
] as const satisfies readonly (keyof DocumentMeta)[]

const served: ReadonlySet<string> = new Set(['_id', 'document', ...metaNames, 'data'])

/** The projection of every read of whole documents. */
export const wholeDocument: Readonly<Record<string, 1>> = Object.fromEntries(
  [...metaNames, 'data'].map(name => [name, 1]),
)

/** The result of a read; undefined for a document that was removed. @param bytes as MongoDB returns it with the option `raw` */
export function decodeDocument(bytes: Buffer): StoredDocument | undefined {
  return documentOf(readElements(bytes, served))
}

/** The document with these elements as JSON. */
export function documentOf(elements: ReadonlyMap<string, string>): StoredDocument | undefined {
  const data = elements.get('data')
  if (data === undefined) return undefined
  let meta = '{'
  for (const name of metaNames) meta += `${meta === '{' ? '' : ','}"${name}":${elements.get(name) ?? 'null'}`
  return { id: idOf(elements), meta: `${meta}}`, data }
}

/** The same as values, as far as the elements go. */
export const draftOf = (elements: ReadonlyMap<string, string>): DocumentDraft => ({
  id: idOf(elements),
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the standard columns of a stored document
  meta: Object.fromEntries(
    metaNames.map((name): [string, unknown] => [name, JSON.parse(elements.get(name) ?? 'null')]),
  ) as unknown as DocumentMeta,
  data: JSON.parse(elements.get('data') ?? '{}'),
})

/** The id of a document, or of that which a version belongs to. */
export const idOf = (elements: ReadonlyMap<string, string>): string =>
  String(JSON.parse(elements.get('document') ?? elements.get('_id') ?? '""'))

export const idOnly: ReadonlySet<string> = new Set(['_id'])

/** The existing documents among these, without removed ones. */
export const decodeDocuments = (found: readonly Buffer[]): StoredDocument[] =>
  found.flatMap(bytes => decodeDocument(bytes) ?? [])

/** The size of the texts in bytes of UTF-8. */
export const sizeOf = ({ meta, data }: StoredDocument): number => Buffer.byteLength(meta) + Buffer.byteLength(data)
