import { BadRequest } from '../../../kernel/index.ts'
import type { WriteOperation } from '../../../kernel/index.ts'
import { quote } from '../../../lib/query/index.ts'
import type { TypeRegistry } from '../../types/contract.ts'

const mostNamed = 20

/**
 * The operations that make a write commit only while the types with these slugs, archived ones included, have them.
 * @param attempt from 1 on the types are read anew
 * @throws `BadRequest` naming the slugs that no type has
 */
export async function checkSlugs(
  types: TypeRegistry | undefined,
  slugs: readonly string[],
  attempt: number,
): Promise<WriteOperation[]> {
  const checks: WriteOperation[] = []
  const unknown: string[] = []
  for (const slug of slugs) {
    const type = await (attempt === 0 ? types?.find(slug) : types?.reload(slug))
    if (type !== undefined && types !== undefined) checks.push(types.check(type))
    else unknown.push(quote(slug))
    if (unknown.length === mostNamed) break
  }
  if (unknown.length > 0) throw new BadRequest(`type_slugs: there is no resource type ${unknown.join(', ')}`)
  return checks
}
