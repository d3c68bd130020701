import type { Worker } from 'node:worker_threads'
import type { Connection } from './connection.ts'
import { errorOf } from './failures.ts'
import { inMemory } from './ownership.ts'
import type { Failure } from './prepared.ts'
import { runTask } from './tasks.ts'
import type { Task, TaskResult } from './tasks.ts'
import { endThread, isCompiled, send, startThread } from './threads.ts'
import type { ThreadData } from './threads.ts'

/** Where tasks are done that take long. */
export interface Background {
  /** Do this after the tasks before it. Throws what the task throws. */
  run(task: Task): Promise<TaskResult>
  close(): Promise<void>
}

/** A thread for the file's tasks; run from the sources, and for a store in memory, which no other thread can see, they are done in this one. */
export const backgroundFor = (connection: Connection, path: string, settings: readonly string[]): Background =>
  isCompiled && path !== inMemory ? new BackgroundThread({ path, settings }, connection) : inline(connection)

/** What the thread answers to a task: its result, or its error. */
export type BackgroundAnswer = { result: TaskResult } | Failure

/** A thread that is started with the first task. */
class BackgroundThread implements Background {
  readonly #data: ThreadData
  readonly #reader: Connection
  #worker: Worker | undefined
  #last: Promise<unknown> = Promise.resolve()

  /** @param reader reads what the tasks change */
  constructor(data: ThreadData, reader: Connection) {
    this.#data = data
    this.#reader = reader
  }

  run(task: Task): Promise<TaskResult> {
    const result = this.#last.then(() => this.#ask(task))
    this.#last = result.catch(() => undefined)
    return result
  }

  async close(): Promise<void> {
    await this.#last
    const worker = this.#worker
    this.#worker = undefined
    if (worker !== undefined) await endThread(worker)
  }

  #ask(task: Task): Promise<TaskResult> {
    const worker = (this.#worker ??= this.#start())
    return new Promise((resolve, reject) => {
      const settle = (then: () => void) => {
        worker.off('message', answered)
        worker.off('error', failed)
        worker.off('exit', ended)
        worker.unref()
        this.#reader.endReading()
        then()
      }
      const answered = (answer: BackgroundAnswer) =>
        settle(() => ('result' in answer ? resolve(answer.result) : reject(errorOf(answer))))
      const failed = (error: unknown) => settle(() => reject(error instanceof Error ? error : new Error(String(error))))
      const ended = () => settle(() => reject(new Error('the background thread of the store ended')))
      worker.on('message', answered)
      worker.on('error', failed)
      worker.on('exit', ended)
      worker.ref()
      send(worker, task)
    })
  }

  #start(): Worker {
    const worker = startThread('./background-thread.js', this.#data)
    const ended = (): void => {
      if (this.#worker === worker) this.#worker = undefined
    }
    worker.once('exit', ended)
    worker.once('error', ended) // a task that waits gets the error; without one nothing is lost, and the next task starts another thread
    return worker
  }
}

const inline = (connection: Connection): Background => ({
  run: async task => runTask(connection, task),
  close: async () => undefined,
})
