import { randomBytes } from 'node:crypto'
import oauth2 from '@fastify/oauth2'
import fastify from 'fastify'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { createRemoteJWKSet, customFetch, jwtVerify } from 'jose'
import type { JWTPayload, JWTVerifyGetKey } from 'jose'
import { BadRequest, Unauthorized, queryParameter } from '../../../kernel/index.ts'
import type { SignIn } from '../../../kernel/index.ts'
import type { JsonObject } from '../../../lib/json/index.ts'
import type { Arrival } from '../../users/contract.ts'
import {
  ProviderUnavailable,
  discoveryUrl,
  fetchJson,
  maxResponseBytes,
  memberOf,
  readMetadata,
  requestTimeoutMs,
} from './provider-requests.ts'
import type { ProviderMetadata } from './provider-requests.ts'

/** The values that the return of the browser is checked against. */
export interface PendingSignIn {
  state: string
  nonce: string
  /** The verifier of PKCE (RFC 7636). */
  verifier: string
}

/** An identity provider after discovery. */
interface DiscoveredProvider {
  metadata: ProviderMetadata
  /** The flow of the authorization code (RFC 6749, 4.1) with PKCE and `state`. */
  flow: oauth2.OAuth2Namespace
  /** Its keys; fetched on first use, cached, and fetched again for an unknown key. */
  keyOf: JWTVerifyGetKey
}

/** How long a discovery document can be used to finish a sign-in. */
const maxDiscoveryAgeMs = 10 * 60 * 1000

/**
 * The identity provider, discovered with OpenID Connect Discovery at a sign-in, never before: while it is unavailable, only sign-in fails.
 * `@fastify/oauth2` implements the flow, `jose` verifies the id_token (decision 60).
 */
export class IdentityProvider {
  readonly #signIn: SignIn
  #discovering: Promise<DiscoveredProvider> | undefined
  #discovered: { text: string; provider: DiscoveredProvider; at: number } | undefined

  constructor(signIn: SignIn) {
    this.#signIn = signIn
  }

  /**
   * Begin a sign-in.
   * @returns the address at the provider to redirect the browser to, and the values that its return is checked against
   * @throws `ProviderUnavailable` after a few seconds
   */
  async begin(request: FastifyRequest, reply: FastifyReply): Promise<{ address: URL; pending: PendingSignIn }> {
    const { flow } = await this.#discover()
    const { address, state, verifier } = await beginFlow(flow, request, reply)
    const nonce = randomBytes(32).toString('base64url')
    address.searchParams.set('nonce', nonce)
    return { address, pending: { state, nonce, verifier } }
  }

  /** Whether the provider's answers to the browser always name the issuer (RFC 9207). @throws `ProviderUnavailable` */
  async sendsIssuer(): Promise<boolean> {
    return (await this.#recentlyDiscovered()).metadata.sendsIssuer
  }

  /**
   * Exchange the code that the browser returned, verify the id_token, and request name and address from the userinfo endpoint if the token lacks them.
   * @throws `Unauthorized` when the provider's answer cannot be trusted, `ProviderUnavailable` when there is no answer
   */
  async finish(request: FastifyRequest, pending: PendingSignIn): Promise<Arrival> {
    const { issuer, clientId } = this.#signIn
    const provider = await this.#recentlyDiscovered()
    try {
      const tokens = await exchangeCode(provider, pending, request)
      const claims = await verifyIdToken(memberOf(tokens, 'id_token'), provider.keyOf, {
        issuer,
        clientId,
        nonce: pending.nonce,
      })
      const userinfo = await fetchMissingClaims(provider, claims, memberOf(tokens, 'access_token'))
      const contact = textOf(userinfo['email']) === '' ? claims : userinfo
      return {
        issuer,
        subject: claims.sub,
        name: textOf(userinfo['name']) || textOf(claims['name']),
        email: textOf(contact['email']),
        email_verified: contact['email_verified'] === true || contact['email_verified'] === 'true',
      }
    } catch (error) {
      if (error instanceof ProviderUnavailable || error instanceof BadRequest) throw error
      // The details are only for the log: they would help an attacker.
      request.log.warn({ reason: error instanceof Error ? error.message : 'unknown' }, 'a sign-in was refused')
      throw new Unauthorized('signing in failed: what the identity provider sent cannot be trusted; sign in again')
    }
  }

  /** The current metadata of the provider. Concurrent sign-ins share one request. */
  #discover(): Promise<DiscoveredProvider> {
    this.#discovering ??= this.#requestDiscovery().finally(() => (this.#discovering = undefined))
    return this.#discovering
  }

