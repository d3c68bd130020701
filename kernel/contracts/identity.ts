import type { FastifyRequest } from 'fastify'
import type { Action } from './access.ts'
import type { WriteOperation } from '../../lib/store-kit/document-store.ts'

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
  /**
   * Operations that change nothing and let a write commit only while the caller still is who they were when they were identified: the user
   * active and with the same attributes, the session or the API token there, the impersonation under way. `writeAs` puts them before a write.
   */
  preconditions?: readonly WriteOperation[]
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
   * Runs before anything else looks at the request, and again when its body has been read, so that nothing may be remembered for the
   * request; must not read the body.
   */
  identify(request: FastifyRequest): Promise<Caller | undefined>
}
