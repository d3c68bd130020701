import { fastify } from 'fastify'
import type { DocumentStore } from '../lib/store-kit/document-store.ts'
import { createAppContainer } from './container.ts'
import type { Config } from './contracts/config.ts'
import { ProcessLogLevel } from './http/logger.ts'
import { AllContributions, findPlugins, startPlugins } from './loader/index.ts'

/** Time limit of each step of loading the plugin, ms. */
const timeout = 10_000

/**
 * The store of a configuration without a service: its plugin is loaded and started as in a service, but nothing listens. Nothing is connected before
 * `open`; the caller closes the store, and with it what its plugin registered.
 * @param config the configuration that `store` is from: further options of the plugin, and the folder of its `./` path
 * @throws ConfigurationError when there is no such plugin, or it provides no store
 */
export async function createStore(
  store: Config['store'],
  { plugins = {}, directory = '.' }: Partial<Pick<Config, 'plugins' | 'directory'>> = {},
): Promise<DocumentStore> {
  const own = Object.entries(plugins).filter(([key]) => key === store.kind)
  const found = await findPlugins({ store, plugins: Object.fromEntries(own), directory }, timeout)
  const app = fastify()
  const container = createAppContainer()
  await startPlugins(found, {
    app,
    container,
    contributions: new AllContributions(found),
    logLevel: new ProcessLogLevel(app.log),
    timeout,
    openStore: async () => undefined,
  })
  const started = container.resolve('documentStore')
  const close = started.close.bind(started)
  started.close = async () => {
    await close()
    await app.close()
  }
  return started
}
