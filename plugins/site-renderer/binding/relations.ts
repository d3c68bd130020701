import type { ResourceType } from '../../types/contract.ts'

/** Property names from a place in the data. */
type Path = readonly string[]

function referencePaths(type: ResourceType, from: Path, slugs: ReadonlySet<string>, many: boolean): Path[] {
  const paths = type.compiled.references
    .filter(reference => reference.many === many && slugs.has(reference.type_slug))
    .filter(({ path }) => path.length > from.length && from.every((name, index) => path[index] === name))
    .map(({ path }) => path.slice(from.length))
  return [...new Map(paths.map(path => [path.join('.'), path])).values()]
}

/** Where a type refers to one resource of these types. @param from the place in its data that the paths begin at */
export const oneReferencePaths = (type: ResourceType, from: Path, slugs: ReadonlySet<string>): Path[] =>
  referencePaths(type, from, slugs, false)

/** Where a type refers to several resources of these types. */
export const manyReferencePaths = (type: ResourceType, from: Path, slugs: ReadonlySet<string>): Path[] =>
  referencePaths(type, from, slugs, true)

/** How the resources of a type refer to another one. */
export interface PathBack {
  type: ResourceType
  path: Path
}

/** The first way in which each of these types refers to that with the slug. */
export const pathsBack = (types: readonly ResourceType[], slug: string): PathBack[] =>
  types.flatMap(type => {
    const reference = type.compiled.references.find(({ type_slug }) => type_slug === slug)
    return reference === undefined ? [] : [{ type, path: reference.path }]
  })

/** The order that people gave the resources of a type by hand, as pairs of a query string. */
export function orderByHand({ schema }: ResourceType): (readonly [string, string])[] {
  const property = schema?.['x-order-property']
  return typeof property === 'string' ? [['sort_by', property]] : []
}
