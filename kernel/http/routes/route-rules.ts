import type { RouteOptions } from 'fastify'
import type { RouteAccess } from '../../contracts/access.ts'
import { ConfigurationError } from '../../errors.ts'
import { countOf, specialCounts } from '../limits/rate-limits.ts'

/** Whose routes those are that no plugin adds. */
export const kernelName = 'kernel'

const accesses: ReadonlySet<string> = new Set(['public', 'signed-in', 'session', 'administrator'])
const actions: ReadonlySet<string> = new Set(['odrl:read', 'odrl:modify', 'odrl:delete'])

/**
 * Nothing is open by oversight: a route that does not say who may use it, or says it in words that nobody knows, stops the start.
 * @returns who may use it
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
  if (actions.has(String(wanted[0])) && !route.url.includes('/:typeSlug') && route.config?.typeSlug === undefined) {
    throw new ConfigurationError(
      `the route ${name} asks for ${wanted.join(' or ')}, but says of no type (:typeSlug, config.typeSlug)`,
    )
  }
  return access
}

/** Who registered which route. */
export class RegisteredRoutes {
  readonly #owners = new Map<string, string>()

  /** @throws ConfigurationError naming both sides when there is such a route already */
  add(route: RouteOptions): void {
    const owner = ownerOf(route)
    for (const method of [route.method].flat()) {
      if (method === 'HEAD') continue // Fastify adds one to each GET
      const key = `${method} ${route.url.replace(/:[A-Za-z]\w*/g, ':')} ${constraintText(route)}`
      const first = this.#owners.get(key)
      if (first !== undefined) {
        throw new ConfigurationError(
          `${owner} registers the route ${method} ${route.url}, which ${first} has registered`,
          { plugin: route.config?.plugin },
        )
      }
      this.#owners.set(key, owner)
    }
  }
}

/** What a request must meet besides its address (a host name, say) for a route to be taken. */
const constraintText = ({ constraints = {} }: RouteOptions): string =>
  Object.entries(constraints)
    .map(([name, value]) => `${name}=${String(value)}`)
    .join()

const nameOf = ({ method, url }: RouteOptions): string => `${[method].flat().join(', ')} ${url}`

const ownerOf = ({ config }: RouteOptions): string => {
  const plugin = config?.plugin ?? kernelName
  return plugin === kernelName ? 'the kernel' : `plugin "${plugin}"`
}
