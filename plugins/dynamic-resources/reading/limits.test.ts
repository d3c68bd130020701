import type { Test } from 'tap'
import type { TestApp } from '../../../testing/index.ts'
import { onAnyStore, onEachStore } from '../../../testing/internal/each-store.ts'
import { create } from '../testing.ts'

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
const names = (count: number, name = 'name'): string[] => Array.from({ length: count }, () => name)
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
  [{ fields: names(1000) }, { fields: names(1001) }, 'fields', '1000'],
  [{ include: names(1000, 'refs') }, { include: names(1001, 'refs') }, 'include', '1000'],
  [
    { include: 'refs', 'fields[refs]': names(1000) },
    { include: 'refs', 'fields[refs]': names(1001) },
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

onAnyStore('the limits of a list hold for its address and for a body', async (t, app) => {
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

onEachStore('the operands of a filter are prepared once, whatever it is tested on', async (t, app) => {
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
