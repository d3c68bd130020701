import type { SignIn } from '../contracts/config.ts'
import type { Environment } from './environment.ts'
import { variable } from './environment.ts'
import { ConfigurationError } from '../errors.ts'
import { isLoopback } from './loopback.ts'
import { readEmailAddress } from '../../lib/json-schema/email.ts'

/** The sign-in settings of a configuration file. Secrets are not among them: they come only from the environment. */
export interface SignInFile {
  issuer?: string
  clientId?: string
  frontendUrl?: string
  administratorEmail?: string
}

/** The settings of the identity provider by the names of their variables; the environment overrides the file. */
export function identityProvider(environment: Environment, file: SignInFile = {}): Record<string, string | undefined> {
  return {
    IDP_CLIENT_ID: variable(environment, 'IDP_CLIENT_ID') ?? file.clientId,
    IDP_CLIENT_SECRET: variable(environment, 'IDP_CLIENT_SECRET'),
    FRONTEND_URL: variable(environment, 'FRONTEND_URL') ?? file.frontendUrl,
    IDP_ISSUER: variable(environment, 'IDP_ISSUER') ?? file.issuer,
  }
}

const google = 'https://accounts.google.com'

/**
 * How people sign in, in production mode.
 * @throws ConfigurationError naming the variable and what is wrong with it; never the value of a secret
 */
export function readSignIn(environment: Environment, file: SignInFile = {}): SignIn {
  const { IDP_CLIENT_ID, IDP_CLIENT_SECRET, FRONTEND_URL, IDP_ISSUER = google } = identityProvider(environment, file)
  const address = variable(environment, 'ADMIN_EMAIL') ?? file.administratorEmail
  return {
    issuer: readIssuer(IDP_ISSUER),
    clientId: credential('IDP_CLIENT_ID', IDP_CLIENT_ID),
    clientSecret: credential('IDP_CLIENT_SECRET', IDP_CLIENT_SECRET),
    frontendUrl: readFrontend(FRONTEND_URL ?? ''),
    secrets: readSecrets(environment),
    ...(address !== undefined && { administratorEmail: readAddress(address) }),
  }
}

const wrong = (name: string, problem: string): ConfigurationError => new ConfigurationError(`${name} ${problem}`)

/** A credential as RFC 6749 defines it (A.1, A.2): visible characters and spaces. A space at either end is taken for a typing error. */
function credential(name: string, value = ''): string {
  if (/^[\x21-\x7e](?:[\x20-\x7e]*[\x21-\x7e])?$/.test(value)) return value
  throw wrong(name, 'must consist of visible ASCII characters, without spaces at its ends')
}

/** Kept exactly as it is written: the issuer that the provider reports must be identical (OpenID Connect Discovery, 4.3). */
function readIssuer(value: string): string {
  readAddressOf('IDP_ISSUER', value)
  return value
}

/** The origin in its normal form. The admin and the API are served at its root, so a path would only work for a part of the addresses. */
function readFrontend(value: string): string {
  const { origin, pathname } = readAddressOf('FRONTEND_URL', value)
  if (pathname === '/') return origin
  throw wrong(
    'FRONTEND_URL',
    `must not have a path, because the service needs a host name of its own: ${origin}, not "${value}"`,
  )
}

function readAddressOf(name: string, value: string): URL {
  const url = URL.canParse(value) ? new URL(value) : undefined
  if (url === undefined || !/^https?:\/\/\S+$/i.test(value)) {
    throw wrong(name, `must be an absolute address such as https://cms.example.org, not "${value}"`)
  }
  if (url.username !== '' || url.password !== '') throw wrong(name, 'must not contain a user name or a password')
  if (/[?#]/.test(value)) throw wrong(name, `must have neither a query nor a fragment, not "${value}"`)
  if (url.protocol !== 'https:' && !isLoopback(url.hostname)) {
    throw wrong(name, `must begin with https:// (plain http is for this machine alone), not "${value}"`)
  }
  return url
}

const minSecretLength = 32

/** The current secret, then the previous one: data that the previous one encrypted can still be read. */
function readSecrets(environment: Environment): string[] {
  const current = variable(environment, 'SESSION_SECRET')
  if (current === undefined) {
    throw wrong('SESSION_SECRET', `must be set in production mode: ${minSecretLength} random characters or more`)
  }
  const previous = variable(environment, 'SESSION_SECRET_PREVIOUS')
  const secrets = [checkSecret('SESSION_SECRET', current)]
  if (previous !== undefined) secrets.push(checkSecret('SESSION_SECRET_PREVIOUS', previous))
  return secrets
}

function checkSecret(name: string, value: string): string {
  if ([...value].length >= minSecretLength) return value
  throw wrong(name, `must have ${minSecretLength} characters or more; it has ${[...value].length}`)
}

function readAddress(value: string): string {
  const address = readEmailAddress(value)
  if (address === undefined) throw wrong('ADMIN_EMAIL', `must be an e-mail address, not "${value}"`)
  return address
}
