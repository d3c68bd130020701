import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { parseEnv } from 'node:util'
import { utf8Text } from '../../lib/json/index.ts'
import { ConfigurationError, systemCodeOf } from '../errors.ts'

/** Environment variables by name; those that are empty count as absent. */
export type Environment = Readonly<Record<string, string | undefined>>

/** The variables whose value is a secret. Each can be set as the content of a file instead: `SESSION_SECRET_FILE` names the file. */
export const secretVariables = [
  'IDP_CLIENT_SECRET',
  'SESSION_SECRET',
  'SESSION_SECRET_PREVIOUS',
  'SMTP_URL',
  'MONGODB_URL',
  'FILES_S3_SECRET',
] as const

/**
 * The environment, completed by the `.env` file of this folder if there is one. Variables of the real environment take precedence. Secrets that
 * are set as files are read.
 * @throws ConfigurationError naming the file that cannot be read, or the variables that contradict each other
 */
export function readEnvironment(real: Environment, directory: string): Environment {
  const environment = readVariables(real, directory)
  const secrets = secretVariables.map(name => [name, secretVariable(environment, name, directory)])
  return { ...environment, ...Object.fromEntries(secrets.filter(([, value]) => value !== undefined)) }
}

/**
 * The value of a variable, or the content of the file that the variable with the suffix `_FILE` names; undefined when neither is set.
 * @throws ConfigurationError when both are set, or the file cannot be read or is empty
 */
export function secretVariable(environment: Environment, name: string, directory: string): string | undefined {
  const value = variable(environment, name)
  const path = variable(environment, `${name}_FILE`)
  if (path === undefined) return value
  if (value !== undefined) throw new ConfigurationError(`${name} and ${name}_FILE are both set; set one of them`)
  return readSecret(`${name}_FILE`, resolve(directory, path))
}

/** The environment, completed by the `.env` file of this folder, as it is written. */
export const readVariables = (real: Environment, directory: string): Environment => ({
  ...parseEnv(readDotEnv(join(directory, '.env'))),
  ...filled(real),
})

/** The content of a file without the line break at its end, which editors and `echo` add. */
function readSecret(name: string, path: string): string {
  const secret = readSecretFile(name, path).replace(/\r?\n$/, '')
  if (secret === '') throw new ConfigurationError(`${name}: the file ${path} is empty`)
  return secret
}

function readSecretFile(name: string, path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch (error) {
    throw new ConfigurationError(`${name}: the file ${path} cannot be read (${systemCodeOf(error)})`, { cause: error })
  }
}

function readDotEnv(path: string): string {
  let bytes: Buffer
  try {
    bytes = readFileSync(path)
  } catch (error) {
    if (systemCodeOf(error) === 'ENOENT') return ''
    throw new ConfigurationError(`${path} cannot be read`, { cause: error })
  }
  const text = utf8Text(bytes)
  if (text === undefined) throw new ConfigurationError(`${path} is not UTF-8; save it as UTF-8`)
  return text
}

const filled = (environment: Environment): Environment =>
  Object.fromEntries(Object.entries(environment).filter(([, value]) => value !== undefined && value !== ''))

/** The value of a variable, or undefined when it is not set or empty. */
export function variable(environment: Environment, name: string): string | undefined {
  const value = Object.hasOwn(environment, name) ? environment[name] : undefined
  return value === '' ? undefined : value
}
