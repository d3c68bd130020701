import type {
  Caller,
  DocumentDraft,
  DocumentMeta,
  DocumentStore,
  StoredDocument,
  WriteOperation,
} from '../../../kernel/index.ts'
import { jsonText } from '../../../lib/json/index.ts'
import type { JsonObject } from '../../../lib/json/index.ts'
import {
  firstState,
  presentResource,
  publishedState,
  readData,
  readMeta,
  readState,
  setRow,
  stateMember,
  unpublishedState,
} from '../../../lib/store-kit/index.ts'
import type { PublicationDocument, PublicationState } from '../../../lib/store-kit/index.ts'
import type { ResourceType, TypeWithDrafts } from '../../types/contract.ts'
import type { ScopedResource } from '../contract.ts'

/** How many published versions of a resource are remembered. */
const maxNumbers = 1_000

/** A row of a set. */
interface Row {
  /** Undefined where there is none yet. */
  number: number | undefined
  state: PublicationState
  data: JsonObject
}

/** The rows of one resource. */
interface Rows {
  draft: Row
  /** Read when it is needed. */
  published?: Row
}

/** What a write does to the sets of rows. */
export interface PublicationChange {
  operations: WriteOperation[]
  /** First of all operations of the write: the row gives up its unique values, which others of the same write can then take. */
  releases: WriteOperation[]
  /** The resource as editors see it. */
  document: PublicationDocument
  state: PublicationState
}

/** Who publishes. */
export interface By {
  by: string
  /** Default: now. */
  at?: string
}

/** The content that becomes public. */
export interface PublicContent {
  meta: DocumentMeta
  data: JsonObject
  number: number
}

/** The sets of rows of the resources of one write, as the write leaves them. */
export class Publications {
  readonly #store: DocumentStore
  readonly #rows = new Map<string, Rows>()
  /** Whether several resources are written, of which one can take a value that another one gives up. */
  #isMany = false

  constructor(store: DocumentStore) {
    this.#store = store
  }

