import t from 'tap'
import type { Test } from 'tap'
import type { JsonObject } from '../../lib/json/index.ts'
import type { TestApp } from '../../testing/index.ts'
import { keptLog } from '../../testing/internal/bad-plugins.ts'
import { documentOf, echo, onEachDatabase, serveDocument, writeDocument } from './testing.ts'

const text = { type: 'string' }
const refTo = (name: string): JsonObject => ({ $ref: `#/components/schemas/${name}` })
const json = (schema: JsonObject): JsonObject => ({ content: { 'application/json': { schema } } })
const answers = (status: number | string, schema?: JsonObject): JsonObject => ({
  [status]: { description: 'ok', ...(schema === undefined ? {} : json(schema)) },
})
const crud = (name: string, type: JsonObject): JsonObject => {
  const path = name.toLowerCase()
  return {
    [`/${path}s`]: {
      post: { requestBody: json(refTo(name)), responses: answers(201, refTo(name)) },
      get: { responses: answers(200, { type: 'array', items: refTo(name) }) },
    },
    [`/${path}s/_batch`]: {
      post: { requestBody: json({ type: 'array', items: refTo(name) }), responses: answers('default') },
    },
    [`/${path}s/{id}`]: {
      parameters: [{ name: 'id', in: 'path', required: true, schema: type }],
      get: { responses: answers(200, refTo(name)) },
      put: { requestBody: json(refTo(name)), responses: answers(200, refTo(name)) },
      patch: {
        requestBody: { content: { 'application/merge-patch+json': { schema: refTo(name) } } },
        responses: answers(200, refTo(name)),
      },
      delete: { responses: answers(200, refTo(name)) },
    },
  }
}
const withId = (id: JsonObject): JsonObject => ({
  type: 'object',
  required: ['title'],
  properties: { id, title: text, made: { ...text, readOnly: true }, size: { type: 'integer', nullable: true } },
})

const document = documentOf(
  {
    ...crud('Leaf', text),
    ...crud('Root', { type: 'string', format: 'uuid' }),
    ...crud('Stem', text), // and its property is a number
    ...crud('Seed', text),
    '/leaf-titles': {
      post: {
        'x-controller': 'Create',
        'x-schema': 'Leaf',
        'x-context': { id: 'always' },
        requestBody: json({ type: 'object', properties: { title: text } }),
        responses: answers(204),
      },
      get: {
        'x-controller': 'ListController',
        'x-schema': refTo('Leaf'),
        'x-context': { query: 'bee' },
        responses: answers('2XX'),
      },
    },
    '/the-leaf': {
      get: { 'x-context': { id: 'always' }, responses: answers(200, refTo('Leaf')) },
      delete: { 'x-schema': '#/components/schemas/Leaf', 'x-context': { id: 'always' }, responses: answers(204) },
    },
    '/stems/by-size/{size}': {
      parameters: [{ name: 'size', in: 'path', required: true, schema: { type: 'integer' } }],
      get: {
        parameters: [{ name: 'title', in: 'query', schema: { type: 'array', items: text }, explode: false }],
        responses: answers(200, { type: 'array', items: refTo('Stem') }),
      },
      head: { responses: answers(200) },
    },
    '/odd': { get: { responses: answers(200) }, post: { responses: answers(200) } },
  },
  {
    Leaf: withId(text),
    Root: withId({ type: 'string', format: 'uuid', readOnly: true }),
    Stem: withId({ type: 'integer' }),
    Seed: withId({ type: 'string', pattern: '^[a-z]+$' }),
  },
)

const make = (app: TestApp, path: string, body: unknown) => app.request('POST', `/api/${path}`, body)
const idOf = ({ body }: { body: string }): unknown => (JSON.parse(body) as { id: unknown }).id

