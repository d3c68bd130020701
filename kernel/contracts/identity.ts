import type { FastifyRequest } from 'fastify'
import type { Action } from './access.ts'
import type { RequestKey } from '../request-key.ts'
import type { WriteOperation } from '../../lib/store-kit/document-store.ts'

/** The caller of a request. */
export interface Caller {
  /** URN of the acting user; while impersonating, of the impersonated one. */
  id: string
  /** URN of the account that all data is scoped to. */
  account_id: string
  /** URN of the real user while impersonating. */
  impersonator?: string
  /** While impersonating: which impersonation it is, at its version. */
  impersonation?: { id: string; sequence_no: number }
  /** Id of the session that the request came with. */
  session?: string
  /** The API token that the request came with, and its limits on the rights of its owner. */
  token?: TokenScope
  /**
   * Operations that change nothing and let a write commit only while the caller is still as identified: the user active and with the same
   * attributes, the session or API token still valid, the impersonation still active. `writeAs` puts them before a write.
   */
  preconditions?: readonly WriteOperation[]
  /** The key by which the request is done at most once; see `writeFor`. */
  requestKey?: RequestKey
}

/** What is kept of a caller whose work continues after the request: JSON. */
export type NotedCaller = Pick<Caller, 'id' | 'account_id' | 'impersonator' | 'impersonation' | 'token'>

/** What an API token can be used for; never more than its owner is allowed to do. */
export interface TokenScope {
  id: string
  /** Slugs of the types that it can be used for; null for all. */
  type_slugs: readonly string[] | null
  /** Actions that it can be used for; null for all. */
  actions: readonly Action[] | null
}

/** Identifies the caller. Provided by the plugin `auth`; without it the kernel provides the open one of development mode. */
export interface Identity {
  /**
   * The caller of a request, or undefined for a request that is not signed in.
   * Runs before any other part handles the request, and again when the body has been read. The result must therefore not be cached for the
   * request; must not read the body.
   */
  identify(request: FastifyRequest): Promise<Caller | undefined>

  /**
   * The current state of the caller of an answered request whose work continues. Called repeatedly until the work ends; without this method
   * only the rights are checked again. The session does not matter: work continues after its caller has signed out.
   * @throws `Forbidden` with the reason: the user is disabled or works in another account, the impersonation is over or the impersonator
   * administers no more, the API token is revoked or has expired
   */
  renew?(noted: NotedCaller): Promise<Caller>
}
