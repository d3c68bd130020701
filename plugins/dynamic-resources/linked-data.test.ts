import jsonld from 'jsonld'
import type { JsonLdDocument } from 'jsonld'
import { triplesOf } from '../../lib/json-ld/testing.ts'
import type { Json, JsonObject } from '../../lib/json/index.ts'
import type { TestApp } from '../../testing/index.ts'
import { testWithStore, testAllStores } from '../../testing/internal/each-store.ts'

const linked = { accept: 'application/ld+json' }
const sent = { 'content-type': 'application/ld+json' }

const project = {
  name: 'Project',
  slug: 'project',
  context: {
    '@vocab': 'https://schema.org/',
    '@type': 'Project',
    due: { '@id': 'https://example.org/due', '@type': 'http://www.w3.org/2001/XMLSchema#date' },
  },
  schema: {
    type: 'object',
    properties: {
      name: { type: 'string' },
      due: { type: 'string', format: 'date' },
      parent: { type: 'string', 'x-resource-type': 'project' },
      tags: { type: 'array', items: { type: 'string' } },
    },
  },
}

async function offline(document: JsonLdDocument): Promise<unknown[]> {
  const documentLoader = async (url: string): Promise<never> => {
    throw new Error(`fetched ${url}`)
  }
  const options = { documentLoader, safe: true }
  return jsonld.expand(document, options)
}

async function withProjects({ request }: TestApp): Promise<void> {
  await request('POST', '/api/resource-types', project)
}

testWithStore('JSON-LD expands to the IRIs of the context', async (t, app) => {
  await withProjects(app)
  const { request } = app
  const parent = (await request('POST', '/api/project', { name: 'House' })).json().id
  const created = await request(
    'POST',
    '/api/project',
    { name: 'Roof', due: '2026-05-01', parent, tags: ['a', 'b'] },
    linked,
  )
  t.equal(created.statusCode, 201)
  const { id } = (await request('GET', '/api/project?limit=1')).json().data[0]
  const got = await request('GET', `/api/project/${id}`, undefined, linked)
  t.match(got.headers['content-type'], 'application/ld+json')
  t.equal(got.headers.etag, `"${id}.1.ld1"`)
  t.strictSame(created.json(), got.json())
  const { '@context': context, ...node } = got.json()
  t.strictSame(node, { '@id': id, '@type': 'Project', name: 'Roof', due: '2026-05-01', parent, tags: ['a', 'b'] })
  t.notOk('@type' in context, 'that would be keyword redefinition')
  t.strictSame(await offline(got.json()), [
    {
      '@id': id,
      '@type': ['https://schema.org/Project'],
      'https://schema.org/name': [{ '@value': 'Roof' }],
      'https://example.org/due': [{ '@type': 'http://www.w3.org/2001/XMLSchema#date', '@value': '2026-05-01' }],
      'https://schema.org/parent': [{ '@id': parent }],
      'https://schema.org/tags': [{ '@value': 'a' }, { '@value': 'b' }],
    },
  ])
  t.equal(
    (await request('GET', `/api/project/${id}`, undefined, { ...linked, 'if-none-match': `"${id}.1.ld1"` })).statusCode,
    304,
  )
  await request('PUT', '/api/resource-types/project', { name: 'Effort' })
  t.equal(
    (await request('GET', `/api/project/${id}`, undefined, { ...linked, 'if-none-match': `"${id}.1.ld1"` })).statusCode,
    200,
  )
  const replacedIf = async (tag: string): Promise<number> =>
    (await request('PUT', `/api/project/${id}`, got.json(), { ...sent, 'if-match': tag })).statusCode
  t.equal(await replacedIf(`"${id}.1.ld1"`), 412, 'the type has changed, and with it this representation')
  t.equal(await replacedIf(`"${id}.1.ld2"`), 200)

  const list = await request('GET', '/api/project?limit=1', undefined, linked)
  t.match(list.headers['content-type'], 'application/ld+json')
  t.strictSame(Object.keys(list.json()), ['@context', '@graph'])
  t.equal((await offline(list.json())).length, 1)
  const [, next] = /^<([^>]+)>; rel="next"$/.exec(String(list.headers.link)) ?? []
  const last = await request('GET', next ?? '', undefined, linked)
  t.equal(last.json()['@graph'][0]['@id'], parent)
  t.equal(last.headers.link, undefined)
  t.match((await request('GET', `/api/project/${id}`)).headers.vary, /Accept/)
})

