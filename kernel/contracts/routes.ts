import type { FastifyContextConfig, FastifyRequest, RouteOptions } from 'fastify'
import type { JsonObject } from '../../lib/json/types.ts'
import type { RouteAccess } from './access.ts'
import type { Caller } from './identity.ts'

/** What a right applies to. */
export interface RouteTarget {
  /** The type of resources, as the contract `access` names it. */
  type: string
  /** Full id of the resource; undefined when the route is not about a single one. */
  id?: string | undefined
}

/**
 * Called with each route when it is added.
 * @returns a function that reads the target from a request to the route; undefined when the route names none
 */
export type TargetReader = (route: RouteOptions) => ((request: FastifyRequest) => RouteTarget) | undefined

/** The description of a route, for one method. */
export interface RouteDescription {
  /** In lower case. */
  method: string
  /** With `{parameters}`. */
  path: string
  access: RouteAccess
  summary: string
  description: string | undefined
  /** As declared; what describes the API makes one from the method and the path otherwise. */
  operationId: string | undefined
  /** As declared, else the first segment below `/api`; none when that is a parameter. */
  tags: readonly string[]
  deprecated: boolean
  /** Media types of the body. */
  consumes: readonly string[]
  /** Media type of the answers. */
  produces: string
  /** Its whole `config`, for what plugins declare in it. */
  config: Readonly<FastifyContextConfig>
  /** JSON Schema of the body. */
  body: JsonObject | undefined
  /** JSON Schema of the query, an object. */
  query: JsonObject
  /** Status → schema of the answer, null for an answer without a body. */
  answers: ReadonlyMap<string, JsonObject | null>
}

/** First segments of paths under `/api` that belong to the service, whichever plugins are on. */
export const reservedSegments: ReadonlySet<string> = new Set(
  [
    'resource-types resources persons organizations users settings auth admin access accounts',
    'views search health events docs mcp openapi.json site',
  ].flatMap(names => names.split(' ')),
)

/** The routes of the service as data. Provided by the kernel. */
export interface Routes {
  /** The routes under `/api` so far, in the order of registration; without HEAD, routes with `schema.hide`, and wildcards. */
  list(): readonly RouteDescription[]

  /** Name of the plugin that serves, or has reserved, the addresses under `/api` with this first segment; undefined when none does. */
  ownerOf(segment: string): string | undefined
}

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The access that a caller needs. Required: a route without it stops the start. */
    access?: RouteAccess
    /**
     * Limits of API tokens that are not applied to the route, because they do not concern it or because it checks them itself. Default:
     * a route that declares no action requires from a token the action that the method stands for, and the type that the route is about.
     */
    tokenLimits?: { actions?: boolean; types?: boolean }
    /** Accepted media types of a body. Default: only `application/json`. */
    consumes?: readonly string[]
    /**
     * The first segment of the path is a value of the parameter of other routes (the slug of a type), which serve what this one does not: the segment is
     * not reserved for the plugin.
     */
    sharesSegment?: true
    /** How deep the resources in a body are nested in its envelope; their own depth is counted from there. Default: 0. */
    envelopeDepth?: number
    /** Whether answers have an `ETag`, so that `If-None-Match` (reads) and `If-Match` (changes) are evaluated. For descriptions of the API. */
    tagged?: boolean
    /** Media type of the answers if it is not JSON; such a route is not negotiated (no 406). */
    produces?: string
    /** `Cache-Control` of the answers. Default: `private, no-cache`. */
    cacheControl?: string
    /**
     * The route reads its body as a stream: `request.body` is the stream, of any size and without a time limit, and can be compressed with gzip, which
     * the route decompresses itself. The body is not checked against `schema.body`, which only describes it.
     */
    streamsBody?: boolean
    /**
     * Whether a POST takes an `Idempotency-Key`: `answer` keeps the answer, unless it is `no-store`; `key` only the key, where answers contain secrets. A
     * function keeps the answer, and checks the rights that the handler of the route checks itself before the answer is repeated; it throws
     * `Forbidden`. The services that the route calls write with `writeFor` or `writeAs`. `false`: the route changes nothing, and ignores the header.
     * Default: a request with the header is 400 `idempotency-not-supported`.
     */
    idempotency?: 'answer' | 'key' | false | ((request: FastifyRequest) => Promise<void>)
    /** Time limit of the handler, ms; false for none. Default: `http.handlerTimeout`. Event streams that hijack the reply need not set it. */
    handlerTimeout?: number | false
    /** Name of the plugin that added the route. Set by the service. */
    plugin?: string
    /** Reads what the action in `access` and the limits of tokens apply to. Set by the service. */
    target?: ReturnType<TargetReader>
  }

  interface FastifySchema {
    summary?: string
    description?: string
    /** Name of the operation in the description of the API, unique and in camelCase. Default: made from the method and the path. */
    operationId?: string
    tags?: readonly string[]
    deprecated?: boolean
    /** Exclude the route from the description of the API. */
    hide?: boolean
  }

  interface FastifyInstance {
    /** Name of the plugin that this instance belongs to; `kernel` outside of plugins. */
    owningPlugin: string
  }

  interface FastifyRequest {
    /** The caller. Set before any other hook runs, on every route that is not `public`. */
    caller: Caller
  }
}
