import type { Config } from '../contracts/config.ts'
import type { DocumentStore } from '../contracts/document-store.ts'
import { ConfigurationError } from '../errors.ts'
import { ownerIn } from './owner.ts'

/** One thing that `doctor` looked at. */
export interface Check {
  name: string
  /** What was found. */
  detail: string
  problems: { message: string; remedy: string }[]
  /** What works, but could be better. */
  warnings?: { message: string; remedy: string }[]
}

const patience = 10_000

/** Whether the configuration can be read. */
export function checkConfiguration(read: () => Config): { check: Check; config: Config | undefined } {
  try {
    const config = read()
    const detail = `${modeOf(config)}, ${config.store.kind}, files in ${config.directory}`
    return { check: { name: 'configuration', detail, problems: [] }, config }
  } catch (error) {
    return {
      check: broken('configuration', error, 'see config/README.md for every key and variable'),
      config: undefined,
    }
  }
}

const modeOf = ({ mode, signIn }: Config): string =>
  signIn === undefined ? `${mode} mode without authorization` : `${mode} mode, sign-in with ${signIn.issuer}`

/** Whether every plugin can be loaded, and they can be put into an order. */
export async function checkPlugins(config: Config): Promise<Check> {
  try {
    const { findPlugins } = await import('../loader/index.ts')
    const plugins = await findPlugins(config, patience)
    return { name: 'plugins', detail: plugins.map(({ manifest }) => manifest.name).join(', '), problems: [] }
  } catch (error) {
    return broken('plugins', error, 'mend the plugin, or switch it off under "plugins" of the configuration')
  }
}

/**
 * Whether the service starts on its store, and what the store says of itself and its indexes. Where a running service owns it, whether that is well.
 * @param start also start the plugins, whose collections the indexes belong to
 */
export async function checkStore(config: Config, start: boolean): Promise<Check> {
  const { createStore } = await import('../store/index.ts')
  const store = createStore(config.store)
  try {
    return await opened(config, store, start)
  } catch (error) {
    const owner = await ownerIn(error)
    if (owner?.address !== undefined) return checkService(owner.address)
    const remedy =
      config.store.kind === 'mongodb'
        ? 'start MongoDB (a replica set), or correct MONGODB_URL'
        : `see that ${config.store.path} can be read and written, or correct SQLITE_PATH`
    return broken('store', error, owner === undefined ? remedy : 'try again when it has finished')
  }
}

async function opened(config: Config, store: DocumentStore, start: boolean): Promise<Check> {
  const close = await open(config, store, start)
  try {
    const { kind, location, version, problems, warnings = [] } = await store.report()
    const collections = await store.collections()
    const indexes = collections.reduce((sum, { columns }) => sum + columns.filter(column => column.indexed).length, 0)
    const detail = `${kind} ${version}, ${location}; ${collections.length} collections, ${indexes} indexed columns`
    return { name: 'store', detail, problems, warnings }
  } finally {
    await close()
  }
}

async function open(config: Config, store: DocumentStore, start: boolean): Promise<() => Promise<void>> {
  if (start) {
    const { buildApp } = await import('../app.ts')
    const app = await buildApp(config, { logger: false, store })
    return () => app.close()
  }
  await store.open()
  return () => store.close()
}

/** Whether a running service answers and reaches its store. */
export async function checkService(url: string): Promise<Check> {
  try {
    const { urlTransport } = await import('./url-transport.ts')
    const transport = urlTransport(url, {}, AbortSignal.timeout(patience))
    const request = { method: 'GET', headers: { accept: 'application/json' } }
    const alive = await transport({ ...request, path: '/api/health' })
    if (alive.status !== 200)
      return broken('service', new ConfigurationError(`${url} answered status ${alive.status}`), 'is it Plinth?')
    const ready = await transport({ ...request, path: '/api/health/ready' })
    if (ready.status === 200) return { name: 'service', detail: `${url} answers and reaches its store`, problems: [] }
    return broken(
      'service',
      new ConfigurationError(`${url} answers, but cannot reach its store`),
      'run plinth doctor where it runs',
    )
  } catch (error) {
    return broken('service', error, 'start it, or correct the address')
  }
}

function broken(name: string, error: unknown, remedy: string): Check {
  const message = error instanceof Error ? error.message : String(error)
  return { name, detail: '', problems: [{ message, remedy }] }
}