testAllStores('a body of JSON-LD makes the round trip', async (t, app) => {
  await withProjects(app)
  const { request } = app
  const created = await request(
    'POST',
    '/api/project',
    { '@type': 'Project', name: 'House', tags: ['a'] },
    { ...sent, ...linked },
  )
  t.equal(created.statusCode, 201, created.body)
  const document = created.json()
  const path = `/api/project/${document['@id']}`
  const put = await request('PUT', path, document, { ...sent, ...linked, 'if-match': String(created.headers.etag) })
  t.equal(put.statusCode, 200, put.body)
  t.strictSame(put.json(), document)
  const other = {
    '@context': { title: 'https://schema.org/name', label: 'https://schema.org/tags' },
    '@id': document['@id'],
    '@type': 'https://schema.org/Project',
    title: 'Barn',
    label: 'only',
  }
  const foreign = await request('PUT', path, other, sent)
  t.equal(foreign.statusCode, 200, foreign.body)
  t.strictSame(foreign.json().data['@graph'][0], {
    '@id': document['@id'],
    '@type': 'Project',
    name: 'Barn',
    tags: ['only'],
  })
  const refused: unknown[] = [
    { ...document, '@id': 'urn:project:other' },
    { ...document, '@type': 'Other' },
    { ...document, '@context': 'https://schema.example/' },
    { '@context': { '@import': 'https://schema.org/' }, title: 'x' },
    { '@context': { title: 'https://schema.org/name' }, title: 'x', lost: 'y' },
    { ...document, created_by: 'urn:user:other' },
  ]
  for (const body of refused) {
    const answer = await request('PUT', path, body, sent)
    t.equal(answer.statusCode, 400, JSON.stringify(body))
  }
  const same = { ...document, created_by: 'urn:user:admin' }
  t.equal((await request('PUT', path, same, sent)).statusCode, 200, 'a read-only property that equals the stored value')
})

const shop = {
  name: 'Shop item',
  slug: 'shop-item',
  schema: {
    type: 'object',
    properties: {
      name: { type: 'string' },
      price: { type: 'number' },
      stock: { type: 'integer' },
      since: { type: 'string', format: 'date' },
      at: { type: ['string', 'null'], format: 'date-time' },
      opens: { type: 'string', format: 'time' },
      page: { type: 'string', format: 'uri' },
      steps: { type: 'array', items: { type: 'string' }, 'x-list': true },
      project: { type: 'string', 'x-resource-type': 'project' },
      offer: { type: 'object', properties: { price: { type: 'number' }, since: { type: 'string' } } },
    },
  },
}

