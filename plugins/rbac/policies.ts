import { AccessControl } from 'accesscontrol'
import type { IGrants, IResourceGrants } from 'accesscontrol'
import { isObject } from '../../lib/json/index.ts'
import type { Json, JsonObject } from '../../lib/json/index.ts'
import type { Action, Permissions } from '../../kernel/index.ts'

/** Every action, by its name in accesscontrol. */
const engineActions = { 'odrl:read': 'read', 'odrl:modify': 'update', 'odrl:delete': 'delete' } as const

export const actions: readonly Action[] = ['odrl:read', 'odrl:modify', 'odrl:delete']

export const isAction = (value: unknown): value is Action => actions.some(action => action === value)

/** The role that is allowed to do everything. */
export const administrator = 'admin'

/** Represents every type in the setting; accesscontrol does not accept `*` as the name of a resource. */
export const everyType = '*'
const everyTypeInEngine = '_every_type'
/** Represents every role without policies. No role has this name. */
const rolesWithoutPolicies = '_without_policies'

/** How many answers of accesscontrol are cached. */
const maxCachedAnswers = 10_000

/**
 * The policies of roles, evaluated by accesscontrol. They are loaded into it once for each value of the setting `role-access`; a check takes
 * about 30 µs, so its answers are cached.
 */
export class Policies {
  readonly #control: AccessControl
  readonly #permissions: ReadonlyMap<string, Permissions>
  readonly #answers = new Map<string, boolean>()

  /** @param roleAccess a value of the setting: role → slug of a type, or `*` → actions */
  constructor(roleAccess: JsonObject) {
    this.#permissions = new Map(readRoles(roleAccess))
    const grants: IGrants = {
      [administrator]: { [everyTypeInEngine]: grantsOf(actions) },
      [rolesWithoutPolicies]: { [everyTypeInEngine]: grantsOf(['odrl:read']) },
    }
    for (const [role, permissions] of this.#permissions) {
      const resources = Object.entries(permissions).map(([slug, allowed]) => [resourceOf(slug), grantsOf(allowed)])
      grants[role] = Object.fromEntries(resources)
    }
    this.#control = new AccessControl(grants)
  }

  /** Whether a role has policies; `{}` counts as policies that allow nothing. */
  has(role: string): boolean {
    return role === administrator || this.#permissions.has(role)
  }

  /** The actions that a role allows, in the format of permissions. */
  permissionsOf(role: string): Permissions {
    if (role === administrator) return { [everyType]: actions }
    return this.#permissions.get(role) ?? { [everyType]: ['odrl:read'] }
  }

  /** Whether the policies of a role allow an action on exactly this slug, or with `*` on every type. */
  allows(role: string, slug: string, action: Action): boolean {
    const key = `${role} ${slug} ${action}`
    const cached = this.#answers.get(key)
    if (cached !== undefined) return cached
    const answer = this.#decide(role, slug, action)
    if (this.#answers.size >= maxCachedAnswers) this.#answers.clear()
    this.#answers.set(key, answer)
    return answer
  }

  /** Whether the policies of a role allow an action on a type, by its slug or by `*`. */
  allowsOnType(role: string, slug: string, action: Action): boolean {
    return this.allows(role, everyType, action) || this.allows(role, slug, action)
  }

  /** Roles whose policies allow an action on a type. */
  rolesThatAllow(slug: string, action: Action): string[] {
    return [...this.#permissions.keys()].filter(role => this.allowsOnType(role, slug, action))
  }

  #decide(role: string, slug: string, action: Action): boolean {
    const known = this.has(role) ? role : rolesWithoutPolicies
    // An array of one known role, because accesscontrol splits a string at commas. `tryCan` never throws.
    return this.#control.tryCan([known]).do(engineActions[action], resourceOf(slug)).granted
  }
}

const compiled = new WeakMap<JsonObject, Policies>()

/** The policies of a value of the setting, compiled once for each object. */
export function policiesOf(roleAccess: JsonObject): Policies {
  const known = compiled.get(roleAccess) ?? new Policies(roleAccess)
  compiled.set(roleAccess, known)
  return known
}

const resourceOf = (slug: string): string => (slug === everyType ? everyTypeInEngine : slug)

const grantsOf = (allowed: readonly Action[]): IResourceGrants =>
  Object.fromEntries(allowed.map(action => [engineActions[action], [{ possession: 'any', attributes: ['*'] }]]))

/** Names that accesscontrol accepts: those that the setting allows for roles and slugs. */
const isName = (name: string): boolean => /^[a-z][a-z0-9_-]*$/.test(name) && !(name in Object.prototype)

function* readRoles({ roles }: JsonObject): Iterable<[string, Permissions]> {
  for (const [role, entries] of entriesOf(roles)) {
    if (role === administrator || !isName(role)) continue
    const known = entriesOf(entries).filter(([slug]) => slug === everyType || isName(slug))
    yield [role, Object.fromEntries(known.map(([slug, allowed]) => [slug, actionsIn(allowed)]))]
  }
}

const entriesOf = (value: Json | undefined): [string, Json][] => (isObject(value) ? Object.entries(value) : [])

const actionsIn = (value: Json): Action[] => (Array.isArray(value) ? value.filter(isAction) : [])
