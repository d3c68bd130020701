import t from 'tap'
import type { DocumentStore } from '../../kernel/index.ts'
import type { JsonObject } from '../../lib/json/index.ts'
import { readData, readMeta } from '../../lib/store-kit/index.ts'
import { testWithStore, testAllStores, onOneService } from '../../testing/internal/each-store.ts'
import { until } from '../../testing/internal/until.ts'
import type { TypeEditor } from './contract.ts'
import { renameReferences } from './edit/rename-type.ts'
import { checkSlug, collectionName, isSlug, reservedSlugs, slugOfId } from './registry/slugs.ts'
import { nextState, typeRecords } from './registry/type-record.ts'

const movie = {
  name: 'Movie',
  slug: 'movie',
  description: 'A film',
  context: { '@vocab': 'https://schema.org/', '@type': 'Movie' },
  schema: { type: 'object', properties: { title: { type: 'string' }, year: { type: 'integer' } }, required: ['title'] },
}

const asProblem = { accept: 'application/problem+json' }

testAllStores(
  'a type is created, read and listed',
  async (t, { request }) => {
    const created = await request('POST', '/api/resource-types', movie)
    t.equal(created.statusCode, 201, created.body)
    const { created_at, ...rest } = created.json()
    t.strictSame(rest, { id: 'urn:type:movie', ...movie, plural: 'Movies', status: 'active' })
    t.match(created_at, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)
    t.equal(created.headers.location, '/api/resource-types/urn%3Atype%3Amovie')
    t.equal(created.headers.etag, '"urn:type:movie.1"')
    for (const id of ['movie', 'urn:type:movie', 'urn%3Atype%3Amovie']) {
      const got = await request('GET', `/api/resource-types/${id}`)
      t.equal(got.statusCode, 200, id)
      t.strictSame(got.json(), created.json())
    }
    const unchanged = await request('GET', '/api/resource-types/movie', undefined, {
      'if-none-match': '"urn:type:movie.1"',
    })
    t.equal(unchanged.statusCode, 304)
    t.equal(unchanged.body, '')

    t.equal((await request('POST', '/api/resource-types', { name: 'Plain', slug: 'plain' })).statusCode, 201)
    const plain = (await request('GET', '/api/resource-types/plain')).json()
    t.strictSame([plain.description, plain.context, 'schema' in plain], ['', {}, false])
    const hidden = { name: 'Part', slug: 'part', schema: { type: 'object', 'x-abstract': true } }
    t.equal((await request('POST', '/api/resource-types', hidden)).statusCode, 201)
    await request('DELETE', '/api/resource-types/plain')

    const slugs = async (query: string): Promise<string[]> =>
      (await request('GET', `/api/resource-types${query}`)).json().data.map(({ slug }: { slug: string }) => slug)
    t.strictSame(await slugs(''), ['movie'])
    t.strictSame(await slugs('?includeAll=true'), ['part', 'plain', 'movie'])
    const first = (await request('GET', '/api/resource-types?includeAll=true&limit=2&count=true')).json()
    t.strictSame([first.data.length, first.has_more, first.total], [2, true, 3])
    const second = (await request('GET', `/api/resource-types?includeAll=true&limit=2&cursor=${first.cursor}`)).json()
    t.strictSame([second.data.length, second.has_more, second.cursor], [1, false, ''])
    for (const query of [
      '?limit=0',
      '?limit=1001',
      '?includeAll=1',
      '?sort_by=description',
      `?cursor=${first.cursor}`,
      '?cursor=x',
    ]) {
      t.equal((await request('GET', `/api/resource-types${query}`)).statusCode, 400, query)
    }
  },
  ['files', 'presets'],
)

testWithStore(
  'an invalid type is refused, naming what is wrong',
  async (t, { request }) => {
    const post = async (body: unknown): Promise<[number, string]> => {
      const answer = await request('POST', '/api/resource-types', body)
      t.strictSame(Object.keys(answer.json()), ['message'])
      return [answer.statusCode, answer.json().message]
    }
    const cases: [body: unknown, named: RegExp][] = [
      [{}, /name.*slug/s],
      [{ name: '', slug: 'a' }, /name/],
      [{ name: '  ', slug: 'a' }, /name/],
      [{ name: 'A', slug: 'Movie' }, /slug/],
      [{ name: 'A', slug: 'persons' }, /slug/],
      [{ name: 'A', slug: 'presets' }, /slug/],
      [{ name: 'A', slug: 'health' }, /slug/],
      [{ name: 'A', slug: 'constructor' }, /slug/],
      [{ name: 'A', slug: 'a', id: 'urn:type:a' }, /id/],
      [{ name: 'A', slug: 'a', created_at: 'x' }, /created_at/],
      [{ name: 'A', slug: 'a', colour: 1 }, /colour/],
      [{ name: 'A', slug: 'a', schema: 'x' }, /schema/],
      [{ name: 'A', slug: 'a', schema: { type: 'array' } }, /schema/],
      [
        { name: 'A', slug: 'a', schema: { type: 'object', properties: { a: { $ref: 'https://x.example/' } } } },
        /\$ref/,
      ],
      [
        { name: 'A', slug: 'a', schema: { type: 'object', properties: { a: { type: 'string', pattern: '(?=a)' } } } },
        /pattern/,
      ],
      [{ name: 'A', slug: 'a', schema: { type: 'object', propertees: {} } }, /propertees/],
      [{ name: 'A', slug: 'a', context: [] }, /context/],
      [{ name: 'A', slug: 'a', context: { '@import': 'https://x.example/' } }, /import/],
      [[], /object/],
    ]
    for (const [body, named] of cases) {
      const [status, message] = await post(body)
      t.equal(status, 400, JSON.stringify(body))
      t.match(message, named, JSON.stringify(body))
    }
    const both = { name: 'A', slug: 'Wrong', context: { '@import': 'https://x.example/' } }
    t.match((await post(both))[1], /slug.*import/s, 'every failing field')
    for (const [slug, code] of [
      ['presets', 'reserved'],
      ['Movie', 'pattern'],
    ] as const) {
      const answer = await request('POST', '/api/resource-types', { name: 'A', slug }, asProblem)
      t.match(answer.json(), { problems: [{ pointer: '/slug', code }] }, slug)
    }
    t.strictSame((await request('GET', '/api/resource-types?includeAll=true')).json().data, [], 'nothing was created')
  },
  ['files', 'presets'],
)

