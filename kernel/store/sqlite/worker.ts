import { parentPort, workerData } from 'node:worker_threads'
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
  try {
    parentPort?.postMessage({ result: runTask(connection, task) })
  } catch (error) {
    const failure = error instanceof Error ? error : new Error(String(error))
    parentPort?.postMessage({
      message: failure.message,
      errcode: isSqliteError(failure) ? failure.errcode : undefined,
    })
  }
})
