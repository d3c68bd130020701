import t from 'tap'
import { OutcomeUnknown, StoreUnavailable } from '../../../../kernel/index.ts'
import type { WriteOperation } from '../../../../kernel/index.ts'
import { createStore } from '../../../../kernel/store.ts'
import { onAnyStore, onEachStore } from '../../../../testing/internal/each-store.ts'
import { buildTestApp } from '../../../../testing/index.ts'
import type { TestApp } from '../../../../testing/index.ts'

const schema = {
  type: 'object',
  properties: { name: { type: 'string' }, code: { type: 'string', 'x-unique': true } },
  required: ['name'],
}

interface Result {
  status: number
  id?: string
  message?: string
}

async function withItems({ request }: TestApp): Promise<void> {
  await request('POST', '/api/resource-types', { name: 'Item', slug: 'item', schema })
}

const bulkOn =
  ({ request }: TestApp) =>
  async (
    operations: unknown,
    more: object = {},
    query = '',
  ): Promise<{ status: number; results: Result[]; message: string }> => {
    const answer = await request('POST', `/api/item/_bulk${query}`, { operations, ...more })
    return { status: answer.statusCode, ...answer.json() }
  }

const statuses = (results: Result[]): number[] => results.map(({ status }) => status)

onEachStore('every kind of operation, all or nothing', async (t, app) => {
  await withItems(app)
  const { request } = app
  const bulk = bulkOn(app)
  const names = ['a', 'b', 'c', 'd', 'e']
  const made = await bulk(names.map(name => ({ op: 'create', data: { name } })))
  t.equal(made.status, 200, made.message)
  t.strictSame(statuses(made.results), [201, 201, 201, 201, 201])
  const [a = '', b = '', c = '', d = ''] = made.results.map(({ id }) => id ?? '')
  t.strictSame((await request('GET', `/api/item/${b}`)).json().data['@graph'][0].name, 'b')
  await request('DELETE', `/api/item/${d}`)
  const mixed = await bulk([
    { op: 'update', id: a, data: { name: 'A' }, if_match: `"${a}.1"` },
    { op: 'patch', id: b.split(':').at(-1), data: { code: 'x' } },
    { op: 'delete', id: c },
    { op: 'restore', id: d },
    { op: 'create', id: 'urn:item:chosen-1', data: { name: 'f' } },
  ])
  t.match(mixed.results, [
    { status: 200, id: a },
    { status: 200, id: b },
    { status: 204, id: c },
    { status: 200, id: d },
    { status: 201, id: 'urn:item:chosen-1' },
  ])
  t.strictSame((await request('GET', `/api/item/${b}`)).json().data['@graph'][0], {
    '@id': b,
    '@type': 'Item',
    name: 'b',
    code: 'x',
  })
  t.equal((await request('GET', `/api/item/${c}`)).statusCode, 404)
  t.equal((await request('GET', '/api/item/chosen-1')).statusCode, 200)
  const events = (await request('GET', `/api/events?subject=${a}`)).json().data
  t.strictSame(
    events.map(({ type }: { type: string }) => type),
    ['Resource.Updated', 'Resource.Created'],
  )
})

onEachStore('an operation that fails undoes all, and is named', async (t, app) => {
  await withItems(app)
  const { request } = app
  const bulk = bulkOn(app)
  const { results } = await bulk([{ op: 'create', data: { name: 'a', code: 'x' } }])
  const id = results[0]?.id ?? ''
  const create = (data: object): object => ({ op: 'create', data })
  const failing: [operations: object[], index: number, named: RegExp][] = [
    [[create({ name: 'b' }), create({ name: 1 })], 1, /name/],
    [[create({ name: 'b' }), create({ name: 'c', code: 'x' })], 1, /code/],
    [[create({ name: 'b', code: 'y' }), create({ name: 'b' }), create({ name: 'c', code: 'y' })], 2, /code/],
    [[create({ name: 'b' }), { op: 'update', id: 'urn:item:unknown', data: { name: 'x' } }], 1, /resource/],
    [[create({ name: 'b' }), { op: 'delete', id, if_match: `"${id}.9"` }], 1, /If-Match/],
    [[create({ name: 'b' }), { op: 'restore', id }], 1, /active/],
    [[create({ name: 'b' }), { op: 'create', id, data: { name: 'x' } }], 1, /id/],
    [[create({ name: 'b' }), { op: 'create', id: 'urn:movie:x', data: { name: 'x' } }], 1, /id/],
    [[create({ name: 'b' }), { op: 'patch', id, data: { created_by: 'x' } }], 1, /created_by/],
  ]
  for (const [operations, index, named] of failing) {
    const answer = await bulk(operations)
    t.equal(answer.status, 400, JSON.stringify(operations))
    t.ok(answer.message.startsWith(`operations[${index}]: `), answer.message)
    t.match(answer.message, named)
  }
  t.equal((await request('GET', '/api/item?count=true')).json().total, 1, 'nothing was written')
  t.equal((await request('GET', '/api/events?type=Resource.Created&count=true')).json().total, 1)
  const freed = await bulk([
    { op: 'patch', id, data: { code: null } },
    { op: 'create', data: { name: 'b', code: 'x' } },
  ])
  t.equal(freed.status, 200, 'operations run in order and see each other')
})

