import type { Json, JsonObject } from '../../../../../admin/src/index.ts'

/** What is wrong, as the name of a text of this area and what stands in it. */
export interface Reason {
  key: string
  parameters?: Readonly<Record<string, string | number>>
}

/** A row of a file as it stands there: values by column. */
export interface FileRow {
  /** Line of the file on which it begins, from 1. */
  line: number
  data: JsonObject
}

/** A row that cannot be read. */
export interface BadRow {
  line: number
  reason: Reason
  /** The column that it is about. */
  column?: string
  /** As it stands in the file. */
  row: Json
}

export const isBad = (row: FileRow | BadRow): row is BadRow => Object.hasOwn(row, 'reason')

/** Takes the text of a file as it arrives and gives the rows that end in it. */
export interface RowReader {
  push(text: string): (FileRow | BadRow)[]
  /** The rest, at the end of the file. */
  finish(): (FileRow | BadRow)[]
}

/** The largest row, in UTF-16 units: what a bulk request may hold. */
export const largestRow = 8 * 1024 * 1024

/** A file that cannot be read any further. */
export class FileError extends Error {
  override readonly name = 'FileError'
  readonly reason: Reason

  constructor(key: string, parameters: Reason['parameters'] = {}) {
    super(key)
    this.reason = { key, parameters }
  }
}
