import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import { exitCode } from '../contracts/commands.ts'
import type { PluginStep } from '../loader/index.ts'
import { modulesRoot } from '../package-root.ts'

/** Slightly longer than the limit of a step, so that the step's own limit, whose message says more, fires first if it can. */
const afterLimitMs = 500

/** Ensures that no plugin blocks or ends the process without a message while the service starts. */
export interface Watchdog {
  /** The plugin that an error comes from, by its stack; else the one that is running a step or, if there is no stack, ran the last one. */
  blame(error: unknown): string | undefined
  /** A plugin begins a step, or has ended one. */
  onStep(step: PluginStep | undefined): void
  /** The start has finished, or the process ends on purpose. */
  stop(): void
}

/**
 * @param limit time limit of a step, ms
 * @param hasOthers whether plugins are loaded that are not part of the service. Only then is there a thread, which takes as long to start as many plugins
 */
export function watchPlugins(limit: number, hasOthers: boolean): Watchdog {
  const worker = hasOthers ? startThread(limit + afterLimitMs) : undefined
  const plugins = new Map<string, string>()
  let current: PluginStep | undefined
  let last: PluginStep | undefined
  const onExit = (): void => {
    if (current === undefined) return
    process.stderr.write(`plinth: plugin "${current.plugin}" ended the process while it should ${current.step}\n`)
    process.exitCode = exitCode.failed
  }
  process.on('exit', onExit)
  const tell = (step: PluginStep | undefined): void => {
    current = step
    last = step ?? last
    if (step !== undefined) plugins.set(step.location, step.plugin)
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- threads have no origins
    worker?.postMessage(step)
  }
  return {
    blame(error) {
      const stack = error instanceof Error ? (error.stack ?? '') : ''
      const found = [...plugins].find(([location]) => stack.includes(location))
      return found?.[1] ?? current?.plugin ?? (stack === '' ? last?.plugin : undefined)
    },
    onStep: tell,
    stop() {
      tell(undefined)
      process.off('exit', onExit)
      void worker?.terminate()
    },
  }
}

/** The thread is a compiled file; when run from the sources there is none. */
function startThread(timeout: number): Worker | undefined {
  if (!import.meta.url.endsWith('.js')) return undefined
  const worker = new Worker(join(modulesRoot, 'kernel/process/watchdog-thread.js'), {
    workerData: timeout,
    execArgv: [],
  })
  worker.unref()
  return worker
}
