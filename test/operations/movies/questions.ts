import type { Movie, Value } from './expected.ts'

/** A query of the API, and the same query in the plain program. */
export interface Question {
  query: string
  holds: (movie: Movie) => boolean
  sort?: string
  descending?: boolean
}

const text = (value: Value | undefined): string => (typeof value === 'string' ? value : '')
const number = (value: Value | undefined): number => (typeof value === 'number' ? value : NaN)
/** The words of a movie that `q` searches. */
const wordsOf = (movie: Movie): string[] =>
  Object.values(movie)
    .filter(value => typeof value === 'string')
    .flatMap(value => plainText(value).match(/[\p{L}\p{N}]+/gu) ?? [])
const plainText = (value: string): string => value.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase()
const begins = (...starts: string[]) => {
  return (movie: Movie): boolean => {
    const words = wordsOf(movie)
    return starts.every(start => words.some(word => word.startsWith(start)))
  }
}

const filter = (field: string, operator: string, value: string): string =>
  `_filter[${field}][${operator}]=${encodeURIComponent(value)}`
const all = (...parts: string[]): string => parts.join('&')

export const questions: Question[] = [
  { query: '', holds: () => true, sort: 'title' },
  { query: '', holds: () => true, sort: 'title', descending: true },
  { query: '', holds: () => true, sort: 'imdbRating' },
  { query: '', holds: () => true, sort: 'usDvdSales', descending: true },
  { query: '', holds: () => true, sort: 'releaseDate' },
  { query: filter('title', 'eq', '1776'), holds: movie => movie['title'] === '1776' },
  {
    query: filter('title', 'in', '1776,1941,300,Alien³'),
    holds: movie => ['1776', '1941', '300', 'Alien³'].includes(text(movie['title'])),
  },
  {
    query: filter('title', 'like', 'È'),
    holds: movie => text(movie['title']).toLowerCase().includes('è'),
    sort: 'title',
  },
  {
    query: filter('title', 'like', 'the '),
    holds: movie => text(movie['title']).toLowerCase().includes('the '),
    sort: 'title',
  },
  { query: filter('title', 'exists', 'false'), holds: movie => movie['title'] === null },
  { query: filter('title', 'gte', 'a'), holds: movie => text(movie['title']) >= 'a', sort: 'title' },
  {
    query: filter('imdbRating', 'gte', '8.5'),
    holds: movie => number(movie['imdbRating']) >= 8.5,
    sort: 'imdbRating',
    descending: true,
  },
  { query: filter('imdbRating', 'lt', '2'), holds: movie => number(movie['imdbRating']) < 2, sort: 'imdbVotes' },
  { query: filter('imdbRating', 'eq', '7'), holds: movie => movie['imdbRating'] === 7, sort: 'releaseDate' },
  { query: filter('imdbRating', 'ne', '7'), holds: movie => movie['imdbRating'] !== 7, sort: 'imdbRating' },
  {
    query: filter('imdbVotes', 'gt', '100000'),
    holds: movie => number(movie['imdbVotes']) > 100000,
    sort: 'imdbVotes',
  },
  {
    query: filter('mpaaRating', 'eq', 'PG-13'),
    holds: movie => movie['mpaaRating'] === 'PG-13',
    sort: 'worldwideGross',
    descending: true,
  },
  {
    query: filter('mpaaRating', 'in', 'G,NC-17'),
    holds: movie => ['G', 'NC-17'].includes(text(movie['mpaaRating'])),
    sort: 'title',
  },
  {
    query: filter('mpaaRating', 'nin', 'R,PG,PG-13'),
    holds: movie => !['R', 'PG', 'PG-13'].includes(text(movie['mpaaRating'])),
    sort: 'title',
  },
  { query: filter('mpaaRating', 'exists', 'true'), holds: movie => movie['mpaaRating'] !== null, sort: 'mpaaRating' },
  {
    query: filter('usDvdSales', 'exists', 'false'),
    holds: movie => movie['usDvdSales'] === null,
    sort: 'productionBudget',
    descending: true,
  },
  { query: filter('usGross', 'eq', '0'), holds: movie => movie['usGross'] === 0, sort: 'title' },
  {
    query: filter('productionBudget', 'lte', '15000'),
    holds: movie => number(movie['productionBudget']) <= 15000,
    sort: 'productionBudget',
  },
  {
    query: filter('runningTimeMin', 'gt', '180'),
    holds: movie => number(movie['runningTimeMin']) > 180,
    sort: 'runningTimeMin',
  },
  {
    query: filter('releaseDate', 'gt', '2011-01-01'),
    holds: movie => text(movie['releaseDate']) > '2011-01-01',
    sort: 'releaseDate',
  },
  {
    query: all(filter('releaseDate', 'gte', '1999-01-01'), filter('releaseDate', 'lt', '2000-01-01')),
    holds: movie => text(movie['releaseDate']).startsWith('1999'),
    sort: 'releaseDate',
    descending: true,
  },
  {
    query: filter('director', 'eq', 'Christopher Nolan'),
    holds: movie => movie['director'] === 'Christopher Nolan',
    sort: 'releaseDate',
  },
  {
    query: all(
      filter('majorGenre', 'eq', 'Comedy'),
      filter('distributor', 'ne', 'Sony/Columbia'),
      filter('imdbRating', 'gte', '7'),
    ),
    holds: movie =>
      movie['majorGenre'] === 'Comedy' && movie['distributor'] !== 'Sony/Columbia' && number(movie['imdbRating']) >= 7,
    sort: 'imdbRating',
    descending: true,
  },
  {
    query: 'filter_field=creativeType&filter_value=Factual',
    holds: movie => movie['creativeType'] === 'Factual',
    sort: 'usGross',
  },
  { query: 'q=leon', holds: begins('leon') },
  { query: 'q=Star+war', holds: begins('star', 'war'), sort: 'releaseDate' },
  { query: 'q=1776', holds: begins('1776') },
  { query: 'q=ri%C2%A2hie', holds: begins('ri', 'hie') },
  {
    query: all('q=love', filter('majorGenre', 'eq', 'Drama')),
    holds: movie => begins('love')(movie) && movie['majorGenre'] === 'Drama',
    sort: 'title',
  },
  {
    query: filter('source', 'like', 'based on'),
    holds: movie => text(movie['source']).toLowerCase().startsWith('based on'),
    sort: 'source',
  },
]
