import { isObject, jsonText } from '../json/index.ts'
import type { JsonObject } from '../json/types.ts'
import type { CollectionDefinition, Column, DocumentDraft, DocumentMeta, StoredDocument } from './document-store.ts'
import { metaText, readData, readMeta } from './document-texts.ts'

/*
 * The sets of rows of a type with `x-drafts`, beside the collection of its content: what editors see, and what is public. A row has the data of the resource and,
 * in one further member, the state of its publication, by which lists are filtered and sorted. The rows have numbers of their own, for compare-and-swap.
 */

/** Which of the two sets a reader sees. */
export type Perspective = 'published' | 'draft'

/** The state of a resource beside its content. */
export interface Publication {
  /** The number of the version in the row. */
  sequence_no: number
  /** The version that is public. */
  published_no: number | null
  published_at: string | null
  published_by: string | null
  publication: 'draft' | 'published' | 'changed'
}

/** What a row keeps of a publication. */
export interface PublicationState extends Publication {
  /** The version with the last change of the content: archiving and restoring are none. */
  content_no: number
  /** Raised by every publication and its end; part of the entity tag. */
  counter: number
  /** Of the published set: the versions that are or were public, the latest ones. */
  numbers?: number[]
}

/** The member of a row's data with its {@link PublicationState}. No property can have this name. */
export const stateMember = '@state'

/** Names of the state by which lists are filtered and sorted, and how. `sequence_no` stands in for the standard column, which numbers the row. */
const stateKinds = {
  published_no: 'number',
  published_at: 'instant',
  published_by: 'text',
  publication: 'text',
  sequence_no: 'number',
} as const satisfies Record<keyof Publication, Column['kind']>

const kinds = new Map<string, Column['kind']>(Object.entries(stateKinds))

/** The column of a part of the state; undefined for any other name. */
export function publicationColumn(name: string): (Column & { format?: 'date-time' }) | undefined {
  const kind = kinds.get(name)
  if (kind === undefined) return undefined
  return {
    path: [stateMember, name],
    kind,
    many: false,
    indexed: true,
    unique: false,
    types: kind === 'number' ? ['integer', 'null'] : ['string', 'null'],
    ...(kind === 'instant' && { format: 'date-time' }),
  }
}

/** The name of the collection with a set of rows. */
export const setCollection = (perspective: Perspective, collection: string): string =>
  `${perspective === 'draft' ? '_drafts' : '_published'}_${collection}`

/** The definition of a set of rows of a collection. Values are unique among what is published; among drafts the collection itself sees to that. */
export function setDefinition(perspective: Perspective, definition: CollectionDefinition): CollectionDefinition {
  const { keepVersions: _kept, columns, name, words, ...others } = definition
  const states = Object.keys(stateKinds).flatMap(one => {
    const { format: _format, ...column } = publicationColumn(one) ?? {}
    return 'path' in column ? [column] : []
  })
  return {
    ...others,
    name: setCollection(perspective, name),
    columns: [
      ...(perspective === 'published' ? columns : columns.map(column => ({ ...column, unique: false }))),
      ...states,
    ],
    versions: false,
    forgetsRemoved: true,
    words: words === false ? false : { ...words, secret: hidingState(words.secret) },
  }
}

/** The words of the state are not searched. */
const hidingState = (secret: JsonObject = {}): JsonObject => {
  const { properties } = secret
  return { ...secret, properties: { ...(isObject(properties) && properties), [stateMember]: { writeOnly: true } } }
}

/** The row of a resource in a set. @param number that of the row */
export const setRow = (
  id: string,
  meta: DocumentMeta,
  data: JsonObject,
  state: PublicationState,
  number: number,
): DocumentDraft => ({
  id,
  meta: { ...meta, sequence_no: number },
  data: { ...data, [stateMember]: { ...state } },
})

/** The state in a row, if it has one. */
export const readState = (row: StoredDocument): PublicationState =>
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- setRow alone writes it
  readData(row)[stateMember] as JsonObject & PublicationState

/** A resource of a type with drafts, as readers see it. */
export interface PublicationDocument extends StoredDocument {
  /** The part of its entity tag that publication changes. */
  readonly tag: string
}

/** The row of a set as readers see it: the state beside the standard columns. */
export function presentRow(perspective: Perspective, row: StoredDocument): PublicationDocument {
  const { [stateMember]: _state, ...data } = readData(row)
  return presentResource(perspective, { id: row.id, meta: readMeta(row), data }, readState(row))
}

/** The state in a row of a type with drafts as readers see it. */
export const publicationIn = (document: StoredDocument): Publication =>
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- presentResource alone writes it
  readMeta(document) as DocumentMeta & Publication

/** A resource with its state as readers see it. @param text of its data, if it is there */
export function presentResource(
  perspective: Perspective,
  { id, meta, data }: { id: string; meta: DocumentMeta; data: JsonObject },
  state: PublicationState,
  text = jsonText(data),
): PublicationDocument {
  const publication = perspective === 'published' ? 'published' : state.publication
  const standard = metaText({ ...meta, sequence_no: state.sequence_no })
  return { id, meta: withState(standard, { ...state, publication }), data: text, tag: `p${state.counter}` }
}

/** A version that is or was public as readers of what is public see it. @param shown what is public now, as they see it */
export const presentVersion = (shown: StoredDocument, { id, meta, data }: StoredDocument): StoredDocument => ({
  id,
  meta: withState(meta, publicationIn(shown)),
  data,
})

/** The text of standard columns with a state behind them. */
const withState = (text: string, { published_no, published_at, published_by, publication }: Publication): string =>
  `${text.slice(0, -1)},${JSON.stringify({ published_no, published_at, published_by, publication }).slice(1)}`

/** The state of a resource as readers see it; undefined for types without drafts. */
export function shownPublication(resource: StoredDocument): Publication['publication'] | undefined {
  const meta: DocumentMeta & Partial<Publication> = readMeta(resource)
  return meta.publication
}

/** The state of a new resource. */
export const firstState = (sequenceNo: number): PublicationState => ({
  sequence_no: sequenceNo,
  content_no: sequenceNo,
  published_no: null,
  published_at: null,
  published_by: null,
  publication: 'draft',
  counter: 0,
})

/** The state in which a version is public. */
export const publishedState = (
  state: PublicationState,
  { number, at, by }: { number: number; at: string; by: string },
): PublicationState => ({
  ...state,
  published_no: number,
  published_at: at,
  published_by: by,
  publication: number >= state.content_no ? 'published' : 'changed',
})

/** The state in which nothing is public. */
export const unpublishedState = (state: PublicationState): PublicationState => ({
  ...state,
  published_no: null,
  published_at: null,
  published_by: null,
  publication: 'draft',
})
