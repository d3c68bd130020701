import type { FastifyRequest } from 'fastify'
import { Forbidden } from '../../errors.ts'

const safe = new Set(['GET', 'HEAD', 'OPTIONS', 'TRACE'])

/** Whether a request is meant to change something (RFC 9110, 9.2.1). */
export const isWrite = (request: FastifyRequest): boolean => !safe.has(request.method)

/**
 * The rule against forged requests: what a browser sends with somebody's cookies, or to a service that asks nobody to sign in, must come
 * from a page of our own. A request without these headers comes from no page, and passes.
 * @param own the origin whose pages are our own; where the request was sent to when absent
 * @throws Forbidden when the browser says that a page of another origin sent the request
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
