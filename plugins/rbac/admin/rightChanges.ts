import { actions, actionsIn, equal, everyType, originOf, policiesOf } from '../../../admin/src/index.ts'
import type { Action, RoleAccess } from '../../../admin/src/index.ts'

/** The map with one thing allowed or not. A role that nothing was set for keeps reading every type, which is then written down. */
export function withAction(
  access: RoleAccess,
  role: string,
  slug: string,
  action: Action,
  allowed: boolean,
): RoleAccess {
  const policies = policiesOf(access, role) ?? { [everyType]: ['odrl:read'] }
  const now = new Set(actionsIn(policies, slug))
  if (allowed) now.add(action)
  else now.delete(action)
  const next = actions.filter(one => now.has(one))
  const others = Object.fromEntries(Object.entries(policies).filter(([name]) => name !== slug))
  return { ...access, [role]: next.length === 0 ? others : { ...others, [slug]: next } }
}

/** The map with nothing allowed to the role. */
export const withNothing = (access: RoleAccess, role: string): RoleAccess => ({ ...access, [role]: {} })

/** The map in which nothing is set for the role. */
export const withDefault = (access: RoleAccess, role: string): RoleAccess =>
  Object.fromEntries(Object.entries(access).filter(([name]) => name !== role))

/** Mine upon theirs: the roles that I changed are mine, the others as they are now. */
export function rebase(base: RoleAccess, mine: RoleAccess, theirs: RoleAccess): RoleAccess {
  const roles = new Set([...Object.keys(mine), ...Object.keys(theirs), ...Object.keys(base)])
  const chosen = [...roles].flatMap(role => {
    const isMine = !equal(policiesOf(mine, role), policiesOf(base, role))
    const policies = policiesOf(isMine ? mine : theirs, role)
    return policies === undefined ? [] : [[role, policies] as const]
  })
  return Object.fromEntries(chosen)
}

/** In how many places two maps differ. */
export function differences(a: RoleAccess, b: RoleAccess): number {
  let count = 0
  for (const role of new Set([...Object.keys(a), ...Object.keys(b)])) {
    const [before, after] = [policiesOf(a, role), policiesOf(b, role)]
    if (before === undefined || after === undefined) {
      count += 1
      continue
    }
    const slugs = new Set([...Object.keys(before), ...Object.keys(after)])
    for (const slug of slugs)
      count += actions.filter(
        one => actionsIn(before, slug).includes(one) !== actionsIn(after, slug).includes(one),
      ).length
  }
  return count
}

/** What a change means to a role, in what it may do then and could not do before, or the other way round. */
export interface Effect {
  role: string
  action: Action
  gains: boolean
  /** Slugs of types; `*` alone for every type. */
  slugs: string[]
  /** Of what is lost for every type: those that it keeps. */
  keeps: string[]
}

/** What differs in effect between two maps; entries that change nothing are none. @param slugs of all types */
export function effectsOf(
  before: RoleAccess,
  after: RoleAccess,
  roles: readonly string[],
  slugs: readonly string[],
): Effect[] {
  const may = (access: RoleAccess, role: string, slug: string, action: Action): boolean =>
    originOf(access, role, slug, action) !== 'none'
  const effects: Effect[] = []
  for (const role of roles) {
    for (const action of actions) {
      const [was, is] = [may(before, role, everyType, action), may(after, role, everyType, action)]
      const gained = slugs.filter(slug => !may(before, role, slug, action) && may(after, role, slug, action))
      const lost = slugs.filter(slug => may(before, role, slug, action) && !may(after, role, slug, action))
      const keeps = was && !is ? slugs.filter(slug => may(after, role, slug, action)) : []
      if (!was && is) effects.push({ role, action, gains: true, slugs: [everyType], keeps: [] })
      else if (gained.length > 0) effects.push({ role, action, gains: true, slugs: gained, keeps: [] })
      if (was && !is) effects.push({ role, action, gains: false, slugs: [everyType], keeps })
      else if (lost.length > 0) effects.push({ role, action, gains: false, slugs: lost, keeps: [] })
    }
  }
  return effects
}