testWithStore('triples have datatypes, and lists their order', async (t, app) => {
  await withProjects(app)
  const { request } = app
  const wrong = { ...shop, schema: { ...shop.schema, properties: { a: { type: 'array', 'x-list': 'yes' } } } }
  t.match((await request('POST', '/api/resource-types', wrong)).json().message, /x-list: must be true or false/)
  t.equal((await request('POST', '/api/resource-types', shop)).statusCode, 201)
  const project = (await request('POST', '/api/project', { name: 'Roof', due: '2026-05-01' })).json().id
  const data = {
    name: 'Nail',
    price: 10,
    stock: 3,
    since: '2026-05-02',
    at: '2026-05-02T10:00:00Z',
    opens: '10:00:00Z',
    page: 'https://a.example/nail',
    steps: ['b', 'a'],
    project,
    offer: { price: 9.5, since: 'soon' },
  }
  const { id } = (await request('POST', '/api/shop-item', data)).json()
  const cheaper = (await request('POST', '/api/shop-item', { name: 'Screw', price: 10.5 })).json().id
  const read = await request('GET', `/api/shop-item/${id}`, undefined, linked)
  const { '@context': context, ...node } = read.json()
  t.strictSame(node, { '@id': id, '@type': 'Shop item', ...data }, 'only the context changes')
  const list = await request('GET', '/api/shop-item?include=project', undefined, linked)
  const [own, all] = [await triplesOf(read.json()), await triplesOf(list.json())]
  const about = (lines: string[], subject: string): string[] =>
    lines.filter(line => line.startsWith(`<${subject}>`)).map(line => line.slice(subject.length + 3))
  const property = (name: string): string => `<urn:plinth:shop-item:${name}>`
  const type = '<http://www.w3.org/1999/02/22-rdf-syntax-ns#type>'
  const expected = [
    `${type} ${property('Shop%20item')}`,
    `${property('at')} "2026-05-02T10:00:00Z"^^<xsd:dateTime>`,
    `${property('name')} "Nail"`,
    `${property('opens')} "10:00:00Z"^^<xsd:time>`,
    `${property('page')} <https://a.example/nail>`,
    `${property('price')} "1.0E1"^^<xsd:double>`,
    `${property('project')} <${project}>`,
    `${property('since')} "2026-05-02"^^<xsd:date>`,
    `${property('stock')} "3"^^<xsd:integer>`,
  ]
  for (const lines of [own, all]) {
    t.strictSame(
      about(lines, id).filter(line => !/offer|steps/.test(line)),
      expected,
    )
    t.ok(lines.some(line => line.endsWith(`${property('price')} "9.5E0"^^<xsd:double>`)))
    t.ok(
      lines.some(line => line.endsWith(`${property('since')} "soon"`)),
      'inside of an object it is a text',
    )
  }
  t.ok(about(all, cheaper).includes(`${property('price')} "1.05E1"^^<xsd:double>`))
  t.strictSame(about(all, project), [
    `${type} <https://schema.org/Project>`,
    '<https://example.org/due> "2026-05-01"^^<xsd:date>',
    '<https://schema.org/name> "Roof"',
  ])
  t.match(await offline(read.json()), [
    { 'urn:plinth:shop-item:steps': [{ '@list': [{ '@value': 'b' }, { '@value': 'a' }] }] },
  ])

  const path = `/api/shop-item/${id}`
  const document: object = read.json()
  const changed = await request('PUT', path, { ...document, steps: ['a', 'b'] }, { ...sent, ...linked })
  t.strictSame(changed.json(), { ...document, steps: ['a', 'b'] })
  const terms = Object.fromEntries(Object.keys(data).map(name => [name, `urn:plinth:shop-item:${name}`]))
  const xsd = 'http://www.w3.org/2001/XMLSchema#'
  const typed = {
    ...terms,
    since: { '@id': terms['since'], '@type': `${xsd}date` },
    price: { '@id': terms['price'], '@type': `${xsd}decimal` },
    page: { '@id': terms['page'], '@type': '@id' },
    project: { '@id': terms['project'], '@type': '@id' },
    steps: { '@id': terms['steps'], '@container': '@list' },
    offer: { '@id': terms['offer'], '@context': { since: terms['since'], price: terms['price'] } },
  }
  const plain = { ...terms, project: typed.project }
  for (const own of [plain, typed, { '@vocab': 'urn:plinth:shop-item:', project: typed.project }]) {
    const put = await request('PUT', path, { ...data, '@context': own }, sent)
    t.equal(put.statusCode, 200, put.body)
    t.strictSame(put.json().data['@graph'][0], { '@id': id, '@type': 'Shop item', ...data }, JSON.stringify(own))
  }
  t.equal((await request('PUT', path, { ...data, '@context': context })).statusCode, 200, 'its @context in JSON')
})

const xsd = 'http://www.w3.org/2001/XMLSchema#'
const ex = 'http://ex.example/'

async function addType({ request }: TestApp, slug: string, context: JsonObject, properties?: JsonObject) {
  const schema = properties && { type: 'object', properties, additionalProperties: false }
  return request('POST', '/api/resource-types', { name: slug, slug, context, ...(schema && { schema }) })
}

/** What is stored of a body, or the message with which it is refused. */
async function post({ request }: TestApp, slug: string, body: JsonObject): Promise<unknown> {
  const answer = await request('POST', `/api/${slug}`, body, sent)
  if (answer.statusCode !== 201) return `${answer.statusCode} ${answer.json().message}`
  const { '@id': _id, '@type': _type, ...data } = answer.json().data['@graph'][0]
  return data
}

