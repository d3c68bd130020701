import { readRows } from './format.ts'
import type { Rows } from './rows.ts'
import type { Source } from './source.ts'

/** The rows of a source, and how many there are, as far as the reading tells: the size is known, the number of rows is not before the end. */
export function measuredRows(source: Source): { rows: () => Rows; total: (done: number) => number | undefined } {
  let read = 0
  let isComplete = false
  async function* counted(): AsyncIterable<Buffer> {
    read = 0
    for await (const chunk of source.bytes()) {
      read += chunk.length
      yield chunk
    }
  }
  async function* rows(): Rows {
    isComplete = false
    yield* readRows(source, counted())
    isComplete = true
  }
  return {
    rows,
    total(done) {
      if (source.size === undefined || read === 0) return undefined
      // All bytes may have been read of a file that turns out to be cut off.
      return Math.max(Math.ceil((done * source.size) / read), isComplete ? 0 : done + 1)
    },
  }
}