async function generatesIds(t: Test, app: TestApp): Promise<void> {
  const leaves: unknown[] = []
  for (const title of ['a', 'b', 'c']) leaves.push(idOf(await make(app, 'leafs', { title })))
  for (const id of leaves) t.match(id, /^[0-9A-Z]{26,27}$/)
  t.strictSame(leaves.toSorted(), leaves, 'in the order of creation')
  t.match(idOf(await make(app, 'roots', { title: 'a' })), /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab]/)
  t.match((await make(app, 'roots', { title: 'a', id: 'x' })).json(), { message: /id: is read-only/ })
  const several = await Promise.all(['a', 'b', 'c', 'd'].map(title => make(app, 'stems', { title })))
  t.strictSame(several.map(idOf).toSorted(), [1, 2, 3, 4], 'each number only once')
  const batch = await make(app, 'stems/_batch', [{ title: 'e' }, { title: 'f', id: 100 }, { title: 'g' }])
  t.equal(batch.statusCode, 201, batch.body)
  t.strictSame(
    batch.json<{ id: number }[]>().map(({ id }) => id),
    [5, 100, 6],
  )
  t.equal(idOf(await make(app, 'stems', { title: 'h' })), 101)
  const seed = await make(app, 'seeds', { title: 'a' })
  t.match([seed.statusCode, seed.json()], [400, { message: /id: is required: it identifies/ }], 'not creatable')
  const other = await make(app, 'seeds/_batch', [
    { title: 'a', id: 'a' },
    { title: 'b', id: 'B' },
    { id: 'c', made: 'x' },
  ])
  t.match([other.statusCode, other.json()], [400, { message: /\[1\]\.id: must match/ }])
  t.match(other.json(), { message: /\[2\]\.title: is required/ })
  t.match(other.json(), { message: /\[2\]\.made: is read-only/ })
  const twice = await make(app, 'stems/_batch', [{ title: 'x' }, { title: 'y', id: 3 }])
  t.match([twice.statusCode, twice.json()], [409, { message: /^\[1\]: id 3: another item/ }])
  t.equal(
    (
      await make(
        app,
        'stems/_batch',
        Array.from({ length: 1001 }, () => ({ title: 'x' })),
      )
    ).statusCode,
    400,
  )
  t.equal((await app.request('GET', '/api/stems?query=x')).json<unknown[]>().length, 0, 'atomic')
}