/** A body with one property, `p`, whose values have a datatype. */
const typed = (name: string, datatype: string, value: unknown): JsonObject =>
  JSON.parse(JSON.stringify({ '@context': { p: { '@id': ex + name, '@type': datatype } }, p: value }))

testAllStores('typed literals are read like the numbers and texts of JSON, or refused', async (t, app) => {
  await addType(
    app,
    'amount',
    { '@vocab': ex },
    {
      n: { type: 'number' },
      y: { type: 'integer' },
      s: { type: 'string' },
      b: { type: 'boolean' },
      d: { type: 'string', format: 'duration' },
      at: { type: 'string', format: 'date-time' },
      both: { type: ['integer', 'string'] },
      map: { type: 'object', additionalProperties: {} },
    },
  )
  const lost: [string, string, unknown, RegExp][] = [
    ['y', 'integer', '9007199254740993', /^400 y: .*would lose digits/],
    ['y', 'nonNegativeInteger', '-1', /^400 y: /],
    ['y', 'byte', '200', /^400 y: /],
    ['n', 'decimal', '1234567890.12345678901234567890', /^400 n: .*17 significant digits/],
    ['n', 'double', '1e400', /^400 n: the number is too large/],
    ['y', 'double', '-1e400', /^400 y: the number is too large/],
    ['n', 'double', '1e-400', /^400 n: .*would become 0/],
    ['n', 'double', 'INF', /^400 n: /],
    ['n', 'decimal', '1e3', /^400 n: "1e3" is no xsd:decimal/],
    ['y', 'integer', '1.0', /^400 y: /],
    ['b', 'boolean', 'TRUE', /^400 b: /],
    ['both', 'gYear', '2026', /^400 both: the datatype .*gYear would be lost/],
    ['both', 'date', '2026-5-1', /^400 both: "2026-5-1" is no xsd:date/],
    ['both', 'dateTime', '2026-05-01 10:00:00', /^400 both: .* is no xsd:dateTime/],
    ['both', 'dateTimeStamp', '2026-05-01T10:00:00', /^400 both: .* is no xsd:dateTimeStamp/],
    ['both', 'time', '10:00', /^400 both: .* is no xsd:time/],
    ['both', 'duration', 'P', /^400 both: .* is no xsd:duration/],
    ['both', 'yearMonthDuration', 'P1D', /^400 both: .* is no xsd:yearMonthDuration/],
    ['b', 'boolean', 'yes', /^400 b: /],
    ['s', 'date', '2026-05-01', /^400 s: .*xsd:date would be lost/],
    ['s', 'integer', '5', /^400 s: must be a string/],
  ]
  for (const [name, datatype, value, message] of lost)
    t.match(await post(app, 'amount', typed(name, xsd + datatype, value)), message, `${name} ${datatype}`)
  t.match(await post(app, 'amount', typed('s', `${ex}unit`, 'x')), /^400 s: the datatype .*unit would be lost/)
  const read: [string, string, unknown, unknown][] = [
    ['s', 'string', 'x', 'x'],
    ['s', 'token', 'x', 'x'],
    ['b', 'boolean', true, true],
    ['b', 'boolean', '0', false],
    ['y', 'nonNegativeInteger', 5, 5],
    ['y', 'unsignedByte', '+007', 7],
    ['n', 'decimal', '.5', 0.5],
    ['n', 'float', '1.0E1', 10],
    ['d', 'duration', 'P1D', 'P1D'],
    ['d', 'dayTimeDuration', 'P1D', 'P1D'],
    ['at', 'dateTimeStamp', '2026-05-01T10:00:00Z', '2026-05-01T10:00:00Z'],
    ['both', 'long', '5', 5],
    ['both', 'date', '2026-05-01', '2026-05-01'],
    ['both', 'date', '-0044-03-15+14:00', '-0044-03-15+14:00'],
    ['both', 'dateTime', '2026-05-01T24:00:00.0', '2026-05-01T24:00:00.0'],
    ['both', 'time', '10:00:00.5Z', '10:00:00.5Z'],
    ['both', 'duration', '-P1Y2M3DT4H5M6.7S', '-P1Y2M3DT4H5M6.7S'],
    ['n', 'double', '1e3', 1000],
    ['y', 'integer', '+1', 1],
  ]
  for (const [name, datatype, value, expected] of read)
    t.strictSame(
      await post(app, 'amount', typed(name, xsd + datatype, value)),
      { [name]: expected },
      `${name} ${datatype}`,
    )
  const inMap = {
    '@context': { '@vocab': ex },
    map: { a: { '@type': `${xsd}integer`, '@value': '5' }, b: { '@type': `${xsd}date`, '@value': '2026-05-01' } },
  }
  t.strictSame(await post(app, 'amount', inMap), { map: { a: 5, b: '2026-05-01' } })
})