const onShared = onOneService()

onShared('two slugs never share a collection', async (t, { request }) => {
  const create = async (slug: string): Promise<number> =>
    (await request('POST', '/api/resource-types', { name: slug, slug })).statusCode
  t.equal(await create('gadget'), 201)
  t.equal(await create('gadgets'), 409)
  t.equal(await create('gadget'), 409)
  t.equal((await request('DELETE', '/api/resource-types/gadget')).statusCode, 204)
  t.equal(await create('gadget'), 409, 'an archived type keeps its slug')
  t.equal(await create('gadgets'), 409)
  for (const slug of ['gadget', 'gadgets']) {
    const answer = await request('POST', '/api/resource-types', { name: slug, slug }, asProblem)
    t.match(answer.json(), { problems: [{ pointer: '/slug', code: 'not-unique' }] }, slug)
  }
  const statuses = await Promise.all(['widget', 'widgets', 'widget', 'widgets', 'widget'].map(create))
  t.strictSame(statuses.toSorted(), [201, 409, 409, 409, 409])
})

onShared('an archived type answers by id, its routes do not, and it can be restored', async (t, { request }) => {
  await request('POST', '/api/resource-types', movie)
  const resource = (await request('POST', '/api/movie', { title: 'Alien' })).json()
  t.equal((await request('DELETE', '/api/resource-types/movie?dry_run=true')).statusCode, 200)
  t.equal((await request('GET', '/api/movie')).statusCode, 200, 'a dry run changes nothing')
  const stale = await request('DELETE', '/api/resource-types/movie', undefined, { 'if-match': '"urn:type:movie.7"' })
  t.equal(stale.statusCode, 412)
  const archived = await request('DELETE', '/api/resource-types/movie')
  t.strictSame([archived.statusCode, archived.body], [204, ''])
  t.equal((await request('GET', '/api/resource-types/movie')).json().status, 'archived')
  for (const [method, path] of [
    ['GET', ''],
    ['POST', ''],
    ['GET', `/${resource.id}`],
    ['DELETE', `/${resource.id}`],
  ]) {
    const body = method === 'POST' ? { title: 'x' } : undefined
    t.equal((await request(String(method), `/api/movie${path}`, body)).statusCode, 404, `${method} ${path}`)
  }
  const revived = await request('PUT', '/api/resource-types/movie', { status: 'active' })
  t.equal(revived.json().status, 'active')
  t.equal((await request('GET', `/api/movie/${resource.id}`)).statusCode, 200, 'its data are kept')
  const put = await request('PUT', '/api/resource-types/movie', { status: 'archived' })
  t.strictSame([put.statusCode, put.json().status], [200, 'archived'])
  t.equal((await request('PUT', '/api/resource-types/movie', { status: 'deleted' })).statusCode, 400)
  const events = (await request('GET', '/api/events?subject=urn:type:movie')).json().data
  t.strictSame(
    events.map(({ type, data }: { type: string; data: unknown }) => [type, data]),
    ['Deleted', 'Restored', 'Deleted', 'Created'].map((what, i) => [
      `ResourceType.${what}`,
      { actor: 'urn:user:admin', type_slug: 'movie', sequence_no: 4 - i },
    ]),
  )
  for (const method of ['GET', 'PUT', 'DELETE']) {
    const answer = await request(method, '/api/resource-types/unknown', method === 'PUT' ? { name: 'x' } : undefined)
    t.equal(answer.statusCode, 404, method)
  }
})

