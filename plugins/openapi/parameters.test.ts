import t from 'tap'
import type { Json, JsonObject } from '../../lib/json/index.ts'
import { documentOf, echo, onEachDatabase, serveDocument, writeDocument } from './testing.ts'

/** A parameter `color` of one operation, how a request writes it, and its value in the context; a pattern if it is refused. */
interface Case {
  parameter: JsonObject
  written: string
  expected: Json | RegExp
}

const integers = { type: 'array', items: { type: 'integer' } }
const texts = { type: 'array', items: { type: 'string' } }
const rgb = { type: 'object', properties: { R: { type: 'integer' }, G: { type: 'integer' }, on: { type: 'boolean' } } }
const object = { R: 100, G: 200, on: true }

const cases: Case[] = []
const add = (parameter: JsonObject, written: string, expected: Case['expected']): void =>
  void cases.push({ parameter, written, expected })
const styled = (place: string, style: string, explode: boolean, schema: JsonObject): JsonObject => ({
  in: place,
  style,
  explode,
  schema,
})

const text = { type: 'string' }
for (const explode of [false, true]) {
  add(styled('path', 'simple', explode, { type: 'integer' }), '5', 5)
  add(styled('path', 'simple', explode, integers), '3,4,5', [3, 4, 5])
  add(styled('path', 'simple', explode, texts), 'a%2Cb,c', ['a,b', 'c'])
  add(styled('path', 'label', explode, text), '.blue', 'blue')
  add(styled('path', 'label', explode, texts), '.blue.black', ['blue', 'black'])
  add(styled('path', 'label', explode, text), 'blue', /color \(path\) is not written as the document says/)
  add(styled('header', 'simple', explode, integers), '3, 4 ,5', [3, 4, 5])
  add(styled('query', 'form', explode, text), 'color=light%20blue', 'light blue')
}
add(styled('path', 'simple', false, rgb), 'R,100,G,200,on,true', object)
add(styled('path', 'simple', true, rgb), 'R=100,G=200,on=true', object)
add(styled('path', 'simple', false, rgb), 'R,100,G', /is not written/)
add(styled('path', 'label', false, texts), '.blue,black', ['blue', 'black'])
add(styled('path', 'label', false, rgb), '.R.100.G.200.on.true', object)
add(styled('path', 'label', true, rgb), '.R=100.G=200.on=true', object)
add(styled('header', 'simple', false, rgb), 'R,100,G,200,on,true', object)
add(styled('header', 'simple', true, rgb), 'R=100,G=200,on=true', object)
add(styled('query', 'form', true, integers), 'color=3&color=4', [3, 4])
add(styled('query', 'form', false, integers), 'color=3,4', [3, 4])
add(styled('query', 'form', false, integers), 'color=3%2C4', [3, 4])
add(styled('query', 'form', false, texts), 'color=a%2Cb,c+d', ['a,b', 'c d'])
add(styled('query', 'form', false, integers), 'color=3&color=4', /is not written/)
add(styled('query', 'form', true, text), 'color=a&color=b', /is not written/)
add(styled('query', 'form', true, rgb), 'R=100&G=200&on=true', object)
add(styled('query', 'form', false, rgb), 'color=R,100,G,200,on,true', object)
add(styled('query', 'form', true, rgb), 'R=100&other=1', /other \(query\) is not known/)
add(styled('query', 'form', true, { type: 'object', additionalProperties: { type: 'integer' } }), 'a=1&b=2', {
  a: 1,
  b: 2,
})
add(styled('query', 'spaceDelimited', false, texts), 'color=a%20b', ['a', 'b'])
add(styled('query', 'spaceDelimited', true, texts), 'color=a&color=b', ['a', 'b'])
add(styled('query', 'deepObject', true, rgb), 'color[R]=100&color%5BG%5D=200&color[on]=true', object)
add(styled('query', 'deepObject', true, rgb), 'color[R]=100&color[R]=200', /is not written/)
add(styled('query', 'deepObject', true, { ...rgb, additionalProperties: false }), 'color[X]=1', /color\.X \(query\)/)
add({ in: 'query', content: { 'application/json': { schema: rgb } } }, 'color=%7B%22R%22:1%7D', { R: 1 })
add({ in: 'query', content: { 'application/json': { schema: rgb } } }, 'color={', /is not valid JSON/)
add({ in: 'header', content: { 'application/json': { schema: rgb } } }, '{"R":"1"}', /color\.R \(header\) must be/)
add({ in: 'path', content: { 'application/json': { schema: integers } } }, '%5B1,2%5D', [1, 2])
add({ in: 'query', allowReserved: true, schema: text }, 'color=a/b?c:+@!$(),;=', 'a/b?c:+@!$(),;=')
add({ in: 'query', allowEmptyValue: true, schema: { type: 'integer' } }, 'color=', '')
add({ in: 'query', allowEmptyValue: true, schema: integers }, 'color', [])
add({ in: 'query', schema: text }, 'color=', /color \(query\) must not be empty/)
add({ in: 'query', required: true, schema: text }, '', /color \(query\) is required/)
add({ in: 'header', required: true, schema: text }, '', /color \(header\) is required/)
add({ in: 'query', schema: { type: 'integer', default: 7 } }, '', 7)
add({ in: 'query', schema: { type: 'boolean' } }, 'color=true', true)
add({ in: 'query', schema: { type: 'boolean' } }, 'color=1', /color \(query\) must be/)
add({ in: 'query', schema: { type: 'number' } }, 'color=1.5e3', 1500)
add({ in: 'query', schema: { type: 'integer' } }, 'color=9007199254740993', /color \(query\) must be/)
add({ in: 'query', schema: { type: 'integer' } }, 'color=01', /color \(query\) must be/)
add({ in: 'query', schema: { type: 'integer', nullable: true } }, 'color=null', null)
add({ in: 'query', schema: { enum: [1, 2] } }, 'color=2', 2)
add({ in: 'query', schema: { allOf: [{ $ref: '#/components/schemas/Numbers' }] } }, 'color=1&color=2', [1, 2])
add(
  { in: 'query', schema: { $ref: '#/components/schemas/Numbers' } },
  'color=1&color=x',
  /color\[1\] \(query\) must be/,
)
add({ in: 'query', schema: text }, 'color=%E0', /malformed percent-escape/)
add({ in: 'query', schema: text }, 'color=red&colour=blue', /colour \(query\) is not known/)

