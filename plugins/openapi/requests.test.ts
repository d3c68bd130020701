import { once } from 'node:events'
import { Agent, request } from 'node:http'
import type { IncomingMessage } from 'node:http'
import { text as textOf } from 'node:stream/consumers'
import t from 'tap'
import type { Json, JsonObject } from '../../lib/json/index.ts'
import type { TestApp } from '../../testing/index.ts'
import { documentOf, echo, serveDocument, writeDocument } from './testing.ts'

/** A parameter `color` of one operation, how a request writes it, and its value in the context; a pattern if it is refused. */
interface Case {
  parameter: JsonObject
  written: string
  expected: Json | RegExp
}

const integers = { type: 'array', items: { type: 'integer' } }
const texts = { type: 'array', items: { type: 'string' } }
const rgb = { type: 'object', properties: { R: { type: 'integer' }, G: { type: 'integer' }, on: { type: 'boolean' } } }
const rgbValues = { R: 100, G: 200, on: true }

const parameterCases: Case[] = []
const addCase = (parameter: JsonObject, written: string, expected: Case['expected']): void =>
  void parameterCases.push({ parameter, written, expected })
const styled = (place: string, style: string, explode: boolean, schema: JsonObject): JsonObject => ({
  in: place,
  style,
  explode,
  schema,
})

const text = { type: 'string' }
for (const explode of [false, true]) {
  addCase(styled('path', 'simple', explode, { type: 'integer' }), '5', 5)
  addCase(styled('path', 'simple', explode, integers), '3,4,5', [3, 4, 5])
  addCase(styled('path', 'simple', explode, texts), 'a%2Cb,c', ['a,b', 'c'])
  addCase(styled('path', 'label', explode, text), '.blue', 'blue')
  addCase(styled('path', 'label', explode, texts), '.blue.black', ['blue', 'black'])
  addCase(styled('path', 'label', explode, text), 'blue', /color \(path\) is not written as the document says/)
  addCase(styled('header', 'simple', explode, integers), '3, 4 ,5', [3, 4, 5])
  addCase(styled('query', 'form', explode, text), 'color=light%20blue', 'light blue')
}
addCase(styled('path', 'simple', false, rgb), 'R,100,G,200,on,true', rgbValues)
addCase(styled('path', 'simple', true, rgb), 'R=100,G=200,on=true', rgbValues)
addCase(styled('path', 'simple', false, rgb), 'R,100,G', /is not written/)
addCase(styled('path', 'label', false, texts), '.blue,black', ['blue', 'black'])
addCase(styled('path', 'label', false, rgb), '.R.100.G.200.on.true', rgbValues)
addCase(styled('path', 'label', true, rgb), '.R=100.G=200.on=true', rgbValues)
addCase(styled('header', 'simple', false, rgb), 'R,100,G,200,on,true', rgbValues)
addCase(styled('header', 'simple', true, rgb), 'R=100,G=200,on=true', rgbValues)
addCase(styled('query', 'form', true, integers), 'color=3&color=4', [3, 4])
addCase(styled('query', 'form', false, integers), 'color=3,4', [3, 4])
addCase(styled('query', 'form', false, integers), 'color=3%2C4', [3, 4])
addCase(styled('query', 'form', false, texts), 'color=a%2Cb,c+d', ['a,b', 'c d'])
addCase(styled('query', 'form', false, integers), 'color=3&color=4', /is not written/)
addCase(styled('query', 'form', true, text), 'color=a&color=b', /is not written/)
addCase(styled('query', 'form', true, rgb), 'R=100&G=200&on=true', rgbValues)
addCase(styled('query', 'form', false, rgb), 'color=R,100,G,200,on,true', rgbValues)
addCase(styled('query', 'form', true, rgb), 'R=100&other=1', /other \(query\) is not known/)
addCase(styled('query', 'form', true, { type: 'object', additionalProperties: { type: 'integer' } }), 'a=1&b=2', {
  a: 1,
  b: 2,
})
addCase(styled('query', 'spaceDelimited', false, texts), 'color=a%20b', ['a', 'b'])
addCase(styled('query', 'spaceDelimited', true, texts), 'color=a&color=b', ['a', 'b'])
addCase(styled('query', 'deepObject', true, rgb), 'color[R]=100&color%5BG%5D=200&color[on]=true', rgbValues)
addCase(styled('query', 'deepObject', true, rgb), 'color[R]=100&color[R]=200', /is not written/)
addCase(
  styled('query', 'deepObject', true, { ...rgb, additionalProperties: false }),
  'color[X]=1',
  /color\.X \(query\)/,
)
addCase({ in: 'query', content: { 'application/json': { schema: rgb } } }, 'color=%7B%22R%22:1%7D', { R: 1 })
addCase({ in: 'query', content: { 'application/json': { schema: rgb } } }, 'color={', /is not valid JSON/)
addCase(
  { in: 'query', content: { 'application/json': { schema: { type: 'string', nullable: true } } } },
  'color=null',
  null,
)
addCase({ in: 'header', content: { 'application/json': { schema: rgb } } }, '{"R":"1"}', /color\.R \(header\) must be/)
addCase({ in: 'path', content: { 'application/json': { schema: integers } } }, '%5B1,2%5D', [1, 2])
addCase({ in: 'query', allowReserved: true, schema: text }, 'color=a/b?c:+@!$(),;=', 'a/b?c:+@!$(),;=')
addCase({ in: 'query', allowEmptyValue: true, schema: { type: 'integer' } }, 'color=', '')
addCase({ in: 'query', allowEmptyValue: true, schema: integers }, 'color', [])
addCase({ in: 'query', schema: text }, 'color=', /color \(query\) must not be empty/)
addCase({ in: 'query', required: true, schema: text }, '', /color \(query\) is required/)
addCase({ in: 'header', required: true, schema: text }, '', /color \(header\) is required/)
addCase({ in: 'query', schema: { type: 'integer', default: 7 } }, '', 7)
addCase({ in: 'query', schema: { type: 'boolean' } }, 'color=true', true)
addCase({ in: 'query', schema: { type: 'boolean' } }, 'color=1', /color \(query\) must be/)
addCase({ in: 'query', schema: { type: 'number' } }, 'color=1.5e3', 1500)
addCase({ in: 'query', schema: { type: 'integer' } }, 'color=9007199254740993', /color \(query\) must be/)
addCase({ in: 'query', schema: { type: 'integer' } }, 'color=01', /color \(query\) must be/)
addCase({ in: 'query', schema: { type: 'integer', nullable: true } }, 'color=null', null)
addCase({ in: 'query', schema: { enum: [1, 2] } }, 'color=2', 2)
addCase({ in: 'query', schema: { allOf: [{ $ref: '#/components/schemas/Numbers' }] } }, 'color=1&color=2', [1, 2])
addCase(
  { in: 'query', schema: { $ref: '#/components/schemas/Numbers' } },
  'color=1&color=x',
  /color\[1\] \(query\) must be/,
)
addCase({ in: 'query', schema: text }, 'color=%E0', /malformed percent-escape/)
addCase({ in: 'query', schema: text }, 'color=red&colour=blue', /colour \(query\) is not known/)

