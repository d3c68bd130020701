import { randomBytes, timingSafeEqual } from 'node:crypto'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Caller } from '../../contracts/identity.ts'
import { Unauthorized } from '../../errors.ts'
import { defaultAccount, systemCaller } from '../../access.ts'

const secretHeader = 'x-plinth-local'
const accountHeader = 'x-plinth-account'

/** The decorator with the secret that identifies requests made by this process. The secret never leaves the process. */
const secret = Symbol('local secret')

/** Create the secret of an application. */
export function makeLocalSecret(app: FastifyInstance): void {
  app.decorate(secret, randomBytes(32))
}

/** @throws when the application was not made by `buildApp` */
const secretOf = (app: FastifyInstance): Buffer => app.getDecorator<Buffer>(secret)

/**
 * Headers for `app.inject` that make the request one of the service itself: the caller is `urn:user:system`.
 * @param account URN of the account to act in; the default one when absent
 */
export function localHeaders(app: FastifyInstance, options: { account?: string } = {}): Record<string, string> {
  return { [secretHeader]: secretOf(app).toString('hex'), [accountHeader]: options.account ?? defaultAccount }
}

/** Whether this process itself made a request. */
export function isLocal(request: FastifyRequest): boolean {
  const given = request.headers[secretHeader]
  if (given === undefined) return false
  const expected = secretOf(request.server)
  const bytes = Buffer.from(String(given), 'hex')
  return bytes.length === expected.length && timingSafeEqual(bytes, expected)
}

/**
 * The caller of a request that this process itself made, or undefined for any other.
 * @throws Unauthorized when a request claims to be local but has a wrong secret
 */
export function localCaller(request: FastifyRequest): Caller | undefined {
  if (request.headers[secretHeader] === undefined) return undefined
  if (!isLocal(request)) throw new Unauthorized(`the header ${secretHeader} is not for use from outside`)
  const account = request.headers[accountHeader]
  return systemCaller(typeof account === 'string' ? account : defaultAccount)
}