const paths = Object.fromEntries(
  cases.map(({ parameter }, index) => [
    parameter['in'] === 'path' ? `/p${index}/{color}` : `/p${index}`,
    {
      get: {
        'x-controller': 'Echo',
        parameters: [{ name: 'color', ...(parameter['in'] === 'path' && { required: true }), ...parameter }],
        responses: { 200: { description: 'ok' } },
      },
    },
  ]),
)

const further: JsonObject = {
  '/both/{id}': {
    parameters: [
      { name: 'id', in: 'path', required: true, schema: { type: 'integer' } },
      { name: 'lang', in: 'query', schema: text },
      { name: 'X-Tenant', in: 'header', 'x-context-name': 'tenant', schema: { type: 'integer' } },
    ],
    get: {
      'x-controller': 'Echo',
      'x-context': { lang: 'de', tone: 'warm' },
      parameters: [{ name: 'lang', in: 'query', schema: { enum: ['de', 'en'] } }],
      responses: { 200: { description: 'ok' } },
    },
  },
}

t.test('every style, converted as its schema requires', async t => {
  const document = documentOf({ ...paths, ...further }, { Numbers: integers })
  const app = await serveDocument(t, writeDocument(t, document), echo)
  for (const [index, { parameter, written, expected }] of cases.entries()) {
    const { in: place } = parameter
    const headers = place === 'header' && written !== '' ? { color: written } : {}
    const rest = place === 'path' ? `/${written}` : place === 'query' && written !== '' ? `?${written}` : ''
    const answer = await app.request('GET', `/api/p${index}${rest}`, undefined, headers)
    const name = `${JSON.stringify(parameter)} ${written}`
    if (expected instanceof RegExp) {
      t.equal(answer.statusCode, 400, name)
      t.match(answer.json<{ message: string }>().message, expected, name)
    } else t.strictSame(answer.json<{ values: JsonObject }>().values, { color: expected }, `${name} ${answer.body}`)
  }
  const both = await app.request('GET', '/api/both/3', undefined, { 'x-tenant': '4' })
  t.strictSame(
    both.json().values,
    { lang: 'de', tone: 'warm', id: 3, tenant: 4 },
    'defaults, path level, x-context-name',
  )
  t.strictSame((await app.request('GET', '/api/both/3?lang=en')).json().values.lang, 'en')
  const wrong = await app.request('GET', '/api/both/x?lang=fr&page=1', undefined, { 'x-tenant': 'y' })
  t.equal(wrong.statusCode, 400)
  const { message } = wrong.json<{ message: string }>()
  for (const part of [
    /id \(path\) must be/,
    /lang \(query\) must be/,
    /X-Tenant \(header\) must/,
    /page \(query\) is not/,
  ]) {
    t.match(message, part)
  }
  const problem = await app.request('GET', '/api/both/x', undefined, { accept: 'application/problem+json' })
  t.match(problem.json(), { status: 400, code: 'invalid-parameter', problems: undefined })
})

