import type { FastifyError, FastifyInstance } from 'fastify'
import type { PluginFailure, Plugins, RunningPlugin } from '../contracts/plugins.ts'
import { HandlerTimeout, HttpError } from '../errors.ts'
import type { LoadedPlugin } from './load.ts'

/** Of each plugin this many failures are kept. */
const kept = 20

/** What is known of the plugins while they run: how long they took to start, and where they failed. */
export class RunningPlugins implements Plugins {
  readonly #plugins: readonly LoadedPlugin[]
  readonly #startup = new Map<string, number>()
  readonly #failures = new Map<string, PluginFailure[]>()

  constructor(plugins: readonly LoadedPlugin[]) {
    this.#plugins = [...plugins].sort((a, b) => (a.manifest.name < b.manifest.name ? -1 : 1))
  }

  list(): RunningPlugin[] {
    return this.#plugins.map(({ key, manifest }) => ({
      key,
      name: manifest.name,
      version: manifest.version,
      requires: manifest.requires,
      optional: manifest.optional ?? [],
      provides: manifest.provides,
      contributes: Object.keys(manifest.contributes ?? {}).sort(),
      startup_ms: this.#startup.get(manifest.name) ?? 0,
      errors: this.#failures.get(manifest.name) ?? [],
    }))
  }

  /** A plugin has started. */
  started(name: string, milliseconds: number): void {
    this.#startup.set(name, Math.round(milliseconds * 10) / 10)
  }

  /** Take note of what fails in the routes of a plugin, none of which may have been added yet. */
  follow(name: string, instance: FastifyInstance): void {
    instance.addHook('onError', (request, _reply, error, done) => {
      if (isFailure(error)) {
        const { id: request_id, method, routeOptions } = request
        const failure = { time: new Date().toISOString(), request_id, method, route: routeOptions.url ?? '' }
        this.#failures.set(name, [failure, ...(this.#failures.get(name) ?? [])].slice(0, kept))
      }
      done()
    })
  }
}

/** What is answered as 500, or took too long: neither an answer that was meant, nor a request that Fastify refuses. */
const isFailure = (error: FastifyError): boolean =>
  error instanceof HandlerTimeout || (!(error instanceof HttpError) && (error.statusCode ?? 500) >= 500)
