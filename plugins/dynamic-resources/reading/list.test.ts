import type { LightMyRequestResponse } from 'fastify'
import type { Test } from 'tap'
import { Forbidden, QueryTooSlow } from '../../../kernel/index.ts'
import type { Caller, DocumentStore, Visibility } from '../../../kernel/index.ts'
import { buildTestApp } from '../../../testing/index.ts'
import type { TestApp } from '../../../testing/index.ts'
import { countingStore } from '../../../testing/internal/counting-store.ts'
import { testWithStore, testAllStores, onStoreOfRun } from '../../../testing/internal/each-store.ts'
import { withMovies } from '../../../testing/internal/movies.ts'
import type { Resource } from '../../../testing/internal/movies.ts'
import { until } from '../../../testing/internal/until.ts'
import { create, graphOf, names, withTasks } from '../testing.ts'
import type { Item } from '../testing.ts'

testAllStores('lists page, filter, sort, search and count', async (t, app) => {
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

testAllStores('dates are filtered by dates, also relative to the present', async (t, app) => {
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

testAllStores('words end where letters and digits do', async (t, app) => {
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

  const marked = ['ガンダム', 'हिन्दी', 'สวัสดี', 'កម្ពុជា', 'မြန်မာ', 'தமிழ்']
  for (const title of marked) {
    await request('POST', '/api/note', { title })
    t.strictSame(await found(title), [title])
    t.strictSame(await found(title.normalize('NFKD').replace(/\p{M}/gu, '')), [title], 'marks do not count')
  }
  t.strictSame(await found('วัส'), ['สวัสดี'], 'every character of Thai begins a word')
})

testAllStores(
  'a list that takes too long names the index that would serve it, and x-indexes takes it',
  async (t, app) => {
    const { request } = app
    const text = { type: 'string' }
    const number = { type: 'number' }
    const properties = {
      genre: text,
      author: { ...text, 'x-resource-type': 'book' },
      price: number,
      pages: number,
      printed: { ...text, format: 'date-time' },
      note: { ...text, 'x-index': false },
      tags: { type: 'array', items: text },
      status: text,
      shelf: { type: 'object', properties: { row: number, rows: { type: 'array', items: number } } },
    }
    const save = (indexes: unknown, dryRun = false, more: object = properties) =>
      request('PUT', `/api/resource-types/book${dryRun ? '?dry_run=true' : ''}`, {
        schema: { type: 'object', properties: more, 'x-indexes': indexes },
      })
    const schema = { type: 'object', properties }
    t.equal((await request('POST', '/api/resource-types', { name: 'Book', slug: 'book', schema })).statusCode, 201)
    for (const [indexes, expected] of [
      ['genre', /x-indexes: must be an array of arrays/],
      [[], undefined],
      [['genre'], /"genre": must be an array of 1 to 8 names/],
      [[[]], /1 to 8 names/],
      [[['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'i']], /1 to 8 names/],
      [[['genre', 'colour']], /\["genre","colour"\]: "colour" is no property/],
      [[['genre', '-genre']], /names a field twice/],
      [[['-genre', '-price']], /only one name can begin with - or \+/],
      [[['genre', 'tags']], /tags can have several values/],
      [[['genre', 'shelf.rows']], /shelf.rows can have several values/],
      [[['shelf']], /shelf is no column: it allows object/],
      [[['created_at']], /an index in any case/],
      [[['created_by', '-id']], /an index in any case/],
      [
        [
          ['genre', '-price'],
          ['genre', 'price'],
        ],
        /\["genre","price"\]: asks for the same index as another item/,
      ],
      [Array.from({ length: 11 }, () => ['genre', 'price']), /has 11 items; at most 10 are possible/],
    ] as const) {
      const answer = await save(indexes, true)
      if (expected === undefined) t.equal(answer.statusCode, 200)
      else t.match([answer.statusCode, answer.json().message], [400, expected], JSON.stringify(indexes))
    }
    const many = Object.fromEntries(Array.from({ length: 40 }, (_, i) => [`p${i}`, { ...text, 'x-index': true }]))
    const tooMany = (await save([['p1', 'p2']], true, many)).json()
    t.match(tooMany.message, /needs more indexes than the 40 that are possible/)

    for (let i = 0; i < 40; i++) {
      const printed = `2026-01-01T00:00:${10 + (i % 7)}Z`
      const book = {
        genre: `g${i % 2}`,
        price: i % 5,
        pages: i,
        printed,
        note: `n${i % 3}`,
        status: 'new',
        shelf: { row: i },
      }
      t.equal((await request('POST', '/api/book', book)).statusCode, 201)
    }
    const walk = async (query: string): Promise<number[]> => {
      const pages: number[] = []
      for (let cursor = ''; ;) {
        const page = (await request('GET', `/api/book?limit=7&${query}${cursor}`)).json()
        pages.push(...page.data.map(({ data }: Resource) => Number(data['@graph'][0]?.['pages'])))
        if (page.cursor === null || !page.has_more) return pages
        cursor = `&cursor=${page.cursor}`
      }
    }
    const store = app.app.diContainer.resolve<DocumentStore>('documentStore')
    const { list } = store
    const proposed = async (query: string): Promise<unknown> => {
      store.list = () => Promise.reject(new QueryTooSlow(['note']))
      const answer = await request('GET', `/api/book?${query}`, undefined, { accept: 'application/problem+json' })
      store.list = list
      t.match([answer.statusCode, answer.json().code], [503, 'query-too-slow'])
      return answer.json().index
    }
    const queries = {
      '_filter[genre][eq]=g1&sort_by=pages&sort_order=desc': ['genre', '-pages'],
      '_filter[price][gte]=1&_filter[pages][lt]=30&sort_by=printed': ['+printed', 'price', 'pages'],
      '_filter[price][gte]=1&_filter[pages][lt]=30&sort_by=pages&sort_order=desc': ['-pages', 'price'],
      '_filter[genre][eq]=g0&_filter[note][ne]=n1': ['genre', '-created_at', 'note'],
      '_filter[status][eq]=new&_filter[shelf.row][gt]=5&_filter[created_by][exists]=true&sort_by=price': [
        'status',
        '+price',
        'shelf.row',
        'created_by',
      ],
    }
    const walkAll = async (): Promise<number[][]> => {
      const results: number[][] = []
      for (const query of Object.keys(queries)) results.push(await walk(query))
      return results
    }
    const before = await walkAll()
    t.ok(before.every(({ length }) => length > 12))
    for (const [query, index] of Object.entries(queries)) t.strictSame(await proposed(query), index, query)
    t.strictSame(await proposed('_filter[note][eq]=n1'), ['note'], 'an index of one property is enough')
    t.strictSame(await proposed('_filter[tags][eq]=n1'), ['tags'])
    for (const query of [
      '',
      '_filter[genre][eq]=g1&sort_by=id',
      '_filter[note][like]=n1',
      'q=new',
      '_filter[author.note][eq]=1',
    ])
      t.equal(await proposed(query), undefined, query)
    const seen = async (): Promise<{ filter: string[] }[]> =>
      (await request('GET', '/api/health/store')).json().slow_lists
    await until(async () => (await seen()).length === 10)
    const lists = await seen()
    const ofNote = lists.filter(({ filter }) => filter.includes('note eq'))
    t.match(ofNote, [{ type: 'book', sort: 'created_at desc', times: 1, refused: 1, index: ['note'] }])
    t.ok(lists.some(({ filter }) => filter.join() === 'q'))
    t.notMatch(JSON.stringify(lists), /n1|g1|new/, 'no value is recorded')
    store.list = () => Promise.reject(new QueryTooSlow(['note']))
    const part = (await request('GET', '/api/book?_filter[note][like]=x')).json()
    t.match(part.message, /no index serves the filter on note; like reads every text.*compare note by eq, or .* with q/)
    const grouped = '_filter[or][0][note][like]=x&_filter[or][1][pages][gt]=1'
    t.match((await request('GET', `/api/book?${grouped}`)).json().message, /compare note by eq/)
    t.match((await request('GET', '/api/book?_filter[note][ne]=x')).json().message, /x-index/)
    store.list = list
    const indexes = Object.values(queries)
    const saved = await save(indexes)
    t.match([saved.statusCode, saved.json().schema['x-indexes']], [200, indexes])
    const collections = async () => (await store.collections()).find(({ name }) => name === 'books')?.indexes?.length
    t.equal(await collections(), 5)
    t.strictSame(await walkAll(), before)
    for (const query of Object.keys(queries)) t.equal(await proposed(query), undefined, `it has that index: ${query}`)
    t.match((await save(indexes, false, { ...properties, pages: undefined })).json().message, /"pages" is no property/)

    t.equal((await save([['note'], ['tags']])).statusCode, 200)
    t.equal((await request('GET', '/api/book?sort_by=note')).statusCode, 200, 'it has an index now')
    t.equal(await collections(), undefined)
    t.strictSame(await walkAll(), before)
  },
)

const or = (...groups: string[][]): string =>
  groups.flatMap((group, index) => group.map(one => `_filter[or][${index}]${one}`)).join('&')

testAllStores('a list can have alternatives, across references too', async (t, app) => {
  await withTasks(app)
  const { request } = app
  const ada = await create(app, 'writer', { name: 'Ada' })
  const bo = await create(app, 'writer', { name: 'Bo' })
  const one = await create(app, 'project', { name: 'One', code: 'x', lead: ada })
  const two = await create(app, 'project', { name: 'Two', code: 'y', lead: bo })
  const tasks: [string, object][] = [
    ['A', { author: ada, project: one }],
    ['B', { author: bo, project: two }],
    ['C', { author: ada, project: two }],
    ['D', { reviewers: [ada, bo] }],
    ['E', {}],
  ]
  for (const [name, data] of tasks) await create(app, 'task', { name, ...data })
  const found = async (query: string): Promise<unknown[]> => {
    const answer = await request('GET', `/api/task?sort_by=name&count=true&${query}`)
    t.equal(answer.statusCode, 200, answer.body)
    t.equal(answer.json().total, answer.json().data.length)
    return names(answer.json())
  }
  const cases: [string, string[]][] = [
    [or(['[name][eq]=A'], ['[name][eq]=E']), ['A', 'E']],
    [or(['[name][gt]=A', '[name][lt]=C'], ['[reviewers][exists]=true']), ['B', 'D']],
    [`${or(['[name][eq]=A'], ['[name][eq]=B'])}&_filter[author][eq]=${ada}`, ['A']],
    [or(['[author.name][eq]=Bo'], ['[project.code][eq]=x']), ['A', 'B']],
    [or(['[author.name][eq]=Ada', '[project.name][eq]=Two'], ['[name][like]=e']), ['C', 'E']],
    [`${or(['[project][exists]=false'], ['[project.code][eq]=y'])}&_filter[author.name][eq]=Ada`, ['C']],
    [`${or(['[name][eq]=A'], ['[name][eq]=B'])}&filter_field=name&filter_value=B`, ['B']],
    [or(['[name][eq]=none']), []],
    [`${or(['[name][in]=A,B'], ['[name][in]=B,C'])}&q=c`, ['C']],
  ]
  for (const [query, expected] of cases) t.strictSame(await found(query), expected, query)

  const refused: [string, RegExp][] = [
    ['_filter[or][eq]=x', /filter_field/],
    ['_filter[or][10][name][eq]=x', /from 0 to 9/],
    ['_filter[or][0][colour][eq]=x', /"colour"/],
    ['_filter[or][0][author.colour][eq]=x', /"colour"/],
    ['_filter[or][0][name][near]=x', /"near"/],
    [or(...Array.from({ length: 7 }, () => ['[name][eq]=1', '[name][ne]=1', '[name][gt]=1'])), /at most 20/],
  ]
  for (const [query, message] of refused) {
    const answer = await request('GET', `/api/task?${query}`)
    t.equal(answer.statusCode, 400, query)
    t.match(answer.json().message, message)
  }
})

/** Every name of a list, read page by page. */
async function walked({ request }: Pick<TestApp, 'request'>, path: string): Promise<unknown[]> {
  const seen: unknown[] = []
  let cursor = ''
  do {
    const page = (await request('GET', `${path}${cursor && `&cursor=${cursor}`}`)).json()
    seen.push(...names(page))
    cursor = page.cursor
  } while (cursor !== '')
  return seen
}

testAllStores('alternatives that many resources match, page by page', async (t, app) => {
  await withTasks(app)
  const { request } = app
  const make = async (slug: string, all: object[]): Promise<string[]> => {
    const ids: string[] = []
    for (let at = 0; at < all.length; at += 500) {
      const operations = all.slice(at, at + 500).map(data => ({ op: 'create', data }))
      const { results } = (await request('POST', `/api/${slug}/_bulk`, { operations })).json()
      ids.push(...results.map(({ id }: { id: string }) => id))
    }
    return ids
  }
  const writers = await make(
    'writer',
    Array.from({ length: 1200 }, (_, i) => ({ name: i % 2 === 0 ? 'even' : 'odd' })),
  )
  const writers3 = await make(
    'writer',
    Array.from({ length: 1200 }, () => ({ name: 'even' })),
  )
  const all = Array.from({ length: 90 }, (_, i) => ({
    name: `${100 + i}`,
    ...(i % 3 === 0 ? {} : { author: i % 3 === 1 ? writers[i] : writers3[i] }),
  }))
  await make('task', all)
  const path = `/api/task?sort_by=name&limit=7&${or(['[author.name][eq]=even'], ['[name][in]=100,103'])}`
  const fits = (i: number): boolean => i === 0 || i === 3 || i % 3 === 2 || (i % 3 === 1 && i % 2 === 0)
  t.strictSame(
    await walked(app, path),
    all.flatMap(({ name }, i) => (fits(i) ? [name] : [])),
    'more than a thousand writers fit',
  )
  const first = (await request('GET', path)).json()
  for (const other of [
    or(['[author.name][eq]=odd'], ['[name][in]=100,103']),
    or(['[author.name][eq]=even'], ['[name][in]=100']),
    or(['[author.name][eq]=even', '[name][in]=100,103']),
    '',
  ]) {
    const refused = await request('GET', `/api/task?sort_by=name&limit=7&${other}&cursor=${first.cursor}`)
    t.equal(refused.statusCode, 400, other)
  }
  const reordered = or(['[name][in]=100,103'], ['[author.name][eq]=even'])
  t.equal((await request('GET', `/api/task?sort_by=name&limit=9&${reordered}&cursor=${first.cursor}`)).statusCode, 200)
})

const text = { type: 'string' }

async function makeType({ request }: TestApp, t: Test): Promise<void> {
  const properties = {
    name: text,
    n: { type: 'integer' },
    at: { ...text, format: 'date-time' },
    refs: { type: 'array', items: { ...text, 'x-resource-type': 'thing' } },
  }
  const schema = { type: 'object', properties }
  t.equal((await request('POST', '/api/resource-types', { name: 'Thing', slug: 'thing', schema })).statusCode, 201)
}

/** A query, as the members of a body. */
type Query = Record<string, unknown>

/** The same query as an address. */
function addressOf(query: Query): string {
  const pairs = Object.entries(query).map(([name, value]): [string, string] => {
    if (name === '_filter') return [name, JSON.stringify(value)]
    return [name, Array.isArray(value) ? value.join(',') : String(value)]
  })
  return `/api/thing?${new URLSearchParams(pairs).toString()}`
}

const long = (length: number): string => 'ä'.repeat(length)
const repeated = (count: number, name = 'name'): string[] => Array.from({ length: count }, () => name)
const conditions = (count: number): object => {
  const operators = ['eq', 'ne', 'gt', 'gte', 'lt', 'lte', 'in', 'nin']
  const operands = operators.map(operator => [operator, 1])
  return {
    n: Object.fromEntries(operands),
    sequence_no: Object.fromEntries(operands),
    'meta.sequence_no': Object.fromEntries(operands.slice(0, count - 16)),
  }
}

/** What is allowed, what is refused, and the parameter and the limit that the refusal names. */
const cases: [Query, Query, string, string][] = [
  [{ q: `x${long(999)}` }, { q: `x${long(1000)}` }, 'q', '1000'],
  [{ q: `x ${'😀'.repeat(998)}` }, { q: `x ${'😀'.repeat(999)}` }, 'q', '1000'],
  [
    { _filter: { name: { like: long(1000) } } },
    { _filter: { name: { like: long(1001) } } },
    '_filter[name][like]',
    '1000',
  ],
  [
    { _filter: { or: [{ name: { like: '😀'.repeat(1000) } }] } },
    { _filter: { or: [{ name: { like: '😀'.repeat(1001) } }] } },
    '_filter[or][0][name][like]',
    '1000',
  ],
  [{ _filter: { name: { gt: long(8192) } } }, { _filter: { name: { gt: long(8193) } } }, '_filter[name][gt]', '16384'],
  [
    { _filter: { 'refs.name': { nin: [long(8192)] } } },
    { _filter: { 'refs.name': { nin: ['x', long(8193)] } } },
    '_filter[refs.name][nin]',
    '16384',
  ],
  [
    { filter_field: 'name', filter_value: 'x'.repeat(16_384) },
    { filter_field: 'name', filter_value: 'x'.repeat(16_385) },
    'filter_value',
    '16384',
  ],
  [
    { _filter: { n: { in: Array(1000).fill(1) } } },
    { _filter: { n: { in: Array(1001).fill(1) } } },
    '_filter[n][in]',
    '1000',
  ],
  [
    { _filter: { or: [{ n: { nin: Array(1000).fill('7') } }] } },
    { _filter: { or: [{ n: { nin: Array(1001).fill('7') } }] } },
    '_filter[or][0][n][nin]',
    '1000',
  ],
  [{ _filter: conditions(20) }, { _filter: conditions(21) }, '_filter', '20'],
  [
    { _filter: conditions(19), filter_field: 'n', filter_value: '1' },
    { _filter: conditions(20), filter_field: 'n', filter_value: '1' },
    '_filter',
    '20',
  ],
  [{ fields: repeated(1000) }, { fields: repeated(1001) }, 'fields', '1000'],
  [{ include: repeated(1000, 'refs') }, { include: repeated(1001, 'refs') }, 'include', '1000'],
  [
    { include: 'refs', 'fields[refs]': repeated(1000) },
    { include: 'refs', 'fields[refs]': repeated(1001) },
    'fields[refs]',
    '1000',
  ],
]

/** Names that are too long, each in a place where one can be; what is not longer is an unknown one. */
const named: [(name: string) => Query, string][] = [
  [name => ({ fields: [name] }), 'fields'],
  [name => ({ include: name }), 'include'],
  [name => ({ sort_by: name }), 'sort_by'],
  [name => ({ filter_field: name, filter_value: 'x' }), 'filter_field'],
  [name => ({ _filter: { [name]: { eq: 1 } } }), '_filter'],
  [name => ({ _filter: { n: { [name]: 1 } } }), '_filter'],
  [name => ({ [`fields[${name}]`]: 'name' }), 'fields'],
]

testWithStore('the limits of a list hold for its address and for a body', async (t, app) => {
  await makeType(app, t)
  await create(app, 'thing', { name: 'one', n: 1 })
  const ask = async (query: Query): Promise<[string, Awaited<ReturnType<TestApp['request']>>][]> => {
    const address = addressOf(query)
    const body = await app.request('POST', '/api/thing/_query', query)
    if (address.length > 15_000) return [['body', body]]
    return [
      ['address', await app.request('GET', address)],
      ['body', body],
    ]
  }
  for (const [allowed, refused, parameter, limit] of cases) {
    for (const [way, answer] of await ask(allowed))
      t.equal(answer.statusCode, 200, `${way}: ${answer.body.slice(0, 200)}`)
    for (const [way, answer] of await ask(refused)) {
      const what = `${way} ${parameter} ${JSON.stringify(refused).slice(0, 60)}`
      t.equal(answer.statusCode, 400, what)
      t.match(answer.json().message, limit, what)
      t.ok(answer.json().message.startsWith(`${parameter}:`) || answer.json().message.includes('20 filters'), what)
      t.ok(answer.body.length < 300, 'a short answer')
    }
  }
  for (const [query, parameter] of named) {
    for (const [way, { statusCode, body }] of await ask(query('ö'.repeat(513)))) {
      t.equal(statusCode, 400, way)
      t.match(body, new RegExp(`"${parameter}.*512 characters`), `${way} ${parameter}`)
      t.ok(body.length < 2_000, 'a short answer')
    }
    for (const [way, { statusCode, body }] of await ask(query('ö'.repeat(512)))) {
      t.equal(statusCode, 400, way)
      t.notMatch(body, '512 characters', `${way} ${parameter}`)
    }
  }
  const unknown = await app.request('POST', '/api/thing/_query', { _filter: { ['x'.repeat(900_000)]: { eq: 1 } } })
  t.equal(unknown.statusCode, 400)
  t.ok(unknown.body.length < 300)
  const search = (q: string) => app.request('GET', `/api/search?q=${encodeURIComponent(q)}`)
  t.equal((await search(`x${long(999)}`)).statusCode, 200)
  t.match((await search(`x${long(1000)}`)).json(), { message: /^q: .*1000/ })
  t.equal((await app.request('POST', '/api/thing/_query', { q: 'x'.repeat(1_048_600) })).statusCode, 413)
  t.equal((await app.request('POST', '/api/thing/_query', { q: 'x'.repeat(1_000_000) })).statusCode, 400)
  t.match((await app.request('POST', '/api/thing/_query', { _filter: { n: { eq: Array(200_000).fill(1) } } })).json(), {
    message: '_filter[n][eq] takes exactly one value',
  })
  const repeated = await app.request('GET', `/api/thing?${'_filter[n][in]=1,1&'.repeat(501)}`)
  t.match(repeated.json(), { message: /^_filter\[n\]\[in\]: has 1002 values; at most 1000/ })
})

testAllStores('the operands of a filter are prepared once, whatever it is tested on', async (t, app) => {
  await makeType(app, t)
  const data = [
    { name: `${'ab'.repeat(400)}abc`, n: 3, at: '2026-01-01T12:00:00+01:00' },
    { name: `x${'AB'.repeat(450)}C`, n: 5, at: '2026-01-01T12:00:00Z' },
    { name: 'ΣΊΣΥΦΟΣ', n: 7 },
    { name: 'abc' },
  ]
  for (const one of data) await create(app, 'thing', one)
  const find = async (_filter: object): Promise<number[]> => {
    const { data: found } = (await app.request('POST', '/api/thing/_query', { _filter })).json()
    const at = found.map((one: { data: { '@graph': [{ name: string }] } }) =>
      data.findIndex(({ name }) => name === one.data['@graph'][0].name),
    )
    return at.toSorted()
  }
  t.strictSame(await find({ name: { like: `${'aB'.repeat(300)}C` } }), [0, 1])
  t.strictSame(await find({ name: { like: `${'ab'.repeat(450)}c` } }), [1])
  t.strictSame(await find({ name: { like: 'ab'.repeat(480) } }), [])
  t.strictSame(await find({ name: { like: 'ίσυφος' } }), [2])
  t.strictSame(await find({ or: [{ name: { like: 'ΣΥ' } }, { n: { in: Array(12).fill(5) } }] }), [1, 2])
  t.strictSame(await find({ or: [{ at: { eq: '2026-01-01T11:00:00Z' } }, { n: { gt: 6 } }] }), [0, 2])
  t.strictSame(await find({ or: [{ at: { ne: '2026-01-01T11:00:00Z' } }] }), [1, 2, 3])
})

const maxPageBytes = 16 * 1024 * 1024

/** Create many in portions. @returns their ids, the oldest first */
async function createMany({ request }: TestApp, slug: string, all: object[], portion = all.length): Promise<string[]> {
  const ids: string[] = []
  for (let at = 0; at < all.length; at += portion) {
    const operations = all.slice(at, at + portion).map(data => ({ op: 'create', data }))
    const answer = await request('POST', `/api/${slug}/_bulk`, { operations })
    if (answer.statusCode !== 200) throw new Error(answer.body)
    ids.push(...answer.json().results.map(({ id }: { id: string }) => id))
  }
  return ids
}

/** All pages of a list. */
async function walk({ request }: TestApp, path: string): Promise<{ items: Item[]; pages: LightMyRequestResponse[] }> {
  const items: Item[] = []
  const pages: LightMyRequestResponse[] = []
  for (let cursor = ''; pages.length === 0 || cursor !== '';) {
    const page = await request('GET', cursor === '' ? path : `${path}&cursor=${cursor}`)
    if (page.statusCode !== 200) throw new Error(page.body)
    pages.push(page)
    items.push(...page.json().data)
    cursor = page.json().cursor
  }
  return { items, pages }
}

const textOf = (length: number): string => 'é'.repeat(length / 2)

testWithStore('filters have few values, objects few members', async (t, app) => {
  const { request } = app
  const properties = {
    n: { type: 'number' },
    name: { type: 'string' },
    tags: { type: 'array', items: { type: 'integer' } },
  }
  await request('POST', '/api/resource-types', { name: 'Thing', slug: 'thing', schema: { type: 'object', properties } })
  await createMany(
    app,
    'thing',
    [1, 2.5, 3, 4_000].map(n => ({ n, name: `Thing ${n}`, tags: [n === 3 ? 3 : 9] })),
  )
  const numbers = (count: number): string => Array.from({ length: count }, (_, n) => n).join(',')
  const total = async (query: string): Promise<unknown> => {
    const answer = await request('GET', `/api/thing?count=true&${query}`)
    return answer.statusCode === 200 ? answer.json().total : answer.json().message
  }
  t.equal(await total(`_filter[n][in]=${numbers(999)},2.5`), 3, 'an index serves it')
  t.equal(await total(`_filter[n][nin]=${numbers(1000)}`), 2)
  t.equal(await total(`_filter[tags][in]=${numbers(1000)}&sort_by=name`), 4)
  t.equal(await total(`_filter[n][in]=${'3,'.repeat(999)}3`), 1)
  t.match(await total(`_filter[n][in]=${'3,'.repeat(1000)}3`), /has 1001 values/, 'repeated values count')
  t.equal(await total(`_filter[name][in]=Thing%203,${numbers(999)}`), 1)
  for (const parameter of [
    '_filter[n][in]',
    '_filter[tags][nin]',
    '_filter[or][0][name][in]',
    '_filter[meta.id][in]',
  ]) {
    const message = `${parameter}: has 1001 values; at most 1000 are allowed (http.maxFilterValues)`
    t.equal(await total(`${parameter}=${numbers(1001)}`), message)
  }
  t.match(await total(`_filter[n][in]=${numbers(600)}&_filter[n][in]=${numbers(399)},x`), /"x" is not a number/)

  const members = (count: number): object => Object.fromEntries(Array.from({ length: count }, (_, n) => [`p${n}`, n]))
  await request('POST', '/api/resource-types', { name: 'Open', slug: 'open' })
  t.equal((await request('POST', '/api/open', members(5000))).statusCode, 201)
  const tooMany = /^an object has more than 5000 members \(http\.maxObjectMembers\), at line 1, column \d+$/
  const bodies: [method: 'POST', path: string, body: object][] = [
    ['POST', '/api/open', members(5001)],
    ['POST', '/api/open', { a: [{ b: members(5001) }] }],
    ['POST', '/api/open/_bulk', { operations: [{ op: 'create', data: members(5001) }] }],
    ['POST', '/api/resource-types', { name: 'Wide', slug: 'wide', context: members(5001) }],
    [
      'POST',
      '/api/resource-types',
      { name: 'Wide', slug: 'wide', schema: { type: 'object', properties: members(5001) } },
    ],
  ]
  for (const [method, path, body] of bodies) {
    const answer = await request(method, path, body)
    t.match([answer.statusCode, answer.json().message], [400, tooMany], `${method} ${path}`)
  }
  const many = { list: Array.from({ length: 6000 }, (_, n) => ({ n, text: `{"a", "b\\": ${n}` })) }
  t.equal((await request('POST', '/api/open', many)).statusCode, 201, 'arrays can have any number of items')
  const pretty = await app.app.inject({
    method: 'POST',
    url: '/api/open',
    headers: { 'content-type': 'application/json' },
    payload: JSON.stringify({ a: 1, b: members(5001) }, null, 2),
  })
  t.match([pretty.statusCode, pretty.json().message], [400, /, at line 5003, column \d+$/])
})

onStoreOfRun('a page ends before its text is larger than the limit', async (t, url) => {
  const maxPageBytes = 2 * 1024 * 1024
  const app = await buildTestApp({ ...(url !== undefined && { url }), config: { http: { maxPageBytes } } })
  t.teardown(() => app.close())
  await withTasks(app)
  const { request } = app
  const ada = await create(app, 'writer', { name: 'Ada' })
  const all = Array.from({ length: 20 }, (_, i) => ({ name: `${i}`, author: ada, title: textOf(112_500) }))
  const ids = await createMany(app, 'task', all, 8)
  const lists = ['/api/task?limit=1000', '/api/task?limit=1000&_filter[author.name][eq]=Ada']
  for (const path of [...lists, `/api/writer/${ada}/referrers?limit=1000`, '/api/task?limit=1000&include=author']) {
    const { items, pages } = await walk(app, path)
    t.strictSame(
      items.map(({ id }) => id),
      ids.toReversed(),
      path,
    )
    t.ok(pages.length >= 2 && pages.length <= 6, `${path}: ${pages.length} pages`)
    for (const page of pages) t.ok(page.rawPayload.length <= maxPageBytes, path)
    t.strictSame(
      pages.map(page => page.json().has_more),
      pages.map((_, i) => i < pages.length - 1),
    )
    const counted = await request('GET', `${path}&count=true`)
    t.equal(counted.json().total, 20, 'all are counted')
  }
  const linked = await request('GET', '/api/task?limit=1000', undefined, { accept: 'application/ld+json' })
  t.ok(linked.rawPayload.length <= maxPageBytes)
  t.match(linked.headers.link, /rel="next"/)
  const path = `/api/task/${ids[0]}`
  const patch = { 'content-type': 'application/merge-patch+json' }
  for (let i = 0; i < 20; i++) t.equal((await request('PATCH', path, { name: `v${i}` }, patch)).statusCode, 200)
  const { items, pages } = await walk(app, `${path}/versions?limit=1000`)
  t.equal(items.length, 21)
  t.equal(pages.length, 2)
  for (const page of pages) t.ok(page.rawPayload.length <= maxPageBytes)
  t.equal((await walk(app, `${path}/versions?limit=7`)).pages.length, 3)
})

testAllStores('included resources and labels are bounded', async (t, app) => {
  await withTasks(app)
  const { request } = app
  const large = await createMany(
    app,
    'writer',
    Array.from({ length: 20 }, (_, i) => ({ name: `${i}`, biography: textOf(100_000) })),
  )
  const all = Array.from({ length: 30 }, (_, i) => ({ name: `${i}`, reviewers: large }))
  const ids = await createMany(app, 'task', all)
  for (const query of ['include=reviewers', 'include=reviewers&labels=true']) {
    const refused = await request('GET', `/api/task?limit=1000&${query}`)
    t.equal(refused.statusCode, 400, 'a page with them does not end early')
    t.match(refused.json().message, /^include: .*http\.maxPageBytes.*smaller limit/)
    const { items, pages } = await walk(app, `/api/task?limit=7&${query}`)
    t.strictSame(
      items.map(({ id }) => id),
      ids.toReversed(),
    )
    for (const item of items) t.strictSame(graphOf(item), [item.id, ...large])
    t.ok(pages.length > 3)
    for (const page of pages) t.ok(page.rawPayload.length <= maxPageBytes)
    if (query.includes('labels')) t.equal(Object.keys(pages[0]?.json().labels).length, 21)
  }
  const document = await request('GET', `/api/task/${ids[0]}?include=reviewers`)
  t.equal(graphOf(document.json()).length, 21)
  t.ok(document.rawPayload.length > 2_000_000, 'a large one is sent in portions')

  const small = await createMany(
    app,
    'writer',
    Array.from({ length: 201 }, (_, i) => ({ name: `${i}` })),
  )
  const parent = await create(app, 'task', { name: 'parent', reviewers: small })
  await createMany(
    app,
    'task',
    Array.from({ length: 49 }, () => ({ parent, reviewers: small })),
  )
  const filter = `_filter[parent][eq]=${parent}`
  const fits = await request('GET', `/api/task?limit=49&include=reviewers&${filter}`)
  t.strictSame([fits.statusCode, fits.json().data.length], [200, 49])
  const refused = await request('GET', `/api/task?limit=49&include=reviewers,parent&${filter}`)
  t.equal(refused.statusCode, 200, '49 more nodes')
  await create(app, 'task', { parent, reviewers: small })
  const tooMany = await request('GET', `/api/task?limit=50&include=reviewers&${filter}`)
  t.equal(tooMany.statusCode, 400)
  t.match(tooMany.json().message, /include.*10000.*smaller limit/)
  t.equal((await request('GET', `/api/task?limit=40&include=reviewers&${filter}`)).statusCode, 200)
})

testAllStores('count stops at the requested number', async (t, app) => {
  await withTasks(app)
  const { request } = app
  const ada = await create(app, 'writer', { name: 'Ada' })
  const [first = ''] = await createMany(
    app,
    'task',
    Array.from({ length: 12 }, (_, i) => ({ name: `${i}`, author: ada })),
  )
  await request('PUT', `/api/task/${first}`, { name: 'x', author: ada })
  const lists: [string, number][] = [
    ['/api/task', 12],
    ['/api/task?_filter[author.name][like]=a', 12],
    [`/api/writer/${ada}/referrers`, 12],
    [`/api/task/${first}/versions`, 2],
    [
      '/api/resource-types?includeAll=true',
      (await request('GET', '/api/resource-types?includeAll=true&count=true')).json().total,
    ],
    ['/api/resource-types/presets', (await request('GET', '/api/resource-types/presets?count=true')).json().total],
    ['/api/events', (await request('GET', '/api/events?count=true')).json().total],
    ['/api/users', (await request('GET', '/api/users?count=true')).json().total],
    ['/api/accounts', 1],
  ]
  for (const [path, total] of lists) {
    const counted = async (count: number | boolean) => {
      const answer = await request('GET', `${path}${path.includes('?') ? '&' : '?'}limit=1&count=${count}`)
      t.equal(answer.statusCode, 200, `${path} ${answer.body}`)
      const { total: exact, total_at_least: atLeast } = answer.json()
      return { exact, atLeast }
    }
    t.strictSame(await counted(true), { exact: total, atLeast: undefined }, path)
    t.strictSame(await counted(total), { exact: total, atLeast: undefined }, path)
    t.strictSame(await counted(100_000), { exact: total, atLeast: undefined }, path)
    if (total > 1) t.strictSame(await counted(total - 1), { exact: undefined, atLeast: total - 1 }, path)
    t.strictSame(await counted(false), { exact: undefined, atLeast: undefined }, path)
    for (const count of ['0', '-1', '100001', '1e3', '01', 'TRUE', '']) {
      const separator = path.includes('?') ? '&' : '?'
      t.equal((await request('GET', `${path}${separator}count=${count}`)).statusCode, 400, `${path} count=${count}`)
    }
  }
  const { cursor } = (await request('GET', '/api/task?limit=5&count=3')).json()
  const next = (await request('GET', `/api/task?limit=5&count=true&cursor=${cursor}`)).json()
  t.strictSame([next.data.length, next.total], [5, 12], 'a cursor survives another count')
})

/** What callers can see, for the plugin that this file defines. */
let visibility: (caller: Caller, typeSlug: string) => Visibility | 'nothing' = () => ({ all: true })

interface OwnApp {
  app: TestApp
  calls: string[]
}

const distFolder = new URL('../../../', import.meta.url).href

/** A plugin that shows tasks by rules of its own: of projects only those with the code `open`, and never their name. */
const shelf = `import { BadRequest } from '${distFolder}kernel/index.js'
  import { readListParameters } from '${distFolder}lib/query/index.js'
  const open = { target: { path: ['code'] }, kind: 'text', operator: 'eq', operands: ['open'], field: 'code' }
  const scope = {
    account_id: 'urn:account:default',
    visible: async ({ slug }) => ({ visibility: { all: true }, conditions: slug === 'project' ? [open] : [] }),
    checkField(type, field, parameter) {
      if (type.slug === 'project' && field === 'name') throw new BadRequest(parameter + ': is never shown')
    },
  }
  const parameter = { type: 'string' }
  export default {
    name: 'shelf', version: '1.0.0', requires: ['resourceReader', 'typeRegistry'], provides: [],
    register({ app, contracts: { resourceReader: reader, typeRegistry } }) {
      const schema = { querystring: { type: 'object', properties: { field: parameter, value: parameter } } }
      app.get('/api/shelf', { config: { access: 'public' }, schema }, async ({ query: { field, value } }) => {
        const query = field === undefined ? {} : readListParameters([['_filter[project.' + field + '][eq]', value]], (await typeRegistry.active('task')).compiled)
        const selection = await reader.select(scope, await typeRegistry.active('task'), query)
        const related = { include: ['project'], labels: true, languages: [] }
        const page = await selection.page({ limit: 3, count: true, related })
        const walked = []
        for await (const { documents, isLast } of selection.walk({ firstPortion: 7 })) walked.push(documents.length, isLast)
        const ids = ['One', 'Two'].map(name => globalThis.projectsInTest[name])
        return {
          total: page.total.total,
          included: page.resources.map(({ document }) => page.related.included(document).length),
          labelled: ids.map(id => page.related.labels.has(id)),
          found: [...(await reader.getMany(scope, ids)).keys()],
          slice: (await selection.slice({ skip: 2, limit: 1 })).documents[0]?.id === page.resources[2]?.document.id,
          walked,
        }
      })
      return {}
    },
  }`

/** A service whose rights are {@link visibility} and whose store notes its calls. */
async function ownApp(t: Test, url: string | undefined): Promise<OwnApp> {
  const text = `export default {
    name: 'rights', version: '1.0.0', requires: [], provides: ['access'],
    async register() {
      return { access: { isAdministrator: () => true, authorize() {}, visibility: (...asked) => globalThis.visibilityInTest(...asked) } }
    },
  }`
  const directory = t.testdir({ 'rights.mjs': text, 'shelf.mjs': shelf })
  const counting = await countingStore(url, `${directory}/own.db`)
  const plugins = { types: true, events: true, 'dynamic-resources': true, './rights.mjs': true, './shelf.mjs': true }
  const app = await buildTestApp({ plugins, config: { directory }, store: counting.store })
  t.teardown(() => app.close())
  return { app, calls: counting.calls }
}

onStoreOfRun('few queries, and nothing that may not be read', async (t, url) => {
  Object.assign(globalThis, {
    visibilityInTest: (caller: Caller, _action: string, slug: string) => {
      const seen = visibility(caller, slug)
      if (seen === 'nothing') throw new Forbidden('nothing of it')
      return seen
    },
  })
  const { app, calls } = await ownApp(t, url)
  const { request } = app
  await withTasks(app)
  const writers: string[] = []
  for (const name of ['Ada', 'Bo', 'Cy']) writers.push(await create(app, 'writer', { name }))
  const projects: string[] = []
  for (const name of ['One', 'Two']) projects.push(await create(app, 'project', { name, lead: writers[0] }))
  const reads = () => calls.filter(call => !/ _(types|keys)$/.test(call)).toSorted()
  const counted = async (method: string, path: string, body?: object) => {
    calls.length = 0
    const answer = await request(method, path, body)
    return { answer, calls: reads() }
  }
  const data = (n: number) => ({
    name: `t${n}`,
    author: writers[n % 3],
    reviewers: writers,
    project: projects[n % 2],
  })
  const operations = Array.from({ length: 200 }, (_, n) => ({ op: 'create', data: data(n) }))
  const made = await counted('POST', '/api/task/_bulk', { operations })
  t.equal(made.answer.statusCode, 200)
  t.strictSame(made.calls, ['getMany projects', 'getMany writers', 'write'])
  t.strictSame((await counted('POST', '/api/task', data(1))).calls, ['getMany projects', 'getMany writers', 'write'])
  t.strictSame((await counted('POST', '/api/writer', { name: 'Di' })).calls, ['write'])
  const all = await counted('GET', '/api/task?limit=100&include=author,reviewers,project&labels=true')
  t.strictSame(all.calls, ['getMany projects', 'getMany writers', 'list tasks'])
  t.strictSame((await counted('GET', '/api/task?limit=100')).calls, ['list tasks'])
  t.strictSame((await counted('GET', '/api/task?limit=100&count=true')).calls, ['count tasks', 'list tasks'])
  const whole = await counted('GET', '/api/writer?limit=100&count=true')
  t.strictSame(whole.calls, ['list writers'], 'what one page has is not counted')
  t.match(whole.answer.json(), { total: 4 })
  t.strictSame((await counted('GET', '/api/task?_filter[project.name][eq]=One')).calls, ['list projects', 'list tasks'])

  const [one = '', two = ''] = projects
  Object.assign(globalThis, { projectsInTest: { One: one, Two: two } })
  await request('PUT', `/api/project/${one}`, { name: 'One', code: 'open' })
  const shown = async (query = ''): Promise<unknown> => (await request('GET', `/api/shelf${query}`)).json()
  t.strictSame(await shown(), {
    total: 201,
    included: [0, 0, 1],
    labelled: [true, false],
    found: [one],
    slice: true,
    walked: [7, false, 194, true],
  })
  t.match(await shown('?field=code&value=open'), { total: 100, included: [1, 1, 1], walked: [7, false, 93, true] })
  t.match(await shown('?field=code&value=shut'), { total: 0 })
  t.match(await shown('?field=name&value=One'), { message: '_filter[project.name][eq]: is never shown' })
  visibility = (_caller, slug) =>
    slug === 'project' ? { all: false, owner: 'urn:user:nobody', ids: [one] } : { all: true }
  const odd = (await request('GET', '/api/task?sort_by=name&limit=2&include=project&labels=true')).json()
  t.strictSame(
    odd.data.map((item: Item) => item.data['@graph'].length),
    [2, 1],
    'the second project is not shown',
  )
  t.ok(one in odd.labels)
  t.notOk(two in odd.labels)
  t.equal((await request('GET', '/api/task?count=true&_filter[project.name][eq]=Two')).json().total, 0)
  t.equal((await request('GET', '/api/task?count=true&_filter[project.name][ne]=Two')).json().total, 201)
  t.equal((await request('GET', '/api/task?count=true&_filter[project.name][exists]=false')).json().total, 101)
  t.equal((await request('GET', '/api/task?count=true&_filter[project.name][like]=o')).json().total, 100)
  t.equal((await request('POST', '/api/task', { project: one })).statusCode, 201)
  const messages = [two, 'urn:project:nothing'].map(
    async project => (await request('POST', '/api/task', { project })).json().message,
  )
  const [hidden, absent] = await Promise.all(messages)
  t.equal(hidden, absent, 'same message')
  visibility = (_caller, slug) => (slug === 'writer' ? 'nothing' : { all: true })
  t.strictSame(names((await request('GET', '/api/task?_filter[author.name][exists]=true')).json()), [])
  t.equal((await request('GET', '/api/task?count=true&_filter[author.name][ne]=Ada')).json().total, 202)
  t.equal((await request('GET', '/api/task?include=author')).json().data[0].data['@graph'].length, 1)
  t.equal((await request('POST', '/api/task', { author: writers[0] })).statusCode, 400)

  visibility = (_caller, slug) => (slug === 'task' ? { all: false, owner: 'urn:user:nobody', ids: [] } : { all: true })
  const refused = await request('DELETE', `/api/project/${two}`)
  t.match(refused.json().message, /\(others: 101\)/)
  t.match((await request('DELETE', `/api/project/${two}?dry_run=true`)).json(), {
    problems: [{ count: 101, ids: [] }],
  })
  t.strictSame((await request('GET', `/api/project/${two}/referrers?count=true`)).json(), {
    data: [],
    cursor: '',
    has_more: false,
    total: 0,
  })
  visibility = (_caller, slug) => (slug === 'task' ? 'nothing' : { all: true })
  t.match((await request('DELETE', `/api/project/${two}`)).json().message, /\(others: 101\)/)
  t.strictSame((await request('GET', `/api/project/${two}/referrers`)).json().data, [])
  visibility = () => ({ all: true })
  const gone = await counted('POST', '/api/task/_bulk', {
    operations: (await request('GET', '/api/task?limit=50')).json().data.map(({ id }: Item) => ({ op: 'delete', id })),
  })
  t.equal(gone.answer.statusCode, 200)
  t.strictSame(gone.calls, ['getMany tasks', 'list tasks', 'write'])
})