onEachStore('the first operation that fails is named, for any kind of failure', async (t, app) => {
  await withItems(app)
  const bulk = bulkOn(app)
  const { results } = await bulk([{ op: 'create', data: { name: 'a', code: 'x' } }])
  const id = results[0]?.id ?? ''
  const create = (data: object): object => ({ op: 'create', data })
  const fine = create({ name: 'b' })
  const taken = create({ name: 'b', code: 'x' })
  const cases: [operations: object[], index: number, named: RegExp][] = [
    [[fine, taken, create({ name: 1 })], 1, /code/],
    [[create({ name: 1 }), taken], 0, /name/],
    [[create({ name: 'b', code: 'y' }), fine, create({ name: 'c', code: 'y' }), { op: 'restore', id }], 2, /code/],
    [[taken, { op: 'delete', id: 'urn:item:unknown' }], 0, /code/],
    [[{ op: 'patch', id, data: { code: null } }, taken, create({})], 2, /name/],
    [[taken, { op: 'patch', id, data: { code: null } }], 0, /code/],
  ]
  for (const [operations, index, named] of cases) {
    for (const query of ['', '?dry_run=true']) {
      const answer = await bulk(operations, {}, query)
      t.equal(answer.status, 400)
      t.ok(answer.message.startsWith(`operations[${index}]: `), `${answer.message} ${JSON.stringify(operations)}`)
      t.match(answer.message, named)
    }
  }
})

onAnyStore(
  'each operation has the steps of a request of its own, and all of them have limited time',
  async (t, { request }) => {
    const schema = {
      type: 'object',
      properties: { list: { type: 'array', items: { type: 'string' } }, text: { type: 'string', pattern: '^[^<]*$' } },
    }
    t.equal((await request('POST', '/api/resource-types', { name: 'Long', slug: 'long', schema })).statusCode, 201)
    const bulk = (atomic: boolean, data: object, count: number) =>
      request('POST', '/api/long/_bulk/_check', {
        atomic,
        operations: Array.from({ length: count }, () => ({ op: 'create', data })),
      })
    const many = { list: Array.from({ length: 25_000 }, () => 'x') }
    t.equal((await bulk(true, many, 20)).statusCode, 200)
    t.equal((await bulk(true, { text: 'x'.repeat(7000) }, 1000)).statusCode, 200)

    const beyond = { list: Array.from({ length: 250_000 }, () => 'x') }
    const refused = await bulk(true, beyond, 2)
    t.equal(refused.statusCode, 400)
    t.match(refused.json().message, /^operations\[0\]: .*too large or too intricate/)

    const tree = { anyOf: [{ $ref: '#/$defs/branch' }, { $ref: '#/$defs/branch' }, { const: 1 }] }
    const intricate = {
      type: 'object',
      properties: { a: { $ref: '#/$defs/tree' } },
      $defs: {
        tree,
        branch: { type: 'object', properties: { a: { type: 'array', items: { $ref: '#/$defs/tree' } } } },
      },
    }
    t.equal(
      (await request('POST', '/api/resource-types', { name: 'Tree', slug: 'tree', schema: intricate })).statusCode,
      201,
    )
    const deep: unknown = JSON.parse(`${'{"a":['.repeat(12)}{"a":5}${']}'.repeat(12)}`)
    const operations = Array.from({ length: 1000 }, () => ({ op: 'create', data: { a: deep } }))
    const start = process.cpuUsage()
    const found = (await request('POST', '/api/tree/_bulk', { atomic: false, operations })).json().results as Result[]
    t.ok(process.cpuUsage(start).user < 12_000_000)
    t.match(found[0]?.message, /^(?!.*send fewer)/)
    t.match(found.at(-1), { status: 400, message: /take too long to check; send fewer at once/ })
  },
)

