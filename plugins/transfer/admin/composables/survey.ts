import type { Json } from '../../../../admin/src/index.ts'
import { FileError, isBad } from './reading/index.ts'
import type { BadRow, FileRow } from './reading/index.ts'
import { dateForms, spelledBoolean, spelledNumber } from './spellings.ts'

/** What texts of a column may spell: `number`, `boolean`, or the name of a form of dates. */
export type Spelling = string

/** What a column of a file holds. */
export interface ColumnSurvey {
  name: string
  /** How many rows have a value there. */
  filled: number
  /** The first values that differ. */
  samples: Json[]
  /** JSON types of its values, null aside. */
  types: ReadonlySet<string>
  /** What all of its texts spell. */
  spells: ReadonlySet<Spelling>
}

/** What a file holds. */
export interface Survey {
  rows: number
  /** Rows that cannot be read. */
  bad: number
  columns: ColumnSurvey[]
}

const mostColumns = 500
const mostSamples = 3

interface Counted extends ColumnSurvey {
  types: Set<string>
  spells: Set<Spelling>
  hasText: boolean
}

/** Looks at every row of a file before anything is made of it. */
export class Surveyor {
  readonly #columns = new Map<string, Counted>()
  #rows = 0
  #bad = 0

  /** Columns stand in this order, empty ones too. @throws FileError for more than anybody would map */
  name(columns: readonly string[]): void {
    for (const column of columns) this.#columnOf(column)
  }

  /** @throws FileError for more columns than anybody would map */
  add(rows: readonly (FileRow | BadRow)[]): void {
    for (const row of rows) {
      this.#rows++
      if (isBad(row)) this.#bad++
      else for (const [name, value] of Object.entries(row.data)) note(this.#columnOf(name), value)
    }
  }

  result = (): Survey => ({ rows: this.#rows, bad: this.#bad, columns: [...this.#columns.values()] })

  #columnOf(name: string): Counted {
    const known = this.#columns.get(name)
    if (known !== undefined) return known
    if (this.#columns.size >= mostColumns) throw new FileError('tooManyColumns', { most: mostColumns })
    const made: Counted = { name, filled: 0, samples: [], types: new Set(), spells: new Set(), hasText: false }
    this.#columns.set(name, made)
    return made
  }
}

function note(column: Counted, value: Json): void {
  if (value === null) return
  column.filled++
  column.types.add(Array.isArray(value) ? 'array' : typeof value)
  if (column.samples.length < mostSamples && !column.samples.includes(value)) column.samples.push(value)
  if (typeof value !== 'string') return
  if (!column.hasText) column.spells = new Set(spelled(value))
  else for (const spelling of column.spells) if (!spells(value, spelling)) column.spells.delete(spelling)
  column.hasText = true
}

const all: readonly Spelling[] = ['number', 'boolean', ...dateForms.map(({ name }) => name)]
const spelled = (text: string): Spelling[] => all.filter(spelling => spells(text, spelling))

function spells(text: string, spelling: Spelling): boolean {
  if (spelling === 'number') return spelledNumber(text) !== undefined
  if (spelling === 'boolean') return spelledBoolean(text) !== undefined
  return dateForms.find(({ name }) => name === spelling)?.read(text) !== undefined
}
