import { once } from 'node:events'
import { Agent, request } from 'node:http'
import type { IncomingMessage } from 'node:http'
import { text as textOf } from 'node:stream/consumers'
import t from 'tap'
import type { Json, JsonObject } from '../../lib/json/index.ts'
import type { TestApp } from '../../testing/index.ts'
import { documentOf, echo, onEachDatabase, serveDocument, writeDocument } from './testing.ts'

const urlEncoded = 'application/x-www-form-urlencoded'
const boundary = 'aBoundary'
const multipart = `multipart/form-data; boundary=${boundary}`

const text = { type: 'string' }
const thing = {
  type: 'object',
  required: ['title'],
  additionalProperties: false,
  properties: {
    id: { type: 'integer', readOnly: true },
    title: text,
    size: { type: 'integer', format: 'int32' },
    price: { type: 'number' },
    hot: { type: 'boolean' },
    tags: { type: 'array', items: { type: 'integer' } },
    words: { type: 'array', items: text },
    at: { type: 'object', properties: { x: { type: 'integer' }, y: { type: 'integer' } } },
    places: { type: 'array', items: { $ref: '#/components/schemas/Place' } },
    file: { type: 'string', format: 'binary' },
    files: { type: 'array', items: { type: 'string', format: 'binary' } },
    code: { type: 'string', format: 'byte' },
    note: { type: 'string', nullable: true },
  },
}
const place = { type: 'object', properties: { name: text, no: { type: 'integer' } } }
const schema = { $ref: '#/components/schemas/Thing' }
const ok = { 200: { description: 'ok' } }
const echoes = (content: JsonObject, method = 'post'): JsonObject => ({
  [method]: { 'x-controller': 'Echo', requestBody: { content }, responses: ok },
})

const document = documentOf(
  {
    '/all': echoes({
      'application/json': { schema },
      'application/vnd.thing+json': { schema },
      [urlEncoded]: { schema },
      'multipart/form-data': { schema, encoding: { file: { contentType: 'image/png, image/gif' } } },
    }),
    '/styled': echoes({
      [urlEncoded]: {
        schema,
        encoding: {
          tags: { style: 'form', explode: false },
          words: { style: 'spaceDelimited', explode: false },
          at: { style: 'deepObject', explode: true },
        },
      },
    }),
    '/json': echoes({ 'application/json': { schema } }),
    '/xml': echoes({ 'application/xml': { schema }, 'application/json; charset=utf-8': { schema } }),
    '/patch': echoes({ 'application/merge-patch+json': { schema } }, 'patch'),
    '/put': echoes({ [urlEncoded]: { schema } }, 'put'),
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
        requestBody: { content: { 'multipart/form-data': { schema } } },
        responses: { 201: { description: 'ok', content: { 'application/json': { schema } } } },
      },
    },
  },
  { Thing: thing, Place: place },
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
  const app = await serveDocument(t, writeDocument(t, document), echo)
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
  await refuses('/patch', 'application/json', '{}', 415, /send application\/merge-patch\+json$/, 'PATCH')
  await refuses('/none', 'application/json', '{}', 415, /takes no body/)
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
  await refuses('/none', 'application/json', Buffer.alloc(2000, 'a'), 415, /takes no body/)
})

t.test('bodies of every type count towards the memory limit of the process', async t => {
  const http = { maxBodyBytesInFlight: 50_000 }
  const app = await serveDocument(t, writeDocument(t, document), { ...echo, config: { ...echo.config, http } })
  const large = form({ name: 'title', value: 'a'.repeat(60_000) })
  t.equal((await send(app, '/all', multipart, large)).statusCode, 503)
  t.equal((await send(app, '/all', urlEncoded, `title=${'a'.repeat(60_000)}`)).statusCode, 503)
  t.equal((await send(app, '/all', multipart, form({ name: 'title', value: 'a'.repeat(40_000) }))).statusCode, 200)
  t.equal((await send(app, '/all', multipart, form({ name: 'title', value: 'a'.repeat(40_000) }))).statusCode, 200)
})

t.test('forms that arrive over a connection, of unknown length', async t => {
  const app = await serveDocument(t, writeDocument(t, document), echo)
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

onEachDatabase(t, 'a file is stored as base64', async (t, url) => {
  const app = await serveDocument(t, writeDocument(t, document), { ...echo, url })
  const bytes = Buffer.from([0, 255, 1])
  const body = form({ name: 'title', value: 'a' }, { name: 'file', value: bytes, filename: 'a' })
  const created = await send(app, '/things', multipart, body)
  t.strictSame([created.statusCode, created.json()], [201, { id: 1, title: 'a', file: bytes.toString('base64') }])
})
