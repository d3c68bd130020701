import { Worker, parentPort, workerData } from 'node:worker_threads'
import type { MessagePort } from 'node:worker_threads'
import { openConnection } from './connection.ts'
import type { Connection } from './connection.ts'

/*
 * Threads with a connection of their own. When the process ends, what a thread is doing in the library must not be cut off: the library
 * would end the process with an abort instead. So the end of the process waits for it, for a while.
 */

/** What a thread is started with. */
export interface ThreadData {
  path: string
  /** Settings of its connection. */
  settings: readonly string[]
}

/** Shared with the thread: whether it works, and whether the process is ending, so that it begins nothing more. */
interface Started extends ThreadData {
  state: Int32Array
}

const working = 0
const ending = 1
const longestWait = 5_000

/** Threads of the store are compiled files: run from the sources, by a loader that other threads have not, there are none. */
export const isCompiled = import.meta.url.endsWith('.js')

/** States of the threads that this process has. */
const states = new Set<Int32Array>()

/** Start a thread; its file calls {@link serve}. It takes over none of the process's own options: with those that say what to run it would not start. */
export function startThread(file: string, data: ThreadData): Worker {
  const state = new Int32Array(new SharedArrayBuffer(8))
  state[working] = 1
  const started: Started = { ...data, state }
  const worker = new Worker(new URL(file, import.meta.url), { workerData: started, execArgv: [] })
  if (!process.listeners('exit').includes(letFinish)) process.on('exit', letFinish)
  states.add(state)
  worker.once('exit', () => states.delete(state))
  return worker
}

function letFinish(): void {
  for (const state of states) {
    Atomics.store(state, ending, 1)
    Atomics.wait(state, working, 1, longestWait)
  }
}

/** Give a thread something to do. */
export function send(worker: Worker, message: object): void {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- threads have no origins
  worker.postMessage(message)
}

/** End a thread that has nothing to do. */
export async function endThread(worker: Worker): Promise<void> {
  const ended = new Promise(resolve => worker.once('exit', resolve))
  worker.ref()
  send(worker, closing)
  await ended
}

const closing = { close: true } as const

/**
 * What a thread's file does.
 * @param prepare makes of the thread's connection what answers each message
 */
export function serve(prepare: (connection: Connection) => (message: object, port: MessagePort) => void): void {
  const port = parentPort
  if (port === null) throw new Error('this file is for a thread')
  const { path, settings, state } = workerData as Started
  const { connection, answer } = whole(state, () => {
    const connection = openConnection(path, settings)
    return { connection, answer: prepare(connection) }
  })
  port.on('message', (message: object) => {
    Atomics.store(state, working, 1)
    whole(state, () => {
      if (Atomics.load(state, ending) === 1) return
      if ('close' in message) {
        connection.close()
        port.close()
      } else answer(message, port)
    })
  })
}

/** Do something, after which the process may end. */
function whole<T>(state: Int32Array, work: () => T): T {
  try {
    return work()
  } finally {
    Atomics.store(state, working, 0)
    Atomics.notify(state, working)
  }
}
