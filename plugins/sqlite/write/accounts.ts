import type { DocumentMeta, DocumentStatus } from '../../../lib/store-kit/document-store.ts'
import type { Connection } from '../file/connection.ts'
import type { WriteGroup } from '../threads/messages.ts'

/**
 * Account and status in one number, the `scope` with which every index begins: short, and fast to compare. Even numbers are the active
 * documents of an account, the odd ones after them the archived documents.
 */
export class Accounts {
  readonly #numbers = new Map<string, number>()
  readonly #unsaved = new Map<string, number>()
  #last = 0

  constructor(connection: Connection) {
    for (const [number, account] of connection.all('SELECT number, account_id FROM "plinth.accounts"')) {
      this.#numbers.set(String(account), Number(number))
      this.#last = Math.max(this.#last, Number(number))
    }
  }

  /** The scope of a document; a new account gets a number. */
  scopeOf({ account_id, status }: Pick<DocumentMeta, 'account_id' | 'status'>): number {
    return 2 * this.#numberOf(account_id) + (status === 'archived' ? 1 : 0)
  }

  /** The scopes that a query searches. */
  scopes(account: string | null, status: DocumentStatus | 'any'): number[] {
    if (account === null) return [...this.#numbers.values()].flatMap(number => scopesOf(number, status))
    const number = this.#numbers.get(account)
    return number === undefined ? [] : scopesOf(number, status)
  }

  /** Numbers that may not be in the file yet. Every group contains them until one of these groups is {@link saved}. */
  unsaved(): WriteGroup['accounts'] {
    return this.#unsaved.size === 0 ? [] : [...this.#unsaved]
  }

  saved(accounts: WriteGroup['accounts']): void {
    for (const [account] of accounts) this.#unsaved.delete(account)
  }

  #numberOf(account: string): number {
    const known = this.#numbers.get(account)
    if (known !== undefined) return known
    this.#last += 1
    this.#numbers.set(account, this.#last)
    this.#unsaved.set(account, this.#last)
    return this.#last
  }
}

const scopesOf = (number: number, status: DocumentStatus | 'any'): number[] =>
  status === 'any' ? [2 * number, 2 * number + 1] : [2 * number + (status === 'archived' ? 1 : 0)]
