import { Forbidden } from '../../../kernel/index.ts'
import type { Caller } from '../../../kernel/index.ts'
import type { Json } from '../../../lib/json/index.ts'
import { readData, readMeta } from '../../../lib/store-kit/index.ts'
import type { ResourceReader } from '../../dynamic-resources/contract.ts'
import type { TypeRegistry } from '../../types/contract.ts'
import type { TargetIdentifier } from './target-types.ts'

/** The relevant data of a referenced item. */
export interface Target {
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
export const keyOf = (value: Json | undefined): string => JSON.stringify(value ?? null)

function* portionsOf<Value>(values: Iterable<Value>): Generator<Value[], void> {
  const all = [...values]
  for (let at = 0; at < all.length; at += maxPortion) yield all.slice(at, at + maxPortion)
}
