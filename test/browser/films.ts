import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { packageRoot } from '../../kernel/index.ts'
import type { TestApp } from '../../testing/index.ts'

/** 3,201 films as collected by a user: titles that are numbers, one film without a title, dates as `Jun 12 1998`. */
const films = join(packageRoot, 'node_modules/vega-datasets/data/movies.json')

export const filmRows = (): Record<string, string | number | null>[] =>
  JSON.parse(readFileSync(films, 'utf8')) as Record<string, string | number | null>[]

const nullable = (type: string): object => ({ type: [type, 'null'] })

const properties = {
  title: { type: 'string' },
  usGross: { ...nullable('integer'), title: 'US Gross' },
  worldwideGross: nullable('integer'),
  productionBudget: nullable('integer'),
  releaseDate: { type: 'string', format: 'date' },
  mpaaRating: { enum: ['G', 'PG', 'PG-13', 'R', 'NC-17', 'Not Rated', null] },
  runningTimeMin: nullable('integer'),
  distributor: nullable('string'),
  majorGenre: nullable('string'),
  director: nullable('string'),
  imdbRating: { ...nullable('number'), maximum: 10 },
  imdbVotes: nullable('integer'),
}

/** The type that they are imported into; some of them are invalid. */
export const filmType = {
  name: 'Movie',
  slug: 'movie',
  context: { '@vocab': 'https://schema.org/', '@type': 'Movie' },
  schema: { type: 'object', properties, required: ['title', 'releaseDate'] },
}

export async function withFilmType({ request }: TestApp): Promise<void> {
  await request('POST', '/api/resource-types', filmType)
}

/** The films as CSV, as a spreadsheet writes it. */
export function filmsInCsv(rows: readonly Record<string, string | number | null>[], delimiter = ','): string {
  const headings = Object.keys(rows[0] ?? {})
  const cell = (value: string | number | null | undefined): string => {
    const text = value === null || value === undefined ? '' : String(value)
    return /["\n]/.test(text) || text.includes(delimiter) ? `"${text.replaceAll('"', '""')}"` : text
  }
  const line = (cells: (string | number | null | undefined)[]): string => `${cells.map(cell).join(delimiter)}\r\n`
  return line(headings) + rows.map(row => line(headings.map(name => row[name]))).join('')
}