testWithStore('a blank node is no address, and a type without a vocabulary has an IRI', async (t, app) => {
  const context = {
    name: `${ex}name`,
    page: { '@id': `${ex}page`, '@type': '@id' },
    kind: { '@id': `${ex}kind`, '@type': '@vocab' },
  }
  await addType(app, 'blank-page', context, {
    name: { type: 'string' },
    page: { type: 'string' },
    kind: { type: 'string' },
  })
  for (const name of ['page', 'kind']) {
    const expected = new RegExp(`^400 ${name}: _:b is a blank node`)
    t.match(await post(app, 'blank-page', { [name]: '_:b' }), expected)
    const other = { '@context': { x: ex }, [`x:${name}`]: { '@id': '_:b' } }
    t.match(await post(app, 'blank-page', JSON.parse(JSON.stringify(other))), expected)
  }
  const created = await app.request('POST', '/api/blank-page', { name: 'x', page: 'urn:x:1' }, { ...sent, ...linked })
  const document = created.json()
  t.strictSame([created.statusCode, document['@type']], [201, 'blank-page'])
  t.match(await expanded(document), [
    { '@type': ['urn:plinth:blank-page:blank-page'], [`${ex}name`]: [{ '@value': 'x' }] },
  ])
  t.equal((await app.request('PUT', `/api/blank-page/${document['@id']}`, document, sent)).statusCode, 200)
})

testWithStore('the context of a type, alone or with more, means the same', async (t, app) => {
  await app.request('POST', '/api/resource-types', {
    name: 'Book',
    slug: 'book',
    context: { '@vocab': 'https://schema.org/', '@type': 'Book' },
    schema: {
      type: 'object',
      properties: {
        name: { type: 'string' },
        datePublished: { type: 'string', format: 'date' },
        dateModified: { type: 'string', format: 'date-time' },
        image: { type: 'string', format: 'uri' },
        numberOfPages: { type: 'integer' },
        keywords: { type: 'array', items: { type: 'string' } },
      },
    },
  })
  const forms: [JsonObject, JsonObject][] = [
    [{ datePublished: { '@type': `${xsd}date`, '@value': '2024-01-01' } }, { datePublished: '2024-01-01' }],
    [{ image: { '@id': 'https://e.org/p.jpg' } }, { image: 'https://e.org/p.jpg' }],
    [{ name: { '@value': 'A' } }, { name: 'A' }],
    [{ keywords: 'only' }, { keywords: ['only'] }],
    [{ keywords: { '@list': ['a', 'b'] } }, { keywords: ['a', 'b'] }],
    [{ numberOfPages: { '@type': `${xsd}integer`, '@value': '5' } }, { numberOfPages: 5 }],
  ]
  const vocabs = ['https://schema.org/', 'http://schema.org/']
  const contexts: unknown[] = [
    undefined,
    ...vocabs.flatMap(vocab => [{ '@vocab': vocab }, { '@vocab': vocab, xsd }]),
    'https://schema.org',
    'http://schema.org',
    'https://schema.org/',
    'http://schema.org/docs/jsonldcontext.json',
    'https://schema.org/docs/jsonldcontext.jsonld',
  ]
  for (const context of contexts)
    for (const [body, expected] of forms) {
      const all = JSON.parse(JSON.stringify({ '@context': context, '@type': 'Book', ...body }))
      t.strictSame(await post(app, 'book', all), expected, JSON.stringify(all))
    }
  const published = { '@context': 'https://schema.org', '@type': 'Book' }
  t.strictSame(await post(app, 'book', { ...published, dateModified: '2026-05-01T10:00:00Z', numberOfPages: 3 }), {
    dateModified: '2026-05-01T10:00:00Z',
    numberOfPages: 3,
  })
  t.match(await post(app, 'book', { ...published, datePublished: '2026-05-01T10:00:00Z' }), /^400 datePublished/)
  const expanded = { '@type': ['http://schema.org/Book'], 'http://schema.org/name': [{ '@value': 'A' }] }
  t.strictSame(await post(app, 'book', expanded), { name: 'A' })
  t.match(await post(app, 'book', { ...published, '@type': 'Movie' }), /^400 @type: .*https:\/\/schema.org\/Book/)
})

