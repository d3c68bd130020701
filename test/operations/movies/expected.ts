import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { packageRoot } from '../../../kernel/index.ts'

/*
 * The file that the tutorial imports, through the command line and the API, compared with a plain program that uses neither.
 * The mapping is written out manually here, so that an error in deriving it is not repeated.
 */
export type Value = string | number | null
export type Movie = Record<string, Value>

const names = new Map([
  ['Title', 'title'],
  ['US Gross', 'usGross'],
  ['Worldwide Gross', 'worldwideGross'],
  ['US DVD Sales', 'usDvdSales'],
  ['Production Budget', 'productionBudget'],
  ['Release Date', 'releaseDate'],
  ['MPAA Rating', 'mpaaRating'],
  ['Running Time min', 'runningTimeMin'],
  ['Distributor', 'distributor'],
  ['Source', 'source'],
  ['Major Genre', 'majorGenre'],
  ['Creative Type', 'creativeType'],
  ['Director', 'director'],
  ['Rotten Tomatoes Rating', 'rottenTomatoesRating'],
  ['IMDB Rating', 'imdbRating'],
  ['IMDB Votes', 'imdbVotes'],
])
const integers = new Set([
  'usGross',
  'worldwideGross',
  'usDvdSales',
  'productionBudget',
  'runningTimeMin',
  'rottenTomatoesRating',
  'imdbVotes',
])

/** The original file. */
export const file = join(packageRoot, 'node_modules', 'vega-datasets', 'data', 'movies.json')
const rows = JSON.parse(readFileSync(file, 'utf8')) as Movie[]

function expectedOf(row: Movie): Movie {
  const movie: Movie = {}
  for (const [heading, value] of Object.entries(row)) movie[names.get(heading) ?? heading] = value
  if (typeof movie['title'] === 'number') movie['title'] = `${movie['title']}`
  const [month, day, year] = String(movie['releaseDate']).split(' ')
  const number = 1 + 'Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec'.split(' ').indexOf(month ?? '')
  movie['releaseDate'] = `${year}-${String(number).padStart(2, '0')}-${day}`
  return movie
}

/** What the resources should be. */
export const movies = rows.map(expectedOf)

/** What the schema should be. */
export const schema = {
  type: 'object',
  properties: Object.fromEntries(
    [...names].map(([title, name]) => {
      if (name === 'releaseDate') return [name, { title, type: 'string', format: 'date' }]
      const type = integers.has(name) ? 'integer' : name === 'imdbRating' ? 'number' : 'string'
      return [name, { title, type: [type, 'null'] }]
    }),
  ),
  required: ['releaseDate'],
}

/** Tells one movie from every other. */
export const key = (movie: Movie): string => JSON.stringify([...names.values()].map(name => movie[name] ?? null))

/** Null first, numbers by size, texts by code point (all of this file are of the basic plane). */
export function compare(a: Value, b: Value): number {
  if (a === b) return 0
  if (a === null) return -1
  if (b === null) return 1
  return a < b ? -1 : 1
}
