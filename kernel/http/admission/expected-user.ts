import type { FastifyRequest } from 'fastify'
import { BadRequest, Conflict } from '../../errors.ts'
import { isWrite } from './origin.ts'

/** The header in which a client names the user as whom it means to write: a browser's session can act as somebody else meanwhile. */
const expectedUser = 'x-expected-user'

/** @throws BadRequest for a header that is no id of a user; Conflict when a write acts as somebody else than it says */
export function checkExpectedUser(request: FastifyRequest): void {
  const expected = request.headers[expectedUser]
  if (expected === undefined || !isWrite(request)) return
  if (typeof expected !== 'string' || !/^urn:user:[A-Za-z0-9._~%-]{1,128}$/.test(expected))
    throw new BadRequest('X-Expected-User must be the id of a user: urn:user:…')
  if (expected === request.caller.id) return
  throw new Conflict('this request acts as another user than X-Expected-User says; nothing was changed', {
    code: 'other-user',
  })
}
