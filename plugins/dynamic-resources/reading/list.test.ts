import { onEachStore } from '../../../test/each-store.ts'
import { withMovies } from '../../../test/movies.ts'
import type { Resource } from '../../../test/movies.ts'

onEachStore('lists page, filter, sort, search and count', async (t, app) => {
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
    const problem = await request('GET', `/api/movie?${one}`, undefined, { accept: 'application/problem+json' })
    t.match(problem.json().code, /^(?:(?:unknown|invalid)-query-parameter|invalid-cursor)$/, one)
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

onEachStore('dates are filtered by dates, also relative to the present', async (t, app) => {
  const { request } = app
  const schema = {
    type: 'object',
    properties: {
      day: { type: 'string', format: 'date' },
      days: { type: 'array', items: { type: 'string', format: 'date' } },
      due: { type: ['string', 'null'], format: 'date-time' },
      tags: { type: 'array', items: { type: 'string' } },
    },
  }
  t.equal((await request('POST', '/api/resource-types', { name: 'Plan', slug: 'plan', schema })).statusCode, 201)
  const time = (days: number): string => new Date(Date.now() + days * 86_400_000).toISOString()
  for (const days of [-400, -3, 0, 3, 400]) {
    const data = { day: time(days).slice(0, 10), days: [time(days).slice(0, 10)], due: time(days), tags: [] }
    t.equal((await request('POST', '/api/plan', data)).statusCode, 201)
  }
  const count = async (filter: string): Promise<unknown> => {
    const answer = await request('GET', `/api/plan?count=true&${filter}`)
    return answer.statusCode === 200 ? answer.json().total : answer.statusCode
  }
  const cases: [string, number][] = [
    ['_filter[day][gte]=today', 3],
    ['_filter[day][gte]=now', 3],
    ['_filter[day][gt]=today-1w&_filter[day][lt]=today%2B1w', 3],
    ['_filter[day][gt]=today-1w&_filter[day][lt]=today+1w', 3],
    ['_filter[day][lt]=today-1y', 1],
    ['_filter[days][lt]=today-2d', 2],
    ['_filter[due][lt]=now', 3],
    ['_filter[due][gte]=today', 3],
    ['_filter[due][gt]=today%2B13m', 1],
    ['_filter[created_at][gt]=today-1d', 5],
    ['filter_field=day&filter_value=today', 1],
    ['_filter[day][in]=today,2020-01-01', 1],
    ['_filter[tags][exists]=true', 0],
    ['_filter[tags][exists]=false', 5],
  ]
  for (const [filter, expected] of cases) t.equal(await count(filter), expected, filter)
  for (const field of ['day', 'days', 'due', 'created_at']) {
    for (const test of ['[like]=2020', '[eq]=soon', '[eq]=2020', '[in]=today,x', '[gt]=today-1h', '[lt]=']) {
      t.equal(await count(`_filter[${field}]${test}`), 400, `${field} ${test}`)
    }
  }
  const path = '/api/plan?limit=2&sort_by=day&_filter[due][lt]=now'
  const first = (await request('GET', path)).json()
  const soon = Date.now() + 5
  while (Date.now() < soon) await request('GET', '/api/health')
  const second = await request('GET', `${path}&cursor=${first.cursor}`)
  t.strictSame([second.statusCode, second.json().data?.length], [200, 1], 'a cursor keeps the time of its first page')
  t.equal(
    (await request('GET', `/api/plan?limit=2&sort_by=day&_filter[due][lt]=today&cursor=${first.cursor}`)).statusCode,
    400,
  )
  const ordered = (await request('GET', '/api/plan?sort_order=asc')).json().data
  const created = ordered.map((item: { created_at: string; id: string }) => [item.created_at, item.id])
  t.strictSame(created, created.toSorted(), 'without sort_by the order is that of creation')
  const many = Array.from(
    { length: 20 },
    (_, i) =>
      `_filter[${i < 10 ? 'day' : 'days'}][${['eq', 'ne', 'gt', 'gte', 'lt', 'lte', 'in', 'nin', 'exists'][i % 10] ?? 'eq'}]=${i % 10 === 8 ? 'true' : 'today'}`,
  )
  const filters = [...new Set(many), '_filter[due][gt]=now', '_filter[due][lt]=now']
  t.equal(filters.length, 20)
  t.equal(await count(filters.join('&')), 0)
  t.equal(await count([...filters, '_filter[id][ne]=x'].join('&')), 400, 'at most 20 filters')
  t.equal(await count([...filters, 'filter_field=day&filter_value=today'].join('&')), 400)
})

onEachStore('words end where letters and digits do', async (t, app) => {
  await withMovies(app)
  const { request } = app
  const titles = ["O'Neil", 'O’Hara', 'Oʼbrien', 'Kaʻū', 'ŉ nag']
  for (const title of titles) t.equal((await request('POST', '/api/note', { title })).statusCode, 201)
  const found = async (q: string): Promise<unknown[]> => {
    const { data } = (await request('GET', `/api/note?sort_order=asc&q=${encodeURIComponent(q)}`)).json()
    return data.map((item: { data: { '@graph': { title: string }[] } }) => item.data['@graph'][0]?.title)
  }
  t.strictSame(await found('neil'), ["O'Neil"], 'an apostrophe is not a letter')
  t.strictSame(await found('o’neil'), ["O'Neil"])
  t.strictSame(await found('hara'), ['O’Hara'])
  t.strictSame(await found('brien'), [], 'a modifier letter is a letter')
  t.strictSame(await found('oʼbr'), ['Oʼbrien'])
  t.strictSame(await found('kaʻu'), ['Kaʻū'])
  t.strictSame(await found('ʼn'), ['ŉ nag'])
})