  /** The metadata from when the sign-in began, if it is recent enough. */
  async #recentlyDiscovered(): Promise<DiscoveredProvider> {
    const recent = this.#discovered
    return recent !== undefined && Date.now() - recent.at < maxDiscoveryAgeMs ? recent.provider : this.#discover()
  }

  async #requestDiscovery(): Promise<DiscoveredProvider> {
    const { issuer } = this.#signIn
    const document = await fetchJson(discoveryUrl(issuer))
    const text = JSON.stringify(document)
    const before = this.#discovered
    const provider = before?.text === text ? before.provider : await this.#connect(document)
    this.#discovered = { text, provider, at: Date.now() }
    return provider
  }

  async #connect(document: JsonObject): Promise<DiscoveredProvider> {
    try {
      const metadata = readMetadata(document, this.#signIn.issuer)
      return { metadata, flow: await createFlow(metadata, this.#signIn), keyOf: remoteKeys(metadata.jwks_uri) }
    } catch (error) {
      throw new ProviderUnavailable(error)
    }
  }
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '')

const remoteKeys = (url: URL): JWTVerifyGetKey =>
  createRemoteJWKSet(url, {
    timeoutDuration: requestTimeoutMs,
    [customFetch]: async address => Response.json(await fetchJson(new URL(address))),
  })

const scope = ['openid', 'profile', 'email']
/** The names under which @fastify/oauth2 stores state and verifier. No browser sees them: `cookies.ts` stores them for each sign-in. */
const stateCookie = 'state'
const verifierCookie = 'verifier'

/**
 * @fastify/oauth2 must know the endpoints when it is registered, and an application that is ready accepts no plugins. So it is registered on a
 * separate instance, after the discovery of the provider.
 */
async function createFlow(metadata: ProviderMetadata, signIn: SignIn): Promise<oauth2.OAuth2Namespace> {
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
      http: { timeout: requestTimeoutMs, maxBytes: maxResponseBytes },
      options: { authorizationMethod: secretInBody ? 'body' : 'header' },
    },
    callbackUri: `${signIn.frontendUrl}/api/auth/callback`,
    pkce: 'S256',
    generateStateFunction: () => randomBytes(32).toString('base64url'),
    checkStateFunction,
    cookie: { signed: false },
    redirectStateCookieName: stateCookie,
    verifierCookieName: verifierCookie,
  })
  await host.ready()
  const flow = host.oauth2Provider
  if (flow === undefined) throw new Error('@fastify/oauth2 added no namespace')
  return flow
}

/** @throws `BadRequest` when the answer belongs to another sign-in than the pending one */
async function checkStateFunction(request: FastifyRequest): Promise<boolean> {
  if (request.cookies[stateCookie] === queryParameter(request, 'state')) return true
  throw new BadRequest('state: this is no answer to a sign-in that was begun in this browser')
}

/** Begin the flow, and take the two values that the library would store in cookies. */
async function beginFlow(
  flow: oauth2.OAuth2Namespace,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<{ address: URL; state: string; verifier: string }> {
  const kept = new Map<string, string>()
  const keepingReply = new Proxy(reply, {
    get: (target, name): unknown =>
      name === 'setCookie'
        ? (cookie: string, value: string) => {
            kept.set(cookie, value)
            return target
          }
        : Reflect.get(target, name),
  })
  const address = new URL(await flow.generateAuthorizationUri(request, keepingReply))
  return { address, state: kept.get(stateCookie) ?? '', verifier: kept.get(verifierCookie) ?? '' }
}

/** Exchange the code in a request for tokens. */
async function exchangeCode(
  { flow }: DiscoveredProvider,
  { state, verifier }: PendingSignIn,
  request: FastifyRequest,
): Promise<unknown> {
  try {
    Object.assign(request.cookies, { [stateCookie]: state, [verifierCookie]: verifier })
    return (await flow.getAccessTokenFromAuthorizationCodeFlow(request)).token
  } catch (error) {
    if (error instanceof BadRequest) throw error
    // The error contains the request with the client's secret, and the answer: neither must be logged.
    const status = memberOf(memberOf(memberOf(error, 'data'), 'res'), 'statusCode')
    const isRefusal = typeof status === 'number' && status >= 400 && status < 500
    const reason = new Error(`the code could not be exchanged (status ${String(status)})`)
    throw isRefusal ? reason : new ProviderUnavailable(reason)
  }
}

/** Algorithms that can sign an id_token; a shared secret, or none at all, is never accepted. */
const algorithms = ['RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512', 'ES256', 'ES384', 'ES512', 'EdDSA', 'Ed25519']
/** Maximum difference of the clocks, and maximum age of an id_token; seconds. */
const clockToleranceS = 30
const maxTokenAgeS = 10 * 60
const maxSubjectLength = 255

type IdToken = JWTPayload & { sub: string }

/**
 * Verify an id_token (OpenID Connect Core 1.0, 3.1.3.7): signature, algorithm, issuer, audience, authorized party, times, nonce.
 * @throws Error when any check fails
 */
async function verifyIdToken(
  token: unknown,
  keyOf: JWTVerifyGetKey,
  expected: { issuer: string; clientId: string; nonce: string },
): Promise<IdToken> {
  if (typeof token !== 'string') throw new Error('the token endpoint gave no id_token')
  const { payload } = await jwtVerify(token, keyOf, {
    algorithms,
    issuer: expected.issuer,
    audience: expected.clientId,
    clockTolerance: clockToleranceS,
    maxTokenAge: maxTokenAgeS,
    currentDate: new Date(Date.now()),
    requiredClaims: ['sub', 'exp', 'nonce'],
  })
  const { sub, aud, azp, nonce } = payload
  if (nonce !== expected.nonce) throw new Error('the nonce of the id_token is another one')
  if (azp === undefined ? Array.isArray(aud) && aud.length > 1 : azp !== expected.clientId) {
    throw new Error('the id_token was issued to another party')
  }
  if (typeof sub !== 'string' || sub === '' || sub.length > maxSubjectLength) {
    throw new Error('the id_token has no proper subject')
  }
  return { ...payload, sub }
}

/** Name and address from the userinfo endpoint, if the id_token lacks some of them and the endpoint exists. */
async function fetchMissingClaims(
  { metadata }: DiscoveredProvider,
  claims: IdToken,
  accessToken: unknown,
): Promise<Record<string, unknown>> {
  if (['name', 'email', 'email_verified'].every(name => claims[name] !== undefined)) return claims
  if (metadata.userinfo_endpoint === undefined || typeof accessToken !== 'string') return claims
  const userinfo = await fetchJson(metadata.userinfo_endpoint, { authorization: `Bearer ${accessToken}` })
  if (userinfo['sub'] !== claims.sub) throw new Error('userinfo subject mismatch')
  return userinfo
}
