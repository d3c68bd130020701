import { Conflict, NotFound, WriteRefused, sharedAccount } from '../../../kernel/index.ts'
import type { Caller, Condition, WriteOperation } from '../../../kernel/index.ts'
import { writeAs } from '../../../lib/store-kit/index.ts'
import type { Agent } from '../../users/contract.ts'
import { isStored, newCredential } from '../credential.ts'
import type { Credential } from '../credential.ts'
import { LastUse } from '../last-use.ts'
import { documentPage, everyDocument } from '../page.ts'
import type { DocumentPage, PageWanted } from '../page.ts'
import type { AuthParts } from '../parts.ts'
import { attempts } from '../parts.ts'
import { firstMeta, textCondition } from '../record.ts'
import { Remembered } from '../remembered.ts'
import { when } from '../when.ts'
import { expiryOf, readSession, replaceSession, sessionId, sessionsCollection } from './record.ts'
import type { StoredSession } from './record.ts'

const longestUserAgent = 300
/** How many sessions a user may have at once. */
const maxSessions = 20

/** What begins with a sign-in. */
export interface NewSession {
  /** Hash of the `state` that it was signed in with. */
  signIn: string
  userAgent: string
  /** The session that the browser had until now; it ends. */
  before: StoredSession | undefined
}

/** Sessions of people who signed in. */
export class Sessions {
  readonly #parts: AuthParts
  readonly #remembered: Remembered<StoredSession>
  readonly #lastUse: LastUse

