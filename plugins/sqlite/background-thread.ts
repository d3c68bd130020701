import type { BackgroundAnswer } from './background.ts'
import { failureOf } from './failures.ts'
import { runTask } from './tasks.ts'
import type { Task } from './tasks.ts'
import { serve } from './threads.ts'

/* A thread for what would hold up the event loop. One message is one task; see `background.ts`. */

serve(connection => (task, port) => {
  let answer: BackgroundAnswer
  try {
    answer = { result: runTask(connection, task as Task) }
  } catch (error) {
    answer = failureOf(error)
  }
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- threads have no origins
  port.postMessage(answer)
})