testAllStores('PUT changes the fields sent, and takes effect with its answer', async (t, { request }) => {
  await request('POST', '/api/resource-types', movie)
  const renamed = await request(
    'PUT',
    '/api/resource-types/urn:type:movie',
    { name: 'Film' },
    { 'if-match': 'W/"urn:type:movie.1"' },
  )
  t.equal(renamed.statusCode, 200)
  t.strictSame(
    { ...renamed.json(), created_at: '' },
    { id: 'urn:type:movie', ...movie, name: 'Film', plural: 'Films', status: 'active', created_at: '' },
  )
  t.equal(renamed.headers.etag, '"urn:type:movie.2"')
  const stale = await request('PUT', '/api/resource-types/movie', { name: 'X' }, { 'if-match': '"urn:type:movie.1"' })
  t.equal(stale.statusCode, 412)
  for (const body of [
    { id: 'urn:type:x' },
    { created_at: 'x' },
    { name: '' },
    { colour: 1 },
    { slug: 'Wrong' },
    { context: 1 },
  ]) {
    t.equal((await request('PUT', '/api/resource-types/movie', body)).statusCode, 400, JSON.stringify(body))
  }
  t.equal((await request('POST', '/api/movie', { title: 'Alien', rating: 'good' })).statusCode, 201)
  t.equal((await request('GET', '/api/movie?sort_by=rating')).statusCode, 400, 'not declared, no column')
  const properties = { ...movie.schema.properties, rating: { type: 'number', minimum: 0 } }
  const schema = { ...movie.schema, properties }
  t.equal((await request('PUT', '/api/resource-types/movie', { schema })).statusCode, 409, 'a text is there already')
  t.equal((await request('PUT', '/api/resource-types/movie?force=true', { schema })).statusCode, 200)
  t.equal((await request('POST', '/api/movie', { title: 'Aliens', rating: 'good' })).statusCode, 400)
  t.equal((await request('POST', '/api/movie', { title: 'Aliens', rating: 8.4 })).statusCode, 201)
  const sorted = (await request('GET', '/api/movie?sort_by=rating')).json().data
  const ratings = sorted.map((one: { data: { '@graph': { rating: unknown }[] } }) => one.data['@graph'][0]?.rating)
  t.strictSame(ratings, [undefined, 8.4], 'the value that is no number was removed')
  const numbers = (await request('GET', '/api/movie?_filter[rating][gt]=1&count=true')).json()
  t.equal(numbers.total, 1)
  t.equal((await request('GET', '/api/movie?_filter[rating][eq]=good')).statusCode, 400, 'values are read by the type')
  const { rating, ...rest } = properties
  const reordered = { schema: { ...movie.schema, properties: { rating, ...rest } } }
  const inOrder = await request('PUT', '/api/resource-types/movie', reordered)
  t.equal(Object.keys(inOrder.json().schema.properties)[0], 'rating', 'the order of properties is part of a schema')
  t.equal(inOrder.headers.etag, '"urn:type:movie.4"')
  const again = await request('PUT', '/api/resource-types/movie', reordered)
  t.equal(again.headers.etag, '"urn:type:movie.4"', 'repeating has no effect')
  const open = (await request('PUT', '/api/resource-types/movie', { schema: null })).json()
  t.notOk('schema' in open)
  t.equal((await request('POST', '/api/movie', { anything: [1] })).statusCode, 201)
})

testAllStores('a change that conflicts with existing values is refused', async (t, { request }) => {
  await request('POST', '/api/resource-types', movie)
  const ids: string[] = []
  for (const [title, year] of [
    ['Alien', 1979],
    ['Alien', null],
    ['Brazil', 1985],
  ]) {
    const body = { title, ...(year === null ? {} : { year }) }
    ids.push((await request('POST', '/api/movie', body)).json().id)
  }
  const withProperties = (properties: object): object => ({ schema: { type: 'object', properties } })
  const toText = withProperties({ title: { type: 'string' }, year: { type: 'string' } })
  const refused = await request('PUT', '/api/resource-types/movie', toText)
  t.equal(refused.statusCode, 409)
  t.match(refused.json().message, /year/)
  const tried = await request('PUT', '/api/resource-types/movie?dry_run=true', toText)
  t.equal(tried.statusCode, 200)
  const problem = { property: 'year', count: 2, ids: [ids[0], ids[2]] }
  t.strictSame(tried.json(), {
    compatible: false,
    problems: [
      { kind: 'type-changed', ...problem, converted: 2, lost: 0 },
      { kind: 'invalid', ...problem },
    ],
  })
  t.equal((await request('GET', '/api/resource-types/movie')).headers.etag, '"urn:type:movie.1"', 'nothing changed')

  const wider = withProperties({ title: { type: 'string' }, year: { type: ['integer', 'string', 'null'] } })
  t.equal((await request('PUT', '/api/resource-types/movie', wider)).statusCode, 200, 'widening is compatible')
  t.equal((await request('PUT', '/api/resource-types/movie?force=true', toText)).statusCode, 200)
  t.equal((await request('GET', `/api/movie/${ids[0]}`)).statusCode, 200)
  const { id } = (await request('POST', '/api/movie', { title: 'Dune', year: '1984' })).json()
  const years = (await request('GET', '/api/movie?sort_by=year')).json().data
  t.strictSame(
    years.map((one: { data: { '@graph': { year?: unknown }[] } }) => one.data['@graph'][0]?.year),
    [undefined, '1979', '1984', '1985'],
    'old values are converted',
  )
  await request('PUT', `/api/movie/${id}`, { title: 'Dune' })

  const unique = withProperties({ title: { type: 'string', 'x-unique': true } })
  const twice = await request('PUT', '/api/resource-types/movie', unique)
  t.equal(twice.statusCode, 409)
  t.match(twice.json().message, /title/)
  t.equal((await request('PUT', '/api/resource-types/movie?force=true', unique)).statusCode, 409, 'force has no effect')
  const { problems } = (await request('PUT', '/api/resource-types/movie?dry_run=true', unique)).json()
  t.strictSame(problems, [
    { kind: 'not-unique', property: 'title', count: 2, ids: [ids[0], ids[1]] },
    { kind: 'property-removed', property: 'year', count: 2, ids: [ids[0], ids[2]] },
  ])
  t.equal(
    (await request('POST', '/api/movie', { title: 'Alien' })).statusCode,
    201,
    'the refused constraint has no effect',
  )
  await request('PUT', `/api/movie/${ids[1]}`, { title: 'Aliens' })
  const third = (await request('GET', '/api/movie?limit=1')).json().data[0].id
  await request('PUT', `/api/movie/${third}`, { title: 'Alien 3' })
  t.equal((await request('PUT', '/api/resource-types/movie', unique)).statusCode, 200)
  const double = await request('POST', '/api/movie', { title: 'Alien' })
  t.equal(double.statusCode, 409)
  t.match(double.json().message, /title/)
  const no = withProperties({ title: { type: 'string' } })
  t.equal((await request('PUT', '/api/resource-types/movie', no)).statusCode, 200)
  t.equal((await request('POST', '/api/movie', { title: 'Alien' })).statusCode, 201, 'no longer unique')
})

