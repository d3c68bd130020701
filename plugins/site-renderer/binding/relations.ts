import type { ResourceType } from '../../types/contract.ts'

/** Property names from a place in the data. */
type Path = readonly string[]

function referencePaths(type: ResourceType, from: Path, slugs: ReadonlySet<string>, many: boolean): Path[] {
  return type.compiled.references
    .filter(reference => reference.many === many && reference.type_slugs.some(slug => slugs.has(slug)))
    .filter(({ path }) => path.length > from.length && from.every((name, index) => path[index] === name))
    .map(({ path }) => path.slice(from.length))
}

/** The paths at which a type refers to one resource of these types. @param from the place in its data where the paths begin */
export const oneReferencePaths = (type: ResourceType, from: Path, slugs: ReadonlySet<string>): Path[] =>
  referencePaths(type, from, slugs, false)

/** The paths at which a type refers to several resources of these types. */
export const manyReferencePaths = (type: ResourceType, from: Path, slugs: ReadonlySet<string>): Path[] =>
  referencePaths(type, from, slugs, true)

/** The references of a type's resources to another type. */
export interface PathBack {
  type: ResourceType
  path: Path
}

/** The first path at which each of these types refers to the type with the slug. */
export const pathsBack = (types: readonly ResourceType[], slug: string): PathBack[] =>
  types.flatMap(type => {
    const reference = type.compiled.references.find(({ type_slugs }) => type_slugs.includes(slug))
    return reference === undefined ? [] : [{ type, path: reference.path }]
  })

/** The manual order of the resources of a type, as pairs of a query string. */
export function orderByHand({ schema }: ResourceType): (readonly [string, string])[] {
  const property = schema?.['x-order-property']
  return typeof property === 'string' ? [['sort_by', property]] : []
}
