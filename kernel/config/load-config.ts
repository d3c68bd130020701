import { dirname, join, resolve } from 'node:path'
import { mergeConfigFiles, readConfigFile } from './config-file.ts'
import type { ConfigFile } from './config-file.ts'
import { logLevels } from './config-schema.ts'
import { readHttp } from './http.ts'
import { readSignIn } from './sign-in.ts'
import type { Config, FilesSettings } from '../contracts/config.ts'
import { readEnvironment, variable } from './environment.ts'
import type { Environment } from './environment.ts'
import { ConfigurationError } from '../errors.ts'
import { decideMode } from './mode.ts'
import { packageRoot } from '../package-root.ts'

/** The file that every configuration extends. */
const defaultFile = join(packageRoot, 'config', 'default.json')

/**
 * Read the configuration: `config/default.json`, overridden by the file that `PLINTH_CONFIG` names, overridden by the environment
 * with the `.env` file of the working directory. `config/README.md` lists every key and variable.
 * @param real the environment of the process
 * @param directory the working directory; relative paths are resolved against it
 * @throws ConfigurationError with one message that names the file or variable and what is wrong with it
 */
export function loadConfig(real: Environment = process.env, directory: string = process.cwd()): Config {
  const environment = readEnvironment(real, directory)
  const named = variable(environment, 'PLINTH_CONFIG')
  const file = named === undefined ? undefined : resolve(directory, named)
  const base = readConfigFile(defaultFile)
  const over = file === undefined ? {} : readConfigFile(file)
  const merged = mergeConfigFiles(base, over)
  const { mode, spelledOut } = decideMode(environment, merged)
  const store = readStore(merged.store, environment, directory)
  return {
    mode,
    ...(mode === 'development' && !spelledOut && { modeIsDefault: true }),
    http: readHttp(merged.http, environment, { mode, spelledOut }),
    ...(mode === 'production' && { signIn: readSignIn(environment, merged.signIn) }),
    ...readMail(environment),
    store,
    ...readFiles(environment),
    ...readFormer(over, environment),
    log: { ...merged.log, level: readLevel(environment) ?? merged.log?.level ?? 'info' },
    ...readOpenApiDocument(environment, directory),
    plugins: readPlugins(merged),
    directory: dirname(file ?? defaultFile),
  }
}

function readLevel(environment: Environment): string | undefined {
  const value = variable(environment, 'LOG_LEVEL')
  if (value === undefined || logLevels.includes(value)) return value
  throw new ConfigurationError(`LOG_LEVEL must be one of ${logLevels.join(', ')}, not "${value}"`)
}

/** Settings that are accepted until 0.4 and do nothing, with what replaces each. */
const former: Readonly<Record<string, string>> = {
  PLINTH_WORKERS: 'for several processes start several instances on MongoDB behind a proxy',
  'http.minBodyBytesPerSecond': 'http.requestTimeout ends bodies that arrive too slowly',
  'http.maxUnsentAnswerBytes': 'a proxy that buffers answers protects against clients that do not read them',
}

/** @throws ConfigurationError for several worker processes: one would do less than the operator expects */
function readFormer({ http = {} }: ConfigFile, environment: Environment): Pick<Config, 'notices'> {
  const workers = variable(environment, 'PLINTH_WORKERS')
  if (workers !== undefined && workers !== '1')
    throw new ConfigurationError(`PLINTH_WORKERS is not supported any more; ${former['PLINTH_WORKERS']}`)
  const isSet = (name: string): boolean =>
    name.startsWith('http.')
      ? Object.hasOwn(http, name.slice('http.'.length))
      : variable(environment, name) !== undefined
  const notices = Object.entries(former).filter(([name]) => isSet(name))
  return notices.length === 0 ? {} : { notices: notices.map(([name, instead]) => `${name} does nothing; ${instead}`) }
}

function readOpenApiDocument(environment: Environment, directory: string): Pick<Config, 'openapiDocument'> {
  const path = variable(environment, 'OPENAPI_DOCUMENT')
  return path === undefined ? {} : { openapiDocument: resolve(directory, path) }
}

