import type { ResourceType } from '../../types/contract.ts'
import { isHiddenMember } from './private.ts'

/** Property names from a place in the data. */
type Path = readonly string[]

/**
 * The paths at which a type refers to resources of these types.
 * @param from the place in its data where the paths begin
 * @param many whether to several or to one
 */
export const referencePaths = (type: ResourceType, from: Path, slugs: ReadonlySet<string>, many: boolean): Path[] =>
  type.compiled.references
    .filter(reference => reference.many === many && reference.type_slugs.some(slug => slugs.has(slug)))
    .filter(({ path }) => path.length > from.length && from.every((name, index) => path[index] === name))
    .map(({ path }) => path.slice(from.length))

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
  const property = others.length > 0 ? undefined : type?.schema?.['x-order-property']
  const isSorted = parameters.some(([name]) => name.startsWith('sort_'))
  if (isSorted || type === undefined || typeof property !== 'string') return parameters
  return isHiddenMember(type, [property]) ? parameters : [...parameters, ['sort_by', property]]
}
