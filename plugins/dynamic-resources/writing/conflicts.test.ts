import { onEachStore } from '../../../testing/internal/each-store.ts'
import { withMovies } from '../../../testing/internal/movies.ts'

onEachStore('unique values conflict naming the property', async (t, app) => {
  await withMovies(app)
  const { request } = app
  const { id } = (await request('POST', '/api/movie', { title: 'A', code: 'x' })).json()
  for (const code of [null, undefined]) {
    for (let i = 0; i < 2; i++) {
      const answer = await request('POST', '/api/movie', { title: 'B', ...(code === null ? {} : { code }) })
      t.equal(answer.statusCode, 201, 'missing values are not compared')
    }
  }
  const taken = await request('POST', '/api/movie', { title: 'B', code: 'x' })
  t.equal(taken.statusCode, 409)
  t.match(taken.json().message, /code/)
  t.equal((await request('PUT', `/api/movie/${id}`, { title: 'A2', code: 'x' })).statusCode, 200, 'its own value')
  const answers = await Promise.all(
    ['y', 'y', 'y', 'y'].map(code => request('POST', '/api/movie', { title: 'C', code })),
  )
  t.strictSame(answers.map(({ statusCode }) => statusCode).toSorted(), [201, 409, 409, 409])
})

onEachStore('simultaneous changes of one resource lose nothing', async (t, app) => {
  await withMovies(app)
  const { request } = app
  const { id } = (await request('POST', '/api/note', {})).json()
  const merge = { 'content-type': 'application/merge-patch+json' }
  const keys = Array.from({ length: 30 }, (_, i) => `k${i}`)
  const answers = await Promise.all(keys.map(key => request('PATCH', `/api/note/${id}`, { [key]: 1 }, merge)))
  t.strictSame([...new Set(answers.map(({ statusCode }) => statusCode))], [200])
  const after = (await request('GET', `/api/note/${id}`)).json()
  t.equal(after.sequence_no, 31)
  for (const key of keys) t.equal(after.data['@graph'][0][key], 1)
  const etag = `"${id}.31"`
  const puts = await Promise.all(keys.map(key => request('PUT', `/api/note/${id}`, { key }, { 'if-match': etag })))
  t.equal(puts.filter(({ statusCode }) => statusCode === 200).length, 1, 'exactly one had the current version')
  t.equal(puts.filter(({ statusCode }) => statusCode === 412).length, 29)
})
