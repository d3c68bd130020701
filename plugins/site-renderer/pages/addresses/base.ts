import type { FastifyRequest } from 'fastify'
import type { Config } from '../../../../kernel/index.ts'
import type { SiteBase } from './address.ts'

/**
 * The address of the site for a request. In production mode it is the one that the operator configured, never one from a request, because it is
 * shown to other visitors.
 */
export function baseFor(
  { config, hosts }: { config: Config; hosts: readonly string[] },
  { host, hostname }: Pick<FastifyRequest, 'host' | 'hostname'>,
): SiteBase {
  const [own] = hosts
  if (config.mode === 'production') {
    if (own !== undefined) return { origin: `https://${own}`, prefix: '' }
    return { origin: config.signIn?.frontendUrl ?? '', prefix: '/site' }
  }
  return { origin: `http://${host}`, prefix: isOwnHost(hosts, hostname) ? '' : '/site' }
}

/** Whether the site is at the root of a host. */
export const isOwnHost = (hosts: readonly string[], hostname: string): boolean =>
  hosts.includes(hostname.toLowerCase().replace(/\.$/, ''))

/** The address of the site on the service's own origin, where previews are. */
export const ownBaseFor = (config: Config, request: Pick<FastifyRequest, 'host' | 'hostname'>): SiteBase => ({
  ...baseFor({ config, hosts: [] }, request),
  prefix: '/site',
})
