import { BadRequest } from '../../kernel/index.ts'
import { compileType } from './compile.ts'
import type { WantedType } from './input.ts'
import type { TypeParts } from './parts.ts'
import type { StoredType } from './record.ts'

/**
 * Look that the types exist to whose resources a schema newly refers; archived ones do.
 * @param current the type before; what it referred to it may refer to
 * @param coming slugs of types that come into being in the same write
 * @throws `BadRequest` naming every property that refers to a type that there is not
 */
export async function checkNamedTypes(
  { catalogue }: Pick<TypeParts, 'catalogue'>,
  { record, compiled }: WantedType,
  current: StoredType | undefined,
  coming: ReadonlySet<string> = new Set(),
): Promise<void> {
  if (compiled.referredTypes.length === 0) return
  const before = current === undefined ? [] : compileType(current).compiled.referredTypes
  const known = new Set([record.slug, ...coming, ...before])
  if (current !== undefined) known.add(current.record.slug)
  const wrong: string[] = []
  for (const slug of compiled.referredTypes) {
    if (known.has(slug) || (await catalogue.get(slug)) !== undefined) continue
    const problem = `x-resource-type names ${slug}, and there is no such resource type`
    const places = compiled.references.filter(({ type_slug }) => type_slug === slug)
    if (places.length === 0) wrong.push(`schema: ${problem}`)
    for (const { path } of places) wrong.push(`schema: ${path.join('.')}: ${problem}`)
  }
  if (wrong.length > 0) throw new BadRequest(wrong.join('; '))
}
