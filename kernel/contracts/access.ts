import type { Visibility } from '../../lib/store-kit/document-store.ts'
import type { Caller } from './identity.ts'

/** An action in the compact form of ODRL. */
export type Action = 'odrl:read' | 'odrl:modify' | 'odrl:delete'

/**
 * What a route asks for, declared in its `config.access`. A route without one stops the start: denied by default.
 * - `public`: nobody need be signed in
 * - `signed-in`: anyone who is, with an API token too
 * - `session`: anyone who is, but never with an API token
 * - `administrator`: those who administer the instance
 * - an action: that action on the type (and, if the route has `:id`, the resource) that the path names
 * - several actions: one of them; which one, the route itself asks when it has read what is to be done
 */
export type RouteAccess = 'public' | 'signed-in' | 'session' | 'administrator' | Action | readonly Action[]

/** Slug of a type, or `*` for every type, to the actions that are allowed on it. */
export type Permissions = Readonly<Record<string, readonly Action[]>>

/** Decides who may do what. Provided by the plugin `rbac`; until then the kernel provides one that allows everything. */
export interface Access {
  /** Whether the caller administers the instance. An API token that reaches only some types or actions never does. */
  isAdministrator(caller: Caller): Promise<boolean>

  /** Throws `Forbidden` unless the caller may do this to the type, or to this resource of it. */
  authorize(caller: Caller, action: Action, typeSlug: string, resourceId?: string): Promise<void>

  /** What of this type the caller may see with this action; part of every list query. Throws `Forbidden` when it is nothing at all. */
  visibility(caller: Caller, action: Action, typeSlug: string): Promise<Visibility>

  /** What the caller's policies allow: slug of a type, or `*` for every type, to actions. Ownership and grants come on top. */
  permissions(caller: Caller): Promise<Permissions>
}
