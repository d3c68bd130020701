import type { Worker } from 'node:worker_threads'
import type { Connection } from '../file/connection.ts'
import { errorOf, ThreadEnded } from '../file/failures.ts'
import type { ThreadSettings } from './thread.ts'
import type { Answer, Request, Results } from './messages.ts'
import { RequestHandler } from './handler.ts'
import { endThread, send, startThread } from './thread.ts'

/** Answers requests to the store, in their order. */
export interface Executor {
  /** For how many milliseconds the longest running request has been running; undefined when there is none. */
  readonly runningMs: number | undefined
  /** Rejects with the error of the request, or with {@link ThreadEnded}. */
  run<Kind extends Request['kind']>(request: Request & { kind: Kind }): Promise<Results[Kind]>
  /** Called when no request is running. */
  close(): Promise<void>
}

interface Waiting {
  resolve: (result: Results[keyof Results]) => void
  reject: (error: Error) => void
}

/** A thread with its own connection, started with the first request. If it ends, the next request starts another one. */
export class ThreadExecutor implements Executor {
  readonly #settings: ThreadSettings
  readonly #answering: () => void
  readonly #lost: () => void
  readonly #waiting: Waiting[] = []
  #worker: Worker | undefined
  /** When the thread began its current request. */
  #begunAt = 0

  /**
   * @param answering called before answers are given
   * @param lost called, before any answer, when the outcome of requests is unknown
   */
  constructor(settings: ThreadSettings, answering: () => void, lost: () => void = () => undefined) {
    this.#settings = settings
    this.#answering = answering
    this.#lost = lost
  }

  /** The number of unanswered requests. */
  get load(): number {
    return this.#waiting.length
  }

  get runningMs(): number | undefined {
    return this.#waiting.length === 0 ? undefined : performance.now() - this.#begunAt
  }

  run<Kind extends Request['kind']>(request: Request & { kind: Kind }): Promise<Results[Kind]> {
    return new Promise((resolve, reject) => {
      this.#worker ??= this.#start()
      if (this.#waiting.length === 0) {
        this.#worker.ref()
        this.#begunAt = performance.now()
      }
      send(this.#worker, request)
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- answers come in the order of the requests, each of its kind
      this.#waiting.push({ resolve: result => resolve(result as Results[Kind]), reject })
    })
  }

  async close(): Promise<void> {
    const worker = this.#worker
    this.#worker = undefined
    if (worker !== undefined) await endThread(worker)
  }

  #start(): Worker {
    const worker = startThread(this.#settings)
    const ended = (cause: unknown): void => {
      if (this.#worker !== worker) return
      this.#worker = undefined
      this.#answering()
      if (this.#waiting.length > 0) this.#lost()
      for (const { reject } of this.#waiting.splice(0))
        reject(new ThreadEnded('a thread of the store ended', { cause }))
    }
    worker.on('message', (answers: Answer[]) => {
      this.#begunAt = performance.now()
      this.#answering()
      for (const answer of answers) {
        const waiting = this.#waiting.shift()
        if ('failed' in answer) waiting?.reject(errorOf(answer.failed))
        else waiting?.resolve(answer.result)
      }
      if (this.#waiting.length === 0) worker.unref()
    })
    worker.on('error', ended)
    worker.on('exit', ended)
    return worker
  }
}

/** Several threads, so that a long query does not delay others; another one is started when all running ones are busy. */
export class ThreadPool implements Executor {
  readonly #threads: readonly ThreadExecutor[]

  constructor(size: number, start: () => ThreadExecutor) {
    this.#threads = Array.from({ length: size }, start)
  }

  get runningMs(): number | undefined {
    const ages = this.#threads.flatMap(({ runningMs }) => runningMs ?? [])
    return ages.length === 0 ? undefined : Math.max(...ages)
  }

  run<Kind extends Request['kind']>(request: Request & { kind: Kind }): Promise<Results[Kind]> {
    const [first, ...others] = this.#threads
    if (first === undefined) return Promise.reject(new Error('a pool has a thread'))
    const free = others.reduce((best, thread) => (thread.load < best.load ? thread : best), first)
    return free.run<Kind>(request)
  }

  async close(): Promise<void> {
    await Promise.all(this.#threads.map(thread => thread.close()))
  }
}

/** Answers in the event loop: for a store in memory, which no other thread can access. */
export class InlineExecutor implements Executor {
  readonly #handler: RequestHandler
  readonly runningMs = undefined

  constructor(connection: Connection) {
    this.#handler = new RequestHandler(connection)
  }

  async run<Kind extends Request['kind']>(request: Request & { kind: Kind }): Promise<Results[Kind]> {
    const [answer] = this.#handler.answer([request])
    if (answer === undefined) throw new Error('every request has an answer')
    if ('failed' in answer) throw errorOf(answer.failed)
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- an answer is of the kind of its request
    return answer.result as Results[Kind]
  }

  async close(): Promise<void> {}
}
