import type { FastifyRequest } from 'fastify'
import type { Config } from '../../../../kernel/index.ts'
import type { SiteBase } from './address.ts'

/**
 * Where the site is reached, for whoever asks. In production mode that is what the operator says, never what a request says: it ends up in what others
 * are shown.
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
  const isOwn = hosts.includes(hostname.toLowerCase().replace(/\.$/, ''))
  return { origin: `http://${host}`, prefix: isOwn ? '' : '/site' }
}
