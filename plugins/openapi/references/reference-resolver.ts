import { Forbidden } from '../../../kernel/index.ts'
import type { Caller } from '../../../kernel/index.ts'
import type { Json } from '../../../lib/json/index.ts'
import { readData, readMeta } from '../../../lib/store-kit/index.ts'
import type { ResourceReader } from '../../dynamic-resources/contract.ts'
import type { TypeRegistry } from '../../types/contract.ts'
import type { PlacedReference, ReferencePlace } from './reference-schemas.ts'
import type { TargetIdentifier } from './target-types.ts'

/** A reference as a request contains it: an entity id, or the identifier of the item. */
export interface GivenReference extends Pick<PlacedReference, 'name' | 'places'> {
  value: string | number
}

/** The entity id of a reference; undefined if it is given by identifier. */
export const urnIn = ({ value, places }: Pick<GivenReference, 'value' | 'places'>): string | undefined =>
  typeof value === 'string' && places.some(({ slug }) => value.startsWith(`urn:${slug}:`)) ? value : undefined

/** Finds the items that references of one request refer to, with one query for each type and form. */
export class ReferenceResolver {
  readonly #lookup: TargetLookup
  readonly #caller: Caller
  /** The references that the changed item has already: it can keep them, whatever has happened to their targets. */
  readonly #held: readonly Pick<PlacedReference, 'name' | 'id' | 'places'>[]
  /** URNs by the slug of the type and the identifier. */
  readonly #byIdentifier = new Map<string, ReadonlyMap<string, string>>()
  /** The same for existing references, also by the name of the reference. */
  readonly #heldByIdentifier = new Map<string, string>()
  readonly #usable = new Set<string>()

  constructor(
    lookup: TargetLookup,
    caller: Caller,
    held: readonly Pick<PlacedReference, 'name' | 'id' | 'places'>[] = [],
  ) {
    this.#lookup = lookup
    this.#caller = caller
    this.#held = held
  }

  /** Load everything that {@link find} will need. */
  async load(references: readonly GivenReference[]): Promise<void> {
    const byId = new Map<string, Set<string>>()
    const byIdentifier = new Map<string, { identifier: TargetIdentifier; values: Set<string | number> }>()
    for (const reference of references) {
      const urn = urnIn(reference)
      if (urn !== undefined) {
        if (!this.#holds(reference)) add(byId, slugOf(reference.places, urn), urn)
        continue
      }
      for (const { slug, identifier } of reference.places) {
        const value = identifier === undefined ? undefined : asIdentifier(identifier, reference.value)
        if (identifier === undefined || value === undefined) continue
        const wanted = byIdentifier.get(slug) ?? { identifier, values: new Set() }
        byIdentifier.set(slug, wanted)
        wanted.values.add(value)
      }
    }
    await Promise.all([
      ...[...byId.values()].map(async ids => {
        const targets = await this.#lookup.byId(this.#caller, undefined, ids)
        for (const { id, isActive } of targets.values()) if (isActive) this.#usable.add(id)
      }),
      ...[...byIdentifier].map(async ([slug, { identifier, values }]) => {
        this.#byIdentifier.set(slug, await this.#lookup.byIdentifier(this.#caller, slug, identifier, values))
      }),
    ])
    await this.#loadHeld(references.filter(one => urnIn(one) === undefined && this.find(one) === undefined))
  }

  /** @returns the URN of the item; undefined when the caller cannot refer to it */
  find(reference: GivenReference): string | undefined {
    const urn = urnIn(reference)
    if (urn !== undefined) return this.#usable.has(urn) || this.#holds(reference) ? urn : undefined
    for (const { slug, identifier } of reference.places) {
      const value = identifier === undefined ? undefined : asIdentifier(identifier, reference.value)
      if (value === undefined) continue
      const id =
        this.#byIdentifier.get(slug)?.get(keyOf(value)) ?? this.#heldByIdentifier.get(heldKey(reference, value))
      if (id !== undefined) return id
    }
    return undefined
  }

  #holds({ name, value }: GivenReference): boolean {
    return this.#held.some(held => held.name === name && held.id === value)
  }

