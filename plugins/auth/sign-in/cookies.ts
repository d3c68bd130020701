import { scrypt } from 'node:crypto'
import { promisify } from 'node:util'
import secureSession from '@fastify/secure-session'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { SignIn } from '../../../kernel/index.ts'
import { hashOf, readCredential } from '../credential.ts'
import type { Credential } from '../credential.ts'
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

/**
 * The name of the session cookie. Over https it has the prefix `__Host-` (RFC 6265bis, 4.1.3.2), so that no other host of the domain can set it; over
 * plain http, which is only for this machine, browsers refuse that prefix.
 */
const plainCookie = 'svc_session'
const hostCookie = `__Host-${plainCookie}`

/** Prefix of the cookies of pending sign-ins; each has its own, so that several can be pending at once. */
const signInCookie = 'svc_sign_in'
/**
 * How many bytes the cookies of pending sign-ins can have before another one begins; beyond it, all but the newest are dropped. With an address to
 * return to they have up to 3,300 bytes each, and must fit into the headers of a request.
 */
const maxPendingBytes = 7000

/** Maximum duration of a sign-in, seconds. */
const maxSignInS = 10 * 60

/** Always secure: in production mode clients use TLS, behind a proxy too. */
const cookieAttributes = { path: '/', httpOnly: true, sameSite: 'lax', secure: true } as const

/**
 * Register the cookies of all routes, encrypted and authenticated (XSalsa20-Poly1305): `request.session`, and those of pending sign-ins.
 * @param signIn of its secrets the first one encrypts, all of them decrypt
 */
export async function registerCookies(app: FastifyInstance, signIn: SignIn): Promise<void> {
  const key = await Promise.all(signIn.secrets.map(deriveKey))
  const maxAge = maxSessionMs / 1000
  await app.register(secureSession, [
    {
      sessionName: 'session',
      cookieName: signIn.frontendUrl.startsWith('https:') ? hostCookie : plainCookie,
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

/** The credential in the session cookie of a request. */
export const readSession = ({ session }: FastifyRequest): Credential | undefined =>
  readCredential(session.get('credential'))

/** Give a browser the cookie of a new session. */
export function setSession({ session }: FastifyRequest, credential: string): void {
  session.regenerate()
  session.set('credential', credential)
}

/** A pending sign-in, as stored in the browser. */
interface KeptSignIn extends PendingSignIn {
  /** The path to redirect to. */
  returnTo: string
  /** The code of the invitation link that started it. */
  invitation?: string | undefined
}

const cookieOf = (state: string): string => `${signInCookie}.${hashOf(state).slice(0, 16)}`

/** Set the cookie of a pending sign-in. */
export function keepSignIn(request: FastifyRequest, reply: FastifyReply, signIn: KeptSignIn): void {
  const { server } = request
  const pending = Object.entries(request.cookies).filter(([name]) => name.startsWith(`${signInCookie}.`))
  if (pending.flat().join('').length > maxPendingBytes)
    for (const [name] of pending) reply.clearCookie(name, cookieAttributes)
  const { invitation, ...others } = signIn
  const kept = { ...others, ...(invitation !== undefined && { invitation }) }
  const value = server.encodeSecureSession(server.createSecureSession(kept), 'signIn')
  reply.setCookie(cookieOf(signIn.state), value, { ...cookieAttributes, maxAge: maxSignInS })
}

/** Remove and return the pending sign-in with this state; undefined when this browser has none, or started it too long ago. */
export function takeSignIn(request: FastifyRequest, reply: FastifyReply, state: string): KeptSignIn | undefined {
  const name = cookieOf(state)
  if (request.cookies[name] !== undefined) reply.clearCookie(name, cookieAttributes)
  return findSignIn(request, state)
}

/** The pending sign-in with this state that the request came with. */
export function findSignIn(request: FastifyRequest, state: string): KeptSignIn | undefined {
  const value = request.cookies[cookieOf(state)]
  if (value === undefined) return undefined
  const kept = request.server.decodeSecureSession(value, request.log, 'signIn')
  const [nonce, verifier, returnTo] = [kept?.get('nonce'), kept?.get('verifier'), kept?.get('returnTo')]
  if (kept?.get('state') !== state) return undefined
  return nonce === undefined || verifier === undefined || returnTo === undefined
    ? undefined
    : { state, nonce, verifier, returnTo, invitation: kept?.get('invitation') }
}

/** Let the admin show that the invitation had no effect: the user signed in as without one. */
export function markUnusedInvitation(reply: FastifyReply): void {
  reply.setCookie('svc_invitation', 'unused', { ...cookieAttributes, httpOnly: false, maxAge: 5 * 60 })
}

/** The library's own derivation takes ten times as long and 256 MiB; the secret should be long and random, so this is enough. */
const deriveKey = (secret: string): Promise<Buffer> =>
  promisify<string, string, number, Buffer>(scrypt)(secret, 'plinth cookies', 32)
