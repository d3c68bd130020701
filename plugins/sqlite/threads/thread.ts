import { Worker, isMainThread, parentPort, receiveMessageOnPort, workerData } from 'node:worker_threads'
import type { MessagePort } from 'node:worker_threads'
import { Connection } from '../file/connection.ts'
import { RequestHandler } from './handler.ts'
import type { Request } from './messages.ts'

/*
 * Threads with a connection of their own; this file is also what runs in them. When the process ends, what a thread is doing in the library must not be
 * cut off: the library would end the process with an abort instead. So the end of the process waits for it, for a while.
 */

/** What a thread is started with. */
interface ThreadData {
  storePath: string
  settings: readonly string[]
  /** Shared with the thread: whether it works, and whether the process is ending, so that it begins nothing more. */
  state: Int32Array
}

const working = 0
const ending = 1
const maxWaitMs = 5_000
/** From how many writes on a transaction takes no further groups, so that its answers do not wait long. */
const maxWrites = 500
const close = 'close'

/** States of the threads that this process has. */
const states = new Set<Int32Array>()

/** Start a thread. It takes over none of the process's own options: with those that say what to run it would not start. */
export function startThread(storePath: string, settings: readonly string[]): Worker {
  const state = new Int32Array(new SharedArrayBuffer(8))
  state[working] = 1
  const data: ThreadData = { storePath, settings, state }
  const worker = new Worker(new URL(import.meta.url), { workerData: data, execArgv: [] })
  if (!process.listeners('exit').includes(letFinish)) process.on('exit', letFinish)
  states.add(state)
  worker.once('exit', () => states.delete(state))
  return worker
}

function letFinish(): void {
  for (const state of states) {
    Atomics.store(state, ending, 1)
    Atomics.wait(state, working, 1, maxWaitMs)
  }
}

/** Give a thread something to do. */
export function send(worker: Worker, message: Request | typeof close): void {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- threads have no origins
  worker.postMessage(message)
}

/** End a thread that has nothing to do. */
export async function endThread(worker: Worker): Promise<void> {
  const ended = new Promise(resolve => worker.once('exit', resolve))
  worker.ref()
  send(worker, close)
  await ended
}

function isThreadData(data: unknown): data is ThreadData {
  return typeof data === 'object' && data !== null && 'storePath' in data && 'state' in data
}

/** Answer the messages of a port until it is closed. */
function serve(port: MessagePort, { storePath, settings, state }: ThreadData): void {
  const { connection, handler } = withoutInterruption(state, () => {
    const connection = new Connection(storePath, settings)
    return { connection, handler: new RequestHandler(connection) }
  })
  port.on('message', (message: Request | typeof close) => {
    Atomics.store(state, working, 1)
    withoutInterruption(state, () => {
      if (Atomics.load(state, ending) === 1) return
      if (message === close) {
        connection.close()
        port.close()
        return
      }
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- threads have no origins
      port.postMessage(handler.answer(withWaiting(message, port)))
    })
  })
}

/** A request with the writes that came meanwhile, so that they share a transaction. A thread that has requests is not closed. */
function withWaiting(first: Request, port: MessagePort): Request[] {
  const requests = [first]
  for (let last = first, writes = 0; last.kind === 'write';) {
    writes += last.group.writes.length
    const received: { message: Request } | undefined = writes < maxWrites ? receiveMessageOnPort(port) : undefined
    if (received === undefined) break
    last = received.message
    requests.push(last)
  }
  return requests
}

/** Do something, after which the process may end. */
function withoutInterruption<T>(state: Int32Array, work: () => T): T {
  try {
    return work()
  } finally {
    Atomics.store(state, working, 0)
    Atomics.notify(state, working)
  }
}

if (!isMainThread && parentPort !== null && isThreadData(workerData)) serve(parentPort, workerData)
