import type { FastifyInstance } from 'fastify'
import { reasonOf } from '../loader/plugin-fault.ts'
import type { Watchdog } from './watchdog.ts'

/** What fails where nobody waits for it. It is logged, and noted for the plugin that it comes from; the service goes on. */
export class BackgroundFailures {
  readonly #watchdog: Watchdog
  readonly #early: { plugin: string; error: unknown }[] = []
  #app: FastifyInstance | undefined

  /** @param watchdog knows the plugins while the service starts */
  constructor(watchdog: Watchdog) {
    this.#watchdog = watchdog
  }

  /**
   * Take note of a promise that was rejected, with nobody to handle it.
   * @throws what it was rejected with, during the start, when it comes from no plugin
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

  /** The plugin that an error comes from, as far as that is known. */
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
