import oauth2 from '@fastify/oauth2'
import fastify from 'fastify'
import type { SignIn } from '../../../kernel/index.ts'
import { cookieAttributes, signInTime, stateCookie, verifierCookie } from '../cookies.ts'
import { mostBytes, patience } from './fetch-json.ts'
import type { ProviderMetadata } from './metadata.ts'

/** The flow of the authorization code (RFC 6749, 4.1) with PKCE (RFC 7636) and `state`, with a provider that was found. */
export type Flow = oauth2.OAuth2Namespace

const scope = ['openid', 'profile', 'email']

/**
 * @fastify/oauth2 wants to know the provider when it is registered, and an application takes no plugins any more once it is ready. So it is
 * registered on one of its own, that serves nothing, when the provider was found.
 */
export async function createFlow(metadata: ProviderMetadata, signIn: SignIn): Promise<Flow> {
  const { authorization_endpoint: authorize, token_endpoint: token, secretInBody } = metadata
  const host = fastify()
  await host.register(oauth2, {
    name: 'provider',
    scope,
    credentials: {
      client: { id: signIn.clientId, secret: signIn.clientSecret },
      auth: {
        authorizeHost: authorize.origin,
        authorizePath: authorize.pathname + authorize.search,
        tokenHost: token.origin,
        tokenPath: token.pathname + token.search,
      },
      http: { timeout: patience, maxBytes: mostBytes },
      options: { authorizationMethod: secretInBody ? 'body' : 'header' },
    },
    callbackUri: `${signIn.frontendUrl}/api/auth/callback`,
    pkce: 'S256',
    cookie: { ...cookieAttributes, signed: true, maxAge: signInTime },
    redirectStateCookieName: stateCookie,
    verifierCookieName: verifierCookie,
  })
  await host.ready()
  const flow = host.oauth2Provider
  if (flow === undefined) throw new Error('@fastify/oauth2 did not do what it says')
  return flow
}
