import type { Json, JsonObject } from '../../../lib/json/index.ts'

/** A row of a file as it stands there. */
export interface Row {
  /** Line of the file on which it begins, from 1. */
  line: number
  /** Its number in a JSON array, in which several rows may share a line. */
  number?: number
  data: JsonObject
}

/** A row that cannot be loaded, with everything that is wrong with it. */
export interface RefusedRow {
  line: number
  number?: number
  reasons: readonly string[]
  /** The row as it stands in the file: its value, or its text where that is no JSON. */
  row: Json
  /** The id that it would have had, when it got so far. */
  id?: string
}

/** What a reader of a file gives, in the order of the file. Portions, because one step per row would cost more than reading it. */
export type Rows = AsyncIterable<readonly (Row | RefusedRow)[]>

/** How messages name the place of a row in its file. */
export const placeOf = ({ line, number }: { line: number; number?: number }): string =>
  number === undefined ? `line ${line}` : `row ${number}`

/** The line of a row, and its number where it has one. */
export const positionOf = ({ line, number }: { line: number; number?: number }): { line: number; number?: number } => ({
  line,
  ...(number !== undefined && { number }),
})

export const isRefused = (row: { line: number }): row is RefusedRow => Object.hasOwn(row, 'reasons')

/** The largest row that is read, in UTF-16 units: what a bulk request may hold. */
export const largestRow = 8 * 1024 * 1024

export const tooLarge = (line: number): RefusedRow => ({
  line,
  reasons: [`is larger than ${largestRow / 1024 / 1024} MiB`],
  row: null,
})