/**
 * Plugins that the files do not name are on or off with another one.
 * @throws ConfigurationError when that one is no key of `plugins`
 */
function readPlugins({ plugins = {}, pluginDefaults = {} }: ConfigFile): Config['plugins'] {
  const defaults = Object.entries(pluginDefaults).map(([key, other]) => {
    if (Object.hasOwn(plugins, other)) return [key, plugins[other] !== false]
    throw new ConfigurationError(`pluginDefaults.${key} must be a key of "plugins", not "${other}"`)
  })
  return { ...Object.fromEntries(defaults), ...plugins }
}

/** Mail is sent only when both variables are set. */
function readMail(environment: Environment): Pick<Config, 'mail'> {
  const url = variable(environment, 'SMTP_URL')
  const from = variable(environment, 'MAIL_FROM')
  if (url !== undefined && !(URL.canParse(url) && /^smtps?:$/.test(new URL(url).protocol))) {
    throw new ConfigurationError('SMTP_URL must be an address such as smtps://user:password@mail.example.org')
  }
  if (from?.includes('@') === false) {
    throw new ConfigurationError(`MAIL_FROM must be an e-mail address such as cms@example.org, not "${from}"`)
  }
  return url === undefined || from === undefined ? {} : { mail: { url, from } }
}

/** @throws ConfigurationError for an address that is neither a folder nor a bucket, or for a bucket without what it needs */
function readFiles(environment: Environment): Pick<Config, 'files'> {
  const url = variable(environment, 'FILES_URL')
  if (url === undefined) return {}
  const { protocol, hostname } = URL.canParse(url) ? new URL(url) : { protocol: '', hostname: '' }
  if (protocol === 'file:' && hostname === '') return { files: { url } }
  if (protocol === 's3:' && hostname !== '') return { files: { url, s3: readS3(environment) } }
  throw new ConfigurationError(
    'FILES_URL must be the address of a folder, file:///srv/files, or of a bucket, s3://bucket/prefix',
  )
}

function readS3(environment: Environment): NonNullable<FilesSettings['s3']> {
  const region = variable(environment, 'FILES_S3_REGION') ?? 'us-east-1'
  const endpoint = variable(environment, 'FILES_S3_ENDPOINT') ?? `https://s3.${region}.amazonaws.com`
  const key = variable(environment, 'FILES_S3_KEY')
  const secret = variable(environment, 'FILES_S3_SECRET')
  if (key === undefined || secret === undefined)
    throw new ConfigurationError('FILES_URL names a bucket: set FILES_S3_KEY and FILES_S3_SECRET too')
  const { protocol, origin, search, username, pathname } = URL.canParse(endpoint) ? new URL(endpoint) : new URL('none:')
  if (!/^https?:$/.test(protocol) || search !== '' || username !== '')
    throw new ConfigurationError('FILES_S3_ENDPOINT must be an address such as https://s3.example.org')
  return { endpoint: origin + pathname.replace(/\/+$/, ''), region, key, secret }
}

function readStore(store: ConfigFile['store'], environment: Environment, directory: string): Config['store'] {
  const url = variable(environment, 'MONGODB_URL')
  if (url !== undefined) return { kind: 'mongodb', url }
  const path = variable(environment, 'SQLITE_PATH')
  if (path === undefined && store !== undefined && store.kind !== 'sqlite') return store
  const own = store?.kind === 'sqlite' ? store : { kind: 'sqlite' }
  const chosen = path ?? own.path ?? 'data/plinth.db'
  if (/^(?:file:|\w+:\/\/)/i.test(chosen))
    throw new ConfigurationError(
      `${path === undefined ? 'store.path' : 'SQLITE_PATH'} must be the path of a file, not the address "${chosen}"`,
    )
  return { ...own, path: locate(chosen, directory) }
}

const locate = (path: string, directory: string): string => (path === ':memory:' ? path : resolve(directory, path))
