import type { RouteOptions } from 'fastify'
import type { RouteAccess } from '../../contracts/access.ts'
import { ConfigurationError } from '../../errors.ts'
import { countOf, specialCounts } from '../limits/rate-limits.ts'

/** The owner of routes that no plugin adds. */
export const kernelName = 'kernel'

const accesses: ReadonlySet<string> = new Set(['public', 'signed-in', 'session', 'administrator'])
const actions: ReadonlySet<string> = new Set(['odrl:read', 'odrl:modify', 'odrl:delete', 'odrl:distribute'])

/**
 * No route is open by oversight: a route that declares no access, or an unknown one, stops the start.
 * @returns the access that it declares
 */
export function checkRoute(route: RouteOptions): RouteAccess {
  const access = route.config?.access
  const name = nameOf(route)
  if (access === undefined) throw new ConfigurationError(`the route ${name} does not declare its config.access`)
  const wanted = [access].flat()
  if (!wanted.every(one => actions.has(one)) && !(typeof access === 'string' && accesses.has(access))) {
    throw new ConfigurationError(
      `the route ${name} of ${ownerOf(route)} declares the unknown config.access ${JSON.stringify(access)}; known are ` +
        `${[...accesses, ...actions].join(', ')}, and a list of actions`,
    )
  }
  if (wanted.length === 0) throw new ConfigurationError(`the route ${name} declares an empty config.access`)
  const count = countOf(route.config ?? {})
  if (count !== undefined && !specialCounts.has(count)) {
    throw new ConfigurationError(
      `the route ${name} of ${ownerOf(route)} asks in its config.rateLimit for the unknown count "${count}"; ` +
        `known are ${[...specialCounts].join(' and ')}`,
    )
  }
  if (actions.has(String(wanted[0])) && route.config?.target === undefined) {
    throw new ConfigurationError(
      `the route ${name} requires ${wanted.join(' or ')}, but no plugin that is on finds out what that applies to ` +
        '(contribution routeTarget)',
    )
  }
  return access
}

const nameOf = ({ method, url }: RouteOptions): string => `${[method].flat().join(', ')} ${url}`

const ownerOf = ({ config }: RouteOptions): string => {
  const plugin = config?.plugin ?? kernelName
  return plugin === kernelName ? 'the kernel' : `plugin "${plugin}"`
}