async function changesItems(t: Test, app: TestApp): Promise<void> {
  const one = await app.request('GET', '/api/stems/3')
  t.match([one.statusCode, one.json()], [200, { id: 3 }], 'by the number as text')
  t.equal((await app.request('GET', '/api/stems/03')).statusCode, 404)
  t.equal((await app.request('HEAD', '/api/stems/3')).statusCode, 200)
  const patch = (body: unknown, headers = {}) =>
    app.request('PATCH', '/api/stems/3', body, { 'content-type': 'application/merge-patch+json', ...headers })
  t.match((await patch({ size: 4 })).json(), { id: 3, size: 4 })
  t.strictSame((await patch({ size: null, title: 'B' })).json(), { id: 3, title: 'B' })
  for (const [body, message] of [
    [{ id: 4 }, /id: the body names another/],
    [{ id: null }, /id: the body names another/],
    [{ title: null }, /title: is required/],
    [{ made: 'x' }, /made: is read-only/],
    [{ size: 'x' }, /size: must be/],
  ] as const) {
    const answer = await patch(body)
    t.match([answer.statusCode, answer.json()], [422, { message }], JSON.stringify(body))
  }
  const problem = await patch({ size: 'x' }, { accept: 'application/problem+json' })
  t.match(problem.json(), { status: 422, code: 'unprocessable-content', problems: [{ pointer: '/size' }] })
  t.equal((await patch({ title: 'C' }, { 'if-match': '"x.1"' })).statusCode, 412)
  t.equal((await app.request('DELETE', '/api/stems/3', undefined, { 'if-match': '"x.1"' })).statusCode, 412)
  const put = await app.request('PUT', '/api/stems/3', { title: 'B', size: 7 })
  t.strictSame([put.statusCode, put.json()], [200, { id: 3, title: 'B', size: 7 }], 'the address has the identifier')
  const urn = /^"(.+)\.\d+"$/.exec(String(put.headers.etag))?.[1] ?? ''
  t.equal((await app.request('PUT', `/api/stem/${urn}`, { title: 'B', size: 8 })).statusCode, 200)
  t.match((await app.request('GET', '/api/stems/3')).json(), { id: 3, size: 8 }, 'it keeps its identifier')
  t.match((await app.request('GET', '/api/stems/by-size/8?title=A,B')).json(), [{ id: 3 }])
  t.strictSame((await app.request('GET', '/api/stems/by-size/8?title=A')).json(), [])
  t.equal((await app.request('HEAD', '/api/stems/by-size/8')).statusCode, 200, 'like GET')
  const version = await app.request('GET', '/api/stems/3?sequence_no=1')
  t.match([version.statusCode, version.headers.etag], [200, /\.1"$/])
  t.equal((await app.request('GET', '/api/stems/3?sequence_no=x')).statusCode, 400)
  t.equal((await app.request('GET', '/api/stems/3?use_entity_id=1')).statusCode, 400)
  const gone = await app.request('DELETE', '/api/stems/3')
  t.match([gone.statusCode, gone.json()], [200, { id: 3, size: 8 }])
  t.equal((await app.request('GET', '/api/stems/3')).statusCode, 404)
}

onEachDatabase(t, 'identifiers are made by type and format; items are changed by them', async (t, url) => {
  const app = await serveDocument(t, writeDocument(t, document), { url })
  await generatesIds(t, app)
  await changesItems(t, app)
  t.equal((await make(app, 'leaf-titles', { title: 'Bee' })).statusCode, 204, 'the status that is declared')
  t.equal((await make(app, 'leaf-titles', { title: 'Bee' })).statusCode, 409)
  t.match((await app.request('GET', '/api/the-leaf')).json(), { id: 'always', title: 'Bee' })
  const { total, page, items } = (await app.request('GET', '/api/leaf-titles')).json()
  t.match([total, page, items], [1, 1, [{ title: 'Bee' }]], 'x-context has the query')
  t.equal((await app.request('GET', '/api/leaf-titles?query=')).json().total, 4)
  t.equal((await app.request('DELETE', '/api/the-leaf')).statusCode, 204)
  t.equal((await app.request('GET', '/api/the-leaf')).statusCode, 404)
})

t.test('a page of large items is loaded in parts', async t => {
  const page = {
    type: 'object',
    properties: { total: { type: 'integer' }, items: { type: 'array', items: refTo('Log') } },
  }
  const paths = {
    '/logs': {
      post: { requestBody: json(refTo('Log')), responses: answers(201, refTo('Log')) },
      get: { responses: answers(200, page) },
    },
  }
  const schemas = { Log: { type: 'object', properties: { lines: text } } }
  const app = await serveDocument(t, writeDocument(t, documentOf(paths, schemas)))
  const lines = 'x'.repeat(1_000_000)
  for (let i = 0; i < 18; i++) t.equal((await app.request('POST', '/api/logs', { lines })).statusCode, 201)
  const whole = await app.request('GET', '/api/logs?limit=20')
  t.match([whole.statusCode, whole.json()], [400, { message: /more than \d+ bytes; ask for a smaller limit/ }])
  const first = (await app.request('GET', '/api/logs?limit=9')).json<{ total: number; items: unknown[] }>()
  t.match([first.total, first.items.length], [18, 9])
})

t.test('an update applies to the item that middleware selects', async t => {
  const id = { name: 'id', in: 'path', required: true, schema: { type: 'integer' } }
  const paths = {
    '/logs': { post: { requestBody: json(refTo('Log')), responses: answers(201, refTo('Log')) } },
    '/logs/{id}': {
      parameters: [id],
      put: { 'x-middleware': ['Other'], requestBody: json(refTo('Log')), responses: answers(200, refTo('Log')) },
      get: { responses: answers(200, refTo('Log')) },
    },
  }
  const schemas = { Log: { type: 'object', properties: { id: { type: 'integer' }, lines: text } } }
  const app = await serveDocument(t, writeDocument(t, documentOf(paths, schemas)), echo)
  for (const lines of ['one', 'two']) await app.request('POST', '/api/logs', { lines })
  const changed = await app.request('PUT', '/api/logs/1', { lines: 'new' }, { 'x-other': '2' })
  t.match([changed.statusCode, changed.json()], [200, { id: 2, lines: 'new' }])
  t.match((await app.request('GET', '/api/logs/1')).json(), { id: 1, lines: 'one' })
})

t.test('startup warns once about operations and keywords that are not supported', async t => {
  const { logger, lines } = keptLog()
  const { components = {} } = document
  const securitySchemes = {
    cookie: { type: 'apiKey', in: 'cookie', name: 'key' },
    query: { type: 'apiKey', in: 'query', name: 'key' },
    basic: { type: 'http', scheme: 'basic' },
    bearer: { type: 'http', scheme: 'bearer' },
  }
  const further = {
    ...document,
    security: Object.keys(securitySchemes).map(name => ({ [name]: [] })),
    components: { ...(components as JsonObject), securitySchemes },
    paths: {
      '/xml': { post: { requestBody: { content: { 'text/xml': {} } }, responses: answers(200) } },
      '/odd': { get: { responses: answers(200) } },
    },
  }
  await serveDocument(t, writeDocument(t, further), { logger })
  const warnings = lines.filter(({ level }) => level === 40)
  t.match(warnings, [
    { operations: ['post /xml', 'get /odd'], msg: /501/ },
    { mediaTypes: ['text/xml'], msg: /415/ },
    { schemes: ['cookie', 'query', 'basic'], msg: /cannot use/ },
  ])
  t.equal(warnings.length, 3)
})

t.test('validation of responses', async t => {
  const strict = { type: 'object', required: ['values'], properties: { values: { type: 'object', required: ['n'] } } }
  const operation = { 'x-controller': 'Echo', parameters: [{ name: 'n', in: 'query', schema: text }] }
  const path = writeDocument(
    t,
    documentOf({
      '/checked': { get: { ...operation, responses: answers(200, strict) } },
      '/range': { get: { ...operation, responses: answers('2XX', strict) } },
      '/default': { get: { ...operation, responses: answers('default', strict) } },
      '/open': { get: { ...operation, responses: answers(200) } },
      '/hal': {
        get: {
          ...operation,
          responses: { 200: { description: 'ok', content: { 'application/hal+json': { schema: strict } } } },
        },
      },
    }),
  )
  for (const [mode, status, isLogged] of [
    ['refuse', 500, true],
    ['log', 200, true],
    ['off', 200, false],
  ] as const) {
    const { logger, lines } = keptLog()
    const app = await serveDocument(t, path, { ...echo, logger, options: { answers: mode } })
    for (const name of ['checked', 'range', 'default']) {
      t.equal((await app.request('GET', `/api/${name}?n=1`)).statusCode, 200, `${mode} ${name}`)
      t.equal(lines.filter(({ level }) => level >= 50).length, 0)
      t.equal((await app.request('GET', `/api/${name}`)).statusCode, status, `${mode} ${name}`)
      const line = lines.find(({ msg }) => msg.includes('does not fit the OpenAPI document'))
      t.equal(line !== undefined, isLogged, mode)
      if (isLogged) t.match(line, { level: 50, operation: `get /${name}`, failures: [{ field: 'values.n' }] })
      lines.length = 0
    }
    t.equal((await app.request('GET', '/api/open')).statusCode, 200, 'a response that the document does not describe')
    const hal = await app.request('GET', '/api/hal?n=1', undefined, { accept: 'application/hal+json' })
    t.match([hal.statusCode, hal.headers['content-type']], [200, /^application\/hal\+json/])
  }
})

t.test('x-schema names a schema of the document', async t => {
  const paths = { '/x': { get: { 'x-schema': 'Nope', responses: answers(200) } } }
  await t.rejects(serveDocument(t, writeDocument(t, documentOf(paths))), {
    message: /paths\.\/x\.get\.x-schema: must be the name of a schema/,
  })
})

t.test('a merge stores null where it is required and allowed; If-None-Match', async t => {
  const film = {
    type: 'object',
    required: ['id', 'rating'],
    properties: {
      id: { type: 'integer' },
      rating: { type: 'number', nullable: true },
      note: { ...text, nullable: true },
    },
  }
  const app = await serveDocument(t, writeDocument(t, documentOf(crud('Film', { type: 'integer' }), { Film: film })))
  await make(app, 'films', { id: 1, rating: 7, note: 'x' })
  const send = (method: string, body?: unknown, headers = {}) => app.request(method, '/api/films/1', body, headers)
  const merge = { 'content-type': 'application/merge-patch+json' }
  t.strictSame((await send('PATCH', { rating: null, note: null }, merge)).json(), { id: 1, rating: null })
  const star = { 'if-none-match': '*' }
  t.equal((await send('PUT', { rating: 1 }, star)).statusCode, 412)
  t.equal((await send('PATCH', { rating: 1 }, { ...merge, ...star })).statusCode, 412)
  t.equal((await send('DELETE', undefined, star)).statusCode, 412)
  const since = { 'if-unmodified-since': 'Wed, 21 Oct 2015 07:28:00 GMT' }
  t.equal((await send('PUT', { rating: 1 }, since)).statusCode, 400)
  t.strictSame((await send('GET')).json(), { id: 1, rating: null })
})
