import { Worker } from 'node:worker_threads'
import type { Connection } from './connection.ts'
import { errorOf } from './failures.ts'
import { inMemory } from './ownership.ts'
import type { PackedGroup } from './packing.ts'
import type { Failure } from './prepared.ts'
import { runTask } from './tasks.ts'
import type { Task, TaskResult } from './tasks.ts'

/** Where tasks are done that take long. */
export interface Background {
  /** Do this after the tasks before it. Throws what the task throws. */
  run(task: Task): Promise<TaskResult>
  close(): Promise<void>
}

const workerUrl = new URL('./worker.js', import.meta.url)
/** Run from the sources, by a loader that other threads have not. */
export const isCompiled = import.meta.url.endsWith('.js')

/** A thread for the file's tasks; run from the sources, and for a store in memory, which no other thread can see, they are done in this one. */
export const backgroundFor = (connection: Connection, path: string, settings: readonly string[]): Background =>
  isCompiled && path !== inMemory ? new BackgroundThread(path, settings) : inline(connection)

/** What the thread answers to a task: its result, or its error. */
export type BackgroundAnswer = { result: TaskResult } | Failure

/** A thread that is started with the first task. */
class BackgroundThread implements Background {
  readonly #workerData: { path: string; settings: readonly string[] }
  #worker: Worker | undefined
  #last: Promise<unknown> = Promise.resolve()

  constructor(path: string, settings: readonly string[]) {
    this.#workerData = { path, settings }
  }

  run(task: Task): Promise<TaskResult> {
    const result = this.#last.then(() => this.#ask(task))
    this.#last = result.catch(() => undefined)
    return result
  }

  async close(): Promise<void> {
    await this.#last
    const worker = this.#worker
    if (worker === undefined) return
    this.#worker = undefined
    const ended = new Promise(resolve => worker.once('exit', resolve))
    worker.ref()
    send(worker, 'close')
    await ended
  }

  #ask(task: Task): Promise<TaskResult> {
    const worker = (this.#worker ??= this.#start())
    return new Promise((resolve, reject) => {
      const settle = (then: () => void) => {
        worker.off('message', answered)
        worker.off('error', failed)
        worker.off('exit', ended)
        worker.unref()
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
    const worker = startThread(workerUrl, this.#workerData)
    worker.once('exit', () => {
      if (this.#worker === worker) this.#worker = undefined
    })
    return worker
  }
}

/** A thread of this file. It takes over none of the process's own options: with those that say what to run it would not start. */
export const startThread = (file: URL, workerData: unknown): Worker => new Worker(file, { workerData, execArgv: [] })

/** Give a thread something to do. */
export function send(worker: Worker, message: Task | PackedGroup | 'close'): void {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- threads have no origins
  worker.postMessage(message)
}

const inline = (connection: Connection): Background => ({
  run: async task => runTask(connection, task),
  close: async () => undefined,
})
