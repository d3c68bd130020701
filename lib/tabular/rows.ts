import type { Json, JsonObject } from '../json/index.ts'

/** Where a row stands in its file. */
export interface RowPosition {
  /** Its number among the rows, from 1. */
  number: number
  /** The line on which it begins, from 1. */
  line: number
}

/** A row of a file as it stands there. */
export interface Row extends RowPosition {
  data: JsonObject
}

/** What is wrong at one place of a row. */
export interface RowProblem {
  /** The place as people write it (`address.city`, `tags[2]`): a property, or a column; empty for the whole row. */
  field: string
  message: string
}

/** A problem in one sentence. */
export const problemText = ({ field, message }: RowProblem): string => (field === '' ? message : `${field}: ${message}`)

/** A row that cannot be used, with everything that is wrong with it. */
export interface RefusedRow extends RowPosition {
  problems: readonly RowProblem[]
  /** The row as it stands in the file: its value, or its text where that is no JSON. */
  row: Json
}

/** What a reader gives, in the order of the file. Portions, because one step for each row would cost more than reading it. */
export type Rows = AsyncIterable<readonly (Row | RefusedRow)[]>

/** The largest row that is read, in UTF-16 units. */
export const maxRowLength = 8 * 1024 * 1024

export const isRefused = (row: object): row is RefusedRow => !Object.hasOwn(row, 'data')

/** A file, or a row to be written, that does not fit its format. */
export class TabularError extends Error {
  override name = 'TabularError'

  /** What is wrong, for programs. */
  readonly code: 'unreadable-file' | 'not-utf8'

  /** @param line where in the file; the message then begins with it */
  constructor(message: string, line?: number, code: TabularError['code'] = 'unreadable-file') {
    super(line === undefined ? message : `line ${line}: ${message}`)
    this.code = code
  }
}

/** A row before it is numbered. */
export type LineRow = Omit<Row, 'number'> | Omit<RefusedRow, 'number'>

export const tooLarge = (line: number): LineRow => ({
  line,
  problems: [{ field: '', message: `is larger than ${maxRowLength / 1024 / 1024} MiB` }],
  row: null,
})
