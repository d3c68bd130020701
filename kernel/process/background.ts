import type { FastifyInstance } from 'fastify'
import { reasonOf } from '../loader/plugin-fault.ts'
import type { Watchdog } from './watchdog.ts'

/** Failures that no caller awaits. They are logged, and recorded for the plugin that caused them; the service continues. */
export class BackgroundFailures {
  readonly #watchdog: Watchdog
  readonly #early: { plugin: string; error: unknown }[] = []
  #app: FastifyInstance | undefined

  /** @param watchdog identifies plugins while the service starts */
  constructor(watchdog: Watchdog) {
    this.#watchdog = watchdog
  }

  /**
   * Record a promise that was rejected without a handler.
   * @throws the reason, during the start, when it comes from no plugin
   */
  note(error: unknown): void {
    if (this.#app !== undefined) return this.#log(this.#app, this.pluginOf(error), error)
    const plugin = this.pluginOf(error)
    if (plugin === undefined) throw error
    this.#early.push({ plugin, error })
    process.stderr.write(`plinth: plugin "${plugin}": a background task failed: ${reasonOf(error)}\n`)
  }

  /** The service is ready. */
  ready(app: FastifyInstance): void {
    this.#app = app
    for (const { plugin, error } of this.#early) this.#log(app, plugin, error)
  }

  /** The plugin that an error comes from, if it is known. */
  pluginOf(error: unknown): string | undefined {
    if (this.#app === undefined) return this.#watchdog.blame(error)
    return this.#app.diContainer.resolve('plugins').blame(error)
  }

  #log(app: FastifyInstance, plugin: string | undefined, error: unknown): void {
    const part = 'background task'
    if (plugin !== undefined) app.diContainer.resolve('plugins').failed(plugin, part)
    app.log.error({ err: error, ...(plugin !== undefined && { plugin }) }, `a ${part} failed`)
  }
}