const parameterPaths = Object.fromEntries(
  parameterCases.map(({ parameter }, index) => [
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

const furtherPaths: JsonObject = {
  '/50%25%20off f%C3%BCr/{ids}': {
    get: {
      'x-controller': 'Echo',
      parameters: [{ name: 'ids', in: 'path', required: true, schema: texts }],
      responses: { 200: { description: 'ok' } },
    },
  },
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
  const document = documentOf({ ...parameterPaths, ...furtherPaths }, { Numbers: integers })
  const app = await serveDocument(t, writeDocument(t, document), echo)
  for (const [index, { parameter, written, expected }] of parameterCases.entries()) {
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
  const escaped = await app.request('GET', '/api/50%25%20off%20f%c3%bcr/a%2Cb,c')
  t.strictSame(escaped.json().values, { ids: ['a,b', 'c'] }, 'a path with escapes')
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

const noteSchema = {
  type: 'object',
  required: ['title'],
  'x-identifier': ['shelf', 'no', 'kind'],
  properties: { shelf: text, no: { type: 'integer' }, kind: text, title: text, secret: { ...text, writeOnly: true } },
}
const noteReference = { $ref: '#/components/schemas/Note' }
const noteContent = { 'application/json': { schema: noteReference } }
const answerWith = (status: number, value: JsonObject = noteReference): JsonObject => ({
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
        responses: answerWith(200, {
          type: 'object',
          properties: {
            count: { type: 'integer', 'x-alias': 'total' },
            page: { type: 'integer' },
            notes: { type: 'array', 'x-alias': 'items', items: noteReference },
          },
        }),
      },
      post: { requestBody: { content: noteContent }, responses: answerWith(201) },
    },
    '/bare': { get: { responses: answerWith(200, { type: 'array', items: noteReference }) } },
    '/notes/{shelf}': {
      parameters: identifying,
      get: { responses: answerWith(200) },
      put: { requestBody: { content: noteContent }, responses: answerWith(200) },
      delete: { responses: { 204: { description: 'gone' } } },
      post: { requestBody: { content: noteContent }, responses: answerWith(201) },
    },
  },
  { Note: noteSchema },
)

t.test('identifiers of several parts, and lists in their order', async t => {
  const app = await serveDocument(t, writeDocument(t, notes))
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

const urlEncoded = 'application/x-www-form-urlencoded'
const boundary = 'aBoundary'
const multipart = `multipart/form-data; boundary=${boundary}`

const bodyText = { type: 'string' }
const thingSchema = {
  type: 'object',
  required: ['title'],
  additionalProperties: false,
  properties: {
    id: { type: 'integer', readOnly: true },
    title: bodyText,
    size: { type: 'integer', format: 'int32' },
    price: { type: 'number' },
    hot: { type: 'boolean' },
    tags: { type: 'array', items: { type: 'integer' } },
    words: { type: 'array', items: bodyText },
    at: { type: 'object', properties: { x: { type: 'integer' }, y: { type: 'integer' } } },
    places: { type: 'array', items: { $ref: '#/components/schemas/Place' } },
    file: { type: 'string', format: 'binary' },
    files: { type: 'array', items: { type: 'string', format: 'binary' } },
    code: { type: 'string', format: 'byte' },
    note: { type: 'string', nullable: true },
  },
}
const placeSchema = { type: 'object', properties: { name: bodyText, no: { type: 'integer' } } }
const thingReference = { $ref: '#/components/schemas/Thing' }
const ok = { 200: { description: 'ok' } }
const echoes = (content: JsonObject, method = 'post'): JsonObject => ({
  [method]: { 'x-controller': 'Echo', requestBody: { content }, responses: ok },
})

const bodiesDocument = documentOf(
  {
    '/all': echoes({
      'application/json': { schema: thingReference },
      'application/vnd.thing+json': { schema: thingReference },
      [urlEncoded]: { schema: thingReference },
      'multipart/form-data': { schema: thingReference, encoding: { file: { contentType: 'image/png, image/gif' } } },
    }),
    '/styled': echoes({
      [urlEncoded]: {
        schema: thingReference,
        encoding: {
          tags: { style: 'form', explode: false },
          words: { style: 'spaceDelimited', explode: false },
          at: { style: 'deepObject', explode: true },
        },
      },
    }),
    '/json': echoes({ 'application/json': { schema: thingReference } }),
    '/xml': echoes({
      'application/xml': { schema: thingReference },
      'application/json; charset=utf-8': { schema: thingReference },
    }),
    '/ranges': echoes({
      'application/json': { schema: thingReference },
      [urlEncoded]: { schema: thingReference },
      'application/*+json': { schema: { type: 'object', maxProperties: 0 } },
      '*/*': { schema: { type: 'object', maxProperties: 0 } },
    }),
    '/patch': echoes({ 'application/merge-patch+json': { schema: thingReference } }, 'patch'),
    '/put': echoes({ [urlEncoded]: { schema: thingReference } }, 'put'),
    '/plain': echoes({ 'text/plain': { schema: text } }),
    '/none': { post: { 'x-controller': 'Echo', responses: ok } },
    '/unanswered/{n}': {
      parameters: [{ name: 'n', in: 'path', required: true, schema: { type: 'integer' } }],
      post: {
        requestBody: {
          required: true,
          content: { 'application/xml': {}, 'application/json': { schema: { type: 'object' } } },
        },
        responses: ok,
      },
    },
    '/things': {
      post: {
        requestBody: { content: { 'multipart/form-data': { schema: thingReference } } },
        responses: { 201: { description: 'ok', content: { 'application/json': { schema: thingReference } } } },
      },
    },
  },
  { Thing: thingSchema, Place: placeSchema },
)

interface Part {
  name: string
  value: string | Buffer
  type?: string
  filename?: string
}

const form = (...parts: readonly Part[]): Buffer =>
  Buffer.concat([
    ...parts.flatMap(({ name, value, type, filename }) => [
      Buffer.from(
        `--${boundary}\r\nContent-Disposition: form-data; name="${name}"${filename === undefined ? '' : `; filename="${filename}"`}\r\n` +
          `${type === undefined ? '' : `Content-Type: ${type}\r\n`}\r\n`,
      ),
      Buffer.from(value),
      Buffer.from('\r\n'),
    ]),
    Buffer.from(`--${boundary}--\r\n`),
  ])

const send = (
  { app }: TestApp,
  url: string,
  type: string | undefined,
  payload: string | Buffer,
  method: 'POST' | 'PATCH' | 'PUT' = 'POST',
) => app.inject({ method, url: `/api${url}`, payload, headers: type === undefined ? {} : { 'content-type': type } })

t.test('bodies of the types that an operation lists', async t => {
  const app = await serveDocument(t, writeDocument(t, bodiesDocument), echo)
  const reads = async (url: string, type: string, payload: string | Buffer, expected: Json): Promise<void> => {
    const answer = await send(app, url, type, payload)
    t.strictSame(
      answer.json<{ body: Json }>().body,
      expected,
      `${type} ${payload.toString().slice(0, 60)} ${answer.body}`,
    )
  }
  const refuses = async (
    url: string,
    type: string | undefined,
    payload: string | Buffer,
    status: number,
    message: RegExp,
    method?: 'PATCH' | 'PUT',
  ): Promise<void> => {
    const answer = await send(app, url, type, payload, method)
    t.match([answer.statusCode, answer.json().message], [status, message], `${type} ${payload.toString().slice(0, 60)}`)
  }

  await reads('/all', 'application/json', '{"title":"a"}', { title: 'a' })
  await reads('/all', 'application/vnd.thing+json', '{"title":"a"}', { title: 'a' })
  await reads('/xml', 'application/json', '{"title":"a"}', { title: 'a' })
  await refuses('/all', 'application/vnd.thing+json', '{"title":1}', 400, /title: must be a string/)
  await refuses(
    '/all',
    'application/vnd.thing+json',
    '{"title":"a","title":"b"}',
    400,
    /duplicate|twice|more than once/i,
  )
  await refuses('/all', 'application/json', '{"title":"a","id":1}', 400, /id: is read-only/)
  await refuses('/all', 'application/json', '{"title":"a","__proto__":{}}', 400, /__proto__/)
  await refuses('/json', 'application/json', 'null', 400, /the body: must be an object/)
  await refuses('/json', urlEncoded, 'title=a', 415, /send application\/json$/)
  await refuses('/json', 'application/merge-patch+json', '{}', 415, /send application\/json$/)
  await refuses(
    '/all',
    'text/plain',
    'a',
    415,
    /application\/json or application\/vnd.thing\+json or application\/x-www-form-urlencoded or multipart\/form-data/,
  )
  await refuses('/xml', 'application/xml', '<a/>', 415, /send application\/json$/)
  await reads('/ranges', 'application/json', '{"title":"a"}', { title: 'a' })
  await reads('/ranges', urlEncoded, 'title=a', { title: 'a' })
  await refuses(
    '/ranges',
    'application/*+json',
    '{}',
    415,
    /send application\/json or application\/x-www-form-urlencoded or/,
  )
  await refuses('/patch', 'application/json', '{}', 415, /send application\/merge-patch\+json$/, 'PATCH')
  await refuses('/none', 'application/json', '{}', 415, /reads no body/)
  for (const type of ['text/plain', 'application/json']) await refuses('/plain', type, 'x', 415, /this reads no body$/)
  await refuses('/all', undefined, '{}', 415, /media type/)
  await refuses('/put', urlEncoded, 'size=x', 400, /title: is required; size: must be an integer/, 'PUT')
  t.strictSame((await send(app, '/patch', 'application/merge-patch+json', '{"size":null}', 'PATCH')).json().body, {
    size: null,
  })
  await refuses('/patch', 'application/merge-patch+json', '{"size":"x"}', 400, /size: must be/, 'PATCH')
  t.equal((await send(app, '/unanswered/x?y=1', 'application/json', '{')).statusCode, 501, 'for any body')
  t.match((await send(app, '/unanswered/1', 'application/xml', '<a/>')).json(), { message: /nothing answers/ })

  await reads('/all', urlEncoded, 'title=a+%C3%A9&size=3&price=1.5&hot=false&tags=1&tags=2&words=a%2Cb&at={"x":1}', {
    title: 'a é',
    size: 3,
    price: 1.5,
    hot: false,
    tags: [1, 2],
    words: ['a,b'],
    at: { x: 1 },
  })
  await reads('/all', urlEncoded, 'title=a&x=1&y=2&places={"name":"b","no":1}&places={"no":2}', {
    title: 'a',
    at: { x: 1, y: 2 },
    places: [{ name: 'b', no: 1 }, { no: 2 }],
  })
  await reads('/styled', urlEncoded, 'title=a&tags=1,2&words=a%20b&at[x]=1&at[y]=2', {
    title: 'a',
    tags: [1, 2],
    words: ['a', 'b'],
    at: { x: 1, y: 2 },
  })
  const wrong: [string, RegExp][] = [
    ['title=a&hot=1', /hot: must be/],
    ['title=a&hot=TRUE', /hot: must be/],
    ['title=a&size=2147483648', /size: must be/],
    ['title=a&size=', /size: must be/],
    ['title=a&title=b', /title: is not written/],
    ['title=a&colour=b', /colour: is not/],
    ['title=a&at={', /at: is not written/],
    ['title=%E0', /malformed/],
    ['title=%00', /U\+0000/],
    ['title=\uFFFD', /not valid UTF-8/],
    ['title=a&__proto__=b', /__proto__/],
    [`title=a${'&tags=1'.repeat(1000)}`, /at most 1000 fields/],
    ['size=1', /title: is required/],
  ]
  for (const [payload, message] of wrong) await refuses('/all', urlEncoded, payload, 400, message)

  const png = Buffer.from([0x89, 0x50, 0, 255, 13, 10])
  await reads(
    '/all',
    multipart,
    form(
      { name: 'title', value: 'a é' },
      { name: 'size', value: '3' },
      { name: 'hot', value: 'true' },
      { name: 'tags', value: '1' },
      { name: 'tags', value: '2' },
      { name: 'at', value: '{"x":1}', type: 'application/json' },
      { name: 'places', value: '{"name":"b"}' },
      { name: 'file', value: png, type: 'image/png', filename: 'a.png' },
      { name: 'files', value: png, filename: 'b.png' },
      { name: 'code', value: 'YWJj' },
      { name: 'note', value: 'text', type: 'text/plain; charset=utf-8' },
    ),
    {
      title: 'a é',
      size: 3,
      hot: true,
      tags: [1, 2],
      at: { x: 1 },
      places: [{ name: 'b' }],
      file: png.toString('base64'),
      files: [png.toString('base64')],
      code: 'YWJj',
      note: 'text',
    },
  )
  await reads('/all', multipart, form({ name: 'title', value: 'a' }, { name: 'code', value: 'abc', filename: 'c' }), {
    title: 'a',
    code: 'YWJj',
  })
  await reads(
    '/all',
    multipart,
    form({ name: 'title', value: 'a' }, { name: 'tags', value: '[1,2]', type: 'application/json' }),
    {
      title: 'a',
      tags: [1, 2],
    },
  )
  const title = { name: 'title', value: 'a' }
  const refused: [Buffer, RegExp][] = [
    [form(title, { name: 'hot', value: '1' }), /hot: must be/],
    [form(title, title), /title: may be given only once/],
    [form(title, { name: 'at', value: '{' }), /at: is not valid JSON/],
    [
      form(title, { name: 'file', value: png, type: 'text/html', filename: 'a' }),
      /file: must be image\/png or image\/gif/,
    ],
    [form({ name: 'title', value: png }), /title: is not valid UTF-8/],
    [
      form({ name: 'title', value: 'YQ==', type: 'text/plain\r\ncontent-transfer-encoding: base64' }),
      /title: a Content-Transfer/,
    ],
    [form({ name: 'title', value: 'a\0b' }), /title: must not contain U\+0000/],
    [form(title, { name: 'code', value: 'no base64!' }), /code: must/],
    [form(title, { name: 'colour', value: 'x' }), /colour: is not/],
    [form(title, { name: '__proto__', value: 'x' }), /__proto__/],
    [form(title, { name: 'constructor', value: 'x' }), /the field name constructor is not allowed/],
    [form(...Array.from({ length: 1001 }, () => ({ name: 'tags', value: '1' }))), /more than 1000 parts/],
    [form(title).subarray(0, -20), /not valid multipart/],
    [Buffer.from('nonsense'), /not valid multipart/],
  ]
  for (const [payload, message] of refused) await refuses('/all', multipart, payload, 400, message)
  await refuses('/all', 'multipart/form-data', form(title), 400, /not valid multipart.*[Bb]oundary/)
  for (const type of [urlEncoded, multipart, 'application/vnd.thing+json']) {
    await refuses('/all', type, Buffer.alloc(1_048_577, 'a'), 413, /larger than 1048576 bytes/)
  }
  await refuses('/none', 'application/json', Buffer.alloc(2000, 'a'), 415, /reads no body/)

  const bytes = Buffer.from([0, 255, 1])
  const body = form({ name: 'title', value: 'a' }, { name: 'file', value: bytes, filename: 'a' })
  const created = await send(app, '/things', multipart, body)
  t.strictSame([created.statusCode, created.json()], [201, { id: 1, title: 'a', file: bytes.toString('base64') }])
})

t.test('bodies of every type count towards the memory limit of the process', async t => {
  const http = { maxBodyBytesInFlight: 50_000 }
  const app = await serveDocument(t, writeDocument(t, bodiesDocument), { ...echo, config: { ...echo.config, http } })
  const large = form({ name: 'title', value: 'a'.repeat(60_000) })
  t.equal((await send(app, '/all', multipart, large)).statusCode, 503)
  t.equal((await send(app, '/all', urlEncoded, `title=${'a'.repeat(60_000)}`)).statusCode, 503)
  t.equal((await send(app, '/all', multipart, form({ name: 'title', value: 'a'.repeat(40_000) }))).statusCode, 200)
  t.equal((await send(app, '/all', multipart, form({ name: 'title', value: 'a'.repeat(40_000) }))).statusCode, 200)
})

t.test('forms that arrive over a connection, of unknown length', async t => {
  const app = await serveDocument(t, writeDocument(t, bodiesDocument), echo)
  const origin = await app.app.listen({ port: 0, host: '127.0.0.1' })
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  t.teardown(() => agent.destroy())
  const post = async (type: string, pieces: Iterable<string | Buffer>): Promise<[number | undefined, string]> => {
    const sending = request(`${origin}/api/all`, { agent, method: 'POST', headers: { 'content-type': type } })
    sending.on('error', () => {}) // the service may close the connection before it has read all
    const answered = once(sending, 'response')
    for (const piece of pieces) sending.write(piece)
    sending.end()
    const [response] = (await answered) as [IncomingMessage]
    const { message = '' } = JSON.parse(await textOf(response)) as { message?: string }
    return [response.statusCode, message]
  }
  const part = form({ name: 'files', value: Buffer.alloc(100_000, 1), filename: 'a' }).subarray(0, -boundary.length - 6)
  const end = form({ name: 'title', value: 'a' })
  for (let again = 0; again < 2; again++) {
    t.equal((await post(multipart, [...Array.from({ length: 9 }, () => part), end]))[0], 200)
    const tooMany = await post(multipart, [...Array.from({ length: 30 }, () => part), end])
    t.strictSame(tooMany, [413, 'the body is larger than 1048576 bytes'])
    t.match(await post(multipart, [form(...Array.from({ length: 1500 }, () => ({ name: 'tags', value: '1' })))]), [400])
    t.match(await post(multipart, [part, 'no end']), [400, /not valid multipart/])
    t.equal((await post(urlEncoded, ['title=', 'a'.repeat(900_000)]))[0], 200)
    const tooLong = await post(
      urlEncoded,
      Array.from({ length: 30 }, () => 'a'.repeat(100_000)),
    )
    t.strictSame(tooLong, [413, 'the body is larger than 1048576 bytes'])
    t.match(await post(urlEncoded, [Buffer.from([0x74, 0x3d, 0xff])]), [400, /not valid UTF-8/])
  }
  const cut = request(`${origin}/api/all`, { method: 'POST', headers: { 'content-type': multipart } })
  cut.on('error', () => {})
  await new Promise(resolve => cut.write(part, resolve))
  cut.destroy()
  t.equal((await post(multipart, [end]))[0], 200, 'after one that ended too early')
})
