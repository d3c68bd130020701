import type { CompiledSchema } from '../../../../lib/json-schema/index.ts'
import type { JsonObject } from '../../../../lib/json/index.ts'
import { shapeOf } from '../../../../lib/tabular/index.ts'

/** A type to load. */
export interface OrderedType {
  slug: string
  schema: JsonObject | null
  compiled: CompiledSchema
}

/** Order types so that each follows the types that it refers to. Where types refer to each other, optional references are ignored. */
export function orderTypes<Type extends OrderedType>(types: readonly Type[]): Type[] {
  const left = new Map([...types].sort((a, b) => (a.slug < b.slug ? -1 : 1)).map(type => [type.slug, type]))
  const isWaiting = (type: Type, slugs: readonly string[]): boolean =>
    slugs.some(slug => slug !== type.slug && left.has(slug))
  const ordered: Type[] = []
  while (left.size > 0) {
    const rest = [...left.values()]
    const next =
      rest.find(type => !isWaiting(type, type.compiled.referredTypes)) ??
      rest.find(type => !isWaiting(type, requiredTypes(type))) ??
      rest[0]
    if (next === undefined) break
    left.delete(next.slug)
    ordered.push(next)
  }
  return ordered
}

/** Slugs of the types that every resource of a type refers to. */
function requiredTypes({ schema, compiled }: OrderedType): string[] {
  const { required } = shapeOf(schema)
  return compiled.references.filter(({ path }) => required.has(path[0] ?? '')).flatMap(({ type_slugs }) => type_slugs)
}
