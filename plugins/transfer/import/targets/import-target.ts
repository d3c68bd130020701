import { setTimeout as pause } from 'node:timers/promises'
import type { JsonObject } from '../../../../lib/json/index.ts'
import type { RowProblem } from '../../../../lib/tabular/index.ts'

/** A resource that is there. */
export interface Found {
  id: string
  sequence_no: number
  status: string
  /** Its properties. */
  data: JsonObject
}

/** A change to one resource. */
export interface RowOperation {
  op: 'create' | 'patch' | 'update' | 'delete'
  id: string
  data?: JsonObject
  /** The row itself says which id it has. */
  hasOwnId?: boolean
}

/** The same change as an operation of a bulk write. */
export const bulkOperation = ({ op, id, data }: RowOperation): Omit<RowOperation, 'hasOwnId'> => ({
  op,
  id,
  ...(data !== undefined && { data }),
})

/** What became of an operation: the status that the single request would have had, and why it was refused. */
export interface RowResult {
  status: number
  problems: readonly RowProblem[]
}

/** A problem with the whole row. */
export const wholeRow = (message: string): readonly RowProblem[] => [{ field: '', message }]

/** Where a target says nothing of an operation. */
export const noResult: RowResult = { status: 500, problems: wholeRow('no answer') }

/** Where an import writes to: the service itself, or a service reached by its API. */
export interface ImportTarget {
  /**
   * The resources that the caller may read whose property has one of these values, which are written as texts. Only active ones, unless archived
   * ones are written, too.
   * @param property default: their id
   */
  find(typeSlug: string, values: readonly string[], property?: string): Promise<Found[]>
  /**
   * Do these operations in their order, each for itself.
   * @throws what ends the whole import
   */
  write(typeSlug: string, operations: readonly RowOperation[]): Promise<RowResult[]>
}

const maxValues = 100
const maxListLength = 6000

/** Lists of different values that are short enough to be asked for at once. A value with a comma, which ends values in a list, is alone. */
export function* valueLists(values: readonly string[]): Generator<string[]> {
  let list: string[] = []
  let length = 0
  for (const value of new Set(values)) {
    if (value.includes(',')) {
      yield [value]
      continue
    }
    const more = encodeURIComponent(value).length + 3
    if (list.length > 0 && (list.length >= maxValues || length + more > maxListLength)) {
      yield list
      list = []
      length = 0
    }
    list.push(value)
    length += more
  }
  if (list.length > 0) yield list
}

const pausesMs = [500, 1000, 2000, 4000, 8000]

/**
 * Try something again while the service or its store is away or busy, for about 15 s.
 * @param isPassing whether a failure may pass
 * @throws the last failure
 */
export async function withRetries<Result>(
  attempt: () => Promise<Result>,
  isPassing: (error: unknown) => boolean,
): Promise<Result> {
  for (const ms of pausesMs) {
    try {
      return await attempt()
    } catch (error) {
      if (!isPassing(error)) throw error
    }
    await pause(ms)
  }
  return attempt()
}

/**
 * Write operations of which one may spoil the whole, by its id or its size: that one is found by halving.
 * @param write throws what the whole is refused with
 * @param refusalOf what one operation is then refused with; undefined for a failure that ends the import
 */
export async function writeHalving(
  operations: readonly RowOperation[],
  write: (operations: readonly RowOperation[]) => Promise<RowResult[]>,
  refusalOf: (error: unknown) => RowResult | undefined,
): Promise<RowResult[]> {
  try {
    return await write(operations)
  } catch (error) {
    const refusal = refusalOf(error)
    if (refusal === undefined) throw error
    if (operations.length === 1) return [refusal]
    const middle = Math.ceil(operations.length / 2)
    const first = await writeHalving(operations.slice(0, middle), write, refusalOf)
    return [...first, ...(await writeHalving(operations.slice(middle), write, refusalOf))]
  }
}
