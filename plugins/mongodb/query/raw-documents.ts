import type { Collection, Document, Filter, FindOptions } from 'mongodb'
import { readElements } from '../documents/bson.ts'
import { idOf, idOnly } from '../documents/stored-document.ts'
import { maxAnswerMs } from '../server/connection.ts'

/** What the driver returns with the option `raw`, which its types do not know. */
// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- documents are returned as bytes
export const rawDocuments = (found: readonly unknown[]): readonly Buffer[] => found as readonly Buffer[]

/** All matches of a query as bytes, see `readElements`. */
export const findRaw = async <T extends Document>(
  collection: Collection<T>,
  filter: Filter<T>,
  options: FindOptions = {},
): Promise<readonly Buffer[]> =>
  rawDocuments(await collection.find(filter, { maxTimeMS: maxAnswerMs, ...options, raw: true }).toArray())

/** A part of a filter, and options, with which a query reads one portion. */
type ReadPortion = (range: { _id?: { $gt: string } }, options: FindOptions) => Promise<readonly Buffer[]>

/**
 * Documents in portions, in the order of their ids. Each portion is a query of its own, so that no cursor must outlive a fail-over, or a reader who takes
 * time.
 * @param after the id before the first one
 */
export async function* inPortions(
  size: number,
  read: ReadPortion,
  after?: string,
): AsyncGenerator<readonly Buffer[], void> {
  for (let last = after; ;) {
    const range = last === undefined ? {} : { _id: { $gt: last } }
    const portion = await read(range, { sort: { _id: 1 }, limit: size, batchSize: size })
    const end = portion.at(-1)
    if (end === undefined) return
    yield portion
    if (portion.length < size) return
    last = idOf(readElements(end, idOnly))
  }
}
