import { randomUUID } from 'node:crypto'
import { createServer } from 'node:http'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { SignJWT, exportJWK, exportSPKI, generateKeyPair } from 'jose'
import type { CryptoKey, JWK } from 'jose'
import { client, close, listen } from './provider.ts'

/** Possible faults of an identity provider. */
export interface Misbehaviour {
  /** Changes to the claims of the id_token; undefined removes one. */
  claims?: Record<string, unknown>
  /** A wrong signature: none at all, its public key as the secret of an HMAC, an unknown key, an unknown key with the id of its own. */
  signature?: 'none' | 'hmac' | 'unknown' | 'forged'
  /** The id of its key; another one is that of a key that replaced the one before. */
  kid?: string
  /** Changes to the discovery document. */
  document?: Record<string, unknown>
  /** Changes to the response of the userinfo endpoint. */
  userinfo?: Record<string, unknown>
  /** Faults of these endpoints instead of a response. */
  at?: Partial<Record<Endpoint, 'hang' | 'drip' | 'huge' | 'redirect' | 'fail' | 'garbage' | 'reject'>>
}

export type Endpoint = 'discovery' | 'token' | 'keys' | 'userinfo'

/** An identity provider that a test controls. It has no login form: a test invents the code. */
export interface MisbehavingProvider {
  issuer: string
  behaviour: Misbehaviour
  /** The nonce that it received, which its tokens contain unless the claims replace it. */
  nonce: string
  /** Number of requests per endpoint. */
  asked: Record<Endpoint, number>
  stop(): Promise<void>
}

const paths = new Map<string, Endpoint>([
  ['/.well-known/openid-configuration', 'discovery'],
  ['/token', 'token'],
  ['/keys', 'keys'],
  ['/userinfo', 'userinfo'],
])

/** The same for all providers: to generate keys of RSA takes a quarter of a second. */
let generated: Promise<GeneratedKeys[]> | undefined
type GeneratedKeys = Awaited<ReturnType<typeof generateKeyPair>>

/** Start one on the loopback interface. */
export async function startMisbehaving(): Promise<MisbehavingProvider> {
  generated ??= Promise.all([1, 2].map(() => generateKeyPair('RS256', { extractable: true })))
  const [keys, stranger] = (await generated) as [GeneratedKeys, GeneratedKeys]
  const server = createServer()
  const issuer = `http://127.0.0.1:${await listen(server, 0)}`
  const provider: MisbehavingProvider = {
    issuer,
    behaviour: {},
    nonce: '',
    asked: { discovery: 0, token: 0, keys: 0, userinfo: 0 },
    stop: () => close(server),
  }

  async function answer(endpoint: Endpoint): Promise<unknown> {
    if (endpoint === 'discovery') return { ...discovery(issuer), ...provider.behaviour.document }
    if (endpoint === 'keys') return { keys: [await publicJwk(keys.publicKey, kidOf(provider))] }
    if (endpoint === 'userinfo') return { sub: 'somebody', email: 'who@example.org', ...provider.behaviour.userinfo }
    const id_token = await idToken(provider, { own: keys, stranger: stranger.privateKey })
    return { access_token: randomUUID(), token_type: 'Bearer', expires_in: 60, id_token }
  }

  async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const endpoint = paths.get((request.url ?? '').replace(/\?.*/, '').replace(/^\/+/, '/'))
    if (endpoint === undefined) return void response.writeHead(404).end()
    provider.asked[endpoint] += 1
    const fault = provider.behaviour.at?.[endpoint]
    response.setHeader('content-type', 'application/json')
    if (fault === 'hang') return
    if (fault === 'drip') return drip(response)
    if (fault === 'huge') return void response.end(JSON.stringify({ issuer, padding: 'x'.repeat(5_000_000) }))
    if (fault === 'redirect')
      return void response.writeHead(302, { location: `http://localhost:1${request.url}` }).end()
    if (fault === 'fail') return void response.writeHead(500).end('{"error":"SELECT secret FROM provider"}')
    if (fault === 'reject') return void response.writeHead(400).end('{"error":"invalid_grant"}')
    if (fault === 'garbage') return void response.end('<html>')
    response.end(JSON.stringify(await answer(endpoint)))
  }

  server.on('request', (request, response) => {
    serve(request, response).catch((error: unknown) => response.writeHead(500).end(String(error)))
  })
  return provider
}

/** Always something, never everything. */
function drip(response: ServerResponse): void {
  const dripping = setInterval(() => response.write(' '), 200)
  response.on('close', () => clearInterval(dripping))
}

const discovery = (issuer: string): object => ({
  issuer,
  authorization_endpoint: `${issuer}/authorize`,
  token_endpoint: `${issuer}/token`,
  jwks_uri: `${issuer}/keys`,
  userinfo_endpoint: `${issuer}/userinfo`,
})

const kidOf = ({ behaviour }: MisbehavingProvider): string => behaviour.kid ?? 'own'

const publicJwk = async (key: CryptoKey, kid: string): Promise<JWK> => ({
  ...(await exportJWK(key)),
  kid,
  alg: 'RS256',
  use: 'sig',
})

async function idToken(
  provider: MisbehavingProvider,
  keys: { own: { publicKey: CryptoKey; privateKey: CryptoKey }; stranger: CryptoKey },
): Promise<string> {
  const { issuer, nonce, behaviour } = provider
  const kid = kidOf(provider)
  const now = Math.floor(Date.now() / 1000)
  const about = { name: 'Who', email: 'who@example.org', email_verified: true }
  const usual = { iss: issuer, sub: 'somebody', aud: client.id, iat: now, exp: now + 60, nonce, ...about }
  const claims = JSON.parse(JSON.stringify({ ...usual, ...behaviour.claims })) as Record<string, unknown>
  const sign = (header: { alg: string; kid: string }, key: CryptoKey | Uint8Array): Promise<string> =>
    new SignJWT(claims).setProtectedHeader(header).sign(key)
  if (behaviour.signature === 'unknown') return sign({ alg: 'RS256', kid: 'stranger' }, keys.stranger)
  if (behaviour.signature === 'forged') return sign({ alg: 'RS256', kid }, keys.stranger)
  if (behaviour.signature === 'hmac') {
    return sign({ alg: 'HS256', kid }, new TextEncoder().encode(await exportSPKI(keys.own.publicKey)))
  }
  if (behaviour.signature === undefined) return sign({ alg: 'RS256', kid }, keys.own.privateKey)
  const part = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url')
  return `${part({ alg: 'none' })}.${part(claims)}.`
}
