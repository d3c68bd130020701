import type { DocumentMeta, DocumentStatus } from '../../contracts/document-store.ts'
import type { Connection } from './connection.ts'

/**
 * Account and status in one number, the `scope` with which every index begins: short, and quickly compared. Even numbers are the active
 * documents of an account, the odd ones after them the archived.
 */
export class Accounts {
  readonly #connection: Connection
  readonly #numbers = new Map<string, number>()

  constructor(connection: Connection) {
    this.#connection = connection
    this.reload()
  }

  /** Read the accounts again: after a transaction that was taken back. */
  reload(): void {
    this.#numbers.clear()
    for (const [number, account] of this.#connection.all('SELECT number, account_id FROM "plinth.accounts"')) {
      this.#numbers.set(String(account), Number(number))
    }
  }

  /** The scope of a document; an account that is new gets its number, inside the open transaction. */
  scopeOf({ account_id, status }: Pick<DocumentMeta, 'account_id' | 'status'>): number {
    return 2 * this.#numberOf(account_id) + (status === 'archived' ? 1 : 0)
  }

  /** The scopes that a query looks into. */
  scopes(account: string | null, status: DocumentStatus | 'any'): number[] {
    const known = account === null ? [...this.#numbers.values()] : [this.#numbers.get(account)]
    return known
      .filter(number => number !== undefined)
      .flatMap(number =>
        status === 'any' ? [2 * number, 2 * number + 1] : [2 * number + (status === 'archived' ? 1 : 0)],
      )
  }

  #numberOf(account: string): number {
    const known = this.#numbers.get(account)
    if (known !== undefined) return known
    const { rowid } = this.#connection.run('INSERT INTO "plinth.accounts" (account_id) VALUES (?)', account)
    this.#numbers.set(account, rowid)
    return rowid
  }
}
