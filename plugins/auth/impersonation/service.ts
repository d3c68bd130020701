import { Conflict, WriteRefused } from '../../../kernel/index.ts'
import type { Caller, DocumentStore, WriteOperation } from '../../../kernel/index.ts'
import { writeAs } from '../../../lib/store-kit/index.ts'
import type { Agent } from '../../users/contract.ts'
import type { Events } from '../../events/contract.ts'
import { attempts } from '../parts.ts'
import { firstMeta, nextMeta } from '../record.ts'
import { Remembered } from '../remembered.ts'
import { impersonationId, impersonationsCollection, readImpersonation } from './record.ts'
import type { ImpersonationRecord, StoredImpersonation } from './record.ts'

const longest = 60 * 60 * 1000

/** Nobody is impersonated. Remembered like an impersonation, as that is what nearly every request finds. */
const none = Symbol('none')

/** Who is being impersonated, by the session in which (in development: the user by whom) that happens. */
export class Impersonations {
  readonly #store: DocumentStore
  readonly #events: Events
  readonly #remembered: Remembered<StoredImpersonation | typeof none>

  constructor(store: DocumentStore, events: Events) {
    this.#store = store
    this.#events = events
    this.#remembered = new Remembered(store, impersonationsCollection.name, document => {
      const stored = document === undefined ? undefined : readImpersonation(document)
      return isActive(stored) ? stored : none
    })
  }

  start(): Promise<void> {
    return this.#remembered.start()
  }

  close(): void {
    this.#remembered.close()
  }

  /** The impersonation that goes on in a session (in development: by a user), maybe past its time; without a promise when remembered. */
  of(holder: string): StoredImpersonation | undefined | Promise<StoredImpersonation | undefined> {
    const found = this.#remembered.get(impersonationId(holder))
    return found instanceof Promise ? found.then(known) : known(found)
  }

  /**
   * Begin to act as another user, for an hour at most.
   * @throws `Conflict` when somebody is being impersonated already
   */
  async begin(holder: string, impersonator: Caller, agent: Agent): Promise<void> {
    const id = impersonationId(holder)
    const collection = impersonationsCollection.name
    let before = await this.#read(id)
    if (isActive(before)) {
      if (Date.now() < before.expires) throw underWay()
      await this.end(holder, before)
      before = await this.#read(id)
    }
    const data: ImpersonationRecord = {
      impersonator: impersonator.id,
      agent_id: agent.id,
      expires_at: new Date(Date.now() + longest).toISOString(),
    }
    const change: WriteOperation =
      before === undefined
        ? { kind: 'insert', collection, document: { id, meta: firstMeta('impersonation', impersonator.id), data } }
        : {
            kind: 'replace',
            collection,
            document: { id, meta: nextMeta(before.meta), data },
            expected: before.meta.sequence_no,
          }
    try {
      await writeAs(this.#store, impersonator, [
        ...(agent.preconditions ?? []),
        change,
        this.#told('Impersonation.Started', impersonator.id, agent),
      ])
    } catch (error) {
      if (error instanceof WriteRefused) throw underWay() // begun twice at once
      throw error
    } finally {
      this.#remembered.forget(id)
    }
  }

  /**
   * Be oneself again; nothing happens where one was.
   * @param only end just this one, not one that began since
   */
  async end(holder: string, only?: StoredImpersonation): Promise<void> {
    const id = impersonationId(holder)
    for (let attempt = 0; attempt < attempts; attempt++) {
      const operations = await this.ending(holder, only)
      try {
        if (operations.length > 0) await this.#store.write(operations)
        return
      } catch (error) {
        if (!(error instanceof WriteRefused)) throw error // ended twice at once
      } finally {
        this.#remembered.forget(id)
      }
    }
    throw new Conflict('others keep changing this at the same time; try again')
  }

  /** The operations that end what goes on in a session, for a write that ends more than that. */
  async ending(holder: string, only?: StoredImpersonation): Promise<WriteOperation[]> {
    const before = await this.#read(impersonationId(holder))
    if (!isActive(before)) return []
    if (only !== undefined && before.meta.sequence_no !== only.meta.sequence_no) return []
    const { id, meta, record } = before
    return [
      {
        kind: 'replace',
        collection: impersonationsCollection.name,
        document: { id, meta: nextMeta(meta), data: { ...record, agent_id: null } },
        expected: meta.sequence_no,
      },
      this.#told('Impersonation.Stopped', record.impersonator, { id: record.agent_id ?? '', account_id: '' }),
    ]
  }

  /** The event names both: who was acted as, and who really acted. */
  #told(type: string, impersonator: string, { id, account_id }: Pick<Agent, 'id' | 'account_id'>): WriteOperation {
    return this.#events.record({ type, subject: id, caller: { id, account_id, impersonator }, account_id: null })
  }

  async #read(id: string): Promise<StoredImpersonation | undefined> {
    const document = await this.#store.get(impersonationsCollection.name, id)
    return document === undefined ? undefined : readImpersonation(document)
  }
}

const known = (found: StoredImpersonation | typeof none | undefined): StoredImpersonation | undefined =>
  found === none ? undefined : found

const isActive = (stored: StoredImpersonation | undefined): stored is StoredImpersonation =>
  stored !== undefined && stored.record.agent_id !== null

const underWay = (): Conflict => new Conflict('you are impersonating somebody already; stop that first')
