import { BadRequest } from '../../kernel/index.ts'
import type { WriteOperation } from '../../kernel/index.ts'
import { quote } from '../../lib/query/index.ts'
import type { TypeRegistry } from '../types/contract.ts'
import type { Sidebar } from './value.ts'

const mostNamed = 20

/**
 * The operations that make a write commit only while the types that a sidebar names, archived ones included, have these slugs.
 * @param attempt from 1 on the types are read anew
 * @throws `BadRequest` naming every slug that no type has, and where it stands
 */
export async function checkSlugs(registry: TypeRegistry, sidebar: Sidebar, attempt: number): Promise<WriteOperation[]> {
  const unknown: string[] = []
  const checks: WriteOperation[] = []
  for (const [slug, field] of placesOf(sidebar)) {
    const type = attempt === 0 ? await registry.find(slug) : await registry.reload(slug)
    if (type !== undefined) checks.push(registry.check(type))
    else if (unknown.push(`${field}: there is no resource type ${quote(slug)}`) === mostNamed) break
  }
  if (unknown.length > 0) throw new BadRequest(unknown.join('; '))
  return checks
}

/** Each slug, and the first place where it stands. */
function placesOf({ hidden_slugs, menu_groups }: Sidebar): Map<string, string> {
  const places = new Map<string, string>()
  const add = (slugs: string[], name: string): void => {
    for (const [index, slug] of slugs.entries()) if (!places.has(slug)) places.set(slug, `${name}[${index}]`)
  }
  add(hidden_slugs, 'hidden_slugs')
  for (const [group, slugs] of Object.entries(menu_groups)) add(slugs, `menu_groups.${group}`)
  return places
}
