import type { Condition } from '../../../kernel/index.ts'
import type { JsonObject } from '../../../lib/json/index.ts'
import type { ResourceType, TypeRegistry } from '../../types/contract.ts'
import { entryOf, referencesCollection } from './reference-index.ts'
import type { ReferenceIndex } from './reference-index.ts'
import { idsAt, placesOf, refersTo } from './reference-places.ts'
import type { ReferencePlace } from './reference-places.ts'

/** A type whose resources refer to those of another one, and how these are found: by places in its own documents, or in the index of references. */
export interface ReferenceSource {
  type: ResourceType
  /** Where the documents are that say so. They have the ids and the standard columns of the resources. */
  collection: string
  /** Whether those are entries of the index. */
  indexed: boolean
  /** Where the ids stand in those documents. */
  places: readonly Pick<ReferencePlace, 'name' | 'path'>[]
  /** The ids that a resource with these data refers to. */
  targetsOf(data: JsonObject): readonly string[]
}

/** That a document of a source refers to one of these from a place. */
export function refersFrom(source: ReferenceSource, path: readonly string[], ids: readonly string[]): Condition[] {
  if (!source.indexed) return [refersTo(source.type, path, ids)]
  const text = { kind: 'text', field: '' } as const
  return [
    { ...text, target: { path }, operator: 'in', operands: ids },
    { ...text, target: { column: 'type_slug' }, operator: 'eq', operands: [source.type.slug] },
  ]
}

/**
 * How those of a source are found who refer to a resource: the conditions for each of its places. Who does so from several places is found at the
 * first of them alone.
 */
export const referrerConditions = (source: ReferenceSource, id: string): Condition[][] =>
  source.places.map(({ path }, index) => [
    ...refersFrom(source, path, [id]),
    ...source.places.slice(0, index).flatMap(earlier => refersFrom(source, earlier.path, [id]).map(not)),
  ])

const not = (condition: Condition): Condition => ({ ...condition, operator: 'nin' })

/** Knows which types refer to which, by their schemas. */
export class ReferenceSources {
  readonly #registry: TypeRegistry
  readonly #index: ReferenceIndex
  readonly #known = new Map<string, ResourceType[]>()
  /** The types that these were found among. */
  #all: readonly ResourceType[] = []

  constructor(registry: TypeRegistry, index: ReferenceIndex) {
    this.#registry = registry
    this.#index = index
  }

  /** The active types that refer to a type, ordered by slug. */
  async of(slug: string): Promise<readonly ReferenceSource[]> {
    return (await this.#typesReferringTo(slug)).flatMap(type => sourceOf(type, slug, false))
  }

  /** Those among them whose references keep what they refer to from being archived. */
  async restricting(slug: string): Promise<ReferenceSource[]> {
    return (await this.#typesReferringTo(slug)).flatMap(type => sourceOf(type, slug, true))
  }

  async #typesReferringTo(slug: string): Promise<readonly ResourceType[]> {
    const all = await this.#registry.all()
    if (this.#all !== all) {
      this.#known.clear()
      this.#all = all
    }
    const types = this.#known.get(slug) ?? all.filter(type => refers(type, slug))
    this.#known.set(slug, types)
    for (const type of types) if (!type.compiled.referencesByPath) await this.#index.complete(type)
    return types
  }
}

/** Only schemas that name the slug are compiled. */
function refers(type: ResourceType, slug: string): boolean {
  if (type.status !== 'active' || !JSON.stringify(type.schema).includes(`"x-resource-type":"${slug}"`)) return false
  return type.compiled.referredTypes.includes(slug)
}

function sourceOf(type: ResourceType, slug: string, restricting: boolean): ReferenceSource[] {
  if (!type.compiled.referencesByPath) return [indexedSource(type, restricting)]
  const places = placesOf(type).filter(place => (restricting ? place.restricts : place.type_slugs).includes(slug))
  if (places.length === 0) return []
  const targetsOf = (data: JsonObject): string[] => places.flatMap(place => [...idsAt(data, place)])
  return [{ type, collection: type.collection, indexed: false, places, targetsOf }]
}

function indexedSource(type: ResourceType, restricting: boolean): ReferenceSource {
  const list = restricting ? 'restricting' : 'to'
  return {
    type,
    collection: referencesCollection.name,
    indexed: true,
    places: [{ name: list, path: [list] }],
    targetsOf: data => entryOf(type, data)[list],
  }
}
