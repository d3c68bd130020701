import type { TestApp } from '../index.ts'

const properties = {
  title: { type: 'string' },
  year: { type: ['integer', 'null'] },
  status: { type: 'string', enum: ['seen', 'wanted'] },
  code: { type: 'string', 'x-unique': true },
  cast: { type: 'array', items: { type: 'object', properties: { name: { type: 'string' } } } },
}
/** A type with a schema. */
export const movie = {
  name: 'Movie',
  slug: 'movie',
  context: { '@vocab': 'https://schema.org/', '@type': 'Film' },
  schema: { type: 'object', properties, required: ['title'] },
}

/** A resource as the API returns it. */
export interface Resource {
  id: string
  data: { '@graph': Record<string, unknown>[] }
  [name: string]: unknown
}

/** Create the type `movie`, and `note`, which has no schema. */
export async function withMovies({ request }: TestApp): Promise<void> {
  await request('POST', '/api/resource-types', movie)
  await request('POST', '/api/resource-types', { name: 'Note', slug: 'note' })
}

/** The titles of a list of movies. */
export const titles = (list: { data: Resource[] }): unknown[] =>
  list.data.map(({ data }) => data['@graph'][0]?.['title'])
