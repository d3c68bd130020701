import { setTimeout as pause } from 'node:timers/promises'
import type { JsonObject } from '../../../../lib/json/index.ts'
import type { RowProblem } from '../../../../lib/tabular/index.ts'

/** An existing resource. */
export interface ExistingResource {
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
  /** Whether the row has an `@id`. */
  hasOwnId?: boolean
}

/** The same change as an operation of a bulk write. */
export const bulkOperation = ({ op, id, data }: RowOperation): Omit<RowOperation, 'hasOwnId'> => ({
  op,
  id,
  ...(data !== undefined && { data }),
})

/** The result of an operation: the status that the single request would have had, and why it was refused. */
export interface RowResult {
  status: number
  problems: readonly RowProblem[]
}

/** A problem with the whole row. */
export const wholeRow = (message: string): readonly RowProblem[] => [{ field: '', message }]

/** The result of an operation for which a target reports none. */
export const noResult: RowResult = { status: 500, problems: wholeRow('no answer') }

/** The destination of an import: the service itself, or a service reached by its API. */
export interface ImportTarget {
  /**
   * Find resources that the caller can read, by the values of a property, written as texts. Archived resources are found only if
   * the import writes those too.
   * @param property default: the id
   */
  find(typeSlug: string, values: readonly string[], property?: string): Promise<ExistingResource[]>
  /**
   * Execute these operations in order, each independently of the others.
   * @throws the error that ends the whole import
   */
  write(typeSlug: string, operations: readonly RowOperation[]): Promise<RowResult[]>
}

const maxValues = 100
const maxListLength = 6000

/** Lists of different values that are short enough for one query. A value with a comma, which separates the values of a list, is alone. */
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
 * Retry while the service or its store is unavailable or busy, for about 15 s.
 * @param isPassing whether a failure is temporary
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
 * Write operations in bulk. If one of them makes the whole request fail, by its id or its size, halving finds it.
 * @param write throws the error of the whole request
 * @param refusalOf the result of a single operation that fails with this error; undefined for a failure that ends the import
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
