import { hkdfSync, scrypt } from 'node:crypto'
import { promisify } from 'node:util'
import fastifyCookie from '@fastify/cookie'
import secureSession from '@fastify/secure-session'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { readCredential, rememberingReader } from './credential.ts'
import type { Credential } from './credential.ts'
import { longest } from './sessions/record.ts'

declare module '@fastify/secure-session' {
  interface SessionData {
    credential: string
  }
}

declare module 'fastify' {
  interface FastifyRequest {
    /** What is remembered of a sign-in until the identity provider sends the browser back. */
    signIn: secureSession.Session<BegunSignIn>
  }
}

const sessionCookie = 'svc_session'
const signInCookie = 'svc_sign_in'
/** Those of the OAuth flow itself, signed. */
export const stateCookie = 'svc_sign_in_state'
export const verifierCookie = 'svc_sign_in_verifier'

/** How long a sign-in may take, s. */
export const signInTime = 10 * 60

/** Behind a proxy too: production mode is reached over TLS, whatever the last hop is. */
export const cookieAttributes = { path: '/', httpOnly: true, sameSite: 'lax', secure: true } as const

/**
 * Give the routes of an instance their cookies: `request.session` and `request.signIn`, encrypted and authenticated (XSalsa20-Poly1305), and signed ones.
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

/** What the way back from the identity provider is checked against. */
export interface BegunSignIn {
  state: string
  nonce: string
  /** The path to go on to. */
  returnTo: string
}

export function rememberSignIn({ signIn }: FastifyRequest, { state, nonce, returnTo }: BegunSignIn): void {
  signIn.regenerate()
  signIn.set('state', state)
  signIn.set('nonce', nonce)
  signIn.set('returnTo', returnTo)
}

/** The sign-in that this browser began not too long ago. */
export function recallSignIn({ signIn }: FastifyRequest): BegunSignIn | undefined {
  const [state, nonce, returnTo] = [signIn.get('state'), signIn.get('nonce'), signIn.get('returnTo')]
  return state === undefined || nonce === undefined || returnTo === undefined ? undefined : { state, nonce, returnTo }
}

/** A sign-in is finished or failed: the browser keeps nothing of it. */
export function forgetSignIn({ request, reply }: { request: FastifyRequest; reply: FastifyReply }): void {
  request.signIn.delete()
  for (const name of [stateCookie, verifierCookie]) reply.clearCookie(name, cookieAttributes)
}

/** The library's own derivation takes ten times as long and 256 MiB; the secret is long and random, or should be. */
const keyOf = (secret: string): Promise<Buffer> =>
  promisify<string, string, number, Buffer>(scrypt)(secret, 'plinth cookies', 32)

const signatureKey = (key: Buffer): Buffer => Buffer.from(hkdfSync('sha256', key, '', 'plinth cookie signatures', 32))
