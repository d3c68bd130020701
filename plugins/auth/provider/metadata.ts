import type { JsonObject } from '../../../lib/json/index.ts'

/** What an identity provider says of itself (OpenID Connect Discovery 1.0, 3), as far as it matters here. */
export interface ProviderMetadata {
  authorization_endpoint: URL
  token_endpoint: URL
  jwks_uri: URL
  userinfo_endpoint: URL | undefined
  /** The secret of the client goes into the body, not into a header. */
  secretInBody: boolean
  /** Its answers to the browser say who they are from (RFC 9207). */
  namesItself: boolean
}

const loopback = new Set(['localhost', '127.0.0.1', '[::1]'])

/** Where the document of an issuer is (4). */
export const documentUrl = (issuer: string): URL =>
  secureUrl('issuer', `${issuer.replace(/\/$/, '')}/.well-known/openid-configuration`)

/**
 * Read the document.
 * @throws Error saying what is wrong with it
 */
export function readMetadata(document: JsonObject, issuer: string): ProviderMetadata {
  if (document['issuer'] !== issuer) throw new Error('the discovery document is that of another issuer')
  const methods = document['token_endpoint_auth_methods_supported']
  const supported: readonly unknown[] = Array.isArray(methods) ? methods : ['client_secret_basic']
  return {
    authorization_endpoint: secureUrl('authorization_endpoint', document['authorization_endpoint']),
    token_endpoint: secureUrl('token_endpoint', document['token_endpoint']),
    jwks_uri: secureUrl('jwks_uri', document['jwks_uri']),
    userinfo_endpoint:
      document['userinfo_endpoint'] === undefined
        ? undefined
        : secureUrl('userinfo_endpoint', document['userinfo_endpoint']),
    secretInBody: !supported.includes('client_secret_basic') && supported.includes('client_secret_post'),
    namesItself: document['authorization_response_iss_parameter_supported'] === true,
  }
}

/** An address that may be asked: over TLS, or on this machine. */
function secureUrl(name: string, value: unknown): URL {
  const url = typeof value === 'string' && URL.canParse(value) ? new URL(value) : undefined
  if (url === undefined) throw new Error(`${name} is no address`)
  if (url.protocol === 'https:' || (url.protocol === 'http:' && loopback.has(url.hostname))) return url
  throw new Error(`${name} must be reached over https`)
}
