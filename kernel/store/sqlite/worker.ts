import { parentPort, workerData } from 'node:worker_threads'
import type { BackgroundAnswer } from './background.ts'
import { Connection } from './connection.ts'
import { isSqliteError } from './failures.ts'
import { runTask } from './tasks.ts'
import type { Task } from './tasks.ts'

/* A thread with a connection of its own, for what would hold up the event loop. One message is one task; see `background.ts`. */

const { path, settings } = workerData as { path: string; settings: string[] }
const connection = new Connection(path)
connection.execute(...settings)

parentPort?.on('message', (task: Task | 'close') => {
  if (task === 'close') {
    connection.close()
    parentPort?.close()
    return
  }
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- threads have no origins
  parentPort?.postMessage(answerTo(task))
})

function answerTo(task: Task): BackgroundAnswer {
  try {
    return { result: runTask(connection, task) }
  } catch (error) {
    const failure = error instanceof Error ? error : new Error(String(error))
    return { message: failure.message, ...(isSqliteError(failure) ? { errcode: failure.errcode } : {}) }
  }
}
