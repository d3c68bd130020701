import { writeSync } from 'node:fs'
import { Session } from 'node:inspector'
import { parentPort, workerData } from 'node:worker_threads'
import type { PluginStep } from '../loader/index.ts'

/*
 * The thread of the watchdog. An endless loop keeps timers of the main thread from running, so its own time limit cannot fire: this thread
 * interrupts the loop, and the limit stops the start. A process that cannot be interrupted is killed.
 */

const timeout = Number(workerData) // the value that `watchPlugins` started it with
const killAfterMs = 5_000

let timer: NodeJS.Timeout | undefined

parentPort?.on('message', (step: PluginStep | undefined) => {
  clearTimeout(timer)
  if (step !== undefined) timer = setTimeout(() => interrupt(step), timeout)
})

function interrupt({ plugin, step }: PluginStep): void {
  const session = new Session()
  session.connectToMainThread()
  session.post('Runtime.terminateExecution')
  // At once: a process that ends with a connected session prints that it waits for a debugger.
  session.disconnect()
  timer = setTimeout(() => {
    writeSync(
      2,
      `plinth: plugin "${plugin}" did not finish to ${step}, and cannot be interrupted; the process is killed\n`,
    )
    process.kill(process.pid, 'SIGKILL')
  }, killAfterMs)
}
