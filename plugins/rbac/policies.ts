import { AccessControl } from 'accesscontrol'
import { isObject } from '../../lib/json/index.ts'
import type { Json, JsonObject } from '../../lib/json/index.ts'
import type { Action, Permissions } from '../../kernel/index.ts'

/** Every action, by the name that it has in the policy engine. */
const engineNames = { 'odrl:read': 'read', 'odrl:modify': 'update', 'odrl:delete': 'delete' } as const

export const actions: readonly Action[] = ['odrl:read', 'odrl:modify', 'odrl:delete']

export const isAction = (value: unknown): value is Action => actions.some(action => action === value)

/** Stands for every type. */
export const everyType = '*'

const none: ReadonlySet<Action> = new Set()

/**
 * The policies of roles, compiled from a value of the setting `role-access`: role → slug of a type, or `*` → actions.
 * The engine takes few characters in names, so that roles and slugs have numbers there. What it was once asked is remembered.
 */
export class Policies {
  readonly #control: AccessControl
  readonly #roles = new Map<string, string>()
  readonly #types = new Map<string, string>()
  readonly #entries = new Map<string, Permissions>()
  readonly #decided = new Map<string, Map<string, ReadonlySet<Action>>>()

  constructor({ roles = {} }: JsonObject) {
    const grants: Record<string, Record<string, object>> = {}
    for (const [role, entries] of entriesOf(roles)) {
      const read = entriesOf(entries).map(([slug, given]) => [slug, actionsIn(given)] as const)
      const named = read.map(([slug, given]) => [nameIn(this.#types, 't', slug), engineEntry(given)])
      grants[nameIn(this.#roles, 'r', role)] = Object.fromEntries(named) as Record<string, object>
      this.#entries.set(role, Object.fromEntries(read))
      this.#decided.set(role, new Map())
    }
    this.#control = new AccessControl(grants as ConstructorParameters<typeof AccessControl>[0])
  }

  /** Whether a role has policies at all; `{}` are some, which allow nothing. */
  has(role: string): boolean {
    return this.#entries.has(role)
  }

  /** The policies of a role, as they were written; undefined when it has none. */
  of(role: string): Permissions | undefined {
    return this.#entries.get(role)
  }

  /** Whether what a role's policies say of this very slug (or of `*`) allows an action. */
  allow(role: string, slug: string, action: Action): boolean {
    const decided = this.#decided.get(role)
    return decided !== undefined && (decided.get(slug) ?? this.#decide(decided, role, slug)).has(action)
  }

  /** Roles whose policies allow an action on a type. */
  rolesThatAllow(slug: string, action: Action): string[] {
    const allows = (role: string): boolean => [slug, everyType].some(name => this.allow(role, name, action))
    return [...this.#entries.keys()].filter(allows)
  }

  #decide(decided: Map<string, ReadonlySet<Action>>, role: string, slug: string): ReadonlySet<Action> {
    const entries = this.#entries.get(role) ?? {}
    if (!Object.hasOwn(entries, slug)) return none // whatever stands in an address, so that it is not remembered
    const allowed = new Set(actions.filter(action => this.#ask(role, slug, action)))
    decided.set(slug, allowed)
    return allowed
  }

  #ask(role: string, slug: string, action: Action): boolean {
    const [roleName, typeName] = [this.#roles.get(role), this.#types.get(slug)]
    if (roleName === undefined || typeName === undefined) return false
    // A list of known names: the engine takes a text apart at commas. Never throws.
    return this.#control.tryCan([roleName]).do(engineNames[action], typeName).granted
  }
}

const entriesOf = (value: Json): [string, Json][] => (isObject(value) ? Object.entries(value) : [])

const actionsIn = (value: Json): Action[] => (Array.isArray(value) ? value.filter(isAction) : [])

/** The name of a role or slug in the engine. */
function nameIn(names: Map<string, string>, prefix: string, key: string): string {
  const name = names.get(key) ?? `${prefix}${names.size}`
  names.set(key, name)
  return name
}

const engineEntry = (given: readonly Action[]): object =>
  Object.fromEntries(given.map(action => [engineNames[action], [{ possession: 'any', attributes: ['*'] }]]))