testAllStores('values reach their property whatever its term is, or are refused', async (t, app) => {
  await addType(
    app,
    'work',
    {
      '@vocab': ex,
      issued: { '@type': 'https://schema.org/Date' },
      tags: { '@container': '@list' },
      label: { '@container': '@language' },
      title: { '@language': 'en' },
    },
    {
      issued: { type: 'string', format: 'date' },
      author: { type: 'string', 'x-resource-type': 'person' },
      site: { type: 'string', format: 'uri' },
      sites: { type: 'array', items: { type: 'string', format: 'uri' } },
      tags: { type: 'array', items: { type: 'string' } },
      label: { type: 'object', additionalProperties: { type: 'string' } },
      title: { type: 'string' },
      plain: { type: 'string' },
      grid: {
        type: 'array',
        'x-list': true,
        items: { type: 'array', 'x-list': true, items: { type: 'array', items: { type: 'number' } } },
      },
    },
  )
  const person = (await app.request('POST', '/api/person', { givenName: 'Ada', familyName: 'Lovelace' })).json().id
  const term = (name: string, more: JsonObject = {}): JsonObject => ({ p: { '@id': ex + name, ...more } })
  const list = { '@container': '@list' }
  const read: [JsonObject, JsonObject][] = [
    [{ '@context': term('issued'), p: '2024-01-01' }, { issued: '2024-01-01' }],
    [{ '@context': term('issued', { '@type': `${xsd}date` }), p: '2024-01-01' }, { issued: '2024-01-01' }],
    [{ '@context': term('author'), p: person }, { author: person }],
    [{ '@context': term('author', { '@type': '@id' }), p: person }, { author: person }],
    [{ '@context': term('tags'), p: ['b', 'a'] }, { tags: ['b', 'a'] }],
    [{ '@context': term('title'), p: { '@value': 'x', '@language': 'EN' } }, { title: 'x' }],
    [{ '@context': term('label'), p: 'x' }, { label: { '@none': 'x' } }],
    [
      { '@context': term('label', { '@container': '@language' }), p: { 'en-US': 'color', 'de-AT': 'Farbe' } },
      { label: { 'en-US': 'color', 'de-AT': 'Farbe' } },
    ],
    [
      { p: { value: 'Farbe', lang: 'de-AT' }, '@context': { ...term('label'), value: '@value', lang: '@language' } },
      { label: { 'de-AT': 'Farbe' } },
    ],
    [{ '@context': { ...term('label'), '@language': 'en-GB' }, p: 'colour' }, { label: { 'en-GB': 'colour' } }],
    [{ [`${ex}plain`]: [{ '@value': 'n' }] }, { plain: 'n' }],
    [{ [`${ex}label`]: [] }, { label: {} }],
    [
      { '@context': { ...term('site', { '@type': '@id' }), '@base': 'https://b.example/d/' }, p: 'c' },
      { site: 'https://b.example/d/c' },
    ],
    [
      { '@context': { v: ex }, 'v:grid': { '@list': [{ '@list': [{ '@list': [1, 2] }, { '@list': [3, 4] }] }] } },
      {
        grid: [
          [
            [1, 2],
            [3, 4],
          ],
        ],
      },
    ],
  ]
  for (const [body, expected] of read) t.strictSame(await post(app, 'work', body), expected, JSON.stringify(body))
  const two = { a: { '@id': `${ex}tags`, ...list }, b: { '@id': `${ex}tags`, ...list } }
  const refused: [JsonObject, RegExp][] = [
    [{ '@context': two, a: ['one'], b: ['two'] }, /^400 tags: has values beside a list/],
    [{ '@context': term('plain', { '@language': 'de-AT' }), p: 'x' }, /^400 plain: its language de-AT would be lost/],
    [{ '@context': term('plain'), p: ['x', 'y'] }, /^400 plain: must be a string/],
    [{ '@context': term('other'), p: 'x' }, /^400 other: is not a property/],
    [{ '@context': { p: 'https://elsewhere.example/p' }, p: 'x' }, /^400 .*elsewhere.example\/p/],
    [{ '@context': { q: 'https://elsewhere.example/p' }, plain: 'x' }, /^400 .*plain/],
    ...['c', '/x', '', '//h/x'].map((text): [JsonObject, RegExp] => [
      { '@context': term('site', { '@type': '@id' }), p: text },
      /^400 site: must be a valid uri/,
    ]),
    [
      { '@context': term('sites', { '@type': '@id' }), p: ['https://a.example/', 'c'] },
      /^400 sites\[1\]: must be a valid uri/,
    ],
  ]
  for (const [body, message] of refused) t.match(await post(app, 'work', body), message, JSON.stringify(body))

  await addType(app, 'note', { '@vocab': ex, s: 'https://schema.org/' })
  t.strictSame(await post(app, 'note', { '@context': term('other'), p: 'x' }), { other: 'x' })
  t.strictSame(await post(app, 'note', { '@context': term('n', { '@type': `${xsd}integer` }), p: '5' }), { n: 5 })
  t.match(
    await post(app, 'note', { '@context': { p: 'https://elsewhere.example/p' }, p: 'x' }),
    /^400 .*elsewhere.example\/p/,
  )
})