onEachStore('ids chosen by the caller', async (t, app) => {
  await withItems(app)
  const bulk = bulkOn(app)
  const fine = ['a', 'A-z0.9~_', '~a', '9', 'x'.repeat(128)].map(last => `urn:item:${last}`)
  const wrong = ['', '_a', '-a', '.a', 'a b', 'a/b', 'é', 'a:b', 'x'.repeat(129)].map(last => `urn:item:${last}`)
  for (const atomic of [true, false]) {
    for (const id of [...wrong, 'urn:movie:a', 'urn:item', 'a', 'URN:item:a']) {
      const answer = await bulk([{ op: 'create', id, data: { name: 'x' } }], { atomic })
      if (atomic) t.match(answer, { status: 400, message: /^operations\[0\]: id/ }, id)
      else t.strictSame(statuses(answer.results), [400], id)
    }
  }
  const made = await bulk(fine.map(id => ({ op: 'create', id, data: { name: 'x' } })))
  t.equal(made.status, 200, made.message)
  for (const id of fine) {
    t.equal((await app.request('GET', `/api/item/${encodeURIComponent(id)}`)).statusCode, 200, id)
    t.equal((await app.request('GET', `/api/item/${id.slice('urn:item:'.length)}`)).statusCode, 200, id)
  }
})

onEachStore('a bulk write that is not atomic', async (t, app) => {
  await withItems(app)
  const { request } = app
  const bulk = bulkOn(app)
  const operations = Array.from({ length: 450 }, (_, i) => ({
    op: 'create',
    data: i % 7 === 3 ? { name: i } : { name: `n${i}`, code: `c${i % 100}` },
  }))
  const { status, results } = await bulk(operations, { atomic: false })
  t.equal(status, 200)
  const taken = new Set<string>()
  const expected = operations.map(({ data: { code } }) => {
    if (code === undefined) return 400
    if (taken.has(code)) return 409
    taken.add(code)
    return 201
  })
  t.strictSame(statuses(results), expected)
  t.ok(
    results.every(({ status, message, id }) => (status === 201 ? id?.startsWith('urn:item:') : message !== undefined)),
  )
  t.equal((await request('GET', '/api/item?count=true')).json().total, taken.size)
  const id = results[0]?.id ?? ''
  const after = await bulk(
    [
      { op: 'update', id: 'urn:item:unknown', data: { name: 'x' } },
      { op: 'patch', id, data: { name: 'y' }, if_match: `"${id}.4"` },
      { op: 'restore', id: results[1]?.id },
      { op: 'delete', id: results[2]?.id },
    ],
    { atomic: false },
  )
  t.strictSame(statuses(after.results), [404, 412, 409, 204])
})

onAnyStore('malformed operations are refused as a whole', async (t, app) => {
  await withItems(app)
  const bulk = bulkOn(app)
  const { results } = await bulk([{ op: 'create', data: { name: 'a' } }])
  const id = results[0]?.id ?? ''
  const good = { op: 'create', data: { name: 'b' } }
  const malformed: unknown[] = [
    [],
    'x',
    Array.from({ length: 1001 }, () => good),
    [good, { op: 'destroy', id }],
    [good, { op: 'update', id }],
    [good, { op: 'update', data: { name: 'x' } }],
    [good, { op: 'delete', id, data: {} }],
    [good, { op: 'create' }],
    [good, { op: 'create', data: [] }],
    [good, { ...good, colour: 1 }],
    [
      { op: 'delete', id },
      { op: 'restore', id: id.split(':').at(-1) },
    ],
  ]
  for (const atomic of [true, false]) {
    for (const operations of malformed) {
      t.equal((await bulk(operations, { atomic })).status, 400, JSON.stringify(operations)?.slice(0, 80))
    }
  }
  t.equal((await bulk([good], { colour: 1 })).status, 400)
  t.equal((await bulk([good], { atomic: 'yes' })).status, 400)
  t.equal((await bulk([good], {}, '?colour=1')).status, 400)
  t.equal((await app.request('GET', '/api/item?count=true')).json().total, 1)
  t.equal((await app.request('POST', '/api/unknown/_bulk', { operations: [good] })).statusCode, 404)
  const large = Array.from({ length: 7 }, () => ({ op: 'create', data: { name: 'x'.repeat(1_000_000) } }))
  t.equal((await bulk(large)).status, 200, 'up to 8 MiB')
  t.equal((await bulk([...large, ...large])).status, 413)
})

