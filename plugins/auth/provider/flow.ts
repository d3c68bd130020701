import oauth2 from '@fastify/oauth2'
import fastify from 'fastify'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { SignIn } from '../../../kernel/index.ts'
import { mostBytes, patience } from './fetch-json.ts'
import type { ProviderMetadata } from './metadata.ts'

/** The flow of the authorization code (RFC 6749, 4.1) with PKCE (RFC 7636) and `state`, with a provider that was found. */
export type Flow = oauth2.OAuth2Namespace

/**
 * The names by which @fastify/oauth2 keeps state and verifier in cookies. No browser sees them: one that signs in twice at once would mix
 * them up. They are kept for each sign-in (see `../cookies.ts`) and put back for the library.
 */
const stateCookie = 'state'
const verifierCookie = 'verifier'

/** Begin the flow. @returns the address at the provider, and what must be at hand on the way back */
export async function beginFlow(
  flow: Flow,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<{ address: URL; state: string; verifier: string }> {
  const kept = new Map<string, string>()
  const keeping = new Proxy(reply, {
    get: (target, name): unknown =>
      name === 'setCookie'
        ? (cookie: string, value: string) => {
            kept.set(cookie, value)
            return target
          }
        : Reflect.get(target, name),
  })
  const address = new URL(await flow.generateAuthorizationUri(request, keeping))
  return { address, state: kept.get(stateCookie) ?? '', verifier: kept.get(verifierCookie) ?? '' }
}

/** Exchange the code that a request brings for tokens. */
export async function finishFlow(
  flow: Flow,
  request: FastifyRequest,
  { state, verifier }: { state: string; verifier: string },
): Promise<unknown> {
  Object.assign(request.cookies, { [stateCookie]: state, [verifierCookie]: verifier })
  return (await flow.getAccessTokenFromAuthorizationCodeFlow(request)).token
}

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
    cookie: { signed: false },
    redirectStateCookieName: stateCookie,
    verifierCookieName: verifierCookie,
  })
  await host.ready()
  const flow = host.oauth2Provider
  if (flow === undefined) throw new Error('@fastify/oauth2 did not do what it says')
  return flow
}
