import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseEnv } from 'node:util'
import { ConfigurationError } from '../errors.ts'

/** Environment variables by name; those that are empty count as absent. */
export type Environment = Readonly<Record<string, string | undefined>>

/** The environment, completed by the `.env` file of this folder if there is one. Variables of the real environment take precedence. */
export function readEnvironment(real: Environment, directory: string): Environment {
  return { ...parseEnv(readDotEnv(join(directory, '.env'))), ...filled(real) }
}

function readDotEnv(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return ''
    throw new ConfigurationError(`${path} cannot be read`, { cause: error })
  }
}

const filled = (environment: Environment): Environment =>
  Object.fromEntries(Object.entries(environment).filter(([, value]) => value !== undefined && value !== ''))

/** The value of a variable, or undefined when it is not set or empty. */
export function variable(environment: Environment, name: string): string | undefined {
  const value = Object.hasOwn(environment, name) ? environment[name] : undefined
  return value === '' ? undefined : value
}
