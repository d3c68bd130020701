import { scrypt } from 'node:crypto'
import { promisify } from 'node:util'
import secureSession from '@fastify/secure-session'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { hashOf, readCredential } from '../credential.ts'
import type { SessionReader } from '../identity.ts'
import { maxSessionMs } from '../sessions/service.ts'
import type { PendingSignIn } from './provider.ts'

declare module '@fastify/secure-session' {
  interface SessionData {
    credential: string
    state: string
    nonce: string
    verifier: string
    returnTo: string
    invitation: string
  }
}

const sessionCookie = 'svc_session'
/** Prefix of the cookies of pending sign-ins, one each, so that several go on side by side. */
const signInCookie = 'svc_sign_in'
/** How many may be pending in a browser; with more, all but the newest are forgotten. The cookies must fit into the head of a request. */
const maxPendingSignIns = 8

/** How long a sign-in may take, seconds. */
const maxSignInS = 10 * 60

/** Always secure: production mode is reached over TLS, behind a proxy too. */
const cookieAttributes = { path: '/', httpOnly: true, sameSite: 'lax', secure: true } as const

/**
 * Give the routes of an instance their cookies, encrypted and authenticated (XSalsa20-Poly1305): `request.session`, and those of pending sign-ins.
 * @param secrets the first encrypts, all are accepted
 */
export async function registerCookies(app: FastifyInstance, secrets: readonly string[]): Promise<void> {
  const key = await Promise.all(secrets.map(deriveKey))
  const maxAge = maxSessionMs / 1000
  await app.register(secureSession, [
    {
      sessionName: 'session',
      cookieName: sessionCookie,
      key,
      expiry: maxAge,
      cookie: { ...cookieAttributes, maxAge },
    },
    {
      sessionName: 'signIn',
      cookieName: signInCookie,
      key,
      expiry: maxSignInS,
      cookie: { ...cookieAttributes, maxAge: maxSignInS },
    },
  ])
}

/** Reads the session cookie on the routes of every plugin, where there is no `request.session`. */
export function sessionReader(app: FastifyInstance): SessionReader {
  return ({ headers: { cookie } }) => {
    const value = cookie?.includes(sessionCookie) === true ? app.parseCookie(cookie)[sessionCookie] : undefined
    if (value === undefined) return undefined
    return readCredential(app.decodeSecureSession(value, app.log, 'session')?.get('credential'))
  }
}

/** A pending sign-in as the browser keeps it. */
export interface KeptSignIn extends PendingSignIn {
  /** The path to go on to. */
  returnTo: string
  /** The code of the invitation whose link began it. */
  invitation?: string | undefined
}

const cookieOf = (state: string): string => `${signInCookie}.${hashOf(state).slice(0, 16)}`

/** Give the browser the cookie of a pending sign-in. */
export function keepSignIn(request: FastifyRequest, reply: FastifyReply, signIn: KeptSignIn): void {
  const { server } = request
  const pending = Object.keys(request.cookies).filter(name => name.startsWith(`${signInCookie}.`))
  if (pending.length >= maxPendingSignIns) for (const name of pending) reply.clearCookie(name, cookieAttributes)
  const { invitation, ...others } = signIn
  const kept = { ...others, ...(invitation !== undefined && { invitation }) }
  const value = server.encodeSecureSession(server.createSecureSession(kept), 'signIn')
  reply.setCookie(cookieOf(signIn.state), value, { ...cookieAttributes, maxAge: maxSignInS })
}

/** Take the pending sign-in with this state out of the browser; undefined when this browser has none, or began it too long ago. */
export function takeSignIn(request: FastifyRequest, reply: FastifyReply, state: string): KeptSignIn | undefined {
  const name = cookieOf(state)
  const value = request.cookies[name]
  if (value === undefined) return undefined
  reply.clearCookie(name, cookieAttributes)
  const kept = request.server.decodeSecureSession(value, request.log, 'signIn')
  const [nonce, verifier, returnTo] = [kept?.get('nonce'), kept?.get('verifier'), kept?.get('returnTo')]
  if (kept?.get('state') !== state) return undefined
  return nonce === undefined || verifier === undefined || returnTo === undefined
    ? undefined
    : { state, nonce, verifier, returnTo, invitation: kept?.get('invitation') }
}

/** The library's own derivation takes ten times as long and 256 MiB; the secret is long and random, or should be. */
const deriveKey = (secret: string): Promise<Buffer> =>
  promisify<string, string, number, Buffer>(scrypt)(secret, 'plinth cookies', 32)
