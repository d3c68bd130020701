import { content } from '../../../admin/src/index.ts'
import { equalJson } from '../../../lib/json/objects.ts'
import { actionsIn, everyType, originOf, policiesOf } from './rights.ts'
import type { RoleAccess } from './rights.ts'

/** The policies with one right granted or removed. A role without policies keeps its right to read every type, which becomes explicit. */
export function withAction(
  access: RoleAccess,
  role: string,
  slug: string,
  action: content.Action,
  allowed: boolean,
): RoleAccess {
  const policies = policiesOf(access, role) ?? { [everyType]: ['odrl:read'] }
  const now = new Set(actionsIn(policies, slug))
  if (allowed) now.add(action)
  else now.delete(action)
  const next = content.actions.filter(one => now.has(one))
  const others = Object.fromEntries(Object.entries(policies).filter(([name]) => name !== slug))
  return { ...access, [role]: next.length === 0 ? others : { ...others, [slug]: next } }
}

/** The policies with an empty policy for the role, which allows nothing. */
export const withNothing = (access: RoleAccess, role: string): RoleAccess => ({ ...access, [role]: {} })

/** The policies without an entry for the role. */
export const withDefault = (access: RoleAccess, role: string): RoleAccess =>
  Object.fromEntries(Object.entries(access).filter(([name]) => name !== role))

/** Apply my changes to the current policies: the roles that I changed are mine, the others are theirs. */
export function rebase(base: RoleAccess, mine: RoleAccess, theirs: RoleAccess): RoleAccess {
  const roles = new Set([...Object.keys(mine), ...Object.keys(theirs), ...Object.keys(base)])
  const chosen = [...roles].flatMap(role => {
    const isMine = !equalJson(policiesOf(mine, role), policiesOf(base, role))
    const policies = policiesOf(isMine ? mine : theirs, role)
    return policies === undefined ? [] : [[role, policies] as const]
  })
  return Object.fromEntries(chosen)
}

/** The number of differences between two sets of policies. */
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
      count += content.actions.filter(
        one => actionsIn(before, slug).includes(one) !== actionsIn(after, slug).includes(one),
      ).length
  }
  return count
}

/** The effect of a change on a role: an action that it gains or loses. */
export interface Effect {
  role: string
  action: content.Action
  gains: boolean
  /** Slugs of types; only `*` for every type. */
  slugs: string[]
  /** When the right to every type is lost: slugs of the types that keep it. */
  keeps: string[]
}

/** The effects of a change from one set of policies to another. Changes without effect are left out. @param slugs slugs of all types */
export function effectsOf(
  before: RoleAccess,
  after: RoleAccess,
  roles: readonly string[],
  slugs: readonly string[],
): Effect[] {
  const may = (access: RoleAccess, role: string, slug: string, action: content.Action): boolean =>
    originOf(access, role, slug, action) !== 'none'
  const effects: Effect[] = []
  for (const role of roles) {
    for (const action of content.actions) {
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
