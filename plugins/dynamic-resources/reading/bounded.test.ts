import type { LightMyRequestResponse } from 'fastify'
import type { TestApp } from '../../../testing/index.ts'
import { onAnyStore, onEachStore } from '../../../testing/internal/each-store.ts'
import { create, graphOf, withTasks } from '../testing.ts'
import type { Item } from '../testing.ts'

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

const text = (length: number): string => 'é'.repeat(length / 2)

onAnyStore('filters have few values, objects few members', async (t, app) => {
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

onEachStore('a page ends before its text is larger than the limit', async (t, app) => {
  await withTasks(app)
  const { request } = app
  const ada = await create(app, 'writer', { name: 'Ada' })
  const all = Array.from({ length: 20 }, (_, i) => ({ name: `${i}`, author: ada, title: text(900_000) }))
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

onEachStore('included resources and labels are bounded', async (t, app) => {
  await withTasks(app)
  const { request } = app
  const large = await createMany(
    app,
    'writer',
    Array.from({ length: 20 }, (_, i) => ({ name: `${i}`, biography: text(100_000) })),
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

onEachStore('count stops at the requested number', async (t, app) => {
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
