import type { JsonObject } from '../lib/json/types.ts'

/** The measured type: an article of about 1.5 KB with eight properties, seven of them indexed. */
export const articleType = {
  name: 'Bench article',
  slug: 'bench-article',
  context: { '@vocab': 'https://schema.org/', '@type': 'Article' },
  schema: {
    type: 'object',
    additionalProperties: false,
    required: ['headline', 'genre', 'year'],
    properties: {
      headline: { type: 'string', maxLength: 200 },
      genre: { enum: ['drama', 'comedy', 'action', 'documentary', 'western'] },
      year: { type: 'integer', minimum: 1900, maximum: 2100 },
      rating: { type: ['number', 'null'], minimum: 0, maximum: 10 },
      publishedAt: { type: 'string', format: 'date-time' },
      available: { type: 'boolean' },
      author: { type: 'string' },
      articleBody: { type: 'string', 'x-index': false },
    },
  },
} satisfies JsonObject

/** The type for measuring lists with what their items refer to. */
export const reviewType = {
  name: 'Bench review',
  slug: 'bench-review',
  schema: {
    type: 'object',
    required: ['name', 'article'],
    properties: {
      name: { type: 'string' },
      stars: { type: 'integer' },
      article: { type: 'string', 'x-resource-type': articleType.slug },
    },
  },
} satisfies JsonObject

const vocabulary = (
  'archive border candle distance engine forest garden harbour island journey kitchen lantern market number ' +
  'orchard paper quarter river signal theatre umbrella valley window yellow'
).split(' ')
const genres = articleType.schema.properties.genre.enum

/** Numbers from a seed (mulberry32), so that every run measures the same data. */
export function randomFrom(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296
  }
}

/** One article; about 1.1 KB of properties, 1.5 KB as the resource in an answer of the API. */
export function article(random: () => number): JsonObject {
  const word = (): string => (vocabulary[Math.floor(random() * vocabulary.length)] ?? '') + Math.floor(random() * 40)
  const words = (count: number): string => Array.from({ length: count }, word).join(' ')
  const day = String(1 + Math.floor(random() * 28)).padStart(2, '0')
  const month = String(1 + Math.floor(random() * 12)).padStart(2, '0')
  const year = 1950 + Math.floor(random() * 70)
  return {
    headline: words(6),
    genre: genres[Math.floor(random() * genres.length)] ?? 'drama',
    year,
    rating: random() < 0.1 ? null : Math.round(random() * 100) / 10,
    publishedAt: `${year}-${month}-${day}T12:00:00Z`,
    available: random() < 0.5,
    author: vocabulary[Math.floor(random() * vocabulary.length)] ?? '',
    articleBody: words(96),
  }
}

/** This many items of a list, at equal distances; at most all. */
export function spreadOver<T>(all: readonly T[], count: number): T[] {
  const step = Math.max(1, all.length / count)
  return all.filter((_, at) => Math.floor(at / step) !== Math.floor((at - 1) / step))
}

const states = Array.from({ length: 10 }, (_, at) => `state ${at + 1}`)

/** The type for measuring boards and calendars: fifty in each of ten states, all in one month. */
export const cardType = {
  name: 'Bench card',
  slug: 'bench-card',
  schema: {
    type: 'object',
    required: ['name', 'state', 'due'],
    properties: {
      name: { type: 'string' },
      state: { enum: states },
      due: { type: 'string', format: 'date' },
      effort: { type: 'integer' },
      owner: { type: 'string' },
    },
  },
} satisfies JsonObject

export const cards = 500

/** The same for a board of {@link crowd}. */
export const crowdType = { ...cardType, name: 'Bench crowd', slug: 'bench-crowd' }

export const crowd = 2000

/** One of {@link cards} or {@link crowd}. */
export const card = (at: number): JsonObject => ({
  name: `Card ${at + 1}`,
  state: states[at % states.length] ?? '',
  due: `2027-03-${String((at % 31) + 1).padStart(2, '0')}`,
  effort: at % 13,
  owner: vocabulary[at % vocabulary.length] ?? '',
})