const note = {
  type: 'object',
  required: ['title'],
  'x-identifier': ['shelf', 'no', 'kind'],
  properties: { shelf: text, no: { type: 'integer' }, kind: text, title: text, secret: { ...text, writeOnly: true } },
}
const schema = { $ref: '#/components/schemas/Note' }
const content = { 'application/json': { schema } }
const answer = (status: number, value: JsonObject = schema): JsonObject => ({
  [status]: { description: 'ok', content: { 'application/json': { schema: value } } },
})
const identifying = [
  { name: 'shelf', in: 'path', required: true, schema: text },
  { name: 'number', in: 'query', 'x-context-name': 'no', schema: text },
  {
    name: 'X-Kind',
    in: 'header',
    'x-context-name': 'kind',
    schema: { type: 'string', enum: ['a', 'b'], default: 'a' },
  },
]
const notes = documentOf(
  {
    '/notes': {
      get: {
        'x-context': { limit: 2, filters: [{ field: 'title', operator: 'ne', value: 'hidden' }] },
        parameters: [
          { name: 'kind', in: 'query', schema: texts },
          { name: 'l', in: 'query', 'x-alias': 'limit', schema: { type: 'integer' } },
        ],
        responses: answer(200, {
          type: 'object',
          properties: {
            count: { type: 'integer', 'x-alias': 'total' },
            page: { type: 'integer' },
            notes: { type: 'array', 'x-alias': 'items', items: schema },
          },
        }),
      },
      post: { requestBody: { content }, responses: answer(201) },
    },
    '/bare': { get: { responses: answer(200, { type: 'array', items: schema }) } },
    '/notes/{shelf}': {
      parameters: identifying,
      get: { responses: answer(200) },
      put: { requestBody: { content }, responses: answer(200) },
      delete: { responses: { 204: { description: 'gone' } } },
      post: { requestBody: { content }, responses: answer(201) },
    },
  },
  { Note: note },
)

