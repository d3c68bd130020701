import { isObject } from '../../../lib/json/index.ts'
import type { JsonObject } from '../../../lib/json/index.ts'
import { ProblemAt, pointTo } from '../document/problem.ts'
import { follow } from '../document/references.ts'
import { parentsOf } from './inheritance.ts'
import { componentPointer } from './translate.ts'

/** How a missing identifier is generated; undefined: it must be sent. */
export type Generated = 'ksuid' | 'uuid' | 'number' | undefined

/** One part of the identifier of a schema's items. */
export interface IdentifierProperty {
  property: string
  generated: Generated
  /** JSON types of its values. */
  types: readonly string[]
  /** Pointer of its schema; undefined for the `id` that is added to a schema without one. */
  pointer: string | undefined
}

/**
 * The identifier of an item: the properties of `x-identifier`, else `id`, which is added as a text if the schema has none.
 * @param name of the schema in `components.schemas`
 * @throws ProblemAt
 */
export function identifierOf(document: JsonObject, name: string): IdentifierProperty[] {
  const pointer = componentPointer(name)
  const { names, at } = namesOf(document, pointer) ?? { names: ['id'], at: pointer }
  return names.map(property => {
    const found = propertyOf(document, pointer, property)
    if (found === undefined && property !== 'id') {
      throw new ProblemAt(pointTo(at, 'x-identifier'), `"${property}" is no property of the schema`)
    }
    const generated = names.length > 1 ? undefined : generatedBy(document, found)
    const { type } = found === undefined ? { type: 'string' } : follow(document, found).value
    return { property, generated, types: typeof type === 'string' ? [type] : [], pointer: found }
  })
}

function namesOf(
  document: JsonObject,
  pointer: string,
  seen = new Set<string>(),
): { names: string[]; at: string } | undefined {
  const { value, pointer: at } = follow(document, pointer)
  if (seen.has(at)) return undefined
  seen.add(at)
  const own = value['x-identifier']
  if (Array.isArray(own) && own.length > 0 && own.every(one => typeof one === 'string')) return { names: own, at }
  if (typeof own === 'string') return { names: [own], at }
  if (own !== undefined) throw new ProblemAt(pointTo(at, 'x-identifier'), 'must be a list of names of properties')
  for (const parent of parentsOf(document, at)) {
    const inherited = namesOf(document, parent, seen)
    if (inherited !== undefined) return inherited
  }
  return undefined
}

/** Pointer of a property's schema, in the schema or in those that it combines with `allOf`. */
function propertyOf(
  document: JsonObject,
  pointer: string,
  property: string,
  seen = new Set<string>(),
): string | undefined {
  const { value, pointer: at } = follow(document, pointer)
  if (seen.has(at)) return undefined
  seen.add(at)
  const { properties, allOf } = value
  if (isObject(properties) && properties[property] !== undefined) return pointTo(at, 'properties', property)
  if (!Array.isArray(allOf)) return undefined
  for (const index of allOf.keys()) {
    const found = propertyOf(document, pointTo(at, 'allOf', index), property, seen)
    if (found !== undefined) return found
  }
  return undefined
}

function generatedBy(document: JsonObject, pointer: string | undefined): Generated {
  if (pointer === undefined) return 'ksuid'
  const { type, format, 'x-resource-type': refersTo, ...rules } = follow(document, pointer).value
  if (refersTo !== undefined) return undefined
  if (type === 'integer' || type === 'number') return 'number'
  if (type !== 'string' || textRules.some(rule => rules[rule] !== undefined)) return undefined
  if (format === 'uuid') return 'uuid'
  return format === undefined || sortableFormats.has(String(format)) ? 'ksuid' : undefined
}

/** Keywords that a generated text may not satisfy. */
const textRules = ['pattern', 'enum', 'minLength', 'maxLength']
/** Formats of sortable ids in documents. */
const sortableFormats: ReadonlySet<string> = new Set(['ksuid', 'ulid'])

/** Names of the properties of a component that are `readOnly`, including those that `allOf` adds. */
export function readOnlyProperties(document: JsonObject, name: string): string[] {
  const seen = new Set<string>()
  const visit = (pointer: string): string[] => {
    const { value, pointer: at } = follow(document, pointer)
    if (seen.has(at)) return []
    seen.add(at)
    const own = Object.keys(isObject(value['properties']) ? value['properties'] : {}).filter(
      property => follow(document, pointTo(at, 'properties', property)).value['readOnly'] === true,
    )
    const parts = Array.isArray(value['allOf']) ? [...value['allOf'].keys()] : []
    return [...own, ...parts.flatMap(index => visit(pointTo(at, 'allOf', index)))]
  }
  return [...new Set(visit(componentPointer(name)))]
}
