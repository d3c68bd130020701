import type { RouteAccess } from '../../contracts/access.ts'
import type { Caller } from '../../contracts/identity.ts'
import type { TypedSchema } from '../../contracts/routes.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Who may use the route. Required: a route without it stops the start. */
    access?: RouteAccess
    /** Slug of the type that `access` asks an action on, where the path has no `:typeSlug`. */
    typeSlug?: string
    /** The parameter of the path that names a type by its id or slug, where the route is about the type itself. */
    typeParameter?: string
    /**
     * Limits of API tokens that do not hold for the route as a whole, because they do not concern it or because it checks them itself. Default: a
     * route that asks for no action asks a token for the action that the method stands for, and for the type that the path names.
     */
    tokenLimits?: { actions?: boolean; types?: boolean }
    /** Media types that a body may have. Default: `application/json` alone. */
    consumes?: readonly string[]
    /** Names of headers, in lower case, that may carry an API token where there is no `Authorization`. */
    tokenHeaders?: readonly string[]
    /** How deep the resources in a body are nested in what is around them; their own nesting is counted from there. Default: 0. */
    envelopeDepth?: number
    /** Media type of the answers where it is not JSON; such a route is not negotiated (no 406). */
    produces?: string
    /** `Cache-Control` of the answers. Default: `private, no-cache`. */
    cacheControl?: string
    /**
     * The route reads its body as it arrives: `request.body` is the stream, of any size, which may take any time. The body is not checked against
     * `schema.body`, which describes it.
     */
    streamsBody?: boolean
    /** The route takes bodies that are compressed with gzip, too, and unpacks them itself. */
    acceptsGzip?: boolean
    /** Whether a request to the route counts as use of the session that it came with. Default: true; false for what a browser repeats by itself. */
    countsAsUse?: boolean
    /** How long the handler may take, ms; false for any time. Default: `http.handlerTimeout`. Event streams that hijack the reply need not say so. */
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
    /** Leave the route out of the description of the API. */
    hide?: boolean
  }

  interface FastifyInstance {
    /** Name of the plugin whose instance this is; `kernel` outside of plugins. */
    owningPlugin: string
    /** Whether there are routes with this first segment under `/api`. */
    servesSegment(segment: string): boolean
  }

  interface FastifyRequest {
    /** Who is asking. Set before anything else runs, on every route that is not `public`. */
    caller: Caller
  }
}
