import type { Caller } from '../../../kernel/index.ts'
import type { Json } from '../../../lib/json/index.ts'
import type { PlacedReference, ReferencePlace } from './reference-schemas.ts'
import { keyOf } from './target-lookup.ts'
import type { TargetLookup } from './target-lookup.ts'
import type { TargetIdentifier } from './target-types.ts'

/** A reference as a request has it: an entity id, or the value that identifies the item. */
export interface GivenReference extends Pick<PlacedReference, 'name' | 'places'> {
  value: string | number
}

/** The entity id that a reference is given by; undefined where it is given by identifier. */
export const urnIn = ({ value, places }: Pick<GivenReference, 'value' | 'places'>): string | undefined =>
  typeof value === 'string' && places.some(({ slug }) => value.startsWith(`urn:${slug}:`)) ? value : undefined

/** Finds the items that references of one request are to, one query for each type and form. */
export class ReferenceResolver {
  readonly #lookup: TargetLookup
  readonly #caller: Caller
  /** What the item that is changed refers to already: that it may keep, whatever became of it. */
  readonly #held: readonly Pick<PlacedReference, 'name' | 'id' | 'places'>[]
  /** URNs by the slug of the type and the identifier. */
  readonly #byIdentifier = new Map<string, ReadonlyMap<string, string>>()
  /** The same, of what is held, by the name of the reference too. */
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

  /** Look up all that {@link find} will be asked for. */
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
      ...[...byId].map(async ([slug, ids]) => {
        const targets = await this.#lookup.byId(this.#caller, slug, undefined, ids)
        for (const { id, isActive } of targets.values()) if (isActive) this.#usable.add(id)
      }),
      ...[...byIdentifier].map(async ([slug, { identifier, values }]) => {
        this.#byIdentifier.set(slug, await this.#lookup.byIdentifier(this.#caller, slug, identifier, values))
      }),
    ])
    await this.#loadHeld(references.filter(one => urnIn(one) === undefined && this.find(one) === undefined))
  }

  /** @returns the URN of the item; undefined when there is none that the caller may refer to */
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

  /** What is held may be archived: then its identifier is that of no active item, and is still an answer that was given. */
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
      const targets = await this.#lookup.byId(this.#caller, slug, identifiers.get(slug), ids)
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

/** The identifier that a value stands for, texts in which integers are written included; undefined when it can be none. */
function asIdentifier({ isInteger }: TargetIdentifier, value: string | number): string | number | undefined {
  if (!isInteger) return typeof value === 'string' ? value : undefined
  if (typeof value === 'number') return value
  const number = /^(?:0|-?[1-9]\d*)$/.test(value) ? Number(value) : Number.NaN
  return Number.isSafeInteger(number) ? number : undefined
}
