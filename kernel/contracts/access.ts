import type { Visibility } from '../../lib/store-kit/document-store.ts'
import type { Caller } from './identity.ts'

/** An action in the compact form of ODRL. `odrl:distribute` publishes resources of types with drafts, and does nothing on others. */
export type Action = 'odrl:read' | 'odrl:modify' | 'odrl:delete' | 'odrl:distribute'

/**
 * The access that a route declares in `config.access`. A route without it stops the start: access is denied by default.
 * - `public`: no sign-in is needed
 * - `signed-in`: any signed-in caller, also with an API token
 * - `session`: any signed-in caller, but never with an API token
 * - `administrator`: callers who administer the instance
 * - an action: that action on the type (and, if the route has `:id`, the resource) that the path names
 * - several actions: at least one of them; the route checks which one after it has read the body
 */
export type RouteAccess = 'public' | 'signed-in' | 'session' | 'administrator' | Action | readonly Action[]

/** Type, or `*` for every type, to the actions that are allowed on it. */
export type Permissions = Readonly<Record<string, readonly Action[]>>

/** Decides what each caller is allowed to do with resources, by their type and id. Provided by the plugin `rbac`; without it the kernel provides one that allows everything. */
export interface Access {
  /** Whether the caller administers the instance. An API token that is limited to some types or actions never does. */
  isAdministrator(caller: Caller): Promise<boolean>

  /** Throws `Forbidden` unless the caller is allowed to perform this action on the type, or on this resource of it. */
  authorize(caller: Caller, action: Action, type: string, resourceId?: string): Promise<void>

  /** The resources of this type that the caller can see with this action; part of every list query. Throws `Forbidden` when there are none at all. */
  visibility(caller: Caller, action: Action, type: string): Promise<Visibility>

  /** The actions that the caller's policies allow, by type or `*` for every type. Ownership and grants are added to these. */
  permissions(caller: Caller): Promise<Permissions>
}
