import { hkdfSync, scrypt } from 'node:crypto'
import { promisify } from 'node:util'
import fastifyCookie from '@fastify/cookie'
import secureSession from '@fastify/secure-session'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { hashOf, readCredential, rememberingReader } from './credential.ts'
import type { Credential } from './credential.ts'
import { longest } from './sessions/record.ts'

declare module '@fastify/secure-session' {
  interface SessionData {
    credential: string
    state: string
    nonce: string
    verifier: string
    returnTo: string
  }
}

const sessionCookie = 'svc_session'
/** A cookie for each sign-in that is under way, so that several go on side by side; see {@link cookieOf}. */
const signInCookie = 'svc_sign_in'
/** How many may be under way in a browser; with more, all but the newest are forgotten. The cookies must fit into the head of a request. */
const maxSignIns = 8

/** How long a sign-in may take, s. */
export const signInTime = 10 * 60

/** Behind a proxy too: production mode is reached over TLS, whatever the last hop is. */
export const cookieAttributes = { path: '/', httpOnly: true, sameSite: 'lax', secure: true } as const

/**
 * Give the routes of an instance their cookies: `request.session`, and what a sign-in is remembered by, encrypted and authenticated
 * (XSalsa20-Poly1305).
 * @param secrets the first encrypts, all are accepted
 */
export async function useCookies(app: FastifyInstance, secrets: readonly string[]): Promise<void> {
  const keys = await Promise.all(secrets.map(keyOf))
  await app.register(fastifyCookie, { secret: keys.map(signatureKey) })
  await app.register(secureSession, [
    {
      sessionName: 'session',
      cookieName: sessionCookie,
      key: keys,
      expiry: longest / 1000,
      cookie: { ...cookieAttributes, maxAge: longest / 1000 },
    },
    {
      sessionName: 'signIn',
      cookieName: signInCookie,
      key: keys,
      expiry: signInTime,
      cookie: { ...cookieAttributes, maxAge: signInTime },
    },
  ])
}

/** Reads what the cookie of a session shows, on whatever route. */
export function sessionReader(app: FastifyInstance): (request: FastifyRequest) => Credential | undefined {
  const read = rememberingReader(value =>
    readCredential(app.decodeSecureSession(value, app.log, 'session')?.get('credential')),
  )
  return ({ headers: { cookie } }) => {
    const value = cookie?.includes(sessionCookie) === true ? app.parseCookie(cookie)[sessionCookie] : undefined
    return value === undefined ? undefined : read(value)
  }
}

/** What the way back from the identity provider is checked against, and needs. */
export interface BegunSignIn {
  state: string
  nonce: string
  /** Of PKCE (RFC 7636). */
  verifier: string
  /** The path to go on to. */
  returnTo: string
}

const cookieOf = (state: string): string => `${signInCookie}.${hashOf(state).slice(0, 16)}`

interface Exchange {
  request: FastifyRequest
  reply: FastifyReply
}

export function rememberSignIn({ request, reply }: Exchange, signIn: BegunSignIn): void {
  const { server } = request
  const others = Object.keys(request.cookies).filter(name => name.startsWith(`${signInCookie}.`))
  if (others.length >= maxSignIns) for (const name of others) reply.clearCookie(name, cookieAttributes)
  const value = server.encodeSecureSession(server.createSecureSession({ ...signIn }), 'signIn')
  reply.setCookie(cookieOf(signIn.state), value, { ...cookieAttributes, maxAge: signInTime })
}

/** The sign-in with this state, if this browser began it not too long ago. The browser keeps nothing of it: it is finished now, or failed. */
export function takeSignIn({ request, reply }: Exchange, state: string): BegunSignIn | undefined {
  const name = cookieOf(state)
  const value = request.cookies[name]
  if (value === undefined) return undefined
  reply.clearCookie(name, cookieAttributes)
  const kept = request.server.decodeSecureSession(value, request.log, 'signIn')
  const [nonce, verifier, returnTo] = [kept?.get('nonce'), kept?.get('verifier'), kept?.get('returnTo')]
  if (kept?.get('state') !== state) return undefined
  return nonce === undefined || verifier === undefined || returnTo === undefined
    ? undefined
    : { state, nonce, verifier, returnTo }
}

/** The library's own derivation takes ten times as long and 256 MiB; the secret is long and random, or should be. */
const keyOf = (secret: string): Promise<Buffer> =>
  promisify<string, string, number, Buffer>(scrypt)(secret, 'plinth cookies', 32)

const signatureKey = (key: Buffer): Buffer => Buffer.from(hkdfSync('sha256', key, '', 'plinth cookie signatures', 32))
