import cluster from 'node:cluster'
import type { Worker } from 'node:cluster'
import { setTimeout as delay } from 'node:timers/promises'
import { exitCode } from '../contracts/commands.ts'

/** Time before a process that ended is replaced, so that one that always ends does not keep the machine busy, ms. */
const restartDelayMs = 1000

/** Whether this process has to start the others ({@link superviseWorkers}) instead of serving. */
export const isSupervisor = (workers: number): boolean => workers > 1 && cluster.isPrimary

/** Whether this process was started beside another one that has already printed what the start prints. */
export const isLaterWorker = (): boolean => cluster.worker !== undefined && cluster.worker.id > 1

/**
 * Run processes behind one port (`node:cluster`). Each runs this program with the same arguments and is an instance; connections are given to them in
 * turn. The others start when the first one listens, so that a wrong configuration is reported once. A process that ends is replaced, and a signal
 * ends all.
 * @returns when all have ended: 0, or the exit code of one that did not end properly
 */
export function superviseWorkers(count: number): Promise<number> {
  const running = new Map<number, { worker: Worker; isListening: boolean }>()
  let isEnding = false
  let failure = 0
  const start = (): void => {
    if (isEnding || running.size >= count) return
    const worker = cluster.fork()
    running.set(worker.id, { worker, isListening: false })
  }
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) {
    process.on(signal, () => {
      isEnding = true
      for (const { worker } of running.values()) worker.process.kill(signal)
    })
  }
  cluster.on('listening', worker => {
    const known = running.get(worker.id)
    if (known !== undefined) known.isListening = true
    for (let missing = count - running.size; missing > 0; missing--) start()
  })
  return new Promise(resolve => {
    cluster.on('exit', (worker, status: number | null, signal: string | null) => {
      const hasListened = running.get(worker.id)?.isListening === true
      running.delete(worker.id)
      const code = status ?? exitCode.failed
      if (isEnding) failure ||= code
      // Without any other process the reason concerns all of them, and is for the supervisor of this process.
      if (running.size === 0 && (isEnding || !hasListened)) return resolve(isEnding ? failure : code)
      if (isEnding) return
      process.stderr.write(
        `plinth: process ${worker.process.pid ?? ''} ended (${signal ?? code}); another one starts\n`,
      )
      void delay(restartDelayMs).then(start)
    })
    start()
  })
}
