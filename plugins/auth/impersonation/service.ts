import { Conflict, writeAs, writeFor, WriteRefused } from '../../../kernel/index.ts'
import type { Caller, WriteOperation } from '../../../kernel/index.ts'
import type { JsonObject } from '../../../lib/json/index.ts'
import { FeedCache, RecordCollection, retryOnConflict } from '../../../lib/store-kit/index.ts'
import type { Agent } from '../../users/contract.ts'
import type { StoredRecord } from '../../../lib/store-kit/index.ts'
import type { AuthContracts } from '../services.ts'

/** The impersonations of one session (in development: of one user); one document, which is updated. */
interface ImpersonationData extends JsonObject {
  /** URN of the impersonator. */
  impersonator: string
  /** URN of the impersonated user; null when there is none. */
  agent_id: string | null
  /** RFC 3339 */
  expires_at: string
}

/** An active impersonation, possibly expired. */
export type Impersonation = StoredRecord<ImpersonationData> & { data: { agent_id: string } }

export const impersonations = new RecordCollection<ImpersonationData>('impersonation', {
  name: '_impersonations',
  transient: true,
})

const maxImpersonationMs = 60 * 60 * 1000

/** The id of the impersonation of a session or user: `urn:session:x` has `urn:impersonation:session.x`. */
export const impersonationId = (holder: string): string =>
  `urn:impersonation:${holder.slice('urn:'.length).replace(':', '.')}`

/**
 * Active impersonations. Each belongs to a holder: the id of the session, in development mode of the user, who impersonates.
 */
export class Impersonations {
  readonly #contracts: AuthContracts
  /** null: no impersonation, the result for nearly every request. */
  readonly #cache: FeedCache<Impersonation | null>

  constructor(contracts: AuthContracts) {
    const { store } = contracts
    this.#contracts = contracts
    this.#cache = new FeedCache({
      store,
      collection: impersonations.name,
      load: async id => {
        const record = await impersonations.find(store, id)
        return isUnderWay(record) ? record : null
      },
    })
  }

  start(): Promise<void> {
    return this.#cache.start()
  }

  close(): void {
    this.#cache.close()
  }

  /** The active impersonation, possibly expired. */
  find(holder: string): Promise<Impersonation | undefined> {
    return this.get(impersonationId(holder))
  }

  /** The same by the id of its record. */
  async get(id: string): Promise<Impersonation | undefined> {
    return (await this.#cache.get(id)) ?? undefined
  }

  /**
   * Begin to act as another user, for at most an hour.
   * @throws `Conflict` when the holder impersonates a user already
   */
  async begin(holder: string, impersonator: Caller, agent: Agent): Promise<void> {
    const { store } = this.#contracts
    const id = impersonationId(holder)
    let before = await impersonations.find(store, id)
    if (isUnderWay(before)) {
      if (!isOver(before)) throw alreadyUnderWay()
      await this.end(holder, before)
      before = await impersonations.find(store, id)
    }
    const data: ImpersonationData = {
      impersonator: impersonator.id,
      agent_id: agent.id,
      expires_at: new Date(Date.now() + maxImpersonationMs).toISOString(),
    }
    const draft = impersonations.draft(id, data, { created_by: impersonator.id })
    try {
      await writeAs(store, impersonator, [
        ...(agent.preconditions ?? []),
        impersonations.save(draft, before),
        this.#event('Impersonation.Started', impersonator.id, agent),
      ])
    } catch (error) {
      throw error instanceof WriteRefused ? alreadyUnderWay() : error // begun twice concurrently
    }
  }

  /**
   * End the impersonation; does nothing when there is none.
   * @param only end only this impersonation, not a later one
   * @param caller who requests it; absent when it ends by itself
   */
  async end(holder: string, only?: Impersonation, caller: Pick<Caller, 'requestKey'> = {}): Promise<void> {
    await retryOnConflict('this impersonation', async () => {
      const operations = await this.endOperations(holder, only)
      if (operations.length > 0) await writeFor(this.#contracts.store, caller, operations)
    })
  }

  /** The operations that end an impersonation, to be part of a larger write. */
  async endOperations(holder: string, only?: Impersonation): Promise<WriteOperation[]> {
    const before = await impersonations.find(this.#contracts.store, impersonationId(holder))
    if (!isUnderWay(before)) return []
    if (only !== undefined && before.meta.sequence_no !== only.meta.sequence_no) return []
    const { impersonator, agent_id } = before.data
    return [
      impersonations.replace(impersonations.next(before, { agent_id: null })),
      this.#event('Impersonation.Stopped', impersonator, { id: agent_id, account_id: '' }),
    ]
  }

  /** The event names both the impersonated user and the impersonator. */
  #event(type: string, impersonator: string, { id, account_id }: Pick<Agent, 'id' | 'account_id'>): WriteOperation {
    const caller = { id, account_id, impersonator }
    return this.#contracts.events.record({ type, subject: id, caller, account_id: null })
  }
}

const isUnderWay = (record: StoredRecord<ImpersonationData> | undefined): record is Impersonation =>
  record !== undefined && record.data.agent_id !== null

export const isOver = ({ data }: Impersonation): boolean => Date.now() >= Date.parse(data.expires_at)

const alreadyUnderWay = (): Conflict => new Conflict('you are impersonating another user already; stop that first')
