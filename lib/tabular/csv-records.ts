import { countText } from '../terminal/text.ts'
import type { Reading } from './read.ts'
import type { JsonObject } from '../json/types.ts'
import { TabularError, type LineRow, type RowProblem } from './rows.ts'

/** A record of a CSV file. */
export interface CsvRecord {
  /** The line on which it begins, from 1. */
  line: number
  cells: string[]
}

/** Whether nothing is in a record: spreadsheets write rows that were cleared, or only formatted. */
export const isBlank = ({ cells }: Pick<CsvRecord, 'cells'>): boolean => cells.every(cell => cell.trim() === '')

/**
 * The headings of a file, without the spaces around them. Several can be empty: spreadsheets write columns that were cleared, or only formatted.
 * @throws TabularError when there are too many, duplicates that are not to be numbered, or U+0000
 */
export function readHeadings(
  { line, cells }: CsvRecord,
  { numberHeadings = false, maxColumns = Infinity }: Pick<Reading, 'numberHeadings' | 'maxColumns'>,
): readonly string[] {
  if (cells.length > maxColumns) {
    const message = `the file has ${cells.length} columns; at most ${maxColumns} are allowed (maxColumns of the plugin transfer)`
    throw new TabularError(message, line)
  }
  const headings = cells.map(cell => cell.trim())
  if (headings.some(heading => heading.includes('\u0000')))
    throw new TabularError('the headings contain U+0000; if the file is UTF-16, convert it to UTF-8', line)
  const seen = new Set<string>()
  const twice = headings.find(heading => heading !== '' && seen.size === seen.add(heading).size)
  if (numberHeadings) return numbered(headings)
  if (twice === undefined) return headings
  const columns = headings.flatMap((heading, index) => (heading === twice ? [index + 1] : []))
  const what = `the heading ${JSON.stringify(twice)} occurs more than once, in the columns ${columns.join(', ')}`
  throw new TabularError(`${what}; give them different headings`, line)
}

/** `Note`, `Note 2`, `Note 3`: headings without duplicates. */
function numbered(cells: readonly string[]): string[] {
  const taken = new Set(cells)
  const seen = new Set<string>()
  return cells.map(heading => {
    if (!seen.has(heading)) {
      seen.add(heading)
      return heading
    }
    let number = 2
    while (taken.has(`${heading} ${number}`)) number++
    const name = `${heading} ${number}`
    taken.add(name)
    return name
  })
}

/** How many cells of a refused row are reported. */
const maxRefusedCells = 5000

/** The row of a record that is not blank: the cells that are not empty by their headings. */
export function readRecord(headings: readonly string[], { line, cells }: CsvRecord): LineRow {
  if (cells.length !== headings.length) {
    const message = `has ${countText(cells.length, 'cell')} for ${countText(headings.length, 'heading')}`
    return { line, problems: [{ field: '', message }], row: cells.slice(0, maxRefusedCells) }
  }
  const filled = headings.flatMap((heading, index): [string, string][] => {
    const cell = cells[index] ?? ''
    return cell === '' ? [] : [[heading, cell]]
  })
  // Unlike assignment, this makes `__proto__` a property like any other.
  const data: JsonObject = Object.fromEntries(filled)
  const fault = faultOf(data, headings)
  return fault === undefined ? { line, data } : { line, problems: [fault], row: data }
}

/** Checks that the JSON parser makes for JSON texts, and that cells need here. */
function faultOf(data: JsonObject, headings: readonly string[]): RowProblem | undefined {
  if (Object.hasOwn(data, '') && headings.indexOf('') !== headings.lastIndexOf(''))
    return { field: '', message: 'has a cell in one of several columns without a heading' }
  if (Object.hasOwn(data, '__proto__')) return { field: '', message: 'a property must not be named __proto__' }
  const heading = Object.keys(data).find(name => String(data[name]).includes('\u0000'))
  return heading === undefined ? undefined : { field: heading, message: 'must not contain U+0000' }
}
