import { readFileSync } from 'node:fs'
import type { SignInFile } from './sign-in.ts'
import type { Config, Mode, RateLimit } from '../contracts/config.ts'
import { isRecord } from '../../lib/json/types.ts'
import { ConfigurationError } from '../errors.ts'
import { compile, failures } from '../validation.ts'

/** The content of a configuration file; every key is optional. */
export interface ConfigFile {
  mode?: Mode
  http?: Partial<Omit<Config['http'], 'rateLimit'>> & { rateLimit?: Partial<RateLimit> | false }
  signIn?: SignInFile
  store?: Config['store']
  log?: Partial<Config['log']>
  plugins?: Config['plugins']
}

const bytes = { type: 'integer', minimum: 1024, maximum: 4_294_967_296 }
const milliseconds = { type: 'integer', minimum: 1, maximum: 3_600_000 }
const text = { type: 'string', minLength: 1 }
const texts = { type: 'array', items: text, minItems: 1, uniqueItems: true }
const count = { type: 'integer', minimum: 1, maximum: 1_000_000 }

export const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']

const validate = compile({
  type: 'object',
  additionalProperties: false,
  properties: {
    mode: { enum: ['development', 'production'] },
    http: {
      type: 'object',
      additionalProperties: false,
      properties: {
        port: { type: 'integer', minimum: 0, maximum: 65_535 },
        host: text,
        maxBodyBytesInFlight: bytes,
        minBodyBytesPerSecond: { type: 'integer', minimum: 0, maximum: 1_048_576 },
        maxObjectMembers: count,
        maxFilterValues: count,
        maxPageBytes: bytes,
        maxUnsentAnswerBytes: bytes,
        handlerTimeout: milliseconds,
        bodyLimit: { type: 'integer', minimum: 1024, maximum: 1_073_741_824 },
        requestTimeout: milliseconds,
        headersTimeout: milliseconds,
        closeTimeout: milliseconds,
        compression: { type: 'boolean' },
        rateLimit: {
          type: ['boolean', 'object'],
          not: { const: true },
          additionalProperties: false,
          properties: { requests: count, signIns: count, window: milliseconds },
        },
        trustProxy: texts,
        cors: { type: 'object', additionalProperties: false, required: ['origins'], properties: { origins: texts } },
      },
    },
    signIn: {
      type: 'object',
      additionalProperties: false,
      properties: { issuer: text, clientId: text, frontendUrl: text, administratorEmail: text },
    },
    store: {
      type: 'object',
      additionalProperties: false,
      required: ['kind'],
      properties: { kind: { enum: ['sqlite', 'mongodb'] }, path: text, url: text },
      if: { type: 'object', properties: { kind: { const: 'mongodb' } } },
      then: { required: ['url'], properties: { path: false } },
      else: { required: ['path'], properties: { url: false } },
    },
    log: { type: 'object', additionalProperties: false, properties: { level: { enum: logLevels } } },
    plugins: { type: 'object', additionalProperties: { type: ['boolean', 'object'] } },
  },
})

const isConfigFile = (value: unknown): value is ConfigFile => validate(value)

/**
 * Read a configuration file: JSON, with the keys of `config/README.md`.
 * @throws ConfigurationError naming the file and every key that is wrong
 */
export function readConfigFile(path: string): ConfigFile {
  const value = parse(path)
  if (isConfigFile(value)) return value
  const problems = failures(validate, value).map(({ field, message }) => `${field || 'the file'} ${message}`)
  throw new ConfigurationError(`${path} is not valid: ${problems.join('; ')}`)
}

function parse(path: string): unknown {
  try {
    return JSON.parse(readFileSync(path, 'utf8'), refusePrototype)
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    throw new ConfigurationError(`the configuration file ${path} cannot be read: ${reason}`, { cause: error })
  }
}

function refusePrototype(key: string, value: unknown): unknown {
  if (key === '__proto__') throw new Error('a key must not be named __proto__')
  return value
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