testAllStores('a value inside of a property is converted like one of its own', async (t, { request }) => {
  const schema = (type: string): object => ({
    type: 'object',
    properties: {
      address: { type: 'object', properties: { zip: { type } } },
      lines: { type: 'array', items: { type: 'object', properties: { price: { type } } } },
    },
  })
  await request('POST', '/api/resource-types', { name: 'Bill', slug: 'bill', schema: schema('string') })
  const data = { address: { zip: '10115' }, lines: [{ price: '2.5' }, { price: 'free' }] }
  const { id } = (await request('POST', '/api/bill', data)).json()
  const put = (query: string) => request('PUT', `/api/resource-types/bill${query}`, { schema: schema('number') })
  const found = { kind: 'type-changed', count: 1, ids: [id] }
  const { compatible, problems } = (await put('?dry_run=true')).json()
  t.equal(compatible, false)
  t.match(problems, [
    { ...found, property: 'address.zip', converted: 1, lost: 0 },
    { ...found, property: 'lines.price', converted: 0, lost: 1 },
  ])
  t.equal((await put('')).statusCode, 409)
  t.equal((await put('?convert=true')).statusCode, 409)
  const forced = await put('?force=true')
  t.match([forced.statusCode, forced.json()], [200, { converted: 1, removed: 1 }])
  const read = await request('GET', '/api/bill?_filter[address.zip][eq]=10115&_filter[lines.price][lt]=3')
  const [node] = read.json().data[0].data['@graph']
  t.match(node, { address: { zip: 10115 }, lines: [{ price: 2.5 }, {}] })
})

testWithStore(
  'a dry run of a new type',
  async (t, { request }) => {
    const tried = await request('POST', '/api/resource-types?dry_run=true', movie)
    t.strictSame([tried.statusCode, tried.json()], [200, { compatible: true, problems: [] }])
    t.equal((await request('GET', '/api/resource-types/movie')).statusCode, 404)
    t.equal((await request('POST', '/api/resource-types?dry_run=true', { name: 'A', slug: 'users' })).statusCode, 400)
    await request('POST', '/api/resource-types', movie)
    t.equal((await request('POST', '/api/resource-types?dry_run=true', movie)).statusCode, 409)
    t.equal((await request('POST', '/api/resource-types?dry_run=maybe', movie)).statusCode, 400)
    t.equal((await request('GET', '/api/events?type=ResourceType.Created')).json().data.length, 1)
  },
  ['files', 'presets'],
)

onShared('a type that keeps only the latest versions of its resources', async (t, { request }) => {
  const schema = (keep?: unknown): object => ({
    type: 'object',
    properties: { n: { type: 'number' } },
    ...(keep === undefined ? {} : { 'x-keep-versions': keep }),
  })
  for (const wrong of [0, -1, 1.5, '3', null]) {
    const answer = await request('POST', '/api/resource-types', { name: 'Draft', slug: 'draft', schema: schema(wrong) })
    t.equal(answer.statusCode, 400)
    t.match(answer.json().message, /x-keep-versions.*whole number/)
  }
  const made = await request('POST', '/api/resource-types', { name: 'Draft', slug: 'draft', schema: schema() })
  t.equal(made.statusCode, 201)
  const create = async (): Promise<string> => (await request('POST', '/api/draft', { n: 1 })).json().id
  const change = async (id: string, times: number): Promise<void> => {
    for (let n = 0; n < times; n++) await request('PUT', `/api/draft/${id}`, { n: 100 + n })
  }
  const numbers = async (id: string): Promise<number[]> =>
    (await request('GET', `/api/draft/${id}/versions`))
      .json()
      .data.map((one: { sequence_no: number }) => one.sequence_no)
  const [busy, idle] = [await create(), await create()]
  await change(busy, 6)
  await change(idle, 4)
  t.equal((await request('PUT', '/api/resource-types/draft', { schema: schema(3) })).statusCode, 200)
  await change(busy, 1)
  t.strictSame(await numbers(busy), [8, 7, 6], 'a write removes what is too old')
  await until(async () => (await numbers(idle)).length === 3)
  t.strictSame(await numbers(idle), [5, 4, 3], 'that of other resources is removed in the background')
  const page = (await request('GET', `/api/draft/${busy}/versions?count=true`)).json()
  t.match(page, { total: 3, has_more: false })
  t.equal((await request('GET', `/api/draft/${busy}?sequence_no=6`)).statusCode, 200)
  const gone = await request('GET', `/api/draft/${busy}?sequence_no=5`)
  t.equal(gone.statusCode, 404)
  t.match(gone.json(), { message: /no such version/ })
  t.equal((await request('PUT', '/api/resource-types/draft', { schema: schema(1) })).statusCode, 200)
  await until(async () => (await numbers(busy)).length === 1)
  await request('PUT', '/api/resource-types/draft', { schema: schema() })
  await change(busy, 2)
  t.strictSame(await numbers(busy), [10, 9, 8], 'without the keyword all versions are kept')
})