testWithStore('properties with one IRI are told apart, or the type is refused', async (t, app) => {
  const title: JsonObject = { type: 'string' }
  const iri = `${ex}title`
  const context = {
    '@vocab': ex,
    en: { '@id': iri, '@language': 'en' },
    de: { '@id': iri, '@language': 'de' },
    when: { '@id': iri, '@type': `${xsd}date` },
    all: { '@id': iri, '@container': '@list' },
  }
  const properties = {
    en: title,
    de: title,
    when: { type: 'string', format: 'date' },
    all: { type: 'array', items: title },
  }
  t.equal((await addType(app, 'page', context, properties)).statusCode, 201)
  const tagged = (text: string, language: string) => ({ '@value': text, '@language': language })
  const values = [
    tagged('a', 'en'),
    tagged('b', 'de'),
    { '@value': '2026-05-01', '@type': `${xsd}date` },
    { '@list': ['x'] },
  ]
  t.strictSame(await post(app, 'page', { [iri]: values } as JsonObject), {
    en: 'a',
    de: 'b',
    when: '2026-05-01',
    all: ['x'],
  })
  t.match(await post(app, 'page', { [iri]: tagged('c', 'fr') } as JsonObject), /^400 .*several properties/)
  const same = await addType(
    app,
    'same',
    { '@vocab': ex, a: iri, b: iri.replace('http:', 'http:') },
    { a: title, b: title },
  )
  t.equal(same.statusCode, 400)
  t.match(same.json().message, /properties a, b have one IRI/)
  t.equal((await addType(app, 'same', { '@vocab': ex, a: iri }, { a: title, b: title })).statusCode, 201)
  const put = await app.request('PUT', '/api/resource-types/same', { context: { '@vocab': ex, a: iri, b: iri } })
  t.equal(put.statusCode, 400)
  for (const alias of ['@id', '@type']) {
    const answer = await addType(app, 'alias', { '@vocab': ex, kind: alias }, { kind: title })
    t.equal(answer.statusCode, 400)
    t.match(answer.json().message, new RegExp(`/kind: is mapped to ${alias}`))
  }
})

async function expanded(document: JsonLdDocument): Promise<unknown> {
  const documentLoader = async (url: string): Promise<never> => {
    throw new Error(`fetched ${url}`)
  }
  const options = { documentLoader, safe: true }
  return jsonld.expand(document, options)
}

