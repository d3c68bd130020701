import { randomBytes } from 'node:crypto'
import type { IncomingMessage } from 'node:http'

const start = randomBytes(6).toString('base64url')
const wellFormed = /^[A-Za-z0-9][A-Za-z0-9._-]{7,63}$/
let count = 0

/** The id under which a request is logged: the `X-Request-Id` that a proxy gave it if that is a plain token, else a new one. */
export function requestId({ headers }: Pick<IncomingMessage, 'headers'>): string {
  const given = headers['x-request-id']
  if (typeof given === 'string' && wellFormed.test(given)) return given
  count += 1
  return `${start}.${count.toString(36)}`
}
