import type { FastifyRequest } from 'fastify'
import { Forbidden } from '../errors.ts'
import { isLoopback } from '../loopback.ts'

const safe = new Set(['GET', 'HEAD', 'OPTIONS', 'TRACE'])

/**
 * The rules that keep web pages elsewhere from using a service that asks nobody to sign in: a name that somebody made to
 * point here (DNS rebinding) is refused, and so is a change that a page of another origin sends.
 * @param host the address that the service is bound to on purpose (`HOST`)
 * @returns a check that throws `Forbidden`
 */
export function developmentRules(host: string): (request: FastifyRequest) => void {
  let lastGood: string | undefined
  return request => {
    const named = request.headers.host
    if (named !== lastGood) {
      if (named !== undefined && !isOwnName(named, host)) {
        throw new Forbidden('this Host is not allowed in development mode; use localhost, or the address given as HOST')
      }
      lastGood = named
    }
    if (!safe.has(request.method)) checkOrigin(request)
  }
}

function isOwnName(header: string, host: string): boolean {
  const name = /^(\[[0-9a-f:.]+\]|[^:/?#@\\[\]]+)(:\d{1,5})?$/i.exec(header)?.[1]?.toLowerCase()
  return name !== undefined && (isLoopback(name) || name === host.toLowerCase() || name === `[${host.toLowerCase()}]`)
}

/** @throws Forbidden when the browser says that a page of another origin sent the request */
export function checkOrigin(request: FastifyRequest): void {
  const { origin, host } = request.headers
  const fetchSite = request.headers['sec-fetch-site']
  if (fetchSite === 'cross-site' || fetchSite === 'same-site') {
    throw new Forbidden('changes from pages of other origins are not allowed (Sec-Fetch-Site)')
  }
  if (origin !== undefined && !isSameOrigin(origin, host)) {
    throw new Forbidden('changes from pages of other origins are not allowed (Origin)')
  }
}

function isSameOrigin(origin: string, host: string | undefined): boolean {
  const own = `http://${host ?? ''}`
  return origin === own || (URL.canParse(origin) && URL.canParse(own) && new URL(origin).origin === new URL(own).origin)
}