  /** The target of an existing reference can be archived: its identifier then belongs to no active item, but was part of an answer. */
  async #loadHeld(unresolved: readonly GivenReference[]): Promise<void> {
    const names = new Set(unresolved.map(({ name }) => name))
    const held = this.#held.filter(({ name }) => names.has(name))
    const wanted = new Map<string, Set<string>>()
    const identifiers = new Map<string, TargetIdentifier>()
    for (const { places, id } of held) {
      const place = places.find(({ slug }) => id.startsWith(`urn:${slug}:`))
      if (place?.identifier === undefined) continue
      identifiers.set(place.slug, place.identifier)
      add(wanted, place.slug, id)
    }
    for (const [slug, ids] of wanted) {
      const targets = await this.#lookup.byId(this.#caller, identifiers.get(slug), ids)
      for (const reference of held) {
        const identifier = targets.get(reference.id)?.identifier
        if (identifier !== undefined) this.#heldByIdentifier.set(heldKey(reference, identifier), reference.id)
      }
    }
  }
}

const heldKey = ({ name }: Pick<PlacedReference, 'name'>, value: Json): string => JSON.stringify([name, value])

const slugOf = (places: readonly ReferencePlace[], id: string): string =>
  places.find(({ slug }) => id.startsWith(`urn:${slug}:`))?.slug ?? ''

function add(wanted: Map<string, Set<string>>, slug: string, id: string): void {
  const ids = wanted.get(slug) ?? new Set()
  wanted.set(slug, ids.add(id))
}

/** The identifier in a value, including integers written as texts; undefined when the value cannot be one. */
function asIdentifier({ isInteger }: TargetIdentifier, value: string | number): string | number | undefined {
  if (!isInteger) return typeof value === 'string' ? value : undefined
  if (typeof value === 'number') return value
  const number = /^(?:0|-?[1-9]\d*)$/.test(value) ? Number(value) : Number.NaN
  return Number.isSafeInteger(number) ? number : undefined
}

/** The relevant data of a referenced item. */
interface Target {
  id: string
  isActive: boolean
  /** Its identifier; undefined if it has none. */
  identifier: Json | undefined
}

/** Number of items that are looked up at once. */
const maxPortion = 1000

/** Finds referenced items among those that the caller can read; one query for each thousand. */
export class TargetLookup {
  readonly #reader: ResourceReader
  readonly #registry: TypeRegistry

  constructor(reader: ResourceReader, registry: TypeRegistry) {
    this.#reader = reader
    this.#registry = registry
  }

  /**
   * The active items that have these identifiers.
   * @returns their URNs by {@link keyOf} of the identifier
   */
  async byIdentifier(
    caller: Caller,
    slug: string,
    { property }: TargetIdentifier,
    values: Iterable<string | number>,
  ): Promise<Map<string, string>> {
    const found = new Map<string, string>()
    const type = await this.#registry.find(slug)
    if (type?.status !== 'active') return found
    const scope = this.#reader.callerScope(caller)
    const kind = type.compiled.resolve([property])?.kind ?? 'mixed'
    const place = { target: { path: [property] }, kind, field: property }
    const sort = { ...place, direction: 'asc' } as const
    try {
      for (const operands of portionsOf(values)) {
        const conditions = [{ ...place, operator: 'in', operands } as const]
        const selection = await this.#reader.select(scope, type, { conditions, sort })
        for await (const { documents } of selection.walk())
          for (const document of documents) found.set(keyOf(readData(document)[property]), document.id)
      }
    } catch (error) {
      if (!(error instanceof Forbidden)) throw error
    }
    return found
  }

  /** The items with these URNs, archived ones too. */
  async byId(
    caller: Caller,
    identifier: TargetIdentifier | undefined,
    ids: Iterable<string>,
  ): Promise<Map<string, Target>> {
    const targets = await this.#reader.getMany(this.#reader.callerScope(caller), ids, { status: 'any' })
    return new Map(
      [...targets].map(([id, { document }]) => {
        const value = identifier === undefined ? undefined : readData(document)[identifier.property]
        return [id, { id, isActive: readMeta(document).status === 'active', identifier: value ?? undefined }]
      }),
    )
  }
}

/** A key for the value of an identifier. */
const keyOf = (value: Json | undefined): string => JSON.stringify(value ?? null)

function* portionsOf<Value>(values: Iterable<Value>): Generator<Value[], void> {
  const all = [...values]
  for (let at = 0; at < all.length; at += maxPortion) yield all.slice(at, at + maxPortion)
}
