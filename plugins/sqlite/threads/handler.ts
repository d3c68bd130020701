import type { Connection } from '../file/connection.ts'
import { failureOf } from '../file/failures.ts'
import { shortWaitMs } from '../file/log.ts'
import { runTask } from '../query/reader.ts'
import { measure, vacuum } from '../file/space.ts'
import { trimVersions } from '../write/rows.ts'
import { Transactions } from '../write/transactions.ts'
import type { Answer, Request, Results, WriteGroup } from './messages.ts'

/** Answers requests on a connection. Consecutive groups of writes share a transaction. */
export class RequestHandler {
  readonly #connection: Connection
  #transactions: Transactions | undefined

  constructor(connection: Connection) {
    this.#connection = connection
  }

  answer(requests: readonly Request[]): Answer[] {
    const answers: Answer[] = []
    while (answers.length < requests.length) {
      const groups: WriteGroup[] = []
      for (const request of requests.slice(answers.length)) {
        if (request.kind !== 'write') break
        groups.push(request.group)
      }
      const [next] = requests.slice(answers.length)
      if (groups.length > 0) answers.push(...this.#attempt(groups.length, () => this.#writes.write(groups)))
      else if (next !== undefined) answers.push(...this.#attempt(1, () => [this.#single(next)]))
    }
    return answers
  }

  /** Created with the first write, because a connection that only reads needs none. */
  get #writes(): Transactions {
    this.#transactions ??= new Transactions(this.#connection)
    return this.#transactions
  }

  #attempt(count: number, work: () => Results[keyof Results][]): Answer[] {
    try {
      return work().map(result => ({ result }))
    } catch (error) {
      return Array.from({ length: count }, () => ({ failed: failureOf(error) }))
    }
  }

  #single(request: Request): Results[keyof Results] {
    switch (request.kind) {
      case 'change':
        return this.#writes.change(request.change)
      case 'list':
      case 'count':
        return runTask(this.#connection, request)
      case 'examine':
        return this.#connection.all('PRAGMA quick_check(10)').map(([line]) => String(line))
      case 'trim':
        return trimVersions(this.#connection, request)
      case 'measure':
        return measure(this.#connection, request.measure)
      case 'vacuum':
        return vacuum(this.#connection, request.maxPages)
      case 'truncate':
        return this.#connection.truncateLog(shortWaitMs)
      case 'write':
        return this.#writes.write([request.group])[0]
    }
  }
}
