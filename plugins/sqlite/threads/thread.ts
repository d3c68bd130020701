import { Worker, isMainThread, parentPort, receiveMessageOnPort, workerData } from 'node:worker_threads'
import type { MessagePort } from 'node:worker_threads'
import { Connection } from '../file/connection.ts'
import { LogKeeper, LogPressure } from '../file/log.ts'
import { RequestHandler } from './handler.ts'
import type { Request } from './messages.ts'

/*
 * Threads with their own connection; this file is also what runs in them. When the process ends, a call into the library must not be
 * interrupted: the library would abort the process. So the end of the process waits for it, for a limited time.
 */

/** How a thread works. */
export interface ThreadSettings {
  /** The file of the store. */
  path: string
  /** Statements that run first on its connection. */
  settings: readonly string[]
  /** Shared by the threads of a store. */
  pressure: LogPressure
  /** Whether it is the one that writes, and keeps the write-ahead log short. */
  isWriter: boolean
}

/** The data with which a thread is started. */
interface ThreadData extends Omit<ThreadSettings, 'pressure'> {
  pressure: LogPressure['state']
  /** Shared with the thread: whether it works, and whether the process is ending, so that it starts no further work. */
  state: Int32Array
}

const working = 0
const ending = 1
const maxWaitMs = 8_000
/** From this number of operations on a transaction takes no further groups, so that its answers are not delayed. */
const maxOperations = 500
/** Likewise from this number of characters of documents on, so that the write-ahead log does not grow by much at once. */
const maxLength = 16_000_000
const close = 'close'

/** States of the threads of this process. */
const states = new Set<Int32Array>()

/** Start a thread. It inherits none of the process's own options: with options that name the code to run it would not start. */
export function startThread({ pressure, ...settings }: ThreadSettings): Worker {
  const state = new Int32Array(new SharedArrayBuffer(8))
  state[working] = 1
  const data: ThreadData = { ...settings, pressure: pressure.state, state }
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

/** Send a request to a thread. */
export function send(worker: Worker, message: Request | typeof close): void {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- threads have no origins
  worker.postMessage(message)
}

/** End an idle thread. */
export async function endThread(worker: Worker): Promise<void> {
  const ended = new Promise(resolve => worker.once('exit', resolve))
  worker.ref()
  send(worker, close)
  await ended
}

function isThreadData(data: unknown): data is ThreadData {
  return typeof data === 'object' && data !== null && 'path' in data && 'state' in data
}

/** Answer the messages of a port until it is closed. */
function serve(port: MessagePort, { path, settings, isWriter, pressure: shared, state }: ThreadData): void {
  const pressure = new LogPressure(shared)
  const { connection, handler } = withoutInterruption(state, () => {
    const connection = new Connection(path, settings, { pressure })
    return { connection, handler: new RequestHandler(connection) }
  })
  const unlessEnding = (work: () => void): void => {
    Atomics.store(state, working, 1)
    withoutInterruption(state, () => {
      if (Atomics.load(state, ending) === 0) work()
    })
  }
  const log = isWriter ? new LogKeeper(connection, path, pressure, unlessEnding) : undefined
  port.on('message', (message: Request | typeof close) => {
    unlessEnding(() => {
      if (message === close) {
        log?.stop()
        connection.close()
        port.close()
        return
      }
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- threads have no origins
      port.postMessage(handler.answer(isWriter ? withWaiting(message, port) : [afterPause(message, pressure)]))
      log?.check()
    })
  })
}

/** A request for a reading thread, once the log is not being truncated; the time that a query waits for that does not count. */
function afterPause(request: Request, pressure: LogPressure): Request {
  const pausedMs = pressure.waitWhileOn()
  return request.kind === 'list' || request.kind === 'count'
    ? { ...request, endsAt: request.endsAt + pausedMs }
    : request
}

/** A request with the writes that arrived meanwhile, so that they share a transaction. A thread with pending requests is not closed. */
function withWaiting(first: Request, port: MessagePort): Request[] {
  const requests = [first]
  for (let last = first, operations = 0, length = 0; last.kind === 'write';) {
    for (const write of last.group.writes) operations += write.length
    length += last.group.length
    const isFull = operations >= maxOperations || length >= maxLength
    const received: { message: Request } | undefined = isFull ? undefined : receiveMessageOnPort(port)
    if (received === undefined) break
    last = received.message
    requests.push(last)
  }
  return requests
}

/** Run work, and then allow the process to end. */
function withoutInterruption<T>(state: Int32Array, work: () => T): T {
  try {
    return work()
  } finally {
    Atomics.store(state, working, 0)
    Atomics.notify(state, working)
  }
}

if (!isMainThread && parentPort !== null && isThreadData(workerData)) serve(parentPort, workerData)
