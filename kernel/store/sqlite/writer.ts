import type { Change, WriteOperation } from '../../contracts/document-store.ts'
import { StoreUnavailable } from '../../errors.ts'
import type { Accounts } from './accounts.ts'
import type { Catalogue } from './catalogue.ts'
import type { Connection } from './connection.ts'
import { concernsStatement, storeError } from './failures.ts'
import { Operations } from './operations.ts'

interface Pending {
  operations: readonly WriteOperation[]
  resolve: () => void
  reject: (reason: unknown) => void
}

/** How long one transaction may collect writes before it commits, ms: it holds the event loop. */
const longestGroup = 12

/**
 * Group commit: the writes of one turn of the event loop share one durable transaction and are answered after its commit. Each is inside
 * a savepoint, so that one that is refused takes nothing else with it.
 */
export class Writer {
  readonly #connection: Connection
  readonly #catalogue: Catalogue
  readonly #accounts: Accounts
  readonly #operations: Operations
  readonly #committed: (changes: readonly Change[]) => void
  #queue: Pending[] = []
  #scheduled = false
  #exclusive: Promise<unknown> | undefined

  /** @param committed is told what each transaction changed, before anybody gets an answer */
  constructor(
    connection: Connection,
    catalogue: Catalogue,
    accounts: Accounts,
    committed: (changes: readonly Change[]) => void,
  ) {
    this.#connection = connection
    this.#catalogue = catalogue
    this.#accounts = accounts
    this.#operations = new Operations(connection, catalogue, accounts)
    this.#committed = committed
  }

  /** Resolves when the write is durable. Throws `WriteRefused`, or `StoreUnavailable`. */
  write(operations: readonly WriteOperation[]): Promise<void> {
    return new Promise((resolve, reject) => {
      this.#queue.push({ operations, resolve, reject })
      this.#schedule()
    })
  }

  /** Do something while no write is under way; they wait for it. */
  async exclusive<T>(work: () => Promise<T> | T): Promise<T> {
    while (this.#exclusive !== undefined) await this.#exclusive
    const working = (async () => work())()
    const over = working.then(
      () => undefined,
      () => undefined,
    )
    this.#exclusive = over
    await over
    this.#exclusive = undefined
    this.#schedule()
    return working
  }

  /** Resolves when everything that was accepted is answered. */
  async idle(): Promise<void> {
    while (this.#queue.length > 0 || this.#exclusive !== undefined) {
      await (this.#exclusive ?? new Promise(resolve => setImmediate(resolve)))
    }
  }

  #schedule(): void {
    if (this.#scheduled || this.#exclusive !== undefined || this.#queue.length === 0) return
    this.#scheduled = true
    setImmediate(() => {
      this.#scheduled = false
      if (this.#exclusive === undefined) this.#flush()
      this.#schedule()
    })
  }

  /** One transaction with as many of the waiting writes as fit into its time. */
  #flush(): void {
    const group: { pending: Pending; refusal: unknown }[] = []
    try {
      this.#connection.run('BEGIN IMMEDIATE')
      const begun = performance.now()
      let taken = 0
      for (const pending of this.#queue) {
        group.push({ pending, refusal: this.#attempt(pending.operations) })
        taken += 1
        if (performance.now() - begun > longestGroup) break
      }
      this.#queue = this.#queue.slice(taken)
      this.#operations.finish()
      this.#catalogue.saveNoted()
      this.#connection.run('COMMIT')
    } catch (error) {
      this.#abandon(group, error)
      return
    }
    this.#catalogue.clearNoted()
    this.#committed(this.#operations.takeChanges())
    for (const { pending, refusal } of group) {
      if (refusal === undefined) pending.resolve()
      else pending.reject(refusal)
    }
  }

  /** @returns why the write was refused, or undefined */
  #attempt(operations: readonly WriteOperation[]): unknown {
    this.#operations.prepare(operations)
    this.#connection.run('SAVEPOINT one')
    try {
      this.#operations.apply(operations)
    } catch (error) {
      if (!concernsStatement(error)) throw error
      this.#operations.forget()
      this.#connection.run('ROLLBACK TO one')
      this.#connection.run('RELEASE one')
      return storeError(error)
    }
    this.#operations.keep()
    this.#connection.run('RELEASE one')
    return undefined
  }

  /** The transaction failed as a whole: nobody in it is told that it is done. */
  #abandon(group: readonly { pending: Pending }[], error: unknown): void {
    const pending = group.length > 0 ? group.map(each => each.pending) : this.#queue
    this.#queue = this.#queue.filter(each => !pending.includes(each))
    this.#operations.reset()
    let reason = error
    try {
      this.#connection.rollBack()
      this.#accounts.reload()
    } catch (further) {
      reason = new AggregateError([error, further], 'a transaction failed and could not be taken back')
    }
    for (const { reject } of pending) reject(new StoreUnavailable(undefined, { cause: reason }))
  }
}
