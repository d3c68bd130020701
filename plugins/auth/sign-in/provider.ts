import { createHash, randomBytes } from 'node:crypto'
import oauth2 from '@fastify/oauth2'
import type { FastifyBaseLogger, FastifyInstance } from 'fastify'
import { createRemoteJWKSet, customFetch, jwtVerify } from 'jose'
import type { JWTPayload, JWTVerifyGetKey } from 'jose'
import { Unauthorized } from '../../../kernel/index.ts'
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
  rootCauseOf,
  usedMembersOf,
} from './provider-requests.ts'
import type { ProviderMetadata } from './provider-requests.ts'

declare module 'fastify' {
  interface FastifyInstance {
    /** The namespace that @fastify/oauth2 adds, with its client of `simple-oauth2` (missing in the types of the package). */
    identityProvider: oauth2.OAuth2Namespace & { oauth2: AuthorizationCodeClient }
  }
}

/** The client of the authorization code flow (RFC 6749, 4.1). */
interface AuthorizationCodeClient {
  authorizeURL(parameters: Record<string, string>): string
  getToken(parameters: Record<string, string>): Promise<{ token: unknown }>
}

/** The values that the return of the browser is checked against. */
export interface PendingSignIn {
  state: string
  nonce: string
  /** The verifier of PKCE (RFC 7636). */
  verifier: string
}

/** Keeps the discovery document of the provider between starts of the service. */
export interface DiscoveryStore {
  read(): Promise<JsonObject | undefined>
  /** Write it in the background. */
  write(document: JsonObject): void
}

/** A provider as its discovery document describes it. */
interface Discovery {
  /** The members of the document that are used. */
  document: JsonObject
  metadata: ProviderMetadata
  /** Its keys; fetched on first use, cached, and fetched again for an unknown key. */
  keyOf: JWTVerifyGetKey
  /** When the provider sent the document, ms since 1970; 0 when it was read from the store. */
  at: number
}

/** How long a discovery document can be used to finish a sign-in. */
const maxDiscoveryAgeMs = 10 * 60 * 1000

/**
 * The identity provider. Its discovery document (OpenID Connect Discovery 1.0) is kept in the store, so that only the first start needs the provider;
 * each sign-in reads it again. `@fastify/oauth2` implements the flow, `jose` verifies the id_token.
 */
export class IdentityProvider {
  readonly #signIn: SignIn
  readonly #client: AuthorizationCodeClient
  readonly #kept: DiscoveryStore
  readonly #log: FastifyBaseLogger
  #current: Discovery
  #discovering: Promise<Discovery> | undefined

  private constructor(app: FastifyInstance, signIn: SignIn, kept: DiscoveryStore, discovery: Discovery) {
    this.#signIn = signIn
    this.#client = app.identityProvider.oauth2
    this.#kept = kept
    this.#log = app.log
    this.#current = discovery
  }

  /**
   * Register @fastify/oauth2 with the endpoints that the provider published.
   * @throws Error when the store has no discovery document of this provider, and the provider sends none
   */
  static async start(app: FastifyInstance, signIn: SignIn, kept: DiscoveryStore): Promise<IdentityProvider> {
    const discovery = await firstDiscovery(signIn, kept)
    await app.register(oauth2, flowOptions(discovery.metadata, signIn))
    return new IdentityProvider(app, signIn, kept, discovery)
  }

  /**
   * Begin a sign-in.
   * @returns the address at the provider to redirect the browser to, and the values that its return is checked against
   * @throws `ProviderUnavailable` after a few seconds
   */
  async begin(): Promise<{ address: string; pending: PendingSignIn }> {
    await this.#discover()
    const pending = { state: randomText(), nonce: randomText(), verifier: randomText() }
    const address = this.#client.authorizeURL({
      redirect_uri: callbackUri(this.#signIn),
      scope,
      state: pending.state,
      nonce: pending.nonce,
      code_challenge: createHash('sha256').update(pending.verifier).digest('base64url'),
      code_challenge_method: 'S256',
    })
    return { address, pending }
  }

  /** Whether the provider's answers to the browser always name the issuer (RFC 9207). @throws `ProviderUnavailable` */
  async sendsIssuer(): Promise<boolean> {
    return (await this.#recentlyDiscovered()).metadata.sendsIssuer
  }

  /**
   * Exchange the code that the browser returned, verify the id_token, and request name and address from the userinfo endpoint if the token lacks them.
   * @param log receives the reason of a refusal: it would help an attacker
   * @throws `Unauthorized` when the provider's answer cannot be trusted, `ProviderUnavailable` when there is no answer
   */
  async finish(code: string, pending: PendingSignIn, log: FastifyBaseLogger): Promise<Arrival> {
    const { issuer, clientId } = this.#signIn
    const { metadata, keyOf } = await this.#recentlyDiscovered()
    try {
      const tokens = await this.#exchange(code, pending)
      const claims = await verifyIdToken(memberOf(tokens, 'id_token'), keyOf, {
        issuer,
        clientId,
        nonce: pending.nonce,
      })
      const userinfo = await fetchMissingClaims(metadata, claims, memberOf(tokens, 'access_token'))
      const contact = textOf(userinfo['email']) === '' ? claims : userinfo
      const isVerified = contact['email_verified'] === true || contact['email_verified'] === 'true'
      if (!isVerified) log.info('email_verified is not true for this user: ADMIN_EMAIL and invitations do not apply')
      return {
        issuer,
        subject: claims.sub,
        name: textOf(userinfo['name']) || textOf(claims['name']),
        email: textOf(contact['email']),
        email_verified: isVerified,
      }
    } catch (error) {
      if (error instanceof ProviderUnavailable) throw error
      log.warn({ reason: error instanceof Error ? error.message : 'unknown' }, 'a sign-in was refused')
      throw new Unauthorized('signing in failed: what the identity provider sent cannot be trusted; sign in again')
    }
  }

  /** Exchange a code for tokens. */
  async #exchange(code: string, { verifier }: PendingSignIn): Promise<unknown> {
    try {
      const redirect_uri = callbackUri(this.#signIn)
      return (await this.#client.getToken({ code, redirect_uri, code_verifier: verifier })).token
    } catch (error) {
      // The error contains the request with the client's secret, and the answer: neither must be logged.
      const status = memberOf(memberOf(memberOf(error, 'data'), 'res'), 'statusCode')
      const isRefusal = typeof status === 'number' && status >= 400 && status < 500
      const reason = new Error(`the code could not be exchanged (status ${String(status)})`)
      throw isRefusal ? reason : new ProviderUnavailable(reason)
    }
  }

  /** The current metadata of the provider. Concurrent sign-ins share one request. */
  #discover(): Promise<Discovery> {
    this.#discovering ??= this.#requestDiscovery().finally(() => (this.#discovering = undefined))
    return this.#discovering
  }

  /** The metadata from when the sign-in began, if it is recent enough. */
  async #recentlyDiscovered(): Promise<Discovery> {
    return Date.now() - this.#current.at < maxDiscoveryAgeMs ? this.#current : this.#discover()
  }

  async #requestDiscovery(): Promise<Discovery> {
    const before = this.#current
    const found = await requestDiscovery(this.#signIn)
    const isSame = JSON.stringify(found.document) === JSON.stringify(before.document)
    this.#current = isSame ? { ...before, at: found.at } : found
    if (!isSame) {
      this.#kept.write(found.document)
      this.#log.warn('the identity provider changed its discovery document; changed endpoints are used after a restart')
    }
    return this.#current
  }
}

