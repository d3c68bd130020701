import type { ResourceType } from '../../types/contract.ts'
import { isHiddenMember } from './private.ts'

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

/**
 * The first path at which each of these types refers to the type with the slug. @returns undefined when none of them does; private references count,
 * but are not followed
 */
export function pathsBack(types: readonly ResourceType[], slug: string): PathBack[] | undefined {
  const referring = types.map(type => ({
    type,
    references: type.compiled.references.filter(({ type_slugs }) => type_slugs.includes(slug)),
  }))
  if (referring.every(({ references }) => references.length === 0)) return undefined
  return referring.flatMap(({ type, references }) => {
    const reference = references.find(({ path }) => !isHiddenMember(type, path))
    return reference === undefined ? [] : [{ type, path: reference.path }]
  })
}

/** The parameters of a list of resources that refer to another one: in their manual order, unless they have a sort of their own. */
export function withManualOrder(
  parameters: readonly (readonly [string, string])[],
  types: readonly ResourceType[],
): readonly (readonly [string, string])[] {
  const [type, ...others] = types
  const isSorted = parameters.some(([name]) => name.startsWith('sort_'))
  return isSorted || type === undefined || others.length > 0 ? parameters : [...parameters, ...orderByHand(type)]
}

/** The manual order of the resources of a type, as pairs of a query string. */
function orderByHand(type: ResourceType): (readonly [string, string])[] {
  const property = type.schema?.['x-order-property']
  return typeof property === 'string' && !isHiddenMember(type, [property]) ? [['sort_by', property]] : []
}