  constructor(parts: AuthParts) {
    this.#parts = parts
    this.#remembered = new Remembered(parts.store, sessionsCollection.name, document =>
      document === undefined ? undefined : readSession(document),
    )
    this.#lastUse = new LastUse(parts, id => this.#remembered.forget(id))
  }

  start(): Promise<void> {
    return this.#remembered.start()
  }

  close(): void {
    this.#remembered.close()
  }

  /** The session that a credential opens, if it goes on; without a promise when remembered. */
  find(credential: Credential): StoredSession | undefined | Promise<StoredSession | undefined> {
    return when(this.#known(sessionId(credential.selector)), session =>
      session !== undefined && isAlive(session) && isStored(session.record.hash, credential) ? session : undefined,
    )
  }

  /** A session that seems to be over may have been used a moment ago: that is read again. */
  #known(id: string): StoredSession | undefined | Promise<StoredSession | undefined> {
    const found = this.#remembered.get(id)
    if (found === undefined || found instanceof Promise || isAlive(found)) return found
    this.#remembered.forget(id)
    return this.#remembered.get(id)
  }

  /**
   * Begin a session, and end the one before it.
   * @returns what the browser shows from now on; undefined when this sign-in has made a session already
   */
  async begin(agent: Agent, { signIn, userAgent, before }: NewSession): Promise<string | undefined> {
    const credential = newCredential()
    const id = sessionId(credential.selector)
    const now = Date.now()
    const meta = firstMeta('session', agent.id, now)
    const data = {
      user_id: agent.id,
      hash: credential.hash,
      sign_in: signIn,
      last_seen_at: meta.created_at,
      expires_at: expiryOf(now, now),
      user_agent: userAgent.slice(0, longestUserAgent),
    }
    const insertion = { kind: 'insert', collection: sessionsCollection.name, document: { id, meta, data } } as const
    if (!(await this.#insert(agent, insertion, before))) return undefined
    if (before !== undefined) await this.end({ id: before.record.user_id, account_id: agent.account_id }, before.id)
    return credential.text
  }

  /**
   * Write a new session, and end the oldest ones where the user has too many.
   * @param before does not count: it ends as well
   * @returns whether the sign-in had made none yet
   */
  async #insert(agent: Agent, insertion: WriteOperation, before: StoredSession | undefined): Promise<boolean> {
    const caller: Caller = { id: agent.id, account_id: agent.account_id, preconditions: agent.preconditions ?? [] }
    for (let attempt = 0; attempt < attempts; attempt++) {
      const others = (await this.#aliveOf(agent.id)).filter(({ id }) => id !== before?.id)
      const ended = await this.#endingAll(caller, others.slice(maxSessions - 1))
      try {
        await writeAs(this.#parts.store, caller, [insertion, ...ended])
        return true
      } catch (error) {
        if (!(error instanceof WriteRefused)) throw error
        if (error.reason === 'unique') return false // what else is refused was used meanwhile
      }
    }
    throw new Conflict('others keep changing these sessions at the same time; try again')
  }

  /** Whether a sign-in has made a session already, be that over or not. */
  async isUsed(signIn: string): Promise<boolean> {
    const conditions = [textCondition('sign_in', 'eq', signIn)]
    return (await this.#parts.store.count({ ...allSessions, status: 'any', conditions })) > 0
  }

  /**
   * End a session, whoever is being impersonated in it.
   * @returns whether it went on until now
   */
  async end(caller: Caller, id: string): Promise<boolean> {
    for (let attempt = 0; attempt < attempts; attempt++) {
      const session = await this.#read(id)
      if (session === undefined || !isAlive(session)) return false
      try {
        await writeAs(this.#parts.store, caller, await this.#ending(caller, session))
        return true
      } catch (error) {
        if (!(error instanceof WriteRefused)) throw error // it was used meanwhile
      } finally {
        this.#remembered.forget(id)
      }
    }
    throw new WriteRefused('stale', 0)
  }

  /**
   * End one of the sessions of a user.
   * @throws `NotFound` for any other
   */
  async revoke(caller: Caller, userId: string, id: string): Promise<void> {
    const session = await this.#read(id)
    const isOwn = session?.record.user_id === userId
    if (!isOwn || !(await this.end(caller, id))) throw new NotFound('there is no such session')
  }

  /** The operations that end all sessions of a user, for a write that disables the user. */
  async endingAllOf(caller: Caller, userId: string): Promise<WriteOperation[]> {
    return this.#endingAll(caller, await this.#aliveOf(userId))
  }

  /** The sessions of a user that go on, newest first. */
  async page(userId: string, wanted: PageWanted): Promise<DocumentPage> {
    const conditions = [textCondition('user_id', 'eq', userId)]
    return documentPage(this.#parts, 'sessions', { ...allSessions, conditions }, wanted, [unexpired()])
  }

  /** The same without pages. */
  async #aliveOf(userId: string): Promise<StoredSession[]> {
    const conditions = [textCondition('user_id', 'eq', userId), unexpired()]
    const documents = await everyDocument(this.#parts.store, { ...allSessions, conditions })
    return documents.map(readSession)
  }

  /** Note that a session is used, and goes on for so much longer. */
  touch(session: StoredSession): void {
    this.#lastUse.note(session.id, session.seen, now =>
      replaceSession(session, {
        last_seen_at: new Date(now).toISOString(),
        expires_at: expiryOf(now, Date.parse(session.meta.created_at)),
      }),
    )
  }

  async #endingAll(caller: Caller, sessions: readonly StoredSession[]): Promise<WriteOperation[]> {
    const operations: WriteOperation[] = []
    for (const session of sessions) operations.push(...(await this.#ending(caller, session)))
    return operations
  }

  /** The operations that end a session, and whatever impersonation goes on in it. */
  async #ending(caller: Caller, session: StoredSession): Promise<WriteOperation[]> {
    this.#remembered.doubt(session.id)
    const event = { type: 'Session.Revoked', subject: session.id, caller, account_id: null }
    return [
      replaceSession(session, {}, { status: 'archived' }),
      this.#parts.events.record({ ...event, sequence_no: session.meta.sequence_no + 1 }),
      ...(await this.#parts.impersonations.ending(session.id)),
    ]
  }

  async #read(id: string): Promise<StoredSession | undefined> {
    const document = await this.#parts.store.get(sessionsCollection.name, id)
    return document === undefined ? undefined : readSession(document)
  }
}

/** The condition that a session is not over by now. */
const unexpired = (): Condition => ({
  ...textCondition('expires_at', 'lt', ''),
  operator: 'gt',
  operands: [new Date(Date.now()).toISOString()],
})

const isAlive = ({ meta, expires }: StoredSession): boolean => meta.status === 'active' && Date.now() < expires

const allSessions = {
  collection: sessionsCollection.name,
  account_id: sharedAccount,
  status: 'active',
  visibility: { all: true },
  words: [],
} as const
