import type { Worker } from 'node:worker_threads'
import { openConnection } from './connection.ts'
import type { Connection } from './connection.ts'
import { failureOf } from './failures.ts'
import { inMemory } from './ownership.ts'
import { packed } from './packing.ts'
import type { Failure, Group, Outcome } from './prepared.ts'
import { endThread, isCompiled, send, startThread } from './threads.ts'
import type { ThreadData } from './threads.ts'
import { Transactions } from './transactions.ts'

/** Runs the transactions of the writer, one after the other. */
export interface Runner {
  /** How many groups it takes before it has answered. */
  mostGroups: number
  /** From how many operations on a group is full. */
  mostOperations: number
  /** Rejects when the group was not begun. */
  run(group: Group): Promise<Outcome>
  /** To be called when nothing runs. */
  close(): Promise<void>
}

/**
 * Transactions run in a thread of their own. Run from the sources, whose loader other threads have not, and for a store in memory, which no other
 * thread can see, they run in this one.
 * @param settings of the connection that they run on
 * @param lost is called, before any answer, when transactions were under way and nobody knows what became of them
 */
export function runnerFor(connection: Connection, path: string, settings: readonly string[], lost: () => void): Runner {
  if (path === inMemory) return new InlineRunner(() => connection, false)
  return isCompiled
    ? new ThreadRunner({ path, settings }, lost)
    : new InlineRunner(() => openConnection(path, settings), true)
}

/** Holds the event loop while a transaction runs, so that groups are small. */
class InlineRunner implements Runner {
  readonly mostGroups = 1
  readonly mostOperations = 100
  readonly #connect: () => Connection
  readonly #owns: boolean
  #connection: Connection | undefined
  #transactions: Transactions | undefined

  /** @param owns whether it closes what it gets by `connect` */
  constructor(connect: () => Connection, owns: boolean) {
    this.#connect = connect
    this.#owns = owns
  }

  async run(group: Group): Promise<Outcome> {
    this.#connection ??= this.#connect()
    this.#transactions ??= new Transactions(this.#connection)
    return this.#transactions.run([group])[0] ?? nothing
  }

  async close(): Promise<void> {
    if (this.#owns) this.#connection?.close()
  }
}

const nothing: Outcome = { refused: [] }

/** A thread that is started with the first group. It takes everything that waits for it into one transaction. */
class ThreadRunner implements Runner {
  readonly mostGroups = 8
  readonly mostOperations = 2_000
  readonly #data: ThreadData
  readonly #waiting: ((outcome: Outcome) => void)[] = []
  readonly #lost: () => void
  #worker: Worker | undefined

  constructor(data: ThreadData, lost: () => void) {
    this.#data = data
    this.#lost = lost
  }

  run(group: Group): Promise<Outcome> {
    return new Promise(resolve => {
      const message = packed(group)
      this.#worker ??= this.#start()
      if (this.#waiting.length === 0) this.#worker.ref()
      send(this.#worker, message) // what cannot be sent is not waited for
      this.#waiting.push(resolve)
    })
  }

  async close(): Promise<void> {
    const worker = this.#worker
    this.#worker = undefined
    if (worker !== undefined) await endThread(worker)
  }

  #start(): Worker {
    const worker = startThread('./runner-thread.js', this.#data)
    const ended = (failed: Failure): void => {
      if (this.#worker !== worker) return
      this.#worker = undefined
      if (this.#waiting.length > 0) this.#lost()
      for (const resolve of this.#waiting.splice(0)) resolve({ failed, lost: true })
    }
    worker.on('message', (outcomes: Outcome[]) => {
      for (const outcome of outcomes) this.#waiting.shift()?.(outcome)
      if (this.#waiting.length === 0) worker.unref()
    })
    worker.on('error', error => ended(failureOf(error)))
    worker.on('exit', () => ended({ message: 'the writing thread of the store ended' }))
    return worker
  }
}
