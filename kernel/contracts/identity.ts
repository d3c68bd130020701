import type { FastifyRequest } from 'fastify'
import type { Action } from './access.ts'

/** Who is asking. */
export interface Caller {
  /** URN of the acting user; while impersonating, of the impersonated one. */
  id: string
  /** URN of the account that everything is scoped to. */
  account_id: string
  /** URN of the real user while impersonating. */
  impersonator?: string
  /** Id of the session that the request came with. */
  session?: string
  /** The API token that the request came with, and what that narrows the rights of its owner to. */
  token?: TokenScope
}

/** What an API token may be used for; never more than its owner may do. */
export interface TokenScope {
  id: string
  /** Slugs of the types that it reaches; null for all. */
  type_slugs: readonly string[] | null
  /** Actions that it may be used for; null for all. */
  actions: readonly Action[] | null
}

/** Tells who is asking. Provided by the plugin `auth`; until then the kernel provides the open one of development mode. */
export interface Identity {
  /**
   * The caller of a request, or undefined when nobody is signed in.
   * Runs before anything else looks at the request; must not read the body.
   */
  identify(request: FastifyRequest): Caller | undefined | Promise<Caller | undefined>
}
