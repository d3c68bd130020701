import type { ReferencePlace } from '../../import/references/references.ts'

/** A type that is loaded, and where it refers to others. */
export interface OrderedType {
  slug: string
  places: readonly ReferencePlace[]
}

/** Types in an order in which each follows those that it refers to. Where they refer to each other, what need not be there does not count. */
export function orderTypes<Type extends OrderedType>(types: readonly Type[]): Type[] {
  const left = new Map([...types].sort((a, b) => (a.slug < b.slug ? -1 : 1)).map(type => [type.slug, type]))
  const waits = (type: Type, only: (place: ReferencePlace) => boolean): boolean =>
    type.places.filter(only).some(({ slugs }) => slugs.some(slug => slug !== type.slug && left.has(slug)))
  const ordered: Type[] = []
  while (left.size > 0) {
    const rest = [...left.values()]
    const next =
      rest.find(type => !waits(type, () => true)) ?? rest.find(type => !waits(type, place => place.required)) ?? rest[0]
    if (next === undefined) break
    left.delete(next.slug)
    ordered.push(next)
  }
  return ordered
}
