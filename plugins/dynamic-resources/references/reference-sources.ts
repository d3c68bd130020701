import type { Condition } from '../../../kernel/index.ts'
import type { JsonObject } from '../../../lib/json/index.ts'
import type { ResourceType, TypeRegistry } from '../../types/contract.ts'
import { entryOf, referencesCollection } from './reference-index.ts'
import type { ReferenceIndex } from './reference-index.ts'
import type { ReferenceProperty } from '../../../lib/json-schema/index.ts'
import { idsAt, refersTo } from './reference-places.ts'

/** A type whose resources refer to those of another one, and how these are found: by places in its own documents, or in the index of references. */
export interface ReferenceSource {
  type: ResourceType
  /** Where the documents are that say so. They have the ids and the standard columns of the resources. */
  collection: string
  /** Whether those are entries of the index. */
  indexed: boolean
  /** Where the ids stand in those documents. */
  places: readonly Pick<ReferenceProperty, 'name' | 'path'>[]
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
  readonly #known = new Map<string, KnownSources>()
  /** The types that these were found among. */
  #all: readonly ResourceType[] = []

  constructor(registry: TypeRegistry, index: ReferenceIndex) {
    this.#registry = registry
    this.#index = index
  }

  /** The active types that refer to a type, ordered by slug. */
  async of(slug: string): Promise<readonly ReferenceSource[]> {
    return (await this.#sourcesTo(slug)).all
  }

  /** Those among them whose references keep what they refer to from being archived. */
  async restricting(slug: string): Promise<readonly ReferenceSource[]> {
    return (await this.#sourcesTo(slug)).restricting
  }

  async #sourcesTo(slug: string): Promise<KnownSources> {
    const all = await this.#registry.all()
    if (this.#all !== all) {
      this.#known.clear()
      this.#all = all
    }
    const known = this.#known.get(slug) ?? sourcesAmong(all, slug)
    this.#known.set(slug, known)
    for (const { type, indexed } of known.all) if (indexed) await this.#index.complete(type)
    return known
  }
}

/** The sources of references to one type. They are the same objects as long as no type changes, so that others can remember something of each. */
interface KnownSources {
  all: readonly ReferenceSource[]
  restricting: readonly ReferenceSource[]
}

function sourcesAmong(types: readonly ResourceType[], slug: string): KnownSources {
  const referring = types.filter(type => refers(type, slug))
  return {
    all: referring.flatMap(type => sourceOf(type, slug, false)),
    restricting: referring.flatMap(type => sourceOf(type, slug, true)),
  }
}

/** Only schemas that name the slug are compiled. */
function refers(type: ResourceType, slug: string): boolean {
  if (type.status !== 'active' || !JSON.stringify(type.schema).includes(`"x-resource-type":"${slug}"`)) return false
  return type.compiled.referredTypes.includes(slug)
}

function sourceOf(type: ResourceType, slug: string, restricting: boolean): ReferenceSource[] {
  if (!type.compiled.referencesByPath) return [indexedSource(type, restricting)]
  const places = type.compiled.references.filter(place =>
    (restricting ? place.restricts : place.type_slugs).includes(slug),
  )
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
