import { readRows } from './format.ts'
import type { Rows } from './rows.ts'
import type { Source } from './source.ts'

/** The rows of a source, and how many there are, as far as the reading tells: the size is known, the number of rows is not before the end. */
export function measuredRows(source: Source): { rows: () => Rows; total: (done: number) => number | undefined } {
  let read = 0
  async function* counted(): AsyncIterable<Buffer> {
    read = 0
    for await (const chunk of source.bytes()) {
      read += chunk.length
      yield chunk
    }
  }
  return {
    rows: () => readRows(counted(), source.format, source.delimiter),
    total: done => (source.size === undefined || read === 0 ? undefined : Math.ceil((done * source.size) / read)),
  }
}
