import type { FastifyRequest } from 'fastify'
import { Forbidden } from '../../errors.ts'
import { isLoopback } from '../../config/loopback.ts'
import { checkOrigin, isWrite } from './origin.ts'

/**
 * The rules that keep web pages elsewhere from using a service that asks nobody to sign in: a name that somebody made to
 * point here (DNS rebinding) is refused, and so is a change that a page of another origin sends.
 * @param hosts names that the service has beside those of the loopback: where it is bound to on purpose (`HOST`), and what plugins answer to
 * @returns a check that throws `Forbidden`
 */
export function developmentRules(hosts: readonly string[]): (request: FastifyRequest) => void {
  const own = new Set(hosts.map(host => host.toLowerCase()))
  let lastGood: string | undefined
  return request => {
    checkCameDirectly(request)
    const named = request.headers.host
    if (named !== lastGood) {
      if (named !== undefined && !isOwnName(named, own)) {
        throw new Forbidden(
          'this Host is not allowed in development mode; use localhost, the address given as HOST, or a name that the configuration gives',
        )
      }
      lastGood = named
    }
    if (isWrite(request)) checkOrigin(request)
  }
}

/**
 * A proxy in front would bring requests from anywhere, which seem to come from this machine, to a service that asks nobody to sign in.
 */
function checkCameDirectly({ headers }: FastifyRequest): void {
  for (const name in headers) {
    if (name !== 'forwarded' && !name.startsWith('x-forwarded-')) continue
    throw new Forbidden(
      `requests through a proxy (${name}) are not allowed in development mode; use production mode, with sign-in`,
    )
  }
}

function isOwnName(header: string, own: ReadonlySet<string>): boolean {
  const name = /^(\[[0-9a-f:.]+\]|[^:/?#@\\[\]]+)(:\d{1,5})?$/i.exec(header)?.[1]?.toLowerCase()
  return name !== undefined && (isLoopback(name) || own.has(name) || own.has(name.replace(/^\[|\]$/g, '')))
}
