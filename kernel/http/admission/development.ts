import type { FastifyRequest } from 'fastify'
import { Forbidden } from '../../errors.ts'
import { isLoopback } from '../../config/loopback.ts'
import { checkOrigin, isWrite } from './origin.ts'

/**
 * The rules that keep web pages of other origins from using a service that requires no sign-in: a host name that was made to resolve to
 * this machine (DNS rebinding) is refused, and so is a change that a page of another origin sends.
 * @param hosts accepted names in addition to those of the loopback: the one that is bound explicitly (`HOST`), and those of plugins
 * @returns a check that throws `Forbidden`
 */
export function developmentRules(hosts: readonly string[]): (request: FastifyRequest) => void {
  const own = new Set(hosts.map(host => host.toLowerCase()))
  return request => {
    checkCameDirectly(request)
    const { host } = request.headers
    if (host !== undefined && !isOwnName(host, own)) {
      throw new Forbidden(
        'this Host is not allowed in development mode; use localhost, the address given as HOST, or a name that the configuration gives',
      )
    }
    if (isWrite(request)) checkOrigin(request)
  }
}

/**
 * Through a proxy, requests from anywhere would seem to come from this machine, and this service requires no sign-in.
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