testAllStores(
  'types are found by what they say, and patched',
  async (t, { request }) => {
    const makes = [
      movie,
      { name: 'Actor', slug: 'actor', description: 'Somebody in a film' },
      { name: 'Zebra', slug: 'zebra', schema: { type: 'object', 'x-abstract': true } },
    ]
    for (const body of makes) t.equal((await request('POST', '/api/resource-types', body)).statusCode, 201)
    const slugs = async (query: string): Promise<string> => {
      const answer = await request('GET', `/api/resource-types?${query}`)
      t.equal(answer.statusCode, 200, `${query}: ${answer.body}`)
      return answer
        .json()
        .data.map(({ slug }: { slug: string }) => slug)
        .join(' ')
    }
    t.equal(await slugs('q=film'), 'actor movie')
    t.equal(await slugs('q=zeb'), '')
    t.equal(await slugs('q=zeb&include_all=true'), 'zebra')
    t.equal(await slugs('sort_by=name'), 'actor movie')
    t.equal(await slugs('sort_by=slug&sort_order=desc&include_all=true'), 'zebra movie actor')
    t.equal(await slugs('_filter[name][like]=OVI'), 'movie')
    t.equal(await slugs('_filter[description][exists]=true&_filter[slug][ne]=movie'), 'actor')
    const either = encodeURIComponent(JSON.stringify({ or: [{ slug: { eq: 'zebra' } }, { name: { in: ['Movie'] } }] }))
    t.equal(await slugs(`include_all=true&sort_by=name&_filter=${either}`), 'movie zebra')
    const page = (await request('GET', '/api/resource-types?sort_by=name&limit=1&count=true')).json()
    t.equal(page.total, 2)
    t.equal(await slugs(`sort_by=name&cursor=${page.cursor}`), 'movie')
    for (const [query, parameter] of [
      ['_filter[collection][eq]=x', '_filter[collection][eq]'],
      ['_filter[name][is]=x', '_filter[name][is]'],
      ['sort_by=hidden', 'sort_by'],
      ['q=-', 'q'],
      [`sort_by=slug&cursor=${page.cursor}`, 'cursor'],
      [`sort_by=name&q=film&cursor=${page.cursor}`, 'cursor'],
    ] as const) {
      const refused = await request('GET', `/api/resource-types?${query}`, undefined, asProblem)
      t.match(refused.json(), { status: 400, parameter }, query)
    }

    const path = '/api/resource-types/movie'
    const { properties } = movie.schema
    const patched = await request(
      'PATCH',
      path,
      {
        description: null,
        context: { '@type': 'Film' },
        schema: { properties: { year: null, rating: { type: 'number' } } },
      },
      { 'content-type': 'application/merge-patch+json', 'if-match': '"urn:type:movie.1"' },
    )
    t.equal(patched.statusCode, 200, patched.body)
    t.match(patched.json(), {
      name: 'Movie',
      description: '',
      context: { '@vocab': 'https://schema.org/', '@type': 'Film' },
      schema: { type: 'object', required: ['title'] },
    })
    t.strictSame(patched.json().schema.properties, { title: properties.title, rating: { type: 'number' } })
    t.equal((await request('PATCH', path, { name: 'X' }, { 'if-match': '"urn:type:movie.1"' })).statusCode, 412)
    const tried = await request('PATCH', `${path}?dry_run=true`, { schema: { required: ['rating'] } })
    t.strictSame([tried.statusCode, tried.json().compatible], [200, true])
    const checked = await request('POST', `${path}/_check?action=update`, {
      schema: { properties: { title: { type: 5 } } },
    })
    t.equal(checked.statusCode, 400, 'what the patch leads to is checked')
    t.equal((await request('POST', `${path}/_check?action=replace`, { description: null })).statusCode, 400)
    t.equal((await request('POST', '/api/movie', { title: 'Alien' })).statusCode, 201)
    for (const [action, kinds] of [
      ['replace', ['property-removed']],
      ['update', []],
    ] as const) {
      const schema = { type: 'object', properties: { rating: { type: 'number' } } }
      const { problems } = (await request('POST', `${path}/_check?action=${action}`, { schema })).json()
      t.strictSame(
        problems.map(({ kind }: { kind: string }) => kind),
        kinds,
        `${action} is checked like ${action === 'replace' ? 'PUT' : 'PATCH'}`,
      )
    }
    for (const body of [
      { name: null },
      { slug: null },
      { status: null },
      { plural: 'x' },
      { id: 'x' },
      { colour: 1 },
      [],
    ])
      t.equal((await request('PATCH', path, body)).statusCode, 400, JSON.stringify(body))
    const read = await request('GET', path)
    const shown: object = read.json()
    const put = await request('PUT', path, { ...shown, name: 'Film' }, { 'if-match': String(read.headers.etag) })
    t.strictSame([put.statusCode, put.json().plural], [200, 'Films'], put.body)
    t.equal((await request('PUT', path, { ...shown, name: 'Movie' })).statusCode, 400, 'plural was another one')
    t.equal((await request('PATCH', path, { schema: null })).json().schema, undefined)
    const both = await Promise.all([
      request('PATCH', path, { schema: { properties: { a: { type: 'string' } } } }),
      request('PATCH', path, { schema: { properties: { b: { type: 'string' } } } }),
    ])
    t.strictSame(
      both.map(({ statusCode }) => statusCode),
      [200, 200],
    )
    const kept = Object.keys((await request('GET', path)).json().schema.properties)
    t.strictSame(kept.toSorted(), ['a', 'b'], 'no change is lost')
  },
  ['files', 'presets'],
)

t.test('a slug is lower-case kebab-case of at most 63 characters', async t => {
  for (const slug of ['a', 'movie', 'web-page', 'v2', 'a1-2-b3', `a${'b'.repeat(62)}`]) t.ok(isSlug(slug), slug)
  const wrong = ['', 'Movie', '1a', '-a', 'a-', 'a--b', 'a_b', 'ä', 'a.b', 'a b', 'a\n', `a${'b'.repeat(63)}`]
  for (const slug of wrong) t.notOk(isSlug(slug), JSON.stringify(slug))
})

