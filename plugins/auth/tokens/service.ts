import { readCursorPage } from '../../../lib/query/index.ts'
import { Conflict, NotFound, writeAs } from '../../../kernel/index.ts'
import type { Action, Caller, WriteOperation } from '../../../kernel/index.ts'
import type { JsonObject } from '../../../lib/json/index.ts'
import type { CursorPage, PageParameters } from '../../../lib/query/index.ts'
import {
  creating,
  FeedCache,
  RecordCollection,
  retryOnConflict,
  textColumn,
  textCondition,
} from '../../../lib/store-kit/index.ts'
import type { StoredRecord } from '../../../lib/store-kit/index.ts'
import { LastUse } from '../background.ts'
import { hasSecretOf, newCredential, readCredential } from '../credential.ts'
import type { AuthContracts } from '../services.ts'
import { invalidToken } from './bearer.ts'

/** The settings that the owner of an API token chooses. */
export interface TokenSettings {
  name: string
  type_slugs: string[] | null
  actions: Action[] | null
  /** RFC 3339; null for never. */
  expires_at: string | null
}

interface TokenData extends JsonObject {
  /** URN of the user that it acts for. */
  user_id: string
  name: string
  /** SHA-256 of its secret. */
  hash: string
  type_slugs: string[] | null
  actions: Action[] | null
  expires_at: string | null
  /** RFC 3339, at most a minute old while it is in use; null until it is first used. */
  last_used_at: string | null
}

export type Token = StoredRecord<TokenData>

export const tokens = new RecordCollection<TokenData>('token', {
  name: '_tokens',
  columns: [textColumn('user_id'), textColumn('type_slugs', { many: true })],
})

/** People and scanners for leaked secrets recognise a token by this prefix. */
const prefix = 'plinth_'
const maxTokensOfUser = 200

/** API tokens: the credentials of machines. */
export class Tokens {
  readonly #contracts: AuthContracts
  readonly #cache: FeedCache<Token>
  readonly #lastUse: LastUse

  constructor(contracts: AuthContracts) {
    const { store, background } = contracts
    this.#contracts = contracts
    this.#cache = new FeedCache({ store, collection: tokens.name, load: id => tokens.find(store, id) })
    this.#lastUse = new LastUse(store, background)
  }

  start(): Promise<void> {
    return this.#cache.start()
  }

  close(): void {
    this.#cache.close()
  }

  /**
   * The caller that a token text identifies.
   * @throws `Unauthorized` when the token is not valid, or its user is disabled
   */
  async authenticate(text: string): Promise<Caller> {
    const credential = text.startsWith(prefix) ? readCredential(text.slice(prefix.length)) : undefined
    const token = credential === undefined ? undefined : await this.find(`urn:token:${credential.selector}`)
    if (credential === undefined || token === undefined || !hasSecretOf(token.data, credential)) {
      throw invalidToken()
    }
    const { user_id, type_slugs, actions, last_used_at } = token.data
    const agent = await this.#contracts.agents.get(user_id)
    if (agent?.status !== 'active') throw invalidToken()
    this.#lastUse.touch(token.id, last_used_at, now =>
      tokens.replace(tokens.next(token, { last_used_at: new Date(now).toISOString() })),
    )
    const { id, account_id, preconditions = [] } = agent
    const notRevoked = tokens.checkExists(token.id) // at any version: it changes with use
    return {
      id,
      account_id,
      token: { id: token.id, type_slugs, actions },
      preconditions: [...preconditions, notRevoked],
    }
  }

  /** The token with this id, unless it was revoked or has expired. */
  async find(id: string): Promise<Token | undefined> {
    const token = await this.#cache.get(id)
    return token === undefined || isExpired(token) ? undefined : token
  }

  /**
   * Create a token.
   * @param owner URN of the user it acts for
   * @returns the token, and its text, which is shown only once
   * @throws `BadRequest` naming types that do not exist
   */
  async create(caller: Caller, owner: string, settings: TokenSettings): Promise<{ token: Token; text: string }> {
    const { store, types } = this.#contracts
    const slugs = (settings.type_slugs ?? []).map(slug => ({ field: 'type_slugs', slug }))
    if ((await store.count(tokensOf(owner))) >= maxTokensOfUser) {
      throw new Conflict(`a user cannot have more than ${maxTokensOfUser} API tokens; revoke some first`)
    }
    const { selector, hash, text } = newCredential()
    const data = { user_id: owner, ...settings, hash, last_used_at: null }
    const token = tokens.draft(`urn:token:${selector}`, data, { created_by: caller.id })
    const write = retryOnConflict('these resource types', async attempt =>
      writeAs(store, caller, [
        tokens.insert(token),
        this.#event('Token.Created', caller, token),
        ...(types === undefined ? [] : await types.checkSlugs(slugs, attempt)),
      ]),
    )
    await creating(token.id, write)
    return { token, text: prefix + text }
  }

  /** The tokens of a user, newest first. */
  list(owner: string, page: PageParameters): Promise<CursorPage<Token>> {
    const list = { ...tokensOf(owner), list: 'tokens' }
    return readCursorPage(this.#contracts, list, page, document => tokens.parse(document))
  }

  /**
   * Delete a token of a user.
   * @throws `NotFound` when the token does not belong to the user
   */
  async revoke(caller: Caller, owner: string, id: string): Promise<void> {
    const { store } = this.#contracts
    await retryOnConflict('this API token', async () => {
      const token = await tokens.find(store, id)
      if (token?.data.user_id !== owner) throw new NotFound('there is no such API token')
      await writeAs(store, caller, this.#revokeOperations(caller, token))
    })
  }

  /** The operations that revoke all tokens of a user, for a write that disables the user. */
  async revokeAllOperations(caller: Caller, owner: string): Promise<WriteOperation[]> {
    const all = await tokens.findAll(this.#contracts.store, [textCondition('user_id', 'eq', owner)])
    return all.flatMap(token => this.#revokeOperations(caller, token))
  }

  /** The operations that update the slug in tokens when a type gets another one. */
  async renameOperations(from: string, to: string): Promise<WriteOperation[]> {
    const affected = await tokens.findAll(this.#contracts.store, [textCondition('type_slugs', 'eq', from)])
    return affected.map(token => {
      const type_slugs = token.data.type_slugs?.map(slug => (slug === from ? to : slug)) ?? null
      return tokens.replace(tokens.next(token, { type_slugs }))
    })
  }

  #revokeOperations(caller: Caller, token: Token): WriteOperation[] {
    return [tokens.remove(token), this.#event('Token.Revoked', caller, token)]
  }

  #event(type: string, caller: Caller, { id, meta: { sequence_no } }: Token): WriteOperation {
    return this.#contracts.events.record({ type, subject: id, caller, account_id: null, sequence_no })
  }
}

const tokensOf = (owner: string) => tokens.query([textCondition('user_id', 'eq', owner)])

const isExpired = ({ data: { expires_at } }: Token): boolean =>
  expires_at !== null && Date.now() >= Date.parse(expires_at)
