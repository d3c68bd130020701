import { readFileSync } from 'node:fs'
import type { SignInFile } from './sign-in.ts'
import type { Config, Mode, RateLimit, StrictTransportSecurity } from '../contracts/config.ts'
import { isRecord, parseJson, utf8Text } from '../../lib/json/index.ts'
import { ConfigurationError, reasonOf } from '../errors.ts'
import { failures } from '../validation.ts'
import { validate } from './config-check.ts'

/** The content of a configuration file; every key is optional. */
export interface ConfigFile {
  $schema?: string
  mode?: Mode
  http?: Partial<Omit<Config['http'], 'rateLimit' | 'hsts'>> & {
    minBodyBytesPerSecond?: number
    maxUnsentAnswerBytes?: number
    rateLimit?: Partial<RateLimit> | false
    hsts?: Partial<StrictTransportSecurity> | false
  }
  signIn?: SignInFile
  store?: Config['store']
  log?: Partial<Config['log']>
  plugins?: Config['plugins']
  pluginDefaults?: Record<string, string>
}

const isConfigFile = (value: unknown): value is ConfigFile => validate(value)

/**
 * Read a configuration file: JSON, with the keys of `config/README.md`.
 * @throws ConfigurationError naming the file and every key that is wrong
 */
export function readConfigFile(path: string): ConfigFile {
  const value = parse(path)
  if (isConfigFile(value)) {
    const { $schema: _forEditors, ...file } = value
    return file
  }
  const problems = failures(validate, value).map(({ field, message }) => `${field || 'the file'} ${message}`)
  throw new ConfigurationError(`${path} is not valid: ${problems.join('; ')}`)
}

function parse(path: string): unknown {
  try {
    const text = utf8Text(readFileSync(path))
    if (text === undefined) throw new Error('it is not UTF-8')
    return parseJson(text)
  } catch (error) {
    throw new ConfigurationError(`the configuration file ${path} cannot be read: ${reasonOf(error)}`, { cause: error })
  }
}

/** Merge two files: objects are merged key by key; every other value of `over`, and its store, replaces that of `base`. Neither argument is changed. */
export function mergeConfigFiles(base: ConfigFile, over: ConfigFile): ConfigFile {
  const store = over.store ?? base.store
  const merged = { ...merge({ ...base }, { ...over }), ...(store !== undefined && { store }) }
  if (!isConfigFile(merged)) throw new Error('two valid configurations do not make a valid one')
  return merged
}

function merge(base: Record<string, unknown>, over: Record<string, unknown>): Record<string, unknown> {
  const merged = { ...base }
  for (const [key, value] of Object.entries(over)) {
    const known = Object.hasOwn(base, key) ? base[key] : undefined
    merged[key] = isRecord(known) && isRecord(value) ? merge(known, value) : value
  }
  return merged
}
