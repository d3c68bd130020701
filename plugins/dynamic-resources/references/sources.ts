import type { ResourceType, TypeRegistry } from '../../../kernel/index.ts'
import { placesOf } from './values.ts'
import type { ReferencePlace } from './values.ts'

/** A type whose resources refer to those of another one, and where. */
export interface Source {
  type: ResourceType
  places: readonly ReferencePlace[]
}

/** Knows which types refer to which, by their schemas. */
export class Sources {
  readonly #registry: TypeRegistry
  readonly #known = new Map<string, Source[]>()
  #revision = -1

  constructor(registry: TypeRegistry) {
    this.#registry = registry
  }

  /** The active types that refer to a type, ordered by slug. */
  async of(slug: string): Promise<readonly Source[]> {
    const types = await this.#registry.all()
    if (this.#revision !== this.#registry.revision) {
      this.#known.clear()
      this.#revision = this.#registry.revision
    }
    const known = this.#known.get(slug)
    if (known !== undefined) return known
    const sources = types.flatMap(type => sourceOf(type, slug))
    this.#known.set(slug, sources)
    return sources
  }

  /** Those among them whose references keep what they refer to from being archived. */
  async restricting(slug: string): Promise<Source[]> {
    return (await this.of(slug)).flatMap(({ type, places }) => {
      const restricting = places.filter(({ restricts }) => restricts.includes(slug))
      return restricting.length === 0 ? [] : [{ type, places: restricting }]
    })
  }
}

/** Only schemas that name the slug are compiled. */
function sourceOf(type: ResourceType, slug: string): Source[] {
  if (type.status !== 'active' || !JSON.stringify(type.schema).includes(`"x-resource-type":"${slug}"`)) return []
  const places = placesOf(type).filter(({ type_slugs }) => type_slugs.includes(slug))
  return places.length === 0 ? [] : [{ type, places }]
}
