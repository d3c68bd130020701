import type { RouteAccess } from '../../contracts/access.ts'
import type { Caller } from '../../contracts/identity.ts'
import type { TypedSchema } from '../../contracts/routes.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The access that a caller needs. Required: a route without it stops the start. */
    access?: RouteAccess
    /** Slug of the type that the action in `access` applies to, if the path has no `:typeSlug`. */
    typeSlug?: string
    /** The parameter of the path that names a type by its id or slug, on routes about the type itself. */
    typeParameter?: string
    /**
     * Limits of API tokens that the gate does not apply to the route, because they do not concern it or because it checks them itself. Default:
     * a route that declares no action requires from a token the action that the method stands for, and the type that the path names.
     */
    tokenLimits?: { actions?: boolean; types?: boolean }
    /** Accepted media types of a body. Default: only `application/json`. */
    consumes?: readonly string[]
    /** Names of headers, in lower case, that can contain an API token if there is no `Authorization`. */
    tokenHeaders?: readonly string[]
    /** How deep the resources in a body are nested in its envelope; their own depth is counted from there. Default: 0. */
    envelopeDepth?: number
    /** Media type of the answers if it is not JSON; such a route is not negotiated (no 406). */
    produces?: string
    /**
     * A route with a wildcard also gets the addresses below it that have a malformed percent-escape, with every `%` meant literally. Default: they
     * are answered with 400.
     */
    acceptsMalformedPaths?: boolean
    /** `Cache-Control` of the answers. Default: `private, no-cache`. */
    cacheControl?: string
    /**
     * The route reads its body as a stream: `request.body` is the stream, of any size and without a time limit. The body is not checked against
     * `schema.body`, which only describes it.
     */
    streamsBody?: boolean
    /** The route also accepts bodies compressed with gzip, and decompresses them itself. */
    acceptsGzip?: boolean
    /** Whether a request to the route counts as use of its session. Default: true; false for requests that a browser repeats by itself. */
    countsAsUse?: boolean
    /** Time limit of the handler, ms; false for none. Default: `http.handlerTimeout`. Event streams that hijack the reply need not set it. */
    handlerTimeout?: number | false
    /** Name of the plugin that added the route. Set by the service. */
    plugin?: string
    /** How the schemas of each type complete the description of a route with `:typeSlug`. */
    typed?: { body?: TypedSchema; answer?: TypedSchema; filters?: boolean }
  }

  interface FastifySchema {
    summary?: string
    description?: string
    tags?: readonly string[]
    deprecated?: boolean
    /** Exclude the route from the description of the API. */
    hide?: boolean
  }

  interface FastifyInstance {
    /** Name of the plugin that this instance belongs to; `kernel` outside of plugins. */
    owningPlugin: string
    /** Whether there are routes with this first segment under `/api`. */
    servesSegment(segment: string): boolean
  }

  interface FastifyRequest {
    /** The caller. Set before any other hook runs, on every route that is not `public`. */
    caller: Caller
  }
}
