import jsonld from 'jsonld'
import type { JsonLdDocument } from 'jsonld'
import type { JsonObject } from '../../lib/json/index.ts'
import { onAnyStore, onEachStore } from '../../testing/internal/each-store.ts'
import type { TestApp } from '../../testing/index.ts'

const linked = { accept: 'application/ld+json' }
const sent = { 'content-type': 'application/ld+json' }
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

onEachStore('typed literals are read like the numbers and texts of JSON, or refused', async (t, app) => {
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

onAnyStore('the context of a type, alone or with more, means the same', async (t, app) => {
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

onEachStore('values reach their property whatever its term is, or are refused', async (t, app) => {
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
    [{ '@context': { ...term('label'), '@language': 'en-GB' }, p: 'colour' }, { label: { 'en-GB': 'colour' } }],
    [{ [`${ex}plain`]: [{ '@value': 'n' }] }, { plain: 'n' }],
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

onAnyStore('properties with one IRI are told apart, or the type is refused', async (t, app) => {
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
    t.match(answer.json().message, new RegExp(`/kind: stands for ${alias}`))
  }
})

async function expanded(document: JsonLdDocument): Promise<unknown> {
  const documentLoader = async (url: string): Promise<never> => {
    throw new Error(`fetched ${url}`)
  }
  const options = { documentLoader, safe: true }
  return jsonld.expand(document, options)
}

onEachStore('whatever is stored, JSON-LD answers can be expanded, and are bodies of the same data', async (t, app) => {
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
})
