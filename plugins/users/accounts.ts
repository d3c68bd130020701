import {
  Conflict,
  NotFound,
  WriteRefused,
  checkIfMatch,
  defaultAccount,
  sharedAccount,
  systemCaller,
} from '../../kernel/index.ts'
import type {
  Caller,
  CollectionDefinition,
  DocumentMeta,
  DocumentStore,
  SelectQuery,
  StoredDocument,
} from '../../kernel/index.ts'
import type { JsonObject } from '../../lib/json/index.ts'
import { quote } from '../../lib/query/index.ts'
import type { Cursors } from '../../lib/query/index.ts'
import { newId, readData, readMeta, writeAs } from '../../lib/store-kit/index.ts'
import type { Events } from '../events/contract.ts'
import { readPage } from './page.ts'
import type { Page, PageRequest } from './page.ts'
import { attempts } from './parts.ts'

/** An account as it is stored. */
export interface StoredAccount {
  id: string
  meta: DocumentMeta
  record: { name: string }
}

/** Where accounts are kept. */
export const accountsCollection: CollectionDefinition = {
  name: '_accounts',
  columns: [],
  versions: false,
  words: false,
}

const everyAccount: SelectQuery = {
  collection: accountsCollection.name,
  account_id: sharedAccount,
  status: 'active',
  visibility: { all: true },
  conditions: [],
  words: [],
}

/** What accounts work with. */
export interface AccountParts {
  store: DocumentStore
  events: Events
}

/** The account with this id as the store has it. Accounts are never taken away. */
export async function findAccount(store: DocumentStore, id: string): Promise<StoredAccount | undefined> {
  const document = await store.get(accountsCollection.name, id)
  return document === undefined ? undefined : readAccount(document)
}

/** Only this plugin writes there, so the shape is known. */
const readAccount = (document: StoredDocument): StoredAccount => ({
  id: document.id,
  meta: readMeta(document),
  record: readData(document) as { name: string },
})

/** Make the default account where there is none yet. */
export async function makeDefaultAccount(parts: AccountParts): Promise<void> {
  if ((await findAccount(parts.store, defaultAccount)) !== undefined) return
  try {
    await insert(parts, systemCaller(), defaultAccount, 'Default')
  } catch (error) {
    if (!(error instanceof WriteRefused)) throw error // another instance was quicker
  }
}

async function insert(
  { store, events }: AccountParts,
  caller: Caller,
  id: string,
  name: string,
): Promise<StoredAccount> {
  const now = new Date().toISOString()
  const meta: DocumentMeta = {
    type_slug: 'account',
    status: 'active',
    created_by: caller.id,
    account_id: sharedAccount,
    sequence_no: 1,
    created_at: now,
    updated_at: now,
  }
  const event = { type: 'Account.Created', subject: id, caller, account_id: null, sequence_no: 1 }
  const document = { id, meta, data: { name } }
  const insertion = { kind: 'insert', collection: accountsCollection.name, document } as const
  await writeAs(store, caller, [insertion, events.record(event)])
  return { id, meta, record: { name } }
}

/** Accounts: each a world of its own for resources, while types and settings are shared. */
export class AccountService {
  readonly #parts: AccountParts
  readonly #cursors: Cursors

  constructor(parts: AccountParts, cursors: Cursors) {
    this.#parts = parts
    this.#cursors = cursors
  }

  /** @throws `NotFound` when there is no account with this URN */
  async get(id: string): Promise<StoredAccount> {
    const account = await findAccount(this.#parts.store, id)
    if (account === undefined) throw new NotFound(`there is no account ${quote(id)}`)
    return account
  }

  /** All accounts, newest first. */
  list(page: PageRequest): Promise<Page<StoredAccount>> {
    return readPage({ store: this.#parts.store, cursors: this.#cursors }, 'accounts', everyAccount, page, readAccount)
  }

  create(caller: Caller, name: string): Promise<StoredAccount> {
    return insert(this.#parts, caller, newId('account'), name)
  }

  /**
   * Give an account another name.
   * @throws `PreconditionFailed` for a stale `If-Match`; `NotFound`
   */
  async rename(
    caller: Caller,
    id: string,
    name: string | undefined,
    ifMatch: string | undefined,
  ): Promise<StoredAccount> {
    for (let attempt = 0; attempt < attempts; attempt++) {
      const current = await this.get(id)
      const expected = current.meta.sequence_no
      checkIfMatch(ifMatch, id, expected)
      if (name === undefined || name === current.record.name) return current
      const meta = { ...current.meta, sequence_no: expected + 1, updated_at: new Date().toISOString() }
      const event = { type: 'Account.Updated', subject: id, caller, account_id: null, sequence_no: expected + 1 }
      const document = { id, meta, data: { name } }
      try {
        await writeAs(this.#parts.store, caller, [
          { kind: 'replace', collection: accountsCollection.name, document, expected },
          this.#parts.events.record(event),
        ])
        return { id, meta, record: { name } }
      } catch (error) {
        if (!(error instanceof WriteRefused)) throw error
      }
    }
    throw new Conflict('others keep changing this account at the same time; try again')
  }
}

/** An account as the API shows it. */
export const accountBody = ({ id, meta, record }: StoredAccount): JsonObject => ({
  id,
  name: record.name,
  created_at: meta.created_at,
})
