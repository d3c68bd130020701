import type { Caller, RequiredContracts } from '../../../kernel/index.ts'
import type { Json } from '../../../lib/json/index.ts'
import { readData } from '../../../lib/store-kit/index.ts'
import type { PlacedReference, ReferencePlace } from './placed-references.ts'
import type { TargetIdentifier } from './target-types.ts'

/** A reference as a request contains it: an entity id, or the identifier of the item, integers as their digits. */
export type GivenReference = Pick<PlacedReference, 'name' | 'places' | 'id'>

/** The place of a reference for the type of its target; undefined for an identifier. */
export const placeFor = ({ places, id }: Pick<GivenReference, 'places' | 'id'>): ReferencePlace | undefined =>
  places.find(({ slug }) => id.startsWith(`urn:${slug}:`))

/** Whether a reference is given by entity id. */
export const isUrn = (reference: GivenReference): boolean => placeFor(reference) !== undefined

/** The contracts that the targets of references are read with. */
export type TargetContracts = RequiredContracts<'resourceReader' | 'typeRegistry'>

/** Finds the items that references of one request refer to among those that the caller can read, with one query for each type and form. */
export class ReferenceResolver {
  readonly #contracts: TargetContracts
  readonly #caller: Caller
  /** The references that the changed item has already: it can keep them, whatever has happened to their targets. */
  readonly #held: readonly GivenReference[]
  /** URNs by the slug of the type and the identifier; those of existing references by their name and the identifier. */
  readonly #byIdentifier = new Map<string, string>()
  readonly #heldByIdentifier = new Map<string, string>()
  readonly #usable = new Set<string>()

  constructor(contracts: TargetContracts, caller: Caller, held: readonly GivenReference[] = []) {
    this.#contracts = contracts
    this.#caller = caller
    this.#held = held
  }

  /** Load everything that {@link find} will need. */
  async load(references: readonly GivenReference[]): Promise<void> {
    const urns = references.filter(one => isUrn(one) && !this.#holds(one)).map(({ id }) => id)
    const byIdentifier = new Map<string, { identifier: TargetIdentifier; values: Set<string> }>()
    const others = references.filter(one => !isUrn(one))
    for (const { places, id } of others) {
      for (const { slug, identifier } of places) {
        const wanted = identifier === undefined ? undefined : asIdentifier(identifier, id)
        if (identifier === undefined || wanted === undefined) continue
        const known = byIdentifier.get(slug) ?? { identifier, values: new Set() }
        byIdentifier.set(slug, known)
        known.values.add(id)
      }
    }
    const { resourceReader } = this.#contracts
    const [active] = await Promise.all([
      resourceReader.getMany(resourceReader.callerScope(this.#caller), urns),
      ...[...byIdentifier].map(([slug, { identifier, values }]) => this.#loadByIdentifier(slug, identifier, values)),
    ])
    for (const id of active.keys()) this.#usable.add(id)
    await this.#loadHeld(others.filter(one => this.find(one) === undefined))
  }

  /** @returns the URN of the item; undefined when the caller cannot refer to it */
  find(reference: GivenReference): string | undefined {
    if (isUrn(reference)) return this.#usable.has(reference.id) || this.#holds(reference) ? reference.id : undefined
    for (const { slug, identifier } of reference.places) {
      const value = identifier === undefined ? undefined : asIdentifier(identifier, reference.id)
      if (value === undefined) continue
      const id = this.#byIdentifier.get(keyOf(slug, value)) ?? this.#heldByIdentifier.get(keyOf(reference.name, value))
      if (id !== undefined) return id
    }
    return undefined
  }

  #holds({ name, id }: GivenReference): boolean {
    return this.#held.some(held => held.name === name && held.id === id)
  }

  /** The active items of a type that have these identifiers. */
  async #loadByIdentifier(slug: string, { property }: TargetIdentifier, values: Iterable<string>): Promise<void> {
    const { resourceReader, typeRegistry } = this.#contracts
    const type = await typeRegistry.find(slug)
    if (type?.status !== 'active') return
    const scope = { ...resourceReader.callerScope(this.#caller), secrets: [property] }
    for (const document of await resourceReader.findByValues(scope, type, property, values))
      this.#byIdentifier.set(keyOf(slug, readData(document)[property]), document.id)
  }

  /** The target of an existing reference can be archived: its identifier then belongs to no active item, but was part of an answer. */
  async #loadHeld(unresolved: readonly GivenReference[]): Promise<void> {
    const names = new Set(unresolved.map(({ name }) => name))
    const held = this.#held.filter(({ name }) => names.has(name))
    const identifiers = await identifiersOf(this.#contracts, this.#caller, held)
    for (const { name, id } of held) {
      const identifier = identifiers.get(id)
      if (identifier !== undefined) this.#heldByIdentifier.set(keyOf(name, identifier), id)
    }
  }
}

/** The identifiers of the targets of stored references that the caller can read, archived ones too, by their URNs. */
export async function identifiersOf(
  { resourceReader }: TargetContracts,
  caller: Caller,
  references: readonly Pick<GivenReference, 'id' | 'places'>[],
): Promise<Map<string, Json>> {
  const properties = new Map(references.map(one => [one.id, placeFor(one)?.identifier?.property]))
  const secrets = [...new Set(properties.values())].filter(name => name !== undefined)
  const scope = { ...resourceReader.callerScope(caller), secrets }
  const targets = await resourceReader.getMany(scope, properties.keys(), { status: 'any' })
  return new Map(
    [...targets].flatMap(([id, { document }]) => {
      const property = properties.get(id)
      const value = property === undefined ? undefined : readData(document)[property]
      return value === undefined || value === null ? [] : [[id, value] as const]
    }),
  )
}

/** The identifier in a text; undefined when the text cannot be one. */
function asIdentifier({ isInteger }: TargetIdentifier, text: string): string | number | undefined {
  if (!isInteger) return text
  const number = /^(?:0|-?[1-9]\d*)$/.test(text) ? Number(text) : Number.NaN
  return Number.isSafeInteger(number) ? number : undefined
}

/** A key for the identifier of a type's item. */
const keyOf = (name: string, value: Json | undefined): string => JSON.stringify([name, value ?? null])
