import { HttpError } from '../../../kernel/index.ts'
import { isObject, isRecord } from '../../../lib/json/index.ts'
import type { Json, JsonObject } from '../../../lib/json/index.ts'

/** The identity provider is not available. `cause` has the details, for the log. */
export class ProviderUnavailable extends HttpError {
  static override readonly code: string = 'identity-provider-unavailable'
  readonly statusCode = 503

  constructor(cause: unknown) {
    super('the identity provider cannot be used at the moment; try again', { cause, headers: { 'retry-after': '5' } })
  }
}

/** The message of the error that caused others, such as `connect ECONNREFUSED 127.0.0.1:9`. */
export function rootCauseOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  if (error.cause !== undefined) return rootCauseOf(error.cause)
  return error.message || String(memberOf(error, 'code'))
}

/** Time limit for one request to the provider and its whole answer. */
export const requestTimeoutMs = 4000
/** Size limit of an answer: a set of keys has a few thousand bytes. */
export const maxResponseBytes = 256 * 1024

/**
 * Fetch a JSON object. Redirects are not followed, because they could lead anywhere.
 * @throws `ProviderUnavailable` when none arrives in time, or it is larger than any valid answer
 */
export async function fetchJson(url: URL, headers: Record<string, string> = {}): Promise<JsonObject> {
  try {
    const value: Json = JSON.parse(await fetchText(url, { accept: 'application/json', ...headers }))
    if (!isObject(value)) throw new Error(`${url.origin}${url.pathname} answered no JSON object`)
    return value
  } catch (error) {
    throw new ProviderUnavailable(error)
  }
}

async function fetchText(url: URL, headers: Record<string, string>): Promise<string> {
  const response = await fetch(url, { headers, redirect: 'manual', signal: AbortSignal.timeout(requestTimeoutMs) })
  if (response.status !== 200 || response.body === null) {
    await response.body?.cancel()
    throw new Error(`${url.origin}${url.pathname} answered status ${response.status}`)
  }
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of response.body) {
    size += chunk.length
    if (size > maxResponseBytes)
      throw new Error(`${url.origin}${url.pathname} answered more than ${maxResponseBytes} bytes`)
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString('utf8')
}

/** The metadata of an identity provider (OpenID Connect Discovery 1.0, 3), as far as it is used here. */
export interface ProviderMetadata {
  authorization_endpoint: URL
  token_endpoint: URL
  jwks_uri: URL
  userinfo_endpoint: URL | undefined
  /** The client's secret is sent in the body, not in a header. */
  secretInBody: boolean
  /** Its answers to the browser name the issuer (RFC 9207). */
  sendsIssuer: boolean
}

/** The URL of the discovery document of an issuer (OpenID Connect Discovery 1.0, 4). */
export const discoveryUrl = (issuer: string): URL =>
  secureUrl('issuer', `${issuer.replace(/\/$/, '')}/.well-known/openid-configuration`)

const usedMembers = [
  'issuer',
  'authorization_endpoint',
  'token_endpoint',
  'jwks_uri',
  'userinfo_endpoint',
  'token_endpoint_auth_methods_supported',
  'authorization_response_iss_parameter_supported',
]

/** The members of a discovery document that {@link readMetadata} reads. */
export const usedMembersOf = (document: JsonObject): JsonObject =>
  Object.fromEntries(usedMembers.flatMap(name => (document[name] === undefined ? [] : [[name, document[name]]])))

/**
 * Read a discovery document.
 * @throws Error naming the problem in the document
 */
export function readMetadata(document: JsonObject, issuer: string): ProviderMetadata {
  if (document['issuer'] !== issuer) throw new Error('the discovery document is that of another issuer')
  const methods = document['token_endpoint_auth_methods_supported']
  const supported: readonly unknown[] = Array.isArray(methods) ? methods : ['client_secret_basic']
  const { userinfo_endpoint: userinfo } = document
  return {
    authorization_endpoint: secureUrl('authorization_endpoint', document['authorization_endpoint']),
    token_endpoint: secureUrl('token_endpoint', document['token_endpoint']),
    jwks_uri: secureUrl('jwks_uri', document['jwks_uri']),
    userinfo_endpoint: userinfo === undefined ? undefined : secureUrl('userinfo_endpoint', userinfo),
    secretInBody: !supported.includes('client_secret_basic') && supported.includes('client_secret_post'),
    sendsIssuer: document['authorization_response_iss_parameter_supported'] === true,
  }
}

const loopbackNames = new Set(['localhost', '127.0.0.1', '[::1]'])

/** A URL that uses TLS, or is on this machine. */
function secureUrl(name: string, value: unknown): URL {
  const url = typeof value === 'string' && URL.canParse(value) ? new URL(value) : undefined
  if (url === undefined) throw new Error(`${name} is no address`)
  if (url.protocol === 'https:' || (url.protocol === 'http:' && loopbackNames.has(url.hostname))) return url
  throw new Error(`${name} must be reached over https`)
}

/** The member of a value, if the value is an object that has it. */
export const memberOf = (value: unknown, name: string): unknown => (isRecord(value) ? value[name] : undefined)
