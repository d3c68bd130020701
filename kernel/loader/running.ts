import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { PluginFailure, Plugins, RunningPlugin } from '../contracts/plugins.ts'
import { HandlerTimeout, ServiceError, systemCodeOf } from '../errors.ts'
import type { LoadedPlugin } from './load.ts'
import { pluginAtFault } from './plugin-fault.ts'

/** Number of failures that are kept for each plugin. */
const maxKept = 20

/** The plugins at run time: how long each took to start, and its failures. */
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

  /** Record that a plugin has started. */
  started(name: string, milliseconds: number): void {
    this.#startup.set(name, Math.round(milliseconds * 10) / 10)
  }

  /** Record a failure outside of any request. @param part what failed: `change listener` */
  failed(name: string, part: string): void {
    this.#add(name, { time: new Date().toISOString(), request_id: '', method: '', route: '', part })
  }

  /**
   * Record failures in the routes of a plugin; call it before any of them is added. An error that names another plugin is recorded for
   * that plugin.
   */
  follow(name: string, instance: FastifyInstance): void {
    instance.addHook('onError', (request, _reply, error: unknown, done) => {
      const atFault = pluginAtFault(error)
      if (atFault !== undefined || isFailure(error, request)) {
        const { id: request_id, method, routeOptions } = request
        const failure = { time: new Date().toISOString(), request_id, method, route: routeOptions.url ?? '' }
        const isOwn = atFault === undefined || atFault === name
        this.#add(atFault ?? name, isOwn ? failure : { ...failure, part: `called by ${name}` })
      }
      done()
    })
  }

  #add(name: string, failure: PluginFailure): void {
    this.#failures.set(name, [failure, ...(this.#failures.get(name) ?? [])].slice(0, maxKept))
  }
}

/** Whether the error is answered as 500, or was a timeout: not an intended answer, a request that Fastify refuses, or a cut-off connection. */
function isFailure(error: unknown, { raw }: FastifyRequest): boolean {
  if (error instanceof ServiceError) return error instanceof HandlerTimeout
  if (!(error instanceof Error)) return true
  const code = systemCodeOf(error)
  if (code === 'ECONNRESET' && !raw.complete) return false
  const status = 'statusCode' in error ? Number(error.statusCode) : 500
  return !code.startsWith('FST_') || status >= 500
}
