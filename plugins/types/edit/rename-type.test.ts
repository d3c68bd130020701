import { onEachStore } from '../../../testing/internal/each-store.ts'

const schema = { type: 'object', properties: { title: { type: 'string' } } }
const movie = { name: 'Movie', slug: 'movie', schema }

onEachStore('a slug changes while there are no resources, and schemas follow', async (t, { request }) => {
  await request('POST', '/api/resource-types', movie)
  const ofMovie = { type: 'object', properties: { of: { type: 'string', 'x-resource-type': 'movie' } } }
  await request('POST', '/api/resource-types', { name: 'Review', slug: 'review', schema: ofMovie })
  await request('POST', '/api/resource-types', { name: 'Play', slug: 'play' })
  t.equal((await request('PUT', '/api/resource-types/movie', { slug: 'plays' })).statusCode, 409)
  const moved = await request('PUT', '/api/resource-types/movie', { slug: 'film', name: 'Film' })
  t.equal(moved.statusCode, 200, moved.body)
  t.match(moved.json(), { id: 'urn:type:film', slug: 'film', name: 'Film', schema: movie.schema })
  t.equal((await request('GET', '/api/resource-types/movie')).statusCode, 404)
  t.equal((await request('GET', '/api/movie')).statusCode, 404)
  t.equal((await request('GET', '/api/film')).statusCode, 200)
  const review = (await request('GET', '/api/resource-types/review')).json()
  t.equal(review.schema.properties.of['x-resource-type'], 'film')
  t.equal((await request('PUT', '/api/resource-types/film', { slug: 'films' })).statusCode, 200, 'the same collection')
  t.equal((await request('PUT', '/api/resource-types/films', { slug: 'film' })).statusCode, 200)
  const back = await request('PUT', '/api/resource-types/film', { slug: 'movie' })
  t.equal(back.statusCode, 200, 'the old slug can be used again')
  t.equal(back.headers.etag, '"urn:type:movie.4"', 'no ETag is used twice')
  t.equal((await request('POST', '/api/resource-types', { name: 'Film', slug: 'film' })).statusCode, 201, 'free again')
  t.equal((await request('DELETE', '/api/resource-types/film')).statusCode, 204)
  t.equal((await request('POST', '/api/movie', { title: 'Alien' })).statusCode, 201)
  const used = await request('PUT', '/api/resource-types/movie', { slug: 'picture' })
  t.equal(used.statusCode, 409)
  t.equal((await request('GET', '/api/movie')).json().data.length, 1)
  t.equal((await request('POST', '/api/movie', { title: 'Aliens' })).statusCode, 201, 'resources can still be created')
  for (const slug of ['person', 'organization']) {
    t.equal((await request('DELETE', `/api/resource-types/${slug}`)).statusCode, 409)
    t.equal((await request('PUT', `/api/resource-types/${slug}`, { status: 'archived' })).statusCode, 409)
    t.equal((await request('PUT', `/api/resource-types/${slug}`, { slug: 'human' })).statusCode, 409)
  }
})