onEachStore('a dry run does every check and writes nothing', async (t, app) => {
  await withItems(app)
  const { request } = app
  const bulk = bulkOn(app)
  const { results } = await bulk([{ op: 'create', data: { name: 'a', code: 'x' } }])
  const id = results[0]?.id ?? ''
  const operations = [
    { op: 'create', data: { name: 'b', code: 'x' } },
    { op: 'create', data: { name: 'b', code: 'y' } },
    { op: 'create', data: { name: 'c', code: 'y' } },
    { op: 'patch', id, data: { code: 'z' } },
    { op: 'create', data: { name: 'd', code: 'x' } },
    { op: 'create', data: {} },
    { op: 'delete', id: 'urn:item:unknown' },
  ]
  const tried = await bulk(operations, { atomic: false }, '?dry_run=true')
  t.strictSame(statuses(tried.results), [409, 201, 409, 200, 201, 400, 404])
  const together = await bulk(operations, {}, '?dry_run=true')
  t.equal(together.status, 400)
  t.equal((await request('GET', '/api/item?count=true')).json().total, 1)
  t.equal((await request('GET', '/api/events?type=Resource.Created&count=true')).json().total, 1)
  t.equal((await request('GET', `/api/item/${id}`)).json().sequence_no, 1)
})

onEachStore('each resource can be nested as deep as in a single request', async (t, app) => {
  await withItems(app)
  const deep = (depth: number): string => `{"name":"x","deep":${'['.repeat(depth - 1)}${']'.repeat(depth - 1)}}`
  const headers = { 'content-type': 'application/json' }
  const post = async (url: string, payload: string): Promise<number> =>
    (await app.app.inject({ method: 'POST', url, headers, payload })).statusCode
  const bulk = (data: string): string => `{"operations":[{"op":"create","data":${data}}]}`
  t.equal(await post('/api/item', deep(64)), 201)
  t.equal(await post('/api/item', deep(65)), 400)
  t.equal(await post('/api/item/_bulk', bulk(deep(64))), 200)
  t.equal(await post('/api/item/_bulk', bulk(deep(65))), 400)
  t.equal(await post('/api/item/_bulk', bulk('{"name":"x","__proto__":{"a":1}}')), 400)
})

t.test('a store that fails during a bulk write', async t => {
  const store = await createStore({ kind: 'sqlite', path: ':memory:' })
  let writes = 0
  let fails: (write: number) => Error | undefined = () => undefined
  const failing = new Proxy(store, {
    get(target, name) {
      if (name === 'write')
        return async (operations: readonly WriteOperation[]) => {
          const isOfBooks = operations.some(({ collection, kind }) => collection === 'books' && kind === 'insert')
          const error = isOfBooks ? fails(++writes) : undefined
          if (error !== undefined) throw error
          await target.write(operations)
        }
      const value: unknown = Reflect.get(target, name, target)
      return typeof value === 'function' ? value.bind(target) : value
    },
  })
  const { request, close } = await buildTestApp({ store: failing })
  t.teardown(close)
  const schema = { type: 'object', properties: { n: { type: 'number' } } }
  await request('POST', '/api/resource-types', { name: 'Book', slug: 'book', schema })
  const operations = Array.from({ length: 450 }, (_, n) => ({ op: 'create', data: { n } }))
  const send = async () => {
    writes = 0
    return request('POST', '/api/book/_bulk', { atomic: false, operations }, { accept: 'application/problem+json' })
  }
  const count = async (): Promise<number> => (await request('GET', '/api/book?count=true&limit=1')).json().total

  fails = () => new StoreUnavailable()
  t.match((await send()).json(), { status: 503, code: 'store-unavailable' }, 'nothing was written')
  t.equal(await count(), 0)

  fails = write => (write === 2 ? new OutcomeUnknown() : undefined)
  const { results } = (await send()).json() as { results: { status: number; id: string; message?: string }[] }
  const statuses = results.map(({ status }) => status)
  t.strictSame(new Set(statuses.slice(0, 100)), new Set([201]), 'a hundred in a write')
  t.strictSame(new Set(statuses.slice(100)), new Set([503]))
  t.match(results[100]?.message, `its id would be ${results[100]?.id}`)
  t.match(results[400], { id: /^urn:book:/, message: /^not done: the store failed \(outcome-unknown\)$/ })
  t.ok(results.every(({ message }) => message === undefined || !message.includes('nothing was changed')))
  t.equal(await count(), 100)

  fails = write => (write === 2 ? new StoreUnavailable() : undefined)
  const second = (await send()).json().results as { status: number; message?: string }[]
  t.match(second[0], { status: 201 })
  t.match(second[449], { status: 503, message: /^not done: the store failed \(store-unavailable\)$/ })
  t.equal(await count(), 200)

  fails = () => new OutcomeUnknown()
  const single = await request('POST', '/api/book', { n: 1 }, { accept: 'application/problem+json' })
  t.match(single.json(), { status: 503, code: 'outcome-unknown', id: /^urn:book:/ })
  t.equal(single.headers['retry-after'], undefined)
  t.match((await request('POST', '/api/book', { n: 1 })).json(), { message: /its id would be urn:book:/ })
})
