import type { Action, Caller, Permissions, TokenScope } from '../../kernel/index.ts'
import { everyType } from './policies.ts'

/** Whether an API token reaches only some types or actions. */
export const isNarrowed = ({ token }: Caller): boolean =>
  token !== undefined && (token.type_slugs !== null || token.actions !== null)

/** What is left of permissions with a token. */
export function narrowed(permissions: Permissions, { type_slugs, actions }: TokenScope): Permissions {
  const reached = (given: readonly Action[]): Action[] =>
    given.filter(action => actions === null || actions.includes(action))
  const at = (slug: string): readonly Action[] => (Object.hasOwn(permissions, slug) ? (permissions[slug] ?? []) : [])
  if (type_slugs === null) {
    return Object.fromEntries(Object.entries(permissions).map(([slug, given]) => [slug, reached(given)]))
  }
  const everywhere = at(everyType)
  return Object.fromEntries(type_slugs.map(slug => [slug, reached([...new Set([...everywhere, ...at(slug)])])]))
}