/** The document that the store has, else that of the provider. */
async function firstDiscovery(signIn: SignIn, kept: DiscoveryStore): Promise<Discovery> {
  const document = await kept.read()
  if (document !== undefined && document['issuer'] === signIn.issuer) return describe(document, signIn.issuer, 0)
  try {
    const discovery = await requestDiscovery(signIn)
    kept.write(discovery.document)
    return discovery
  } catch (error) {
    throw new Error(
      `the first start needs the identity provider ${signIn.issuer}, which sent no discovery document that can be used: ` +
        `${rootCauseOf(error)}; \`plinth doctor\` checks the settings`,
      { cause: error },
    )
  }
}

/** @throws `ProviderUnavailable` */
async function requestDiscovery({ issuer }: SignIn): Promise<Discovery> {
  const published = await fetchJson(discoveryUrl(issuer))
  try {
    return describe(usedMembersOf(published), issuer, Date.now())
  } catch (error) {
    throw new ProviderUnavailable(error)
  }
}

function describe(document: JsonObject, issuer: string, at: number): Discovery {
  const metadata = readMetadata(document, issuer)
  return { document, metadata, keyOf: remoteKeys(metadata.jwks_uri), at }
}

const randomText = (): string => randomBytes(32).toString('base64url')

/** A claim that is a text, without what no body may contain or no line of text has: control characters and halves of surrogate pairs. */
const textOf = (value: unknown): string =>
  typeof value === 'string' ? value.replaceAll(/[\p{Cc}\p{Cs}]/gu, ' ').trim() : ''

const remoteKeys = (url: URL): JWTVerifyGetKey =>
  createRemoteJWKSet(url, {
    timeoutDuration: requestTimeoutMs,
    // Nobody but the provider, which sends the tokens itself, can make the service ask it for a new key.
    cooldownDuration: 0,
    [customFetch]: async address => Response.json(await fetchJson(new URL(address))),
  })

const scope = 'openid profile email'

const callbackUri = ({ frontendUrl }: SignIn): string => `${frontendUrl}/api/auth/callback`

/**
 * The package's own functions for routes store `state` and the verifier of PKCE in two cookies of fixed names, so that the second of two sign-ins in
 * one browser ends the first. The routes use its client, and `cookies.ts` keeps these values for each sign-in.
 */
function flowOptions(metadata: ProviderMetadata, signIn: SignIn): oauth2.FastifyOAuth2Options {
  const { authorization_endpoint: authorize, token_endpoint: token, secretInBody } = metadata
  return {
    name: 'identityProvider',
    credentials: {
      client: { id: signIn.clientId, secret: signIn.clientSecret },
      auth: {
        // Whole addresses as paths: a path that begins with `//` would be resolved to another host.
        authorizeHost: authorize.origin,
        authorizePath: authorize.href,
        tokenHost: token.origin,
        tokenPath: token.href,
      },
      http: { timeout: requestTimeoutMs, maxBytes: maxResponseBytes },
      options: { authorizationMethod: secretInBody ? 'body' : 'header' },
    },
    callbackUri: callbackUri(signIn),
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
  metadata: ProviderMetadata,
  claims: IdToken,
  accessToken: unknown,
): Promise<Record<string, unknown>> {
  if (['name', 'email', 'email_verified'].every(name => claims[name] !== undefined)) return claims
  if (metadata.userinfo_endpoint === undefined || typeof accessToken !== 'string') return claims
  const userinfo = await fetchJson(metadata.userinfo_endpoint, { authorization: `Bearer ${accessToken}` })
  if (userinfo['sub'] !== claims.sub) throw new Error('userinfo subject mismatch')
  return userinfo
}
