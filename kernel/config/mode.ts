import { identityProvider } from './sign-in.ts'
import type { SignInFile } from './sign-in.ts'
import type { Mode } from '../contracts/config.ts'
import type { Environment } from './environment.ts'
import { variable } from './environment.ts'
import { ConfigurationError } from '../errors.ts'

/** The variables that switch sign-in on; either all of them or none are set. */
const needed = ['IDP_CLIENT_ID', 'IDP_CLIENT_SECRET', 'FRONTEND_URL'] as const

/**
 * Decide the mode: the stated one, else `production` when an identity provider is configured, else `development`. Nothing else has an
 * influence, in particular not `NODE_ENV`.
 * @param file the content of the configuration file; the environment overrides it
 * @returns the mode, and whether it was stated explicitly
 * @throws ConfigurationError when the stated mode contradicts the settings of the identity provider
 */
export function decideMode(
  environment: Environment,
  file: { mode?: Mode; signIn?: SignInFile } = {},
): { mode: Mode; spelledOut: boolean } {
  const spelled = readMode(environment) ?? file.mode
  const settings = identityProvider(environment, file.signIn)
  const present = Object.keys(settings).filter(name => settings[name] !== undefined)
  const missing = needed.filter(name => settings[name] === undefined)
  if (spelled === 'development' && present.length > 0) {
    throw new ConfigurationError(
      `PLINTH_MODE is development, but ${present.join(', ')} configure sign-in; remove one or the other`,
    )
  }
  if (present.length > 0 && missing.length > 0) {
    throw new ConfigurationError(
      `sign-in is only half configured: ${present.join(', ')} set, ${missing.join(', ')} missing; set all of them or none`,
    )
  }
  if (spelled === 'production' && missing.length > 0) {
    const all = variable(environment, 'SESSION_SECRET') === undefined ? [...missing, 'SESSION_SECRET'] : missing
    throw new ConfigurationError(`production mode needs an identity provider: set ${all.join(', ')}`)
  }
  return { mode: present.length > 0 ? 'production' : 'development', spelledOut: spelled !== undefined }
}

function readMode(environment: Environment): Mode | undefined {
  const value = variable(environment, 'PLINTH_MODE')
  if (value === undefined || value === 'development' || value === 'production') return value
  throw new ConfigurationError(`PLINTH_MODE must be development or production, not "${value}"`)
}
