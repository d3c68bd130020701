import { readCursorPage } from '../../../lib/query/index.ts'
import { NotFound, writeAs, WriteRefused } from '../../../kernel/index.ts'
import type { Caller, Condition, WriteOperation } from '../../../kernel/index.ts'
import type { JsonObject } from '../../../lib/json/index.ts'
import type { CursorPage, PageParameters } from '../../../lib/query/index.ts'
import {
  FeedCache,
  RecordCollection,
  retryOnConflict,
  textColumn,
  textCondition,
} from '../../../lib/store-kit/index.ts'
import type { Agent } from '../../users/contract.ts'
import type { StoredRecord } from '../../../lib/store-kit/index.ts'
import { LastUse } from '../background.ts'
import { hasSecretOf, newCredential } from '../credential.ts'
import type { Credential } from '../credential.ts'
import type { Impersonations } from '../impersonation/service.ts'
import type { AuthContracts } from '../services.ts'

/** The stored data of a session. Archived means ended; the record stays until the session would have expired. */
interface SessionData extends JsonObject {
  /** URN of the user who signed in. */
  user_id: string
  /** SHA-256 of the secret in the cookie. */
  hash: string
  /** SHA-256 of the `state` of the sign-in. Unique, so that one sign-in cannot create two sessions. */
  sign_in: string
  /** RFC 3339, at most a minute old while the session is in use. */
  last_seen_at: string
  /** RFC 3339: when it ends unless it is used again. */
  expires_at: string
  user_agent: string
}

export type Session = StoredRecord<SessionData>

export const sessions = new RecordCollection<SessionData>('session', {
  name: '_sessions',
  transient: true,
  columns: [textColumn('user_id'), textColumn('sign_in', { unique: true }), textColumn('expires_at')],
})

/** Maximum time without use. */
const maxIdleMs = 8 * 60 * 60 * 1000
/** Maximum lifetime. */
export const maxSessionMs = 7 * 24 * 60 * 60 * 1000
const maxUserAgentLength = 300
/** Maximum number of sessions of a user. */
const maxSessions = 20

/** The data for a new session. */
interface NewSession {
  /** Hash of the `state` of the sign-in. */
  signIn: string
  userAgent: string
  /** The previous session of the browser; it ends. */
  before: Session | undefined
}

/** Sessions of signed-in users. */
export class Sessions {
  readonly #contracts: AuthContracts
  readonly #impersonations: Impersonations
  readonly #cache: FeedCache<Session>
  readonly #lastUse: LastUse

  constructor(contracts: AuthContracts, impersonations: Impersonations) {
    const { store, background } = contracts
    this.#contracts = contracts
    this.#impersonations = impersonations
    this.#cache = new FeedCache({ store, collection: sessions.name, load: id => sessions.find(store, id) })
    this.#lastUse = new LastUse(store, background)
  }

  start(): Promise<void> {
    return this.#cache.start()
  }

  close(): void {
    this.#cache.close()
  }

  /** The session of a credential, unless it has ended. */
  async find(credential: Credential): Promise<Session | undefined> {
    const id = sessionId(credential)
    let session = await this.#cache.get(id)
    if (session !== undefined && !isAlive(session)) {
      this.#cache.forget(id) // another instance may have just recorded its use
      session = await this.#cache.get(id)
    }
    return session !== undefined && isAlive(session) && hasSecretOf(session.data, credential) ? session : undefined
  }

