import { accessSync, constants, statSync } from 'node:fs'
import type { Config } from '../../kernel/contracts/config.ts'
import { ConfigurationError, codesOfError } from '../../kernel/errors.ts'
import { isStoreAway } from '../../kernel/process/failure.ts'
import { isObject, parseJsonOrNothing } from '../../lib/json/index.ts'
import { countText } from '../../lib/terminal/text.ts'
import type { RawAnswer } from '../transport/client.ts'
import { ownerIn, type Owner } from '../transport/owner.ts'
import type { Credentials } from '../transport/url-transport.ts'
import { failedCheck, type Check } from './check.ts'
import { closedFiles, fileOf, folderOf } from './surroundings.ts'

const timeoutMs = 10_000
const pluginRemedy = 'mend the plugin, or switch it off under "plugins" of the configuration'

/** Whether every plugin can be loaded, and their order can be determined. */
export async function checkPlugins(config: Config): Promise<Check> {
  try {
    const { findPlugins } = await import('../../kernel/loader/index.ts')
    const plugins = await findPlugins(config, timeoutMs)
    return { name: 'plugins', detail: plugins.map(({ manifest }) => manifest.name).join(', '), problems: [] }
  } catch (error) {
    return failedCheck('plugins', error, pluginRemedy)
  }
}

/** What was found out about the store, for the checks that follow. */
interface StoreState {
  check: Check
  /** It exists, and no other process uses it. */
  isFree: boolean
  /** Address of the running service that uses it. */
  owner?: string
}

/**
 * Whether the store can be opened, and its own report about itself and its indexes. If a running service owns it, whether that service is healthy.
 * @param token an API token for that service
 */
export async function checkStore(config: Config, token?: string): Promise<StoreState> {
  const { store } = config
  const closed = closedFiles(store)
  if (closed.length > 0) {
    const detail = `${store.kind}, ${fileOf(store) ?? ''}`
    return { check: { name: 'store', detail, problems: closed }, isFree: false }
  }
  try {
    const check = await inspectStore(config)
    return check === undefined ? { check: checkPlace(store), isFree: false } : { check, isFree: true }
  } catch (error) {
    const owner = ownerIn(error)
    if (owner?.address !== undefined) {
      const service = await checkService(owner.address, { hasHealth: config.plugins['health'] !== false, token })
      const detail = `${service.detail}; types and files are checked while it is stopped`
      const check = service.problems.length === 0 ? { ...service, detail } : service
      return { check, isFree: false, owner: owner.address }
    }
    const failed = failedStore(store, error, owner)
    return { check: failed, isFree: false }
  }
}

function failedStore(store: Config['store'], error: unknown, owner: Owner | undefined): Check {
  const check = failedCheck(
    'store',
    error,
    owner === undefined ? storeRemedy(store, error) : 'try again when it has finished',
  )
  if (store.kind !== 'mongodb' || check.away !== true) return check
  const message = `MongoDB at ${hostsOf(store)} does not answer, or is no replica set with a primary`
  return { ...check, problems: check.problems.map(problem => ({ ...problem, message })) }
}

const storeRemedies: Readonly<Record<string, string>> = {
  'store-full': 'delete what is not needed on its disk, or enlarge the disk',
  'store-read-only': 'let the user of the service write to the file and its folder',
  'store-format': 'make a backup, then run plinth upgrade; see docs/operating/upgrades.md',
  'store-damaged': 'put back a copy of the file from a backup, or save what can be read: plinth doctor --repair',
}

function storeRemedy(store: Config['store'], error: unknown): string {
  const known = codesOfError(error).find(code => Object.hasOwn(storeRemedies, code))
  if (known !== undefined) return storeRemedies[known] ?? ''
  if (store.kind === 'mongodb') return `start MongoDB (a replica set) at ${hostsOf(store)}, or correct MONGODB_URL`
  return store.path === undefined
    ? 'correct "store" of the configuration'
    : `see that ${store.path} can be read and written, or correct SQLITE_PATH`
}

/** The hosts in a connection string, without the credentials. */
const hostsOf = ({ url = '' }: Config['store']): string =>
  /^[^:]+:\/\/(?:[^@/]*@)?([^/?]+)/.exec(url)?.[1] ?? 'its address'

