import { onEachStore } from '../../test/each-store.ts'
import { withMovies } from '../../test/movies.ts'
import type { Resource } from '../../test/movies.ts'

onEachStore('lists walk, filter, sort, search and count', async (t, app) => {
  await withMovies(app)
  const { request } = app
  for (let i = 0; i < 25; i++)
    await request('POST', '/api/movie', { title: `Movie ${i % 5}`, year: i < 20 ? 2000 + i : null })
  const seen: string[] = []
  let query = '?limit=10'
  for (let page = 0; page < 3; page++) {
    const list = (await request('GET', `/api/movie${query}`)).json()
    seen.push(...list.data.map(({ id }: Resource) => id))
    t.equal(list.has_more, page < 2)
    query = `?limit=10&cursor=${list.cursor}`
  }
  t.equal(new Set(seen).size, 25)
  t.strictSame(seen, seen.toSorted().toReversed(), 'newest first')
  const defaults = (await request('GET', '/api/movie')).json()
  t.strictSame([defaults.data.length, defaults.has_more, 'total' in defaults], [20, true, false])
  t.equal((await request('GET', '/api/movie?count=true&limit=1')).json().total, 25)
  const sorted = (
    await request('GET', '/api/movie?sort_by=year&sort_order=desc&limit=2&_filter[title][eq]=Movie 1')
  ).json()
  t.strictSame(
    sorted.data.map((one: Resource) => one.data['@graph'][0]?.['year']),
    [2016, 2011],
  )
  t.equal((await request('GET', '/api/movie?filter_field=title&filter_value=Movie%202&count=true')).json().total, 5)
  t.equal((await request('GET', '/api/movie?_filter[year][exists]=false&count=true')).json().total, 5)
  t.equal(
    (await request('GET', '/api/movie?_filter[year][in]=2001,2002&_filter[year][ne]=2001&count=true')).json().total,
    1,
  )
  t.equal((await request('GET', '/api/movie?q=mov%203&count=true')).json().total, 5)
  const wrong = [
    'sort_by=cast',
    'sort_by=lost',
    'limit=0',
    'limit=x',
    'filter_field=title',
    '_filter[lost][eq]=1',
    '_filter[year][is]=1',
  ]
  wrong.push(
    '_filter[year][eq]=x',
    'q=',
    'cursor=x',
    'include=x',
    'labels=yes',
    'page=2',
    'count=0',
    'count=100001',
    'count=1.5',
    'count=yes',
    'sort_order=up',
    'limit=1&limit=2',
  )
  for (const one of wrong) {
    const answer = await request('GET', `/api/movie?${one}`)
    t.equal(answer.statusCode, 400, one)
    t.strictSame(Object.keys(answer.json()), ['message'])
  }
  const { cursor } = (await request('GET', '/api/movie?limit=1')).json()
  for (const other of [
    'movie?sort_by=year',
    'movie?q=movie',
    'movie?status=archived',
    'movie?_filter[year][gt]=1',
    'note?limit=1',
  ]) {
    t.equal((await request('GET', `/api/${other}&cursor=${cursor}`)).statusCode, 400, other)
  }
})