onEachDatabase(t, 'identifiers of several parts, and lists in their order', async (t, url) => {
  const app = await serveDocument(t, writeDocument(t, notes), { url })
  const send = (body: JsonObject) => app.request('POST', '/api/notes', body)
  const parts: [string, number, string][] = []
  for (const kind of ['b', 'a'])
    for (const no of [10, 9, 1]) for (const shelf of ['y', 'x']) parts.push([shelf, no, kind])
  for (const [shelf, no, kind] of parts) {
    const created = await send({ shelf, no, kind, title: `${shelf}${no}${kind}`, secret: 'pssst' })
    t.strictSame(
      created.json(),
      { shelf, no, kind, title: `${shelf}${no}${kind}` },
      'write-only properties are not returned',
    )
  }
  t.equal((await send({ shelf: 'x', no: 9, kind: 'a', title: 'again' })).statusCode, 409)
  const part = await send({ shelf: 'x', no: 9, title: 'no kind' })
  t.match([part.statusCode, part.json().message], [400, /kind: is required: it identifies/])

  const list = async (query: string): Promise<string> => {
    const answered = await app.request('GET', `/api/notes?${query}`)
    t.equal(answered.statusCode, 200, answered.body)
    const { count, page, notes: found } = answered.json<{ count: number; page: number; notes: { title: string }[] }>()
    return `${count} ${page} ${found.map(({ title }) => title).join(' ')}`
  }
  t.equal(await list(''), '12 1 x1a x1b', 'x-context contains the number')
  t.equal(await list('l=5&page=2'), '12 2 x10b y1a y1b y9a y9b', 'in the order of all parts of the identifier')
  t.equal(await list('l=3&page=2'), '12 2 x9b x10a x10b', 'at any end of a page')
  t.equal(await list('l=100&kind=a&query=X'), '3 1 x1a x9a x10a')
  t.equal(await list('filters[0][field]=no&filters[0][operator]=gt&filters[0][value]=9'), '4 1 x10a x10b')
  t.equal(await list('query=pssst'), '0 1 ', 'properties that are not returned are not searched')
  for (const query of [
    'filters[0][field]=secret&filters[0][value]=pssst',
    'l=0',
    'page=x',
    'query=a&query=b',
    'filters=1',
  ]) {
    t.equal((await app.request('GET', `/api/notes?${query}`)).statusCode, 400, query)
  }
  t.equal((await app.request('GET', '/api/bare?limit=100')).json<unknown[]>().length, 12)

  const one = await app.request('GET', '/api/notes/x?number=9')
  t.match([one.statusCode, one.json()], [200, { title: 'x9a' }], one.body)
  const other = await app.request('GET', '/api/notes/x?number=9', undefined, { 'x-kind': 'b' })
  t.match(other.json(), { title: 'x9b' })
  t.equal((await app.request('GET', '/api/notes/x?number=2')).statusCode, 404)
  const missing = await app.request('GET', '/api/notes/x')
  t.match([missing.statusCode, missing.json()], [400, { message: /no is required/ }])
  const wrong = await app.request('GET', '/api/notes/x?number=9', undefined, { 'x-kind': 'c' })
  t.match([wrong.statusCode, wrong.json()], [400, { message: /X-Kind \(header\) must be/ }])
  const id = /^"(.+)\.1"$/.exec(String(one.headers.etag))?.[1] ?? ''
  const byId = await app.request('GET', '/api/notes/x?use_entity_id=true&number=1', undefined, { 'x-kind': id })
  t.match([byId.statusCode, byId.json()], [200, { title: 'x9a' }], 'the last part is the id, and not checked')

  const put = await app.request('PUT', '/api/notes/x?number=9', { title: 'new' })
  t.match([put.statusCode, put.json()], [200, { shelf: 'x', no: 9, kind: 'a', title: 'new' }], put.body)
  const differs = await app.request('PUT', '/api/notes/x?number=9', { no: 8, title: 'new' })
  t.match([differs.statusCode, differs.json()], [422, { message: /no: the body names another item/ }])
  const created = await app.request('POST', '/api/notes/z?number=1', { title: 'by address' })
  t.match([created.statusCode, created.json()], [201, { shelf: 'z', no: 1, kind: 'a' }], created.body)
  t.equal((await app.request('POST', '/api/notes/z?number=2', { no: 1, title: 'x' })).statusCode, 422)
  t.equal((await app.request('DELETE', '/api/notes/x?number=9')).statusCode, 204)
  t.equal((await app.request('GET', '/api/notes/x?number=9')).statusCode, 404)
})
