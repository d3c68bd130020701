import { Conflict, NotFound, WriteRefused, sharedAccount } from '../../../kernel/index.ts'
import type { Caller, SelectQuery, WriteOperation } from '../../../kernel/index.ts'
import { writeAs } from '../../../lib/store-kit/index.ts'
import { badToken } from '../bearer.ts'
import { isStored, newCredential, readCredential, rememberingReader } from '../credential.ts'
import { LastUse } from '../last-use.ts'
import { documentPage, everyDocument } from '../page.ts'
import type { DocumentPage, PageWanted } from '../page.ts'
import type { AuthParts } from '../parts.ts'
import { attempts } from '../parts.ts'
import { firstMeta, textCondition } from '../record.ts'
import { Remembered } from '../remembered.ts'
import { when } from '../when.ts'
import { readToken, replaceToken, tokenId, tokensCollection, whileThere } from './record.ts'
import type { StoredToken, TokenRecord } from './record.ts'
import { checkSlugs } from './slugs.ts'

/** By it people and scanners for leaked secrets know what it is. */
const prefix = 'plinth_'
const mostOfOne = 200

/** API tokens: what machines sign in with. */
export class Tokens {
  readonly #parts: Omit<AuthParts, 'impersonations'>
  readonly #remembered: Remembered<StoredToken>
  readonly #lastUse: LastUse
  readonly #read = rememberingReader(text =>
    text.startsWith(prefix) ? readCredential(text.slice(prefix.length)) : undefined,
  )

  constructor(parts: Omit<AuthParts, 'impersonations'>) {
    this.#parts = parts
    this.#remembered = new Remembered(parts.store, tokensCollection.name, document =>
      document === undefined ? undefined : readToken(document),
    )
    this.#lastUse = new LastUse(parts, id => this.#remembered.forget(id))
  }

  start(): Promise<void> {
    return this.#remembered.start()
  }

  close(): void {
    this.#remembered.close()
  }

  /**
   * Who asks with this text as token.
   * @throws `Unauthorized` when it is no token that is valid now, or whom it acts for is disabled
   */
  callerOf(text: string): Caller | Promise<Caller> {
    const credential = this.#read(text)
    if (credential === undefined) throw badToken()
    return when(this.#remembered.get(tokenId(credential.selector)), token => {
      if (token === undefined || Date.now() >= token.expires || !isStored(token.record.hash, credential))
        throw badToken()
      return when(this.#parts.agents.get(token.record.user_id), agent => {
        if (agent?.status !== 'active') throw badToken()
        this.#lastUse.note(token.id, token.used, now =>
          replaceToken(token, { last_used_at: new Date(now).toISOString() }),
        )
        const { id, account_id, preconditions = [] } = agent
        return { id, account_id, token: token.scope, preconditions: [...preconditions, whileThere(token)] }
      })
    })
  }

  /**
   * Make a token.
   * @param owner URN of the user it acts for
   * @returns it, and what is to be shown this one time
   * @throws `BadRequest` naming types that there are not
   */
  async create(
    caller: Caller,
    owner: string,
    wanted: Pick<TokenRecord, 'name' | 'type_slugs' | 'actions' | 'expires_at'>,
  ): Promise<{ token: StoredToken; text: string }> {
    if ((await this.#parts.store.count(tokensOf(owner))) >= mostOfOne) {
      throw new Conflict(`nobody can have more than ${mostOfOne} API tokens; revoke some first`)
    }
    const credential = newCredential()
    const id = tokenId(credential.selector)
    const meta = firstMeta('token', caller.id)
    const data: TokenRecord = { user_id: owner, ...wanted, hash: credential.hash, last_used_at: null }
    const insert: WriteOperation = { kind: 'insert', collection: tokensCollection.name, document: { id, meta, data } }
    await this.#repeat(caller, async attempt => [
      insert,
      this.#told('Token.Created', caller, id, 1),
      ...(await checkSlugs(this.#parts.types, wanted.type_slugs ?? [], attempt)),
    ])
    const token = readToken({ id, meta: JSON.stringify(meta), data: JSON.stringify(data) })
    return { token, text: prefix + credential.text }
  }

  /** The tokens of a user, newest first. */
  async page(owner: string, wanted: PageWanted): Promise<DocumentPage> {
    return documentPage(this.#parts, 'tokens', tokensOf(owner), wanted)
  }

  /**
   * Take a token of a user away for good.
   * @throws `NotFound` when it is not theirs
   */
  async revoke(caller: Caller, owner: string, id: string): Promise<void> {
    await this.#repeat(caller, async () => {
      const document = await this.#parts.store.get(tokensCollection.name, id)
      const token = document === undefined ? undefined : readToken(document)
      if (token?.record.user_id !== owner) throw new NotFound('there is no such API token')
      return this.#removal(caller, token)
    })
    this.#remembered.forget(id)
  }

  /** The operations that take all tokens of a user away, for a write that disables the user. */
  async removingAllOf(caller: Caller, owner: string): Promise<WriteOperation[]> {
    const documents = await everyDocument(this.#parts.store, tokensOf(owner))
    return documents.map(readToken).flatMap(token => this.#removal(caller, token))
  }

  #removal(caller: Caller, { id, meta }: StoredToken): WriteOperation[] {
    this.#remembered.doubt(id)
    const expected = meta.sequence_no
    return [
      { kind: 'remove', collection: tokensCollection.name, id, expected },
      this.#told('Token.Revoked', caller, id, expected),
    ]
  }

  /** The operations by which tokens follow a type that is given another slug. */
  async renamed(from: string, to: string): Promise<WriteOperation[]> {
    const documents = await everyDocument(this.#parts.store, tokensWith(textCondition('type_slugs', 'eq', from)))
    return documents.map(readToken).map(token => {
      const type_slugs = token.record.type_slugs?.map(slug => (slug === from ? to : slug)) ?? null
      return replaceToken(token, { type_slugs })
    })
  }

  /** Write what `plan` says, planned anew when something that it depends on changed meanwhile. */
  async #repeat(caller: Caller, plan: (attempt: number) => Promise<WriteOperation[]>): Promise<void> {
    for (let attempt = 0; attempt < attempts; attempt++) {
      try {
        await writeAs(this.#parts.store, caller, await plan(attempt))
        return
      } catch (error) {
        if (!(error instanceof WriteRefused)) throw error
      }
    }
    throw new Conflict('others keep changing this at the same time; try again')
  }

  #told(type: string, caller: Caller, subject: string, sequence_no: number): WriteOperation {
    return this.#parts.events.record({ type, subject, caller, account_id: null, sequence_no })
  }
}

const tokensWith = (condition: SelectQuery['conditions'][number]): SelectQuery => ({
  collection: tokensCollection.name,
  account_id: sharedAccount,
  status: 'active',
  visibility: { all: true },
  conditions: [condition],
  words: [],
})

const tokensOf = (owner: string): SelectQuery => tokensWith(textCondition('user_id', 'eq', owner))
