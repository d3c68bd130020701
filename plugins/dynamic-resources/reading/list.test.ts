import type { DocumentStore } from '../../../kernel/index.ts'
import { QueryTooSlow } from '../../../kernel/index.ts'
import { onEachStore } from '../../../testing/internal/each-store.ts'
import { withMovies } from '../../../testing/internal/movies.ts'
import type { Resource } from '../../../testing/internal/movies.ts'
import { until } from '../../../testing/internal/until.ts'

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

onEachStore(
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
