import type { FastifyBaseLogger, FastifyInstance } from 'fastify'
import { createAppContainer, provide, useContainer } from './container.ts'
import type { Config } from './contracts/config.ts'
import type { DoctorCheck, ContractName, Contracts, PendingUpgrade } from './contracts/plugin.ts'
import type { DocumentStore, OpenOptions } from '../lib/store-kit/document-store.ts'
import { ConfigurationError, reasonOf, systemCodeOf } from './errors.ts'
import { recordRoutes } from './http/routes/described-routes.ts'
import { setUpHttp } from './http/index.ts'
import type { Guards } from './http/admission/authorize-route.ts'
import { createServer } from './http/server.ts'
import { AllContributions, findPlugins, hostsOf, preparePlugins, startPlugins } from './loader/index.ts'
import type { LoadedPlugin } from './loader/index.ts'
import { openAccess, openIdentity } from './access.ts'
import { ProcessLogLevel } from './http/logger.ts'
import { release } from './package-root.ts'
import { ServiceReadiness } from './readiness.ts'

export interface AppOptions {
  /** Replaces the log on stdout; false for none. */
  logger?: FastifyBaseLogger | false
  /** Convert a store of an earlier format; otherwise it is refused, and left as it is. */
  convert?: boolean
  /** Replaces the store that the configuration names. Opened and closed with the app. */
  store?: DocumentStore
  /** Whether data of earlier versions are changed, with `force` even where something is removed, or only looked at. Default: they are left as they are. */
  upgrade?: 'run' | 'force' | 'plan' | 'leave'
  /** Called for each change to data of earlier versions that was found. */
  onUpgrade?: (found: PendingUpgrade) => void
  /** Called with what each plugin finds of its data. By default nothing is looked through. */
  onDoctor?: (plugin: string, found: Awaited<ReturnType<DoctorCheck>>) => void
  /** How long each step of loading a plugin may take, ms; 10 s when absent. */
  pluginTimeout?: number
}

/**
 * Build the service: Fastify, container, store and plugins. Everything is ready when the promise resolves; it never listens.
 * `close` of the app finishes what is under way, then closes plugins and store.
 * @throws ConfigurationError when this configuration does not allow a start, with the reason in one message
 * @throws StoreUnavailable when the store cannot be reached
 */
export async function buildApp(config: Config, options: AppOptions = {}): Promise<FastifyInstance> {
  const { pluginTimeout: timeout = 10_000 } = options
  const { store: location, ...others } = config
  const plugins = await findPlugins(options.store === undefined ? config : others, timeout)
  checkProduction(config, plugins)
  const app = createServer(config, options.logger)
  app.log.info({ ...release, node: process.version, mode: config.mode, store: location.kind }, 'starting')
  for (const notice of config.notices ?? []) app.log.warn(notice)
  try {
    await assemble(app, config, options, plugins, timeout)
    return app
  } catch (error) {
    await app.close()
    throw error
  }
}

