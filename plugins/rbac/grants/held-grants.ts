import type { Action } from '../../../kernel/index.ts'
import type { JsonObject } from '../../../lib/json/index.ts'
import { FeedCache, RecordCollection, textColumn, textCondition } from '../../../lib/store-kit/index.ts'
import type { DocumentStore, Sort, StoredRecord } from '../../../lib/store-kit/index.ts'

/** The stored data of a grant. It belongs to the account of the resource. */
interface GrantData extends JsonObject {
  resource_id: string
  agent_id: string
  actions: Action[]
  granted_by: string
  granted_at: string
  /** Resource and agent: there is one grant for both together. Unique. */
  pair: string
  /** Agent and type: selects the agent's grants on resources of the type. */
  held: string
}

export type StoredGrant = StoredRecord<GrantData>

export const grantRecords = new RecordCollection<GrantData>('grant', {
  name: '_grants',
  columns: [textColumn('resource_id'), textColumn('pair', { unique: true }), textColumn('held')],
})

/** The value of `pair`; URNs contain no spaces. */
export const pairOf = (resourceId: string, agentId: string): string => `${resourceId} ${agentId}`

/** The value of `held`. */
export const heldOf = (agentId: string, typeSlug: string): string => `${agentId} ${typeSlug}`

/** The order of the grants with one value in a column: by id, and thus by creation. */
export const orderIn = (name: 'resource_id' | 'held', direction: Sort['direction']): Sort => ({
  target: { path: [name] },
  kind: 'text',
  direction,
  field: name,
})

/** An agent who can hold grants, and the account. */
export interface Holder {
  id: string
  account_id: string
}

/** The grants of one agent on resources of one type: actions by the id of the resource. */
type GrantsByResource = ReadonlyMap<string, readonly Action[]>

/** The first grants, in one page. */
interface FirstGrants {
  grants: GrantsByResource
  isComplete: boolean
}

const pageSize = 1000
const maxCachedGrants = 100_000

/** The grants of agents, cached by agent and type. To check a single grant reads one page at most; only lists read all of them. */
export class HeldGrants {
  readonly #store: DocumentStore
  readonly #first: FeedCache<FirstGrants>
  readonly #all: FeedCache<GrantsByResource>

  constructor(store: DocumentStore) {
    this.#store = store
    const options = {
      store,
      collection: grantRecords.name,
      staleAfter: 'everything',
      maxWeight: maxCachedGrants,
    } as const
    this.#first = new FeedCache({
      ...options,
      load: key => this.#loadFirst(key),
      weightOf: ({ grants }) => grants.size + 1,
    })
    this.#all = new FeedCache({ ...options, load: key => this.#loadAll(key), weightOf: grants => grants.size + 1 })
  }

  /** Begin to follow the changes. The collection must be defined. */
  async start(): Promise<void> {
    await this.#first.start()
    await this.#all.start()
  }

  close(): void {
    this.#first.close()
    this.#all.close()
  }

  /** The actions that an agent was granted on a resource. */
  async on(holder: Holder, typeSlug: string, resourceId: string): Promise<readonly Action[]> {
    const first = await this.#first.get(keyOf(holder, typeSlug))
    const granted = first?.grants.get(resourceId)
    if (granted !== undefined) return granted
    if (first?.isComplete === true) return []
    const pair = textCondition('pair', 'eq', pairOf(resourceId, holder.id))
    const grant = await grantRecords.findFirst(this.#store, [pair], { account_id: holder.account_id })
    return grant?.data.actions ?? []
  }

  /** All grants of an agent on resources of a type. */
  async of(holder: Holder, typeSlug: string): Promise<GrantsByResource> {
    const key = keyOf(holder, typeSlug)
    const first = await this.#first.get(key)
    const all = first?.isComplete === true ? first.grants : await this.#all.get(key)
    return all ?? new Map<string, readonly Action[]>()
  }

  async #loadFirst(key: string): Promise<FirstGrants> {
    const page = await this.#store.list(queryOf(key))
    return {
      grants: byResource(page.documents.map(document => grantRecords.parse(document))),
      isComplete: page.next === null,
    }
  }

  async #loadAll(key: string): Promise<GrantsByResource> {
    const query = queryOf(key)
    let page = await this.#store.list(query)
    const documents = [...page.documents]
    while (page.next !== null) {
      page = await this.#store.list({ ...query, after: page.next })
      documents.push(...page.documents)
    }
    return byResource(documents.map(document => grantRecords.parse(document)))
  }
}

/** The key of a holder's grants in the caches; no part of it contains a space. */
const keyOf = ({ id, account_id }: Holder, typeSlug: string): string => `${id} ${account_id} ${typeSlug}`

function queryOf(key: string) {
  const [id = '', account_id = '', typeSlug = ''] = key.split(' ')
  const query = grantRecords.query([textCondition('held', 'eq', heldOf(id, typeSlug))], { account_id })
  return { ...query, sort: orderIn('held', 'asc'), limit: pageSize }
}

const byResource = (grants: readonly StoredGrant[]): GrantsByResource =>
  new Map(grants.map(({ data }) => [data.resource_id, data.actions]))
