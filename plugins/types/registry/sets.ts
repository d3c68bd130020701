import type { Caller, Condition, DefineOptions, DocumentStore, WriteOperation } from '../../../kernel/index.ts'
import { WriteRefused } from '../../../kernel/index.ts'
import { newestFirst } from '../../../lib/query/index.ts'
import {
  firstState,
  publishedState,
  readDocument,
  readMeta,
  setCollection,
  setRow,
  stateMember,
  unpublishedState,
} from '../../../lib/store-kit/index.ts'
import type { PublicationState } from '../../../lib/store-kit/index.ts'
import type { ResourceType, TypeWithDrafts } from '../contract.ts'
import type { Resource } from '../impact/reference-impact.ts'

/*
 * The sets of rows of types with `x-drafts`: they are made when a type gets the keyword, kept by the writes of its resources, and removed when it loses it.
 */

const portionSize = 200
/** How long counting can take, ms. */
const maxCountMs = 60_000

/** Define the sets of a type, if it has any; see `DocumentStore.define`. */
export async function defineSets(
  store: DocumentStore,
  { drafts }: ResourceType,
  phase?: 'prepare' | 'finish',
  options?: DefineOptions,
): Promise<void> {
  if (drafts === undefined) return
  for (const { definition } of [drafts.draft, drafts.published]) await store.define(definition, phase, options)
}

/** Remove the sets of a collection whose type has none any more. */
export async function dropSets(store: DocumentStore, collection: string): Promise<void> {
  const present = new Set((await store.collections()).map(({ name }) => name))
  for (const perspective of ['draft', 'published'] as const) {
    const name = setCollection(perspective, collection)
    if (!present.has(name)) continue
    await removeRows(store, name)
    await store.drop(name)
  }
}

async function removeRows(store: DocumentStore, collection: string): Promise<void> {
  for await (const rows of store.scan(collection, { size: portionSize }))
    await store.write(rows.map(({ id }) => ({ kind: 'remove', collection, id })))
}

/** How many resources become public, and how many drafts, when a type gets `x-drafts`. */
export interface DraftCounts {
  published: number
  draft: number
}

/** The types of the preset `website` in which a resource without a state of publication is a draft. */
const typesWithDraftStatus: ReadonlySet<string> = new Set(['blog-post', 'article'])

/** Whether the site shows an active resource of a type without `x-drafts`. */
function isShown({ slug, schema }: ResourceType, { data }: Resource): boolean {
  const { status = null } = data
  const properties = schema?.['properties']
  const choices = JSON.stringify(properties ?? null)
  if (typesWithDraftStatus.has(slug) && choices.includes('"status"') && choices.includes('"published"'))
    return status === 'published'
  return status !== 'unpublished'
}

/** What the sets of a type contain of each of its resources when it gets `x-drafts`. */
export class InitialSets {
  readonly #store: DocumentStore
  readonly #type: ResourceType
  readonly #drafts: TypeWithDrafts
  readonly #by: string
  readonly #at = new Date().toISOString()
  readonly #states = new Map<string, PublicationState['publication'] | undefined>()

  constructor(store: DocumentStore, type: ResourceType, drafts: TypeWithDrafts, { id }: Pick<Caller, 'id'>) {
    this.#store = store
    this.#type = type
    this.#drafts = drafts
    this.#by = id
  }

  get counts(): DraftCounts {
    const states = [...this.#states.values()]
    return {
      published: states.filter(one => one === 'published').length,
      draft: states.filter(one => one === 'draft').length,
    }
  }

  /** Count only. */
  async count(): Promise<void> {
    for await (const documents of this.#store.scan(this.#type.collection))
      documents.map(readDocument).forEach(one => this.#stateOf(one))
  }

  /** Write the rows of all resources, portion by portion. */
  async fill({ signal, onProgress }: DefineOptions): Promise<void> {
    await removeRows(this.#store, this.#drafts.published.collection) // those of an interrupted change still occupy unique values
    let done = 0
    for await (const documents of this.#store.scan(this.#type.collection, { size: portionSize })) {
      signal?.throwIfAborted()
      await this.#write(documents.map(readDocument))
      onProgress?.((done += documents.length), done)
    }
  }

  /** The operations for resources that were written meanwhile. */
  async operations(resources: readonly Resource[]): Promise<WriteOperation[]> {
    const operations: WriteOperation[] = []
    const ids = resources.map(({ id }) => id)
    for (const { collection, set } of [this.#drafts.draft, this.#drafts.published]) {
      const rows = new Map((await this.#store.getMany(collection, ids)).map(row => [row.id, readMeta(row).sequence_no]))
      for (const resource of resources) {
        const { id, meta } = resource
        const state = this.#stateOf(resource)
        const number = rows.get(id)
        const isPublic = state.published_no !== null
        if (set?.perspective === 'published' && !isPublic && number === undefined) continue
        const status = set?.perspective === 'published' && !isPublic ? 'archived' : meta.status
        const data = status === meta.status ? resource.data : {}
        const own = {
          ...state,
          ...(set?.perspective === 'published' && { numbers: isPublic ? [meta.sequence_no] : [] }),
        }
        const row = setRow(id, { ...meta, status }, data, own, (number ?? 0) + 1)
        operations.push(
          number === undefined
            ? { kind: 'insert', collection, document: row }
            : { kind: 'replace', collection, document: row, expected: number },
        )
      }
    }
    return operations
  }

  /** Another instance can do the same at once: what it wrote meanwhile is read again. */
  async #write(resources: readonly Resource[]): Promise<void> {
    for (let attempt = 1; ; attempt++) {
      try {
        return await this.#store.write(await this.operations(resources))
      } catch (error) {
        if (!(error instanceof WriteRefused) || error.reason === 'unique' || attempt === 3) throw error
      }
    }
  }

  #stateOf(resource: Resource): PublicationState {
    const { status, sequence_no } = resource.meta
    const first = firstState(sequence_no)
    const isPublic = status === 'active' && isShown(this.#type, resource)
    const state = isPublic
      ? { ...publishedState(first, { number: sequence_no, at: this.#at, by: this.#by }), counter: 1 }
      : unpublishedState(first)
    this.#states.set(resource.id, status === 'active' ? state.publication : undefined)
    return state
  }
}

/** The active resources of all accounts that have changes which are not public; the ids of ten of an account. */
export async function findUnpublished(
  store: DocumentStore,
  { draft: { collection } }: TypeWithDrafts,
  account_id: string,
): Promise<{ count: number; ids: string[] }> {
  const target = { path: [stateMember, 'publication'] }
  const condition: Condition = { target, kind: 'text', operator: 'ne', operands: ['published'], field: 'publication' }
  const deadline = performance.now() + maxCountMs
  const all = { collection, status: 'active', visibility: { all: true }, words: [] } as const
  const query = { ...all, conditions: [condition], deadline }
  const count = await store.count({ ...query, account_id: null })
  const { documents } = await store.list({ ...query, account_id, sort: newestFirst, limit: 10 })
  return { count, ids: documents.map(({ id }) => id) }
}