t.test('segments of the service and members of Object.prototype are reserved', async t => {
  const names = [
    'resource-types',
    'resources',
    'persons',
    'organizations',
    'users',
    'settings',
    'auth',
    'admin',
    'access',
  ]
  names.push('accounts', 'views', 'health', 'events', 'docs', 'mcp', 'presets', 'constructor')
  for (const name of names) t.throws(() => checkSlug(name, reservedSlugs), { message: /reserved/ }, name)
  t.throws(() => checkSlug('hasOwnProperty', reservedSlugs), { message: /reserved/ })
  for (const slug of ['person', 'organization', 'event', 'view', 'gadget']) checkSlug(slug, reservedSlugs)
})

t.test('the collection is the slug in the English plural, and the plural of a plural is itself', async t => {
  const names = {
    movie: 'movies',
    'web-page': 'web_pages',
    person: 'people',
    people: 'people',
    'sales-person': 'sales_people',
    category: 'categories',
    api: 'apis',
    datum: 'data',
    series: 'series',
    sheep: 'sheep',
    analysis: 'analyses',
    canvas: 'canvases',
    lens: 'lenses',
    status: 'statuses',
    gadget: 'gadgets',
    gadgets: 'gadgets',
    'nutrition-information': 'nutrition_information',
    'how-to-step': 'how_to_steps',
    guru: 'gurus',
  }
  for (const [slug, name] of Object.entries(names)) t.equal(collectionName(slug), name, slug)
  for (const name of Object.values(names)) {
    t.equal(collectionName(name.replaceAll('_', '-')), name, `${name} is its own plural`)
  }
})

t.test('an id in a path is a URN or its last part', async t => {
  t.equal(slugOfId('urn:type:web-page'), 'web-page')
  t.equal(slugOfId('web-page'), 'web-page')
  for (const id of ['urn:movie:web-page', 'urn:type:', 'urn:type:A', '__proto__']) t.equal(slugOfId(id), undefined, id)
})

t.test('a change of slug renames references, and nothing else', async t => {
  const schema = {
    type: 'object',
    properties: {
      project: { type: 'string', 'x-resource-type': 'project' },
      'x-resource-type': { type: 'string', const: 'project', default: { 'x-resource-type': 'project' } },
      tags: { type: 'array', items: { type: 'string', 'x-resource-type': 'project' } },
      other: { type: 'string', 'x-resource-type': 'person' },
    },
    $defs: { default: { anyOf: [{ type: 'string', 'x-resource-type': 'project' }] } },
  }
  const renamed = renameReferences(schema, 'project', 'effort')
  t.strictSame(renamed, {
    type: 'object',
    properties: {
      project: { type: 'string', 'x-resource-type': 'effort' },
      'x-resource-type': { type: 'string', const: 'project', default: { 'x-resource-type': 'project' } },
      tags: { type: 'array', items: { type: 'string', 'x-resource-type': 'effort' } },
      other: { type: 'string', 'x-resource-type': 'person' },
    },
    $defs: { default: { anyOf: [{ type: 'string', 'x-resource-type': 'effort' }] } },
  })
  t.equal(renameReferences(schema, 'unknown', 'effort'), schema)
})

const schema = { type: 'object', properties: { title: { type: 'string' } } }
const plainMovie = { name: 'Movie', slug: 'movie', schema }

testAllStores('a slug changes while there are no resources, and schemas follow', async (t, { request }) => {
  await request('POST', '/api/resource-types', plainMovie)
  const ofMovie = { type: 'object', properties: { of: { type: 'string', 'x-resource-type': 'movie' } } }
  await request('POST', '/api/resource-types', { name: 'Review', slug: 'review', schema: ofMovie })
  await request('POST', '/api/resource-types', { name: 'Play', slug: 'play' })
  t.equal((await request('PUT', '/api/resource-types/movie', { slug: 'plays' })).statusCode, 409)
  const moved = await request('PUT', '/api/resource-types/movie', { slug: 'film', name: 'Film' })
  t.equal(moved.statusCode, 200, moved.body)
  t.match(moved.json(), { id: 'urn:type:film', slug: 'film', name: 'Film', schema: plainMovie.schema })
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
  const used = await request('PUT', '/api/resource-types/movie', { slug: 'picture' }, asProblem)
  t.equal(used.statusCode, 409)
  t.match(used.json(), { problems: [{ pointer: '/slug', code: 'read-only' }] })
  t.equal((await request('GET', '/api/movie')).json().data.length, 1)
  t.equal((await request('POST', '/api/movie', { title: 'Aliens' })).statusCode, 201, 'resources can still be created')
  for (const slug of ['person', 'organization']) {
    t.equal((await request('DELETE', `/api/resource-types/${slug}`)).statusCode, 409)
    t.equal((await request('PUT', `/api/resource-types/${slug}`, { status: 'archived' })).statusCode, 409)
    t.equal((await request('PUT', `/api/resource-types/${slug}`, { slug: 'human' })).statusCode, 409)
  }
})

const text = { type: 'string' }
const refersTo = (slug: string) => ({ ...text, 'x-resource-type': slug })
const schemaOf = (properties: object) => ({ type: 'object', properties })

