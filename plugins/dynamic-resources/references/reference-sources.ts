import type { Access, Condition } from '../../../kernel/index.ts'
import type { ReferenceProperty } from '../../../lib/json-schema/index.ts'
import type { ResourceType, TypeRegistry } from '../../types/contract.ts'
import type { ReadingParts } from '../reading/targets.ts'
import { referencesCollection } from './reference-index.ts'
import type { ReferenceIndex } from './reference-index.ts'

/** A type whose resources refer to those of another type, and how they are found: by places in its own documents, or in the index of references. */
export interface ReferenceSource {
  type: ResourceType
  /** The collection of the documents that contain the references. They have the ids and the standard columns of the resources. */
  collection: string
  /** Whether these documents are entries of the index. */
  indexed: boolean
  /** Where the ids are in these documents. */
  places: readonly Pick<ReferenceProperty, 'name' | 'path'>[]
}

/** The condition that a document of a source refers to one of these resources from a place. */
export function refersFrom(source: ReferenceSource, path: readonly string[], ids: readonly string[]): Condition[] {
  if (!source.indexed) return [refersTo(source.type, path, ids)]
  const text = { kind: 'text', field: '' } as const
  return [
    { ...text, target: { path }, operator: 'in', operands: ids },
    { ...text, target: { column: 'type_slug' }, operator: 'eq', operands: [source.type.slug] },
  ]
}

/** The condition that a resource refers to one of these resources in a place. */
export function refersTo(type: ResourceType, path: readonly string[], ids: readonly string[]): Condition {
  const kind = type.compiled.resolve(path)?.kind ?? 'text'
  return { target: { path }, kind, operator: 'in', operands: ids, field: path.join('.') }
}

/**
 * The conditions that find the resources of a source that refer to a resource, for each place. A resource that refers to it from several places
 * is found at the first of them alone.
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
  readonly #known = new Map<string, readonly ReferenceSource[]>()
  /** The types that were searched. */
  #all: readonly ResourceType[] = []

  constructor(registry: TypeRegistry, index: ReferenceIndex) {
    this.#registry = registry
    this.#index = index
  }

  /** The active types that refer to a type, ordered by slug. */
  of(slug: string): Promise<readonly ReferenceSource[]> {
    return this.#sourcesTo(slug, 'to')
  }

  /** Those types whose references prevent their targets from being archived. */
  restricting(slug: string): Promise<readonly ReferenceSource[]> {
    return this.#sourcesTo(slug, 'restricting')
  }

  async #sourcesTo(slug: string, list: 'to' | 'restricting'): Promise<readonly ReferenceSource[]> {
    const all = await this.#registry.all()
    if (this.#all !== all) {
      this.#known.clear()
      this.#all = all
    }
    const key = `${list} ${slug}`
    const known = this.#known.get(key) ?? all.flatMap(type => (refers(type, slug) ? sourceOf(type, slug, list) : []))
    this.#known.set(key, known)
    for (const { type, indexed } of known) if (indexed) await this.#index.complete(type)
    return known
  }
}

/** What reading across references on behalf of a caller needs. */
export interface ReferenceParts extends ReadingParts {
  access: Access
}

/** What {@link import('./reference-rules.ts').ReferenceRules} needs. */
export interface RuleParts extends ReferenceParts {
  /** Which types refer to which. */
  sources: ReferenceSources
}

/** Only schemas that name the slug are compiled. */
function refers(type: ResourceType, slug: string): boolean {
  if (type.status !== 'active' || !JSON.stringify(type.schema).includes(`"x-resource-type":"${slug}"`)) return false
  return type.compiled.referredTypes.includes(slug)
}

/** @param list which references are requested, by the name that the index uses for them */
function sourceOf(type: ResourceType, slug: string, list: 'to' | 'restricting'): ReferenceSource[] {
  const { referencesByPath, references } = type.compiled
  if (!referencesByPath) {
    return [{ type, collection: referencesCollection.name, indexed: true, places: [{ name: '', path: [list] }] }]
  }
  const places = references.filter(place => (list === 'to' ? place.type_slugs : place.restricts).includes(slug))
  return places.length === 0 ? [] : [{ type, collection: type.collection, indexed: false, places }]
}
