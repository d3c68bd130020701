import { checkPreconditions, defaultAccount, NotFound, systemCaller, writeAs } from '../../../kernel/index.ts'
import type { Caller, Preconditions } from '../../../kernel/index.ts'
import type { JsonObject } from '../../../lib/json/index.ts'
import { quote, readCursorPage } from '../../../lib/query/index.ts'
import type { CursorPage, Cursors, PageParameters } from '../../../lib/query/index.ts'
import { creating, newId, RecordCollection, retryOnConflict } from '../../../lib/store-kit/index.ts'
import type { DocumentStore, StoredRecord, WriteOperation } from '../../../lib/store-kit/index.ts'
import type { Events } from '../../events/contract.ts'

interface AccountData extends JsonObject {
  name: string
}

export type StoredAccount = StoredRecord<AccountData>

/** The collection of accounts. They are never deleted. */
export const accounts = new RecordCollection<AccountData>('account', { name: '_accounts' })

/** The parts that accounts use. */
interface AccountParts {
  store: DocumentStore
  events: Events
}

export const findAccount = (store: DocumentStore, id: string): Promise<StoredAccount | undefined> =>
  accounts.find(store, id)

/** Create the default account unless it exists. */
export async function makeDefaultAccount({ store, events }: AccountParts): Promise<void> {
  if ((await accounts.find(store, defaultAccount)) !== undefined) return
  const caller = systemCaller()
  const account = accounts.draft(defaultAccount, { name: 'Default' }, { created_by: caller.id })
  await accounts.insertIfAbsent(store, account, eventOf(events, 'Account.Created', caller, account))
}

/** Accounts: resources belong to one account each, while types and settings are shared. */
export class AccountService {
  readonly #parts: AccountParts
  readonly #cursors: Cursors

  constructor(parts: AccountParts, cursors: Cursors) {
    this.#parts = parts
    this.#cursors = cursors
  }

  /** @throws `NotFound` when there is no account with this URN */
  async get(id: string): Promise<StoredAccount> {
    const account = await accounts.find(this.#parts.store, id)
    if (account === undefined) throw new NotFound(`there is no account ${quote(id)}`)
    return account
  }

  /** All accounts, newest first. */
  list(page: PageParameters): Promise<CursorPage<StoredAccount>> {
    const source = { store: this.#parts.store, cursors: this.#cursors }
    const list = { ...accounts.query([]), list: 'accounts' }
    return readCursorPage(source, list, page, document => accounts.parse(document))
  }

  async create(caller: Caller, name: string): Promise<StoredAccount> {
    const { store, events } = this.#parts
    const account = accounts.draft(newId('account'), { name }, { created_by: caller.id })
    const operations = [accounts.insert(account), eventOf(events, 'Account.Created', caller, account)]
    await creating(account.id, writeAs(store, caller, operations))
    return account
  }

  /**
   * Rename an account.
   * @throws `PreconditionFailed`; `NotFound`
   */
  async rename(
    caller: Caller,
    id: string,
    name: string | undefined,
    preconditions: Preconditions,
  ): Promise<StoredAccount> {
    const { store, events } = this.#parts
    return retryOnConflict('this account', async () => {
      const current = await this.get(id)
      checkPreconditions(preconditions, { id, sequenceNo: current.meta.sequence_no })
      if (name === undefined || name === current.data.name) return current
      const next = accounts.next(current, { name })
      await writeAs(store, caller, [accounts.replace(next), eventOf(events, 'Account.Updated', caller, next)])
      return next
    })
  }
}

function eventOf(events: Events, type: string, caller: Caller, { id, meta }: StoredAccount): WriteOperation {
  return events.record({ type, subject: id, caller, account_id: null, sequence_no: meta.sequence_no })
}

/** An account in the format of the API. */
export const accountBody = ({ id, meta, data }: StoredAccount): JsonObject => ({
  id,
  name: data.name,
  created_at: meta.created_at,
})
