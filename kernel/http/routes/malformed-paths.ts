import type { IncomingMessage } from 'node:http'
import type { FastifyInstance } from 'fastify'

interface Wildcard {
  /** Beginning of the paths that the route serves. */
  prefix: string
  /** The host names that it serves; undefined for all. */
  host: RegExp | undefined
}

/** The routes that accept addresses with a malformed percent-escape (`acceptsMalformedPaths`). */
export class MalformedPaths {
  readonly #wildcards: Wildcard[] = []

  /** Note the routes that are added to a server from now on. */
  observe(app: FastifyInstance): void {
    app.addHook('onRoute', ({ url, config, constraints }) => {
      if (config?.acceptsMalformedPaths !== true || !url.endsWith('*')) return
      const host = constraints?.['host']
      this.#wildcards.push({ prefix: url.slice(0, -1), host: host instanceof RegExp ? host : undefined })
    })
  }

  /** The address under which the router finds the route for it: unchanged, unless it is malformed and a route accepts that. */
  routable(url: string, { headers: { host = '' } }: Pick<IncomingMessage, 'headers'>): string {
    if (!url.includes('%') || url.startsWith('/api/') || isWellFormed(url)) return url
    const isAccepted = this.#wildcards.some(one => url.startsWith(one.prefix) && (one.host?.test(host) ?? true))
    if (!isAccepted) return url
    const [path = '', ...query] = url.split('?')
    return [path, ...query].map(part => (isWellFormed(part) ? part : part.replaceAll('%', '%25'))).join('?')
  }
}

function isWellFormed(path: string): boolean {
  try {
    decodeURIComponent(path)
    return true
  } catch (error) {
    if (error instanceof URIError) return false
    throw error
  }
}
