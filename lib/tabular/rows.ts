import type { Json, JsonObject } from '../json/index.ts'

/** The position of a row in its file. */
export interface RowPosition {
  /** Its number among the rows, from 1. */
  number: number
  /** The line on which the row begins, from 1. */
  line: number
}

/** A row as it is in the file. */
export interface Row extends RowPosition {
  data: JsonObject
}

/** A problem in one place of a row. */
export interface RowProblem {
  /** The place in the notation of users (`address.city`, `tags[2]`): a property, or a column; empty for the whole row. */
  field: string
  message: string
  /** What is wrong, where programs distinguish it: a keyword of JSON Schema, or a code of errors. */
  code?: string
  /** What the code is about. */
  params?: JsonObject
}

/** A problem in one sentence. */
export const problemText = ({ field, message }: RowProblem): string => (field === '' ? message : `${field}: ${message}`)

/** A row that cannot be used, with all its problems. */
export interface RefusedRow extends RowPosition {
  problems: readonly RowProblem[]
  /** The row as it is in the file: its value, or its text if it is not JSON. */
  row: Json
}

/** The rows that a reader yields, in the order of the file. In portions, because an iteration for each row would cost more than reading it. */
export type Rows = AsyncIterable<readonly (Row | RefusedRow)[]>

/** The largest row that is read, in UTF-16 units. */
export const maxRowLength = 8 * 1024 * 1024

export const isRefused = (row: object): row is RefusedRow => !Object.hasOwn(row, 'data')

/** A file, or a row to be written, that does not conform to its format. */
export class TabularError extends Error {
  override name = 'TabularError'

  /** What is wrong, for programs. */
  readonly code: 'unreadable-file' | 'not-utf8' | 'spreadsheet'

  /** @param line the line in the file; the message then begins with it */
  constructor(message: string, line?: number, code: TabularError['code'] = 'unreadable-file') {
    super(line === undefined ? message : `line ${line}: ${message}`)
    this.code = code
  }
}

/** A row before it gets its number. */
export type LineRow = Omit<Row, 'number'> | Omit<RefusedRow, 'number'>

export const tooLarge = (line: number): LineRow => ({
  line,
  problems: [{ field: '', message: `is larger than ${maxRowLength / 1024 / 1024} MiB` }],
  row: null,
})
