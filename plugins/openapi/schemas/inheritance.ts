import { isObject, valueAtPointer, pointerOfReference } from '../../../lib/json/index.ts'
import type { JsonObject } from '../../../lib/json/index.ts'
import { pointTo } from '../document/problem.ts'
import { follow } from '../document/references.ts'

const components = '/components/schemas'

/** The component schemas that extend others (`allOf`), directly or indirectly, for bases with a discriminator: their pointers by that of the base. */
export function childrenOf(document: JsonObject): ReadonlyMap<string, readonly string[]> {
  const children = new Map<string, string[]>()
  const schemas = valueAtPointer(document, components)
  if (!isObject(schemas)) return children
  for (const name of Object.keys(schemas)) {
    const pointer = pointTo(components, name)
    const bases = new Set(parentsOf(document, pointer))
    for (const base of bases) {
      for (const further of parentsOf(document, base)) bases.add(further)
      if (base === pointer || !isObject(follow(document, base).value['discriminator'])) continue
      children.set(base, [...(children.get(base) ?? []), pointer])
    }
  }
  return children
}

/** The schemas that one extends by `allOf`, as pointers. */
export function parentsOf(document: JsonObject, pointer: string): string[] {
  const { allOf } = follow(document, pointer).value
  if (!Array.isArray(allOf)) return []
  return allOf.flatMap(one => {
    const reference = isObject(one) ? one['$ref'] : undefined
    return typeof reference === 'string' ? [follow(document, pointerOfReference(reference)).pointer] : []
  })
}

/** Whether one schema is another or extends it, directly or indirectly. */
export function extendsSchema(document: JsonObject, pointer: string, base: string, seen = new Set<string>()): boolean {
  if (pointer === base) return true
  if (seen.has(pointer)) return false
  seen.add(pointer)
  return parentsOf(document, pointer).some(parent => extendsSchema(document, parent, base, seen))
}