async function assemble(
  app: FastifyInstance,
  config: Config,
  { store, convert = false, upgrade = 'leave', onUpgrade, onDoctor }: AppOptions,
  plugins: readonly LoadedPlugin[],
  timeout: number,
): Promise<void> {
  const container = createAppContainer()
  const readiness = new ServiceReadiness(app.log)
  const logLevel = new ProcessLogLevel(app.log)
  provide(container, 'config', config)
  provide(container, 'logLevel', logLevel)
  provide(container, 'readiness', readiness)
  app.addHook('preClose', done => {
    readiness.drain()
    done()
  })
  const guards = guardsOf(container)
  if (store !== undefined) provide(container, 'documentStore', store, async () => store.close())
  provide(container, 'identity', openIdentity)
  provide(container, 'access', openAccess)
  drainOnClose(app, config.http.closeTimeout)
  const contributions = new AllContributions(plugins)
  await preparePlugins(plugins, app, config, timeout)
  const { addresses, complete } = await setUpHttp(app, config, guards, {
    hosts: hostsOf(plugins),
    segments: contributions.to('segments').flatMap(({ plugin, value }) => value.map(one => [one, plugin] as const)),
    jsonMediaTypes: contributions.to('jsonMediaTypes').flatMap(({ value }) => value),
    targetReaders: contributions.to('routeTarget').map(({ value }) => value),
  })
  provide(container, 'routes', recordRoutes(app, addresses))
  useContainer(app, container) // before the plugins, so that the store is closed after them
  const openStore = (found: DocumentStore): Promise<void> => found.open(openOptions(app.log, convert, readiness))
  await startPlugins(plugins, { app, container, contributions, timeout, logLevel, openStore })
  complete()
  const contract = <Name extends ContractName>(name: Name): Contracts[Name] => container.resolve(name)
  for (const { value } of upgrade === 'leave' ? [] : contributions.to('upgrade')) {
    const pending = await value.plan(contract, { isListed: onUpgrade !== undefined })
    if (upgrade !== 'plan') await value.run(contract, { force: upgrade === 'force' })
    for (const one of pending) onUpgrade?.(one)
    if (upgrade === 'run') for (const { name, rows } of pending) app.log.info({ upgrade: name, rows }, 'upgraded data')
  }
  if (onDoctor !== undefined)
    for (const { plugin, value } of contributions.to('doctor')) onDoctor(plugin, await value(contract))
  try {
    await app.ready()
  } catch (error) {
    if (systemCodeOf(error) !== 'FST_ERR_SCH_VALIDATION_BUILD') throw error
    throw new ConfigurationError(reasonOf(error), { cause: error })
  }
}

/** The time between two lines about the progress of a conversion, ms. */
const progressEveryMs = 5_000

function openOptions(log: FastifyBaseLogger, convert: boolean, readiness: ServiceReadiness): OpenOptions {
  let shown = performance.now()
  return {
    convert,
    onProgress(done, total) {
      if (performance.now() - shown < progressEveryMs) return
      shown = performance.now()
      log.info({ rows: done, total }, 'converting the store')
    },
    onConverted({ from, to, rows, seconds }) {
      log.info({ from, to, rows, seconds }, 'converted the store')
    },
    onWriteOutcome: failure => readiness.noteWrite(failure),
  }
}

/** In production mode, plugins must provide sign-in and rights. */
function checkProduction({ mode }: Config, plugins: readonly LoadedPlugin[]): void {
  if (mode !== 'production') return
  const provided = new Set<string>(plugins.flatMap(({ manifest }) => manifest.provides))
  const missing = ['identity', 'access'].filter(name => !provided.has(name))
  if (missing.length === 0) return
  throw new ConfigurationError(
    `production mode needs sign-in and rights, but no plugin provides the contract ${missing.map(name => `"${name}"`).join(' or ')}; ` +
      'switch on plugins that do, or run in development mode (PLINTH_MODE=development, without an identity provider)',
  )
}

function guardsOf(container: ReturnType<typeof createAppContainer>): () => Guards {
  let guards: Guards | undefined
  return () => (guards ??= { identity: container.resolve('identity'), access: container.resolve('access') })
}

/** How often idle connections are closed, ms. */
const sweepIntervalMs = 50

/**
 * On close no new connection is accepted and open requests get time to finish; after that their connections are closed. A connection
 * whose request has finished would be kept alive for the next one, so it is closed.
 * @param timeout how long open requests have to finish, ms
 */
function drainOnClose(app: FastifyInstance, timeout: number): void {
  let sweep: NodeJS.Timeout | undefined
  let end: NodeJS.Timeout | undefined
  app.addHook('preClose', done => {
    sweep = setInterval(() => {
      app.server.closeIdleConnections()
    }, sweepIntervalMs)
    end = setTimeout(() => {
      app.server.closeAllConnections()
    }, timeout)
    done()
  })
  app.addHook('onClose', (_instance, done) => {
    clearInterval(sweep)
    clearTimeout(end)
    done()
  })
}
