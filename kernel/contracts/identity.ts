import type { FastifyRequest } from 'fastify'

/** Who is asking. */
export interface Caller {
  /** URN of the acting user; while impersonating, of the impersonated one. */
  id: string
  /** URN of the account that everything is scoped to. */
  account_id: string
  /** URN of the real user while impersonating. */
  impersonator?: string
}

/** Tells who is asking. Provided by the plugin `auth`; until then the kernel provides the open one of development mode. */
export interface Identity {
  /**
   * The caller of a request, or undefined when nobody is signed in.
   * Runs before anything else looks at the request; must not read the body.
   */
  identify(request: FastifyRequest): Caller | undefined | Promise<Caller | undefined>
}
