import { BadRequest } from '../../kernel/index.ts'
import type { WriteOperation } from '../../kernel/index.ts'
import { quote } from '../../lib/query/index.ts'
import type { TypeRegistry } from '../types/contract.ts'

/** A slug and where in the body it stands. */
export interface NamedSlug {
  field: string
  slug: string
}

const mostNamed = 20

/**
 * The operations that make a write commit only while the types with these slugs, archived ones included, have them.
 * @param attempt from 1 on the types are read anew
 * @throws `BadRequest` naming every slug that no type has
 */
export async function checkSlugs(
  registry: TypeRegistry,
  named: readonly NamedSlug[],
  attempt: number,
): Promise<WriteOperation[]> {
  const checks = new Map<string, WriteOperation>()
  const unknown: string[] = []
  for (const { field, slug } of named) {
    if (checks.has(slug)) continue
    const type = attempt === 0 ? await registry.find(slug) : await registry.reload(slug)
    if (type === undefined) unknown.push(`${field}: there is no resource type ${quote(slug)}`)
    else checks.set(slug, registry.check(type))
    if (unknown.length === mostNamed) break
  }
  if (unknown.length > 0) throw new BadRequest(unknown.join('; '))
  return [...checks.values()]
}
