import type { TestApp } from '../../testing/index.ts'
import type { Resource } from '../../testing/internal/movies.ts'

const author = {
  name: 'Author',
  slug: 'author',
  schema: { type: 'object', required: ['name'], properties: { name: { type: 'string' }, born: { type: 'integer' } } },
}

/** A type with the kinds of values that lists support. */
export const book = {
  name: 'Book',
  slug: 'book',
  description: 'What stands on the shelves.',
  schema: {
    type: 'object',
    required: ['title'],
    properties: {
      title: { type: 'string', minLength: 1 },
      year: { type: 'integer', minimum: 1400 },
      status: { type: 'string', enum: ['lent', 'there', 'lost'] },
      author: { type: 'string', 'x-resource-type': 'author' },
      printed: { type: 'boolean' },
      bought: { type: 'string', format: 'date' },
      tags: { type: 'array', items: { type: 'string' } },
      code: { type: 'string', 'x-unique': true },
      note: { type: 'string', 'x-index': false },
    },
  },
}

const states = ['lent', 'there', 'lost']
const authors = ['Ada Lovelace', 'Brontë', 'Čapek']

/** The types, three authors, and a number of books: Book 001 of 1501, and so on. */
export const withBooks =
  (count = 0) =>
  async ({ request }: TestApp): Promise<void> => {
    await request('POST', '/api/resource-types', author)
    await request('POST', '/api/resource-types', book)
    await request('POST', '/api/resource-types', { name: 'Scrap', slug: 'scrap' })
    const ids: string[] = []
    for (const name of authors) {
      ids.push((await request('POST', '/api/author', { name, born: 1800 + ids.length })).json<Resource>().id)
    }
    await createMany({ request }, 'book', count, at => ({
      title: `Book ${String(at).padStart(3, '0')}`,
      year: 1500 + at,
      status: states[at % 3],
      author: ids[at % 3],
      printed: at % 2 === 0,
      bought: `2020-01-${String((at % 28) + 1).padStart(2, '0')}`,
      tags: at % 5 === 0 ? ['rare', 'old', 'torn'] : [],
      code: `B${at}`,
      note: `words ${at}`,
    }))
  }

/** Create this many resources, numbered from 1. */
export async function createMany(
  { request }: Pick<TestApp, 'request'>,
  slug: string,
  count: number,
  make: (at: number) => object,
): Promise<void> {
  for (let from = 1; from <= count; from += 1000) {
    const operations = Array.from({ length: Math.min(1000, count - from + 1) }, (_, at) => ({
      op: 'create',
      data: make(from + at),
    }))
    const answer = await request('POST', `/api/${slug}/_bulk`, { operations })
    if (answer.statusCode !== 200) throw new Error(answer.body)
  }
}

/** The book with this title, as stored in the service. */
export async function bookCalled({ request }: TestApp, title: string): Promise<Resource> {
  const path = `/api/book?filter_field=title&filter_value=${encodeURIComponent(title)}`
  const [found] = (await request('GET', path)).json<{ data: Resource[] }>().data
  if (found === undefined) throw new Error(`there is no book ${title}`)
  return found
}
