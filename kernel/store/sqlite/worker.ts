import { parentPort, workerData } from 'node:worker_threads'
import type { BackgroundAnswer } from './background.ts'
import { openConnection } from './connection.ts'
import { failureOf } from './failures.ts'
import { runTask } from './tasks.ts'
import type { Task } from './tasks.ts'

/* A thread with a connection of its own, for what would hold up the event loop. One message is one task; see `background.ts`. */

const { path, settings } = workerData as { path: string; settings: string[] }
const connection = openConnection(path, settings)

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
    return failureOf(error)
  }
}