  /**
   * Begin a session, and end the previous one.
   * @returns the text of the new credential; undefined when this sign-in has created a session already
   */
  async begin(agent: Agent, { signIn, userAgent, before }: NewSession): Promise<string | undefined> {
    const credential = newCredential()
    const now = Date.now()
    const session = sessions.draft(
      sessionId(credential),
      {
        user_id: agent.id,
        hash: credential.hash,
        sign_in: signIn,
        last_seen_at: new Date(now).toISOString(),
        expires_at: expiryOf(now, now),
        user_agent: userAgent.slice(0, maxUserAgentLength),
      },
      { created_by: agent.id, created_at: new Date(now).toISOString() },
    )
    if (!(await this.#insert(agent, session, before))) return undefined
    if (before !== undefined) await this.end({ id: before.data.user_id, account_id: agent.account_id }, before.id)
    return credential.text
  }

  /**
   * Write a new session, and end the oldest ones when the user has too many.
   * @param before is not counted: it ends as well
   * @returns false when the sign-in has created a session already
   */
  async #insert(agent: Agent, session: Session, before: Session | undefined): Promise<boolean> {
    const caller: Caller = { id: agent.id, account_id: agent.account_id, preconditions: agent.preconditions ?? [] }
    return retryOnConflict('these sessions', async () => {
      const others = (await this.#aliveOf(agent.id)).filter(({ id }) => id !== before?.id)
      const ended = await this.#endOperations(caller, others.slice(maxSessions - 1))
      try {
        await writeAs(this.#contracts.store, caller, [sessions.insert(session), ...ended])
        return true
      } catch (error) {
        if (error instanceof WriteRefused && error.reason === 'unique') return false
        throw error
      }
    })
  }

  /** Whether a sign-in has created a session already, even one that has ended. */
  async isUsed(signIn: string): Promise<boolean> {
    const conditions = [textCondition('sign_in', 'eq', signIn)]
    return (await this.#contracts.store.count(sessions.query(conditions, { status: 'any' }))) > 0
  }

  /**
   * End a session, and an impersonation in it.
   * @returns whether it was active until now
   */
  async end(caller: Caller, id: string): Promise<boolean> {
    return retryOnConflict('this session', async () => {
      const session = await sessions.find(this.#contracts.store, id)
      if (session === undefined || !isAlive(session)) return false
      await writeAs(this.#contracts.store, caller, await this.#endOperations(caller, [session]))
      return true
    })
  }

  /**
   * End one of the sessions of a user.
   * @throws `NotFound` for a session of another user
   */
  async revoke(caller: Caller, userId: string, id: string): Promise<void> {
    const session = await sessions.find(this.#contracts.store, id)
    const isOwn = session?.data.user_id === userId
    if (!isOwn || !(await this.end(caller, id))) throw new NotFound('there is no such session')
  }

  /** The operations that end all sessions of a user, for a write that disables the user. */
  async endAllOperations(caller: Caller, userId: string): Promise<WriteOperation[]> {
    return this.#endOperations(caller, await this.#aliveOf(userId))
  }

  /** The active sessions of a user, newest first. */
  list(userId: string, page: PageParameters): Promise<CursorPage<Session>> {
    const query = sessions.query([textCondition('user_id', 'eq', userId)])
    const list = { ...query, list: 'sessions', movingConditions: [unexpired()] }
    return readCursorPage(this.#contracts, list, page, document => sessions.parse(document))
  }

  #aliveOf(userId: string): Promise<Session[]> {
    return sessions.findAll(this.#contracts.store, [textCondition('user_id', 'eq', userId), unexpired()])
  }

  /** Record that a session is used, which prolongs it. */
  touch(session: Session): void {
    this.#lastUse.touch(session.id, session.data.last_seen_at, now =>
      sessions.replace(
        sessions.next(session, {
          last_seen_at: new Date(now).toISOString(),
          expires_at: expiryOf(now, Date.parse(session.meta.created_at)),
        }),
      ),
    )
  }

  async #endOperations(caller: Caller, ended: readonly Session[]): Promise<WriteOperation[]> {
    const { events } = this.#contracts
    const operations = ended.map(async session => {
      const next = sessions.next(session, {}, { status: 'archived' })
      const { sequence_no } = next.meta
      const event = { type: 'Session.Revoked', subject: session.id, caller, account_id: null, sequence_no }
      return [sessions.replace(next), events.record(event), ...(await this.#impersonations.endOperations(session.id))]
    })
    return (await Promise.all(operations)).flat()
  }
}

const sessionId = ({ selector }: Credential): string => `urn:session:${selector}`

/** When a session that is used now ends unless it is used again. */
const expiryOf = (now: number, created: number): string =>
  new Date(Math.min(now + maxIdleMs, created + maxSessionMs)).toISOString()

/** The condition that a session has not expired. */
const unexpired = (): Condition => textCondition('expires_at', 'gt', new Date(Date.now()).toISOString())

const isAlive = ({ meta, data }: Session): boolean =>
  meta.status === 'active' && Date.now() < Date.parse(data.expires_at)