testAllStores(
  'whatever is stored, JSON-LD answers can be expanded, and are bodies of the same data',
  async (t, app) => {
    const { request } = app
    await addType(app, 'thing', {
      '@vocab': ex,
      me: '@id',
      sort: '@type',
      label: { '@container': '@language' },
      byId: { '@container': '@id' },
      byType: { '@container': '@type' },
      byIndex: { '@container': '@index' },
      byKind: { '@container': '@index', '@index': 'kind' },
      graph: { '@container': '@graph' },
      link: { '@type': '@id' },
      word: { '@type': '@vocab' },
      back: { '@reverse': `${ex}forth` },
      gone: null,
    })
    const stored: JsonObject[] = [
      { label: { en: 5 } },
      { label: { '@none': 'no language' } },
      { label: { 'not a tag': 'x' } },
      { byId: 'text' },
      { byId: { 'https://a.example/': 'text' } },
      { byType: { Thing: 5 } },
      { byIndex: { '@foo': 1, b: [1, null] } },
      { byKind: { a: 'text' } },
      { graph: 'text' },
      { link: 'no address', word: 'no word' },
      { link: ['https://a.example/', 'c'] },
      { me: 'http://x.example/1', sort: 'any text' },
      { back: 'text' },
      { inner: { '@context': { '@vocab': 'https://evil.example/' }, name: 'x' } },
      { inner: { me: 'text' } },
      { 'Full name': 'x', inner: { 'Full name': 'y' } },
      { n: { '@value': '5', '@type': `${xsd}integer` }, '': 'empty', list: [['a'], [null]], one: ['a'], none: null },
    ]
    for (const data of stored) {
      const { id } = (await request('POST', '/api/thing', data)).json()
      const read = await request('GET', `/api/thing/${id}`, undefined, linked)
      await t.resolves(expanded(read.json()), read.body)
      const put = await request('PUT', `/api/thing/${id}`, read.json(), sent)
      t.equal(put.statusCode, 200, put.body)
      t.same((await request('GET', `/api/thing/${id}`)).json().data['@graph'][0], {
        '@id': id,
        '@type': 'thing',
        ...data,
      })
    }
    const list = await request('GET', '/api/thing?limit=100', undefined, linked)
    t.equal(((await expanded(list.json())) as unknown[]).length, stored.length)
    const label = list.json()['@graph'].find((node: JsonObject) => `${ex}label` in node)
    t.match(label, { [`${ex}label`]: { '@type': '@json' } })
  },
)

testWithStore('arrays in arrays and gaps in lists are lost neither in an answer nor in a body', async (t, app) => {
  const { request } = app
  const numbers = { type: 'array', items: { type: ['number', 'null'] } }
  await addType(
    app,
    'shape',
    { '@vocab': ex, names: { '@container': '@language' } },
    {
      ring: { type: 'array', items: numbers },
      row: { ...numbers, 'x-list': true },
      grid: { type: 'array', 'x-list': true, items: numbers },
      parts: { type: 'array', items: { type: 'object' } },
      names: { type: 'object' },
    },
  )
  const data = { ring: [[1, 2], [3]], row: [1, null, 3], grid: [[1], [2, 3]], parts: [{ at: [[4]] }] }
  const { id } = (await request('POST', '/api/shape', data, sent)).json()
  const stored = async (): Promise<JsonObject> => (await request('GET', `/api/shape/${id}`)).json().data['@graph'][0]
  t.strictSame(
    await stored(),
    { '@id': id, '@type': 'shape', ...data },
    'members in the context of the type are the data as they are',
  )
  const read = await request('GET', `/api/shape/${id}`, undefined, linked)
  const literal = (value: Json): unknown[] => [{ '@type': '@json', '@value': value }]
  t.match(await expanded(read.json()), [
    { [`${ex}ring`]: literal(data.ring), [`${ex}row`]: literal(data.row), [`${ex}parts`]: literal(data.parts) },
  ])
  t.equal((await request('PUT', `/api/shape/${id}`, read.json(), sent)).statusCode, 200)
  t.strictSame(await stored(), { '@id': id, '@type': 'shape', ...data })
  const lost = { '@context': { n: `${ex}names` }, n: [{ '@value': 'a', '@language': 'en' }, { '@id': 'urn:x:1' }] }
  t.match((await request('POST', '/api/shape', lost, sent)).json(), { message: /^names: .*@container/ })
})
