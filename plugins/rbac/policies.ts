import { AccessControl } from 'accesscontrol'
import type { IGrants, IResourceGrants } from 'accesscontrol'
import { LRUCache } from 'lru-cache'
import { isObject, isRecord, memoizeByObject } from '../../lib/json/index.ts'
import type { Json, JsonObject } from '../../lib/json/index.ts'
import type { Action, Permissions } from '../../kernel/index.ts'

/** Every action, by its name in accesscontrol. */
const engineActions = {
  'odrl:read': 'read',
  'odrl:modify': 'update',
  'odrl:delete': 'delete',
  'odrl:distribute': 'create', // accesscontrol has four actions
} as const

export const actions: readonly Action[] = ['odrl:read', 'odrl:modify', 'odrl:delete', 'odrl:distribute']

export const isAction = (value: unknown): value is Action => actions.some(action => action === value)

/** The role that is allowed to do everything. */
export const administrator = 'admin'

/** Represents every type in the setting; accesscontrol does not accept `*` as the name of a resource. */
export const everyType = '*'
const everyTypeInEngine = '_every_type'
/** Represents the resources of any type that the user owns. A grant for any resource would also count for them, so they have a name of their own. */
const ownedInEngine = '_owned'
/** Represents every role without policies. No role has this name. */
const rolesWithoutPolicies = '_without_policies'

/** Two users: the caller, and the owner of a resource. */
interface Owned {
  user: string
  owner: string
}

/**
 * The policies of roles, as grants of accesscontrol, which decides: what a role may do to resources of a type (`any`), and what its users may do to resources
 * that they own (`own`: everything but publish it, for every role). The grants are loaded once for each value of the setting `role-access`. A check takes 10 to 30 µs, so its
 * answers are cached.
 */
export class Policies {
  readonly #control: AccessControl
  /** Those that have policies. */
  readonly #roles: ReadonlySet<string>
  readonly #answers = new LRUCache<string, boolean>({ maxSize: 10_000, sizeCalculation: () => 1 })

  /** @param roleAccess a value of the setting: role → slug of a type, or `*` → actions */
  constructor(roleAccess: JsonObject) {
    const grants: IGrants = {
      [administrator]: { ...grantsToOwners, [everyTypeInEngine]: grantsOf(actions, 'any') },
      [rolesWithoutPolicies]: { ...grantsToOwners, [everyTypeInEngine]: grantsOf(['odrl:read'], 'any') },
    }
    const roles = [...readRoles(roleAccess)]
    this.#roles = new Set([administrator, ...roles.map(([role]) => role)])
    for (const [role, permissions] of roles) {
      const resources = permissions.map(([slug, allowed]) => [resourceOf(slug), grantsOf(allowed, 'any')])
      grants[role] = { ...grantsToOwners, ...Object.fromEntries(resources) }
    }
    this.#control = new AccessControl(grants, { policy: { ownerField: 'owner' } })
  }

  /** Whether a role has policies; `{}` counts as policies that allow nothing. */
  has(role: string): boolean {
    return this.#roles.has(role)
  }

  /** The actions that a role allows, in the format of permissions. */
  permissionsOf(role: string): Permissions {
    const { [ownedInEngine]: _owned, ...grants } = this.#control.getGrants()[this.#known(role)] ?? {}
    return Object.fromEntries(
      Object.entries(grants).map(([resource, granted]) => [
        resource === everyTypeInEngine ? everyType : resource,
        actions.filter(action => isRecord(granted) && Object.hasOwn(granted, engineActions[action])),
      ]),
    )
  }

  /** Whether the policies of a role allow an action on exactly this slug, or with `*` on every type. */
  allows(role: string, slug: string, action: Action): boolean {
    return this.#answer(role, resourceOf(slug), `${engineActions[action]}:any`)
  }

  /** Whether users with this role may do an action with a resource of this owner because they own it. */
  allowsOwn(role: string, action: Action, owned: Owned): boolean {
    return this.#answer(role, ownedInEngine, `${engineActions[action]}:own`, owned)
  }

  /** Whether the policies of a role allow an action on a type, by its slug or by `*`. */
  allowsOnType(role: string, slug: string, action: Action): boolean {
    return this.allows(role, everyType, action) || this.allows(role, slug, action)
  }

  /** Roles whose policies allow an action on a type. */
  rolesThatAllow(slug: string, action: Action): string[] {
    const roles = this.#control.getRoles().filter(role => ![administrator, rolesWithoutPolicies].includes(role))
    return roles.filter(role => this.allowsOnType(role, slug, action))
  }

  #known(role: string): string {
    return this.has(role) ? role : rolesWithoutPolicies
  }

  #answer(role: string, resource: string, action: string, { user, owner }: Owned = { user: '', owner: '' }): boolean {
    const known = this.#known(role)
    const key = `${known} ${resource} ${action} ${user} ${owner}`
    const cached = this.#answers.get(key)
    if (cached !== undefined) return cached
    const context = { user: { id: user }, [resource]: { owner } }
    // An array of one known role, because accesscontrol splits a string at commas. `tryCan` never throws.
    const answer = this.#control.tryCan([known], context).do(action, resource).granted
    this.#answers.set(key, answer)
    return answer
  }
}

/** The policies of a value of the setting, compiled once for each object. */
export const policiesOf = memoizeByObject((roleAccess: JsonObject): Policies => new Policies(roleAccess))

const resourceOf = (slug: string): string => (slug === everyType ? everyTypeInEngine : slug)

const grantsOf = (allowed: readonly Action[], possession: 'own' | 'any'): IResourceGrants =>
  Object.fromEntries(allowed.map(action => [engineActions[action], [{ possession, attributes: ['*'] }]]))

/** What every role may do with what its users own: everything but publish it. */
const grantsToOwners = { [ownedInEngine]: grantsOf(['odrl:read', 'odrl:modify', 'odrl:delete'], 'own') }

/** Names that accesscontrol accepts: those that the setting allows for roles and slugs. */
const isName = (name: string): boolean => /^[a-z][a-z0-9_-]*$/.test(name) && !(name in Object.prototype)

function* readRoles({ roles }: JsonObject): Iterable<[role: string, permissions: [slug: string, allowed: Action[]][]]> {
  for (const [role, entries] of entriesOf(roles)) {
    if (role === administrator || !isName(role)) continue
    const known = entriesOf(entries).filter(([slug]) => slug === everyType || isName(slug))
    yield [role, known.map(([slug, allowed]) => [slug, actionsIn(allowed)])]
  }
}

const entriesOf = (value: Json | undefined): [string, Json][] => (isObject(value) ? Object.entries(value) : [])

const actionsIn = (value: Json): Action[] => (Array.isArray(value) ? value.filter(isAction) : [])