  /** Read the rows of many resources at once. @param withPublic also what is public of them */
  async prepare({ draft, published }: TypeWithDrafts, ids: readonly string[], withPublic = false): Promise<void> {
    this.#isMany ||= ids.length > 1
    for (const row of await this.#store.getMany(draft.collection, ids))
      this.#rows.set(row.id, { draft: { ...rowOf(row), data: {} } })
    if (!withPublic) return
    const rows = new Map((await this.#store.getMany(published.collection, ids)).map(row => [row.id, row]))
    for (const id of ids) {
      const known = this.#rows.get(id)
      if (known !== undefined) known.published = rowOf(rows.get(id))
    }
  }

  /** The state of a resource before what is planned next. */
  async stateOf(drafts: TypeWithDrafts, id: string, sequenceNo: number): Promise<PublicationState> {
    const known = this.#rows.get(id)
    if (known !== undefined) return known.draft.state
    await this.prepare(drafts, [id])
    const rows = this.#rows.get(id) ?? { draft: { number: undefined, state: firstState(sequenceNo), data: {} } }
    this.#rows.set(id, rows)
    return rows.draft.state
  }

  /** What is public of a resource, or was. */
  async publishedRow({ published }: TypeWithDrafts, id: string): Promise<Row> {
    const rows = this.#rows.get(id)
    if (rows?.published !== undefined) return rows.published
    const found = rowOf(await this.#store.get(published.collection, id))
    if (rows !== undefined) rows.published = found
    return found
  }

  /** Note that a write creates a resource, of which there is nothing yet. */
  begin(id: string): void {
    const none = { number: undefined, state: firstState(1), data: {} }
    this.#rows.set(id, { draft: none, published: none })
  }

  /** A new version of the content, or the first. @param text of the data */
  async changed(
    drafts: TypeWithDrafts,
    { id, meta, data }: ScopedResource,
    text: string,
    { isContent, discards, publication }: { isContent: boolean; discards: boolean; publication?: By | undefined },
  ): Promise<PublicationChange> {
    const state = await this.stateOf(drafts, id, meta.sequence_no)
    const next: PublicationState = {
      ...state,
      sequence_no: meta.sequence_no,
      ...(isContent && { content_no: meta.sequence_no }),
      ...(isContent && state.published_no !== null && { publication: 'changed' }),
    }
    const written = { id, meta, data }
    if (discards && (await this.#isPublic(drafts, id, text)))
      return this.#publish(
        drafts,
        written,
        { ...next, published_no: meta.sequence_no, publication: 'published' },
        { meta, data, number: meta.sequence_no },
        text,
      )
    if (publication !== undefined && meta.status === 'active') {
      const content = { meta, data, number: meta.sequence_no }
      return this.#publish(drafts, written, madePublic(next, content.number, publication), content, text)
    }
    if (meta.status === 'archived' && state.published_no !== null) return this.#unpublish(drafts, written, next, text)
    return {
      operations: [this.#draftRow(drafts, written, next)],
      releases: [],
      document: shown(written, next, text),
      state: next,
    }
  }

  /** Make a version public. */
  async publish(
    drafts: TypeWithDrafts,
    current: ScopedResource,
    content: PublicContent,
    { id }: Pick<Caller, 'id'>,
  ): Promise<PublicationChange> {
    const state = await this.stateOf(drafts, current.id, current.meta.sequence_no)
    const { number, state: before } = await this.publishedRow(drafts, current.id)
    const active: DocumentMeta = { ...content.meta, status: 'active' }
    const releases =
      number === undefined || !this.#isMany ? [] : [this.#publishedRow(drafts, current.id, active, {}, before)]
    const change = await this.#publish(drafts, current, madePublic(state, content.number, { by: id }), content)
    return { ...change, releases }
  }

  /** End the publication of a resource. */
  async unpublish(drafts: TypeWithDrafts, current: ScopedResource): Promise<PublicationChange> {
    const state = await this.stateOf(drafts, current.id, current.meta.sequence_no)
    const { operations, ...change } = await this.#unpublish(drafts, current, state)
    return { ...change, operations: operations.slice(0, 1), releases: operations.slice(1) }
  }

  /** Whether this is what is public: behaviours can have changed what was discarded to. */
  async #isPublic(drafts: TypeWithDrafts, id: string, text: string): Promise<boolean> {
    return jsonText((await this.publishedRow(drafts, id)).data) === text
  }

  async #publish(
    drafts: TypeWithDrafts,
    resource: ScopedResource,
    state: PublicationState,
    { meta, data, number }: PublicContent,
    text?: string,
  ): Promise<PublicationChange> {
    const before = await this.publishedRow(drafts, resource.id)
    const numbers = [...(before.state.numbers ?? []).filter(one => one !== number), number].slice(-maxNumbers)
    const own: PublicationState = { ...state, sequence_no: number, publication: 'published', numbers }
    const active: DocumentMeta = { ...meta, status: 'active' }
    return {
      operations: [this.#draftRow(drafts, resource, state), this.#publishedRow(drafts, resource.id, active, data, own)],
      releases: [],
      document: shown(resource, state, text),
      state,
    }
  }

  async #unpublish(
    drafts: TypeWithDrafts,
    resource: ScopedResource,
    state: PublicationState,
    text?: string,
  ): Promise<PublicationChange> {
    const next = { ...unpublishedState(state), counter: state.counter + 1 }
    const { state: before } = await this.publishedRow(drafts, resource.id)
    const meta: DocumentMeta = { ...resource.meta, status: 'archived' }
    const own: PublicationState = { ...next, numbers: before.numbers ?? [] }
    return {
      operations: [this.#draftRow(drafts, resource, next), this.#publishedRow(drafts, resource.id, meta, {}, own)],
      releases: [],
      document: shown(resource, next, text),
      state: next,
    }
  }

  #draftRow({ draft }: TypeWithDrafts, { id, meta, data }: ScopedResource, state: PublicationState): WriteOperation {
    const rows = this.#rows.get(id) ?? { draft: { number: undefined, state, data: {} } }
    const { number } = rows.draft
    this.#rows.set(id, { ...rows, draft: { number: (number ?? 0) + 1, state, data: {} } })
    return write(draft, number, setRow(id, meta, data, state, (number ?? 0) + 1))
  }

  #publishedRow(
    { published }: TypeWithDrafts,
    id: string,
    meta: DocumentMeta,
    data: JsonObject,
    state: PublicationState,
  ): WriteOperation {
    const rows = this.#rows.get(id)
    const number = rows?.published?.number
    if (rows !== undefined) rows.published = { number: (number ?? 0) + 1, state, data }
    return write(published, number, setRow(id, meta, data, state, (number ?? 0) + 1))
  }
}

const rowOf = (row: StoredDocument | undefined): Row =>
  row === undefined
    ? { number: undefined, state: firstState(1), data: {} }
    : { number: readMeta(row).sequence_no, state: readState(row), data: dataOf(readData(row)) }

/** The state in which a version has just become public. */
const madePublic = (
  state: PublicationState,
  number: number,
  { by, at = new Date().toISOString() }: By,
): PublicationState => ({
  ...publishedState(state, { number, at, by }),
  counter: state.counter + 1,
})

const write = ({ collection }: ResourceType, before: number | undefined, document: DocumentDraft): WriteOperation =>
  before === undefined
    ? { kind: 'insert', collection, document }
    : { kind: 'replace', collection, document, expected: before }

const dataOf = ({ [stateMember]: _state, ...data }: JsonObject): JsonObject => data

const shown = (resource: ScopedResource, state: PublicationState, text?: string): PublicationDocument =>
  presentResource('draft', resource, state, text)
