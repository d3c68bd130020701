import type { StoredDocument } from '../../../lib/store-kit/document-store.ts'
import type { Connection, Fragment } from '../connection.ts'
import { nextSize } from './time-limit.ts'

/** Documents in the order of a list, as far as SQLite can tell, in slices that take no long time. */
export interface Slices {
  /** The next documents, at most so many; perhaps none although there are more. Undefined at the end. */
  next(most: number): StoredDocument[] | undefined
  /** Whether it is known that no more come. */
  readonly isDone: boolean
  /** How many rows of the next slice pass the tests; undefined at the end. Not to be mixed with {@link next}. */
  count(): number | undefined
}

/** Rows `id, meta, data` as documents. Those columns are texts that are never null. */
export const asDocuments = (rows: readonly unknown[][]): StoredDocument[] =>
  rows.map(row => ({ id: row[0] as string, meta: row[1] as string, data: row[2] as string }))

/** Bytes of UTF-8 of a document's texts. */
export const bytesOf = ({ id, meta, data }: StoredDocument): number =>
  Buffer.byteLength(id) + Buffer.byteLength(meta) + Buffer.byteLength(data)

/** Documents below this many bytes are not counted one by one: a slice has few enough rows for them. */
const largeDocument = 16_384

/** Ends a slice ({@link Connection.slice}) in time when its documents are large. @param data its column */
export const sliceTest = (data: string): Fragment => ({
  sql: `(octet_length(${data}) < ${largeDocument} OR plinth_slice(octet_length(${data})))`,
  binds: [],
})

/** How many rows a slice looks at: as many as take a few milliseconds. */
export class SliceSize {
  #size = 256

  /** @returns undefined when the slice was too large; the next one is smaller */
  use<T>(connection: Connection, read: (size: number) => T): T | undefined {
    const begun = performance.now()
    const result = connection.slice(() => read(this.#size))
    this.#size =
      result === undefined ? Math.max(1, Math.floor(this.#size / 8)) : nextSize(this.#size, performance.now() - begun)
    return result
  }
}
