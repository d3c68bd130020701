import { mkdtemp, rm } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { FastifyInstance, InjectOptions, LightMyRequestResponse } from 'fastify'
import { buildApp } from '../kernel/app.ts'
import type { AppOptions } from '../kernel/app.ts'
import { loadConfig } from '../kernel/config/load-config.ts'
import type { Config } from '../kernel/contracts/config.ts'

export interface TestAppOptions extends AppOptions {
  /** `mongodb://…` for that database, or the path of a file of SQLite. Default: SQLite in memory. */
  url?: string
  /** Replaces the default plugins. */
  plugins?: Config['plugins']
  /** Further settings. With `log` the service writes its log to stdout, otherwise none. */
  config?: Partial<Omit<Config, 'http'>> & { http?: Partial<Config['http']> }
}

/** An application under test. */
export interface TestApp {
  app: FastifyInstance
  config: Config
  /** Send a request in process; an object as `body` is sent as JSON. */
  request(
    method: string,
    url: string,
    body?: unknown,
    headers?: Record<string, string>,
  ): Promise<LightMyRequestResponse>
  /** Listen on a free port of the loopback interface. @returns the base address */
  listen(): Promise<string>
  /** Close it and remove its stored data. */
  close(): Promise<void>
}

/** On a busy machine a plugin can take longer to start than the service allows it, ms. */
const pluginTimeout = 120_000

/** Build the service on a separate store. The caller closes it, in a teardown. */
export async function buildTestApp(options: TestAppOptions = {}): Promise<TestApp> {
  const { url, plugins, config: changes, ...appOptions } = options
  const directory = await mkdtemp(join(tmpdir(), 'plinth-'))
  const base = loadConfig({}, directory)
  const config: Config = {
    ...base,
    plugins: withoutDeferral(plugins ?? base.plugins),
    store: storeAt(url),
    files: { url: pathToFileURL(join(directory, 'files')).href },
    ...changes,
    http: { ...base.http, port: 0, closeTimeout: 1000, ...changes?.http },
  }
  const app = await buildApp(config, {
    ...(changes?.log === undefined && { logger: false }),
    pluginTimeout,
    ...appOptions,
  })
  return {
    app,
    config,
    request: (method, path, body, headers = {}) => app.inject(injection(method, path, body, headers)),
    listen: async () => {
      await app.listen({ host: config.http.host, port: config.http.port })
      return `http://127.0.0.1:${(app.server.address() as AddressInfo).port}` // a port, never a pipe
    },
    close: async () => {
      await app.close()
      await rm(directory, { recursive: true, force: true })
    },
  }
}

const storeAt = (url = ':memory:'): Config['store'] =>
  url.startsWith('mongodb') ? { kind: 'mongodb', url } : { kind: 'sqlite', path: url }

/** On a busy machine every change can take long: unless a test configures it otherwise, it is answered when it is done, not with 202. */
const withoutDeferral = (plugins: Config['plugins']): Config['plugins'] =>
  plugins['jobs'] === true ? { ...plugins, jobs: { deferAfterMs: 3_600_000 } } : plugins

function injection(method: string, url: string, body: unknown, headers: Record<string, string>): InjectOptions {
  const base = { method: method as NonNullable<InjectOptions['method']>, url }
  if (body === undefined) return { ...base, headers }
  if (Buffer.isBuffer(body)) return { ...base, headers, payload: body }
  return { ...base, headers: { 'content-type': 'application/json', ...headers }, payload: JSON.stringify(body) }
}