/** The report of the store; undefined when there is no store yet. */
async function inspectStore(config: Config): Promise<Check | undefined> {
  const { createStore } = await import('../../kernel/store.ts')
  const { oldPatternsRemedy, oldPatternsText, readOldPatterns } = await import('../store/old-patterns.ts')
  const store = await createStore(config.store, config)
  try {
    if (store.operations?.format !== undefined && (await store.operations.format()) === undefined) return undefined
    await store.open()
    const report = await store.operations?.report?.()
    const { problems = [], warnings = [] } = report ?? {}
    const place = report === undefined ? '' : ` ${report.version}, ${report.location}`
    const collections = await store.collections()
    const indexes = collections.reduce((sum, { columns }) => sum + columns.filter(column => column.indexed).length, 0)
    const detail = `${store.kind}${place}; ${countText(collections.length, 'collection')}, ${countText(indexes, 'indexed column')}`
    if (problems.length > 0) return { name: 'store', detail, problems: [...problems], warnings: [...warnings] }
    const patterns = (await readOldPatterns(store)).map(one => ({
      message: oldPatternsText(one),
      remedy: oldPatternsRemedy,
    }))
    return { name: 'store', detail, problems, warnings: [...warnings, ...patterns] }
  } finally {
    await store.close()
  }
}

/** Whether a store that does not exist yet can be created. */
function checkPlace(store: Config['store']): Check {
  const path = fileOf(store)
  if (path === undefined) {
    const detail = `${store.kind}; the database is empty and will be made at the first start`
    return { name: 'store', detail, problems: [] }
  }
  const folder = folderOf(path)
  if (!statSync(folder).isDirectory()) throw new ConfigurationError(`${folder} is not a folder`)
  accessSync(folder, constants.W_OK)
  return {
    name: 'store',
    detail: `${store.kind}; ${path} does not exist and will be made at the first start`,
    problems: [],
  }
}

/** Whether the plugins start on the store. A failure of the store itself belongs to the check of the store. */
export async function checkStart(
  config: Config,
  plugins: Check,
  store: Check,
): Promise<[plugins: Check, store: Check, ...further: Check[]]> {
  const { buildApp } = await import('../../kernel/app.ts')
  const further: Check[] = []
  try {
    const app = await buildApp(config, {
      logger: false,
      onDoctor: (name, found) => further.push({ name, ...found }),
    })
    await app.close()
    return [plugins, store, ...further]
  } catch (error) {
    if (isStoreAway(error)) {
      return [plugins, { ...failedCheck('store', error, storeRemedy(config.store, error)), detail: store.detail }]
    }
    return [{ ...failedCheck('plugins', error, pluginRemedy), detail: plugins.detail }, store]
  }
}

/** What is known about a service before a request to it. */
interface ServiceHints extends Credentials {
  /** Whether the plugin `health` is switched on, if known. */
  hasHealth?: boolean
}

/** Whether a running service answers and is ready. */
export async function checkService(url: string, { hasHealth, ...credentials }: ServiceHints = {}): Promise<Check> {
  try {
    const { urlTransport } = await import('../transport/url-transport.ts')
    const transport = urlTransport(url, credentials, AbortSignal.timeout(timeoutMs))
    const get = (path: string): Promise<RawAnswer> =>
      transport({ method: 'GET', path, headers: { accept: 'application/json, application/problem+json' } })
    const alive = await get('/api/health')
    if (alive.status !== 200) {
      if (hasHealth === false || (hasHealth === undefined && isApiNotFound(alive))) {
        const detail = `${url} answers; without the plugin health, whether it reaches its store is unknown`
        return { name: 'service', detail, problems: [] }
      }
      return failedCheck('service', new ConfigurationError(`${url} answered status ${alive.status}`), 'is it Plinth?')
    }
    const ready = await get('/api/health/ready')
    if (ready.status !== 200) {
      const { code, message = 'cannot reach its store' } = textsOf(ready)
      const failure = {
        message: `${url} answers, but is not ready: ${message}`,
        remedy: 'run plinth doctor where it runs',
      }
      const away = code === undefined || code === 'store-unavailable'
      return { name: 'service', detail: url, problems: [failure], ...(away && { away }) }
    }
    return { name: 'service', detail: `${url} answers and reaches its store`, problems: [] }
  } catch (error) {
    return { ...failedCheck('service', error, 'start it, or correct the address'), away: true }
  }
}

/** The code and the message of an error. */
function textsOf({ text }: RawAnswer): { code?: string; message?: string } {
  const body = parseJsonOrNothing(text) // another program can answer there
  if (!isObject(body)) return {}
  const { code, detail, message = detail } = body
  return { ...(typeof code === 'string' && { code }), ...(typeof message === 'string' && { message }) }
}

/** Whether this is a Plinth service's answer to an address that does not exist or requires sign-in. */
function isApiNotFound(answer: RawAnswer): boolean {
  return (answer.status === 404 || answer.status === 401) && textsOf(answer).message !== undefined
}