onShared('a schema refers to existing types', async (t, { request }) => {
  const post = (slug: string, properties: object, query = '') =>
    request('POST', `/api/resource-types${query}`, { name: slug, slug, schema: schemaOf(properties) })
  const steps = { type: 'array', items: { type: 'object', properties: { by: refersTo('nobody') } } }
  for (const query of ['', '?dry_run=true']) {
    const refused = await post('task', { name: text, project: refersTo('project'), steps }, query)
    t.equal(refused.statusCode, 400)
    t.match(refused.json().message, /project: x-resource-type names project.*steps\.by: x-resource-type names nobody/)
  }
  t.equal((await post('task', { name: text, parent: refersTo('task') })).statusCode, 201, 'a type can name itself')
  t.equal((await post('project', {})).statusCode, 201)
  await request('DELETE', '/api/resource-types/project')
  const put = (properties: object) => request('PUT', '/api/resource-types/task', { schema: schemaOf(properties) })
  t.equal((await put({ project: refersTo('project') })).statusCode, 200, 'references to archived types are allowed')
  t.equal((await put({ project: refersTo('projects') })).statusCode, 400)
  t.equal((await put({ project: refersTo('constructor') })).statusCode, 400)
})

testAllStores('a dry run reports how references affect existing resources', async (t, { request }) => {
  const type = (slug: string, properties: object) =>
    request('POST', '/api/resource-types', { name: slug, slug, schema: schemaOf(properties) })
  await type('project', { name: text })
  await type('task', { project: text, tags: { type: 'array', items: text } })
  const create = async (slug: string, data: object): Promise<string> =>
    (await request('POST', `/api/${slug}`, data)).json().id
  const project = await create('project', { name: 'P' })
  const gone = await create('project', { name: 'gone' })
  await request('DELETE', `/api/project/${gone}`)
  await create('task', { project })
  await create('task', {})
  const wrong = [
    await create('task', { project: 'the first' }),
    await create('task', { project: gone, tags: [project, 'x'] }),
  ]
  const change = {
    schema: schemaOf({ project: refersTo('project'), tags: { type: 'array', items: refersTo('project') } }),
  }
  const tried = (await request('PUT', '/api/resource-types/task?dry_run=true', change)).json()
  t.equal(tried.compatible, true)
  t.match(tried.problems, [
    { kind: 'unknown-reference', property: 'project', count: 2 },
    { kind: 'unknown-reference', property: 'tags', count: 1, ids: wrong.slice(1) },
  ])
  t.strictSame(tried.problems[0].ids.toSorted(), wrong.toSorted())
  t.equal(tried.problems.length, 2)
  t.equal((await request('PUT', '/api/resource-types/task', change)).statusCode, 200)
  const again = { schema: { ...change.schema, description: 'the same' } }
  t.strictSame((await request('PUT', '/api/resource-types/task?dry_run=true', again)).json().problems, [])

  const archiving = await request('DELETE', '/api/resource-types/project?dry_run=true')
  t.match(archiving.json(), {
    problems: [
      { kind: 'referred-to', property: 'project', count: 2 },
      { kind: 'referred-to', property: 'tags', count: 1, ids: wrong.slice(1) },
    ],
  })
  t.equal(
    (await request('DELETE', '/api/resource-types/project')).statusCode,
    204,
    'the problem is reported, and does not prevent archiving',
  )
  t.equal((await request('POST', '/api/task', { project })).statusCode, 400, 'cannot refer to an archived type')
  t.equal((await request('PUT', '/api/resource-types/project', { status: 'active' })).statusCode, 200)
  t.equal((await request('POST', '/api/task', { project })).statusCode, 201)
})

const object = (properties: JsonObject, further: JsonObject = {}): JsonObject => ({
  type: 'object',
  properties,
  ...further,
})

onShared('a column changes its type: values are converted or removed, all or none', async (t, { request, app }) => {
  const store = app.diContainer.resolve<DocumentStore>('documentStore')
  const put = (schema: JsonObject, query = '') => request('PUT', `/api/resource-types/thing${query}`, { schema })
  const first = object({ n: text, flag: text, tags: text, list: { type: 'array', items: text }, free: {}, rest: text })
  await request('POST', '/api/resource-types', { name: 'Thing', slug: 'thing', schema: first })
  const create = async (data: JsonObject): Promise<string> =>
    (await request('POST', '/api/thing', data)).json<{ id: string }>().id
  const fine = await create({ n: '-0.5', flag: 'true', tags: 'a', list: ['b'], free: 5, rest: 'x' })
  const empty = await create({ rest: 'y' })
  const archived = await create({ n: '7' })
  await request('DELETE', `/api/thing/${archived}`)
  const second = object({
    n: { type: ['number', 'null'] },
    flag: { type: 'boolean' },
    tags: { type: 'array', items: text },
    list: text,
    free: text,
    rest: {},
  })
  const data = async (id: string): Promise<JsonObject> => {
    const found = await store.get('things', id)
    return found === undefined ? {} : readData(found)
  }
  const problem = (property: string, converted: number, lost: number) => ({
    kind: 'type-changed',
    property,
    count: converted + lost,
    converted,
    lost,
  })
  const all = ['n', 'flag', 'tags', 'list', 'free'].map(name => problem(name, name === 'n' ? 2 : 1, 0))

  t.equal((await put(second)).statusCode, 409)
  const changed = async (schema: JsonObject): Promise<JsonObject[]> => {
    const planned = (await put(schema, '?dry_run=true')).json<{ compatible: boolean; problems: JsonObject[] }>()
    t.equal(planned.compatible, false)
    return planned.problems.filter(({ kind }) => kind === 'type-changed')
  }
  t.match(await changed(second), all)
  t.match((await put(second, '?dry_run=true&convert=true')).json(), { compatible: true, converted: 6, removed: 0 })
  const made = await put(second, '?convert=true')
  t.equal(made.statusCode, 200, made.body)
  t.match(made.json(), { slug: 'thing', converted: 6, removed: 0 })
  t.strictSame(await data(fine), { n: -0.5, flag: true, tags: ['a'], list: 'b', free: '5', rest: 'x' })
  t.strictSame(await data(empty), { rest: 'y' })
  t.strictSame(await data(archived), { n: 7 })
  const versions = (await request('GET', `/api/thing/${fine}/versions`)).json<{ data: object[] }>().data
  t.equal(versions.length, 2, 'a new version')
  t.equal((await request('GET', '/api/thing?_filter[n][lt]=0&sort_by=n')).json<{ data: object[] }>().data.length, 1)

  const other = await create({ n: 5, tags: ['a', 'b'], free: 'word' })
  const third = object({ n: text, tags: text, free: { type: 'number' } })
  t.match(await changed(third), [problem('n', 3, 0), problem('tags', 1, 1), problem('free', 1, 1)])
  const refused = await put(third, '?convert=true')
  t.equal(refused.statusCode, 409)
  t.match(refused.json().message, /tags: 2 resources.*1 can be converted.*1 would be lost/)
  t.strictSame(await data(other), { n: 5, tags: ['a', 'b'], free: 'word' }, 'nothing was written')
  t.match((await put(third, '?dry_run=true&convert=true')).json(), { compatible: false })
  t.match((await put(third, '?force=true')).json(), { converted: 5, removed: 2 })
  t.strictSame(await data(other), { n: '5' })
  t.match((await request('GET', `/api/thing/${other}?sequence_no=1`)).body, /"word"/, 'the earlier version keeps it')
  t.equal((await put(object({ n: {}, tags: text, free: {} }))).statusCode, 200, 'what becomes no column loses nothing')
})

