import type { Json, JsonObject } from '../../lib/json/index.ts'
import { readData, readMeta } from '../../lib/store-kit/index.ts'
import type { CollectionDefinition, Column, DocumentDraft, DocumentMeta, StoredDocument } from '../../kernel/index.ts'

/** What whoever saves a view writes. */
export interface ViewContent {
  /** Slug of the type whose list it is a view of. */
  type_slug: string
  name: string
  /** Whether everyone in the account sees it. */
  shared: boolean
  /** What the list is asked, as its parameters; kept as it is. */
  query: JsonObject | string
  /** The columns shown, in their order: names, or objects with name and width. */
  columns: Json[]
}

/** A saved view of a list, as it is kept. Its owner is who created it. */
export interface StoredView {
  id: string
  meta: DocumentMeta
  content: ViewContent
}

interface ViewRecord extends ViewContent, JsonObject {
  /** Who sees it: the owner's id, or {@link everyone}. */
  audience: string
}

/** The audience of a shared view. */
export const everyone = '*'

const column = (name: string): Column => ({
  path: [name],
  kind: 'text',
  many: false,
  indexed: true,
  unique: false,
  types: ['string'],
})

/** Where views are kept. */
export const viewsCollection: CollectionDefinition = {
  name: '_views',
  columns: [column('type_slug'), column('audience')],
  versions: false,
  words: false,
}

/** The view that a document holds. Only this plugin writes there, so its shape is known. */
export function readView(document: StoredDocument): StoredView {
  const { type_slug, name, shared, query, columns } = readData(document) as ViewRecord
  return { id: document.id, meta: readMeta(document), content: { type_slug, name, shared, query, columns } }
}

/** A view as it is written. */
export function viewDraft({ id, meta, content }: StoredView): DocumentDraft {
  const data: ViewRecord = { ...content, audience: content.shared ? everyone : meta.created_by }
  return { id, meta, data }
}

/**
 * A view as the API shows it.
 * @param stale names in it that its type does not understand any more; not shown when there are none
 */
export const viewText = ({ id, meta, content }: StoredView, stale: readonly string[]): string =>
  JSON.stringify({ id, ...content, owner: meta.created_by, ...(stale.length > 0 && { stale }) })
