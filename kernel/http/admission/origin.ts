import type { FastifyRequest } from 'fastify'
import { Forbidden } from '../../errors.ts'

const safe = new Set(['GET', 'HEAD', 'OPTIONS', 'TRACE'])

/** Whether a request is meant to change something (RFC 9110, 9.2.1). */
export const isWrite = (request: FastifyRequest): boolean => !safe.has(request.method)

/**
 * The rule against cross-site request forgery: a request that a browser sends with cookies, or to a service that requires no sign-in, must
 * come from a page of our own. A request without these headers comes from no page, and passes.
 * @param own the origin of our own pages; when absent, the origin that the request was sent to
 * @throws Forbidden when the browser's headers name a page of another origin
 */
export function checkOrigin(request: FastifyRequest, own = `http://${request.headers.host ?? ''}`): void {
  const { origin } = request.headers
  const fetchSite = request.headers['sec-fetch-site']
  if (fetchSite === 'cross-site' || fetchSite === 'same-site') {
    throw new Forbidden('changes from pages of other origins are not allowed (Sec-Fetch-Site)')
  }
  if (origin !== undefined && !isSameOrigin(origin, own)) {
    throw new Forbidden('changes from pages of other origins are not allowed (Origin)')
  }
}

const isSameOrigin = (origin: string, own: string): boolean =>
  origin === own || (URL.canParse(origin) && URL.canParse(own) && new URL(origin).origin === new URL(own).origin)