onShared('resources that are written while a column changes its type have its values', async (t, { request, app }) => {
  const store = app.diContainer.resolve<DocumentStore>('documentStore')
  const schema = (n: JsonObject): JsonObject => ({ schema: object({ n }, { additionalProperties: false }) })
  await request('POST', '/api/resource-types', { name: 'Race', slug: 'race', ...schema(text) })
  const first = (await request('POST', '/api/race', { n: '0' })).json<{ id: string }>().id
  const over = new AbortController()
  const write = async (from: number): Promise<void> => {
    for (let n = from; !over.signal.aborted; n += 3) {
      const { statusCode } = await request('POST', '/api/race', { n: String(n) })
      const changed = await request('PUT', `/api/race/${first}`, { n: String(n) })
      for (const status of [statusCode, changed.statusCode]) t.ok([200, 201, 400, 409].includes(status), `${status}`)
    }
  }
  const writing = [1, 2, 3].map(write)
  let answer = await request('PUT', '/api/resource-types/race?convert=true', schema({ type: 'integer' }))
  while (answer.statusCode === 409)
    answer = await request('PUT', '/api/resource-types/race?convert=true', schema({ type: 'integer' }))
  over.abort()
  await Promise.all(writing)
  t.equal(answer.statusCode, 200, answer.body)
  const found: JsonObject[] = []
  for await (const portion of store.scan('races')) found.push(...portion.map(readData))
  t.same(
    found.filter(({ n }) => typeof n !== 'number'),
    [],
  )
  t.equal(answer.json().converted, found.length, 'all of them were converted')
})

testAllStores('a store of version 0.2.0: values that fit are converted, others only with force', async (t, app) => {
  const { request } = app
  const store = app.app.diContainer.resolve<DocumentStore>('documentStore')
  const editor = app.app.diContainer.resolve<TypeEditor>('typeEditor')
  await request('POST', '/api/resource-types', { name: 'Old', slug: 'old', schema: object({ a: {}, b: {} }) })
  const create = async (data: JsonObject): Promise<string> =>
    (await request('POST', '/api/old', data)).json<{ id: string }>().id
  const fine = await create({ a: 5, b: 'x' })
  const lost = await create({ a: ['x', 'y'], b: 1 })
  t.strictSame(await editor.planUpgrades(), [])

  const record = await typeRecords.find(store, 'urn:type:old')
  t.ok(record)
  if (record === undefined) return
  const b = { type: ['string', 'integer'], 'x-unique': true }
  const schema = object({ a: text, b }, { 'x-display-property': 'b' })
  await store.write([typeRecords.replace(nextState(record, { ...record.data, schema, mixed: [['a']] }))])
  t.match(await editor.planUpgrades(), [
    { description: /loses \/properties\/b\/x-unique/, rows: 1 },
    { description: /loses \/x-display-property/, rows: 1 },
    { description: /old\.a: 1 of the values .* are converted, 1 are removed, which needs --force/, rows: 2 },
  ])
  await t.rejects(editor.runUpgrades({ force: false }), /old\.a: 1.*plinth upgrade --force/)
  const unchanged = await store.get('olds', fine)
  t.equal(unchanged && readMeta(unchanged).sequence_no, 1)
  await editor.runUpgrades({ force: true })
  t.strictSame(await editor.planUpgrades(), [])
  const [one, two] = await Promise.all([fine, lost].map(id => store.get('olds', id)))
  t.strictSame(one && readData(one), { a: '5', b: 'x' })
  t.strictSame(two && readData(two), { b: 1 })
  t.match((await request('GET', '/api/resource-types/old')).json(), { schema: { properties: { b: { type: b.type } } } })
  t.notMatch((await request('GET', '/api/resource-types/old')).body, /x-unique|x-display-property/)
})
