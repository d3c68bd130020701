import jsonld from 'jsonld'
import type { JsonLdDocument } from 'jsonld'
import { triplesOf } from '../../lib/json-ld/testing.ts'
import { onAnyStore, onEachStore } from '../../testing/internal/each-store.ts'
import type { TestApp } from '../../testing/index.ts'

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

onAnyStore('JSON-LD expands to the IRIs of the context', async (t, app) => {
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

onEachStore('a body of JSON-LD makes the round trip', async (t, app) => {
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

onAnyStore('triples have datatypes, and lists their order', async (t, app) => {
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
