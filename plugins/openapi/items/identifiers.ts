import { createHash, randomUUID } from 'node:crypto'
import { BadRequest, Conflict, WriteRefused, systemUser } from '../../../kernel/index.ts'
import type { DocumentStore, WriteOperation } from '../../../kernel/index.ts'
import { pointerOf } from '../../../lib/json/index.ts'
import type { Json, JsonObject } from '../../../lib/json/index.ts'
import { RecordCollection, newUlid } from '../../../lib/store-kit/index.ts'
import type { ResourceType } from '../../types/contract.ts'
import type { Behaviour, ResourceChange } from '../../dynamic-resources/contract.ts'
import type { IdentifierPart } from '../contract.ts'
import { equals } from './items.ts'
import type { Items } from './items.ts'
import type { IdentifierProperty } from '../schemas/identifier.ts'

/** The next numbers of identifiers that are numbers. */
export const numberRecords = new RecordCollection<{ next: number }>('openapi-number', {
  name: '_openapi_numbers',
  standardIndexes: [],
})

/** Creates with the same identifier wait for each other under one of this many claims. */
const maxClaims = 1024

/** Generates identifiers that are not sent. */
export class IdentifierGenerator {
  readonly #store: DocumentStore
  readonly #items: Items

  constructor(store: DocumentStore, items: Items) {
    this.#store = store
    this.#items = items
  }

  /** @returns a new value, which the account neither uses nor used */
  async generate(
    { generated, property }: Pick<IdentifierProperty, 'property' | 'generated'>,
    type: ResourceType,
    account_id: string,
  ): Promise<Json> {
    if (generated === 'number') return this.#reserve(type, property, account_id, 1)
    return generated === 'uuid' ? randomUUID() : newUlid()
  }

  /** Items to be created, with numbers if their identifier is one and they have none. */
  async numbered(
    identifier: readonly IdentifierPart[],
    type: ResourceType,
    account_id: string,
    data: readonly JsonObject[],
  ): Promise<JsonObject[]> {
    const [only] = identifier
    const isNumber =
      identifier.length === 1 && only?.types.some(type => type === 'integer' || type === 'number') === true
    const without = isNumber ? data.filter(one => one[only.property] === undefined).length : 0
    if (only === undefined || without === 0) return [...data]
    let next = await this.#reserve(type, only.property, account_id, without)
    return data.map(one => (one[only.property] === undefined ? { ...one, [only.property]: next++ } : one))
  }

  /** Reserve numbers exclusively; those of a create that is refused later are lost. @returns the first @throws Conflict when the schema refuses them */
  async #reserve(type: ResourceType, property: string, account_id: string, count: number): Promise<number> {
    const id = `urn:openapi-number:${encodeURIComponent(account_id)}:${type.slug}:${encodeURIComponent(property)}`
    for (;;) {
      const [stored, greatest] = await Promise.all([
        numberRecords.find(this.#store, id),
        this.#items.greatestNumber(account_id, type, property),
      ])
      const first = Math.max(stored?.data.next ?? 1, Math.floor(greatest) + 1)
      const problem = problemOf(first + (count - 1), type, property)
      if (problem !== undefined) throw new Conflict(`${property}: must be sent, because the next number ${problem}`)
      const draft = numberRecords.draft(id, { next: first + count }, { created_by: systemUser, account_id })
      try {
        await this.#store.write([numberRecords.save(draft, stored)])
        return first
      } catch (error) {
        if (!(error instanceof WriteRefused)) throw error // another request was faster: read again
      }
    }
  }
}

/** Why a number cannot be an identifier, whatever else the item contains; undefined when it can. */
function problemOf(number: number, { compiled }: ResourceType, property: string): string | undefined {
  if (number > Number.MAX_SAFE_INTEGER) return `must be at most ${Number.MAX_SAFE_INTEGER}`
  const pointer = pointerOf([property])
  return compiled.validate({ [property]: number }).find(failure => failure.pointer === pointer)?.message
}

/** The identifier of the items of a type. */
export interface IdentifiedType {
  slug: string
  identifier: readonly Pick<IdentifierProperty, 'property' | 'generated'>[]
}

/**
 * Keeps identifiers unique among the active items of an account, and generates those that are not sent, however an item is created: by the
 * document's operations, by the API of its type, by the admin or by import.
 */
export function identifierBehaviour(
  types: readonly IdentifiedType[],
  items: Items,
  generator: IdentifierGenerator,
): Behaviour {
  const identifiers = new Map(types.map(({ slug, identifier }) => [slug, identifier]))
  return {
    name: 'openapi-identifiers',
    types: types.map(({ slug }) => slug),
    maintains: Object.fromEntries(
      types.map(({ slug, identifier }) => [slug, identifier.map(({ property }) => property)]),
    ),
    async before({ action, type, id, caller, before, data }, scope) {
      const identifier = identifiers.get(type.slug) ?? []
      if (action === 'archive') return undefined
      const [only] = identifier
      if (action === 'create' && only?.generated !== undefined && data[only.property] === undefined) {
        data[only.property] = await generator.generate(only, type, caller.account_id)
        if (only.generated !== 'number') return undefined // no other item can have it
      }
      keepOrRequire(identifier, before, data, action)
      const values = valuesOf(identifier, data)
      if (action === 'update' && sameValues(values, valuesOf(identifier, before ?? {}))) return undefined
      await scope.claim(`openapi ${type.slug} ${bucketOf(values)}`)
      const other = await items.lookUp(caller, type, values)
      if (other !== undefined && other.id !== id) throw identifierInUse(values)
      return [uniqueIdentifierCheck(type, caller.account_id, id, values)]
    },
  }
}

/** A caller who replaces an item does not have to send its identifier. @throws BadRequest when a new item has none */
function keepOrRequire(
  identifier: readonly Pick<IdentifierProperty, 'property'>[],
  before: JsonObject | null,
  data: JsonObject,
  action: ResourceChange['action'],
): void {
  for (const { property } of identifier) {
    if (data[property] !== undefined && data[property] !== null) continue
    const value = before?.[property]
    if (value !== undefined && value !== null && action === 'update') data[property] = value
    else if (action === 'create') throw new BadRequest(`${property}: is required: it identifies the item`)
  }
}

/** The values of an item's identifier, by property. */
export const valuesOf = (identifier: readonly { property: string }[], data: JsonObject): JsonObject =>
  Object.fromEntries(identifier.map(({ property }) => [property, data[property] ?? null]))

/** @returns the error for a second item with the same identifier */
export const identifierInUse = (values: JsonObject): Conflict =>
  new Conflict(
    `${Object.entries(values)
      .map(([name, value]) => `${name} ${JSON.stringify(value)}`)
      .join(', ')}: another item is identified by this already`,
  )

const sameValues = (one: JsonObject, other: JsonObject): boolean => JSON.stringify(one) === JSON.stringify(other)

function bucketOf(values: JsonObject): number {
  return createHash('sha256').update(JSON.stringify(values)).digest().readUInt32BE() % maxClaims
}

/** No other active item has these values when the write commits. */
function uniqueIdentifierCheck(type: ResourceType, account_id: string, id: string, values: JsonObject): WriteOperation {
  const conditions = Object.entries(values).map(([name, value]) => equals(type, name, value))
  const others = { target: { column: 'id' }, kind: 'text', operator: 'ne', operands: [id], field: 'id' } as const
  return { kind: 'absent', collection: type.collection, account_id, conditions: [...conditions, others] }
}
