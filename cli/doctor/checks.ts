import { accessSync, constants, existsSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
import type { Config } from '../../kernel/contracts/config.ts'
import { codesOfError, ConfigurationError } from '../../kernel/errors.ts'
import { isRecord } from '../../lib/json/index.ts'
import { isStoreAway } from '../../kernel/process/failure.ts'
import type { RawAnswer } from '../transport/client.ts'
import { ownerIn } from '../transport/owner.ts'

/** One check of `doctor`. */
export interface Check {
  name: string
  /** The finding. */
  detail: string
  problems: { message: string; remedy: string }[]
  /** Settings that work but could be improved. */
  warnings?: { message: string; remedy: string }[]
  /** The store or the service cannot be reached. */
  away?: boolean
}

const timeoutMs = 10_000
const pluginRemedy = 'mend the plugin, or switch it off under "plugins" of the configuration'

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

/** Whether every plugin can be loaded, and their order can be determined. */
export async function checkPlugins(config: Config): Promise<Check> {
  try {
    const { findPlugins } = await import('../../kernel/loader/index.ts')
    const plugins = await findPlugins(config, timeoutMs)
    return { name: 'plugins', detail: plugins.map(({ manifest }) => manifest.name).join(', '), problems: [] }
  } catch (error) {
    return broken('plugins', error, pluginRemedy)
  }
}

/** Whether the store can be opened, and its own report about itself and its indexes. If a running service owns it, whether that service is healthy. */
export async function checkStore(config: Config): Promise<{ check: Check; isFree: boolean }> {
  try {
    const { storeExists } = await import('../../kernel/store.ts')
    if (await storeExists(config.store)) return { check: await inspectStore(config), isFree: true }
    return { check: checkPlace(config.store), isFree: false }
  } catch (error) {
    const owner = ownerIn(error)
    if (owner?.address !== undefined) {
      return { check: await checkService(owner.address, config.plugins['health'] !== false), isFree: false }
    }
    if (codesOfError(error).includes('store-format'))
      return { check: broken('store', error, 'see docs/operating/upgrades.md'), isFree: false }
    const remedy =
      config.store.kind === 'mongodb'
        ? 'start MongoDB (a replica set), or correct MONGODB_URL'
        : `see that ${config.store.path} can be read and written, or correct SQLITE_PATH`
    return {
      check: broken('store', error, owner === undefined ? remedy : 'try again when it has finished'),
      isFree: false,
    }
  }
}

async function inspectStore(config: Config): Promise<Check> {
  const { createStore } = await import('../../kernel/store.ts')
  const store = await createStore(config.store)
  await store.open()
  try {
    const { kind, location, version, problems, warnings = [] } = await store.report()
    const collections = await store.collections()
    const indexes = collections.reduce((sum, { columns }) => sum + columns.filter(column => column.indexed).length, 0)
    const detail = `${kind} ${version}, ${location}; ${collections.length} collections, ${indexes} indexed columns`
    return { name: 'store', detail, problems, warnings }
  } finally {
    await store.close()
  }
}

/** Whether a store that does not exist yet can be created. */
function checkPlace(store: Config['store']): Check {
  if (store.kind === 'mongodb') {
    return { name: 'store', detail: 'mongodb; the database is empty and will be made at the first start', problems: [] }
  }
  let folder = dirname(store.path)
  while (!existsSync(folder)) folder = dirname(folder)
  if (!statSync(folder).isDirectory()) throw new ConfigurationError(`${folder} is not a folder`)
  accessSync(folder, constants.W_OK)
  return {
    name: 'store',
    detail: `sqlite; ${store.path} does not exist and will be made at the first start`,
    problems: [],
  }
}

/** Whether the plugins start on the store. */
export async function checkStart(config: Config, plugins: Check): Promise<Check> {
  const { buildApp } = await import('../../kernel/app.ts')
  try {
    const app = await buildApp(config, { logger: false })
    await app.close()
    return plugins
  } catch (error) {
    return { ...broken('plugins', error, pluginRemedy), detail: plugins.detail }
  }
}

/**
 * Whether a running service answers and reaches its store.
 * @param hasHealth whether the plugin `health` is switched on, if known
 */
export async function checkService(url: string, hasHealth?: boolean): Promise<Check> {
  try {
    const { urlTransport } = await import('../transport/url-transport.ts')
    const transport = urlTransport(url, {}, AbortSignal.timeout(timeoutMs))
    const request = { method: 'GET', headers: { accept: 'application/json' } }
    const alive = await transport({ ...request, path: '/api/health' })
    if (alive.status !== 200) {
      if (hasHealth === false || (hasHealth === undefined && isApiNotFound(alive))) {
        const detail = `${url} answers; without the plugin health it does not tell whether it reaches its store`
        return { name: 'service', detail, problems: [] }
      }
      return broken('service', new ConfigurationError(`${url} answered status ${alive.status}`), 'is it Plinth?')
    }
    const ready = await transport({ ...request, path: '/api/health/ready' })
    if (ready.status === 200) return { name: 'service', detail: `${url} answers and reaches its store`, problems: [] }
    const error = new ConfigurationError(`${url} answers, but cannot reach its store`)
    return { ...broken('service', error, 'run plinth doctor where it runs'), away: true }
  } catch (error) {
    return { ...broken('service', error, 'start it, or correct the address'), away: true }
  }
}

/** Whether this is a Plinth service's answer to an address that does not exist or requires sign-in. */
function isApiNotFound({ status, text }: RawAnswer): boolean {
  if (status !== 404 && status !== 401) return false
  try {
    const body: unknown = JSON.parse(text)
    return isRecord(body) && Object.keys(body).join() === 'message'
  } catch {
    return false // not JSON: another program answers there
  }
}

function broken(name: string, error: unknown, remedy: string): Check {
  const message = error instanceof Error ? error.message : String(error)
  return { name, detail: '', problems: [{ message, remedy }], ...(isStoreAway(error) && { away: true }) }
}
