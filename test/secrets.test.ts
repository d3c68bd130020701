import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { Writable } from 'node:stream'
import fastify from 'fastify'
import t from 'tap'
import type { Test } from 'tap'
import { loggerOptions } from '../kernel/http/logger.ts'
import { loadConfig } from '../kernel/index.ts'
import type { JsonObject } from '../lib/json/index.ts'
import { documentOf, writeDocument } from '../plugins/openapi/testing.ts'
import { testSite } from '../plugins/site-renderer/testing.ts'
import { buildTestApp, callCli } from '../testing/index.ts'
import type { TestApp } from '../testing/index.ts'
import { testAllStores, ownDatabase } from '../testing/internal/each-store.ts'

const canary = 'canaryzq7'
const text = { type: 'string' }
const secret = { ...text, writeOnly: true }
const password = { ...text, format: 'password' }
const key = { type: 'object', required: ['secret'], properties: { label: text, secret } }

const vault = {
  type: 'object',
  required: ['name', 'password'],
  $defs: { key },
  properties: {
    name: text,
    password,
    pin: { ...secret, 'x-unique': true },
    profile: { type: 'object', properties: { city: text, token: secret } },
    keys: { type: 'array', items: { $ref: '#/$defs/key' } },
    codes: { type: 'array', items: password },
    devices: { type: 'object', additionalProperties: { $ref: '#/$defs/key' } },
    headers: { type: 'object', patternProperties: { '^x-': secret } },
    contact: {
      oneOf: [
        { type: 'object', required: ['mail'], properties: { mail: text, word: password } },
        { type: 'object', required: ['phone'], properties: { phone: text } },
      ],
    },
    parent: { allOf: [{ $ref: '#/$defs/key' }] },
    whole: { type: 'object', writeOnly: true, properties: { any: text } },
    of: { ...text, 'x-resource-type': 'vault' },
  },
} as const

const filled = (name: string, further: object = {}): JsonObject => ({
  name,
  password: canary,
  pin: `${canary} ${name}`,
  profile: { city: 'Bern', token: canary },
  keys: [
    { label: 'a', secret: canary },
    { label: 'b', secret: `${canary} b` },
  ],
  codes: [canary],
  devices: { phone: { label: 'p', secret: canary } },
  headers: { 'x-key': canary, plain: 'y' },
  contact: { mail: 'a@example.org', word: canary },
  parent: { label: 'c', secret: canary },
  whole: { any: canary },
  ...further,
})

const shown = (name: string): JsonObject => ({
  name,
  profile: { city: 'Bern' },
  keys: [{ label: 'a' }, { label: 'b' }],
  codes: [],
  devices: { phone: { label: 'p' } },
  headers: { plain: 'y' },
  contact: { mail: 'a@example.org' },
  parent: { label: 'c' },
})

async function withVaults({ request }: TestApp): Promise<{ first: string; second: string }> {
  const type = await request('POST', '/api/resource-types', { name: 'Vault', slug: 'vault', schema: vault })
  if (type.statusCode !== 201) throw new Error(type.body)
  const create = async (name: string, further?: object): Promise<string> => {
    const answer = await request('POST', '/api/vault', filled(name, further))
    if (answer.statusCode !== 201) throw new Error(answer.body)
    return String(answer.json().id)
  }
  const first = await create('First')
  return { first, second: await create('Second', { of: first }) }
}

/** The properties of a resource, without the keywords of JSON-LD. */
const propertiesIn = (answer: { json: () => { data: { '@graph': JsonObject[] } } }): JsonObject =>
  Object.fromEntries(Object.entries(answer.json().data['@graph'][0] ?? {}).filter(([name]) => !name.startsWith('@')))

/** Routes that answer without an end. */
const endless = /\/stream$|\/feed$/

/** Ask every route that the service describes. @returns how many answered */
async function askEverything(t: Test, { request }: TestApp, slug: string, ids: readonly string[]): Promise<number> {
  const described = (await request('GET', '/api/openapi.json')).json<{ paths: Record<string, { get?: unknown }> }>()
  let answered = 0
  for (const [path, { get }] of Object.entries(described.paths)) {
    if (get === undefined || endless.test(path)) continue
    for (const id of ids) {
      const address = path.replace('{typeSlug}', slug).replaceAll(/\{[^}]*\}/g, () => encodeURIComponent(id))
      const queries = ['', '?sequence_no=1', '?labels=true', `?q=${canary}`, '?status=archived']
      for (const query of queries) {
        for (const accept of ['application/json', 'application/ld+json']) {
          const answer = await request('GET', address + query, undefined, { accept })
          if (answer.statusCode < 300) answered++
          const body = answer.body.replaceAll(`q=${canary}`, '')
          if (body.includes(canary)) t.fail(`GET ${address}${query} (${accept}): ${body.slice(0, 500)}`)
        }
      }
    }
  }
  return answered
}

testAllStores('no route shows what a schema marks', async (t, app) => {
  const { request } = app
  const { first, second } = await withVaults(app)
  const merge = { 'content-type': 'application/merge-patch+json' }
  const kept = { 'idempotency-key': 'k1' }
  const sent = filled('Third', { of: first })
  const answers = [
    await request('POST', '/api/vault', sent, kept),
    await request('POST', '/api/vault', sent, kept),
    await request('PUT', `/api/vault/${first}`, filled('First')),
    await request('PATCH', `/api/vault/${first}`, { profile: { token: `${canary} 2` } }, merge),
    await request('PUT', `/api/vault/${second}`, filled('Second', { of: first }), { accept: 'application/ld+json' }),
    await request('POST', '/api/vault', filled('Fourth', { pin: `${canary} First` })),
    await request('POST', '/api/vault', filled('Fourth', { password: 7, name: canary.length })),
    await request('POST', '/api/vault/_check', filled('Fourth', { pin: `${canary} First` })),
    await request('POST', `/api/vault/${first}/_check?action=replace`, filled('First', { name: 1 })),
    await request('POST', '/api/vault/_query', { q: canary, count: true }),
    await request('POST', '/api/vault/_query', { include: ['of'], labels: true }),
    await request('POST', '/api/vault/_query', { fields: ['password', 'keys', 'name'] }),
    await request('GET', `/api/vault/${second}?include=of&labels=true&fields[of]=password,profile&fields=keys,pin`),
    await request('GET', `/api/vault/${first}/referrers?include=of&labels=true`),
    await request('GET', `/api/vault/${first}/versions`),
    await request('GET', '/api/search?excerpts=true&q=first'),
    await request('GET', '/api/search?excerpts=true&q=bern'),
    await request('POST', '/api/vault/_bulk', {
      operations: [
        { op: 'create', data: filled('Bulk') },
        { op: 'create', data: filled('Other', { pin: `${canary} First` }) },
        { op: 'patch', id: first, data: { whole: { any: `${canary} x` } } },
      ],
      atomic: false,
    }),
  ]
  for (const [index, answer] of answers.entries()) t.notMatch(answer.body, canary, `answer ${index}: ${answer.body}`)
  t.strictSame(propertiesIn(await request('GET', `/api/vault/${first}`)), shown('First'))
  for (const answer of [
    await request('GET', `/api/vault?q=${canary}&count=true`),
    await request('GET', `/api/search?q=${canary}`),
  ])
    t.strictSame(answer.json().data, [], answer.body)
  t.equal((await request('GET', `/api/vault?q=${canary}&count=true`)).json().total, 0)
  const [, , , , , taken] = answers
  t.equal(taken?.statusCode, 409)
  t.match(taken?.body, 'pin')
  t.notMatch(taken?.body, 'urn:vault:', 'it names no holder')
  await request('DELETE', `/api/vault/${second}`)
  t.ok((await askEverything(t, app, 'vault', [first, 'vault'])) > 100)
})

testAllStores('questions about what a schema marks are refused by name', async (t, { request, ...app }) => {
  const { first } = await withVaults({ request, ...app } as TestApp)
  const hidden = ['password', 'pin', 'profile.token', 'keys.secret', 'codes', 'whole', 'whole.any', 'parent.secret']
  for (const name of hidden) {
    for (const question of [
      `_filter[${name}][eq]=x`,
      `_filter[${name}][ne]=x`,
      `_filter[${name}][exists]=true`,
      `_filter[or][0][${name}][like]=x`,
      `filter_field=${name}&filter_value=x`,
      `sort_by=${name}`,
      `_filter[of.${name}][like]=x`,
    ]) {
      const answer = await request('GET', `/api/vault?${question}`)
      t.equal(answer.statusCode, 400, question)
      t.match(answer.json().message, name, question)
    }
    const query = await request('POST', '/api/vault/_query', { _filter: { [name]: { like: 'x' } } })
    t.equal(query.statusCode, 400, name)
    t.match(query.json().message, name)
  }
  const upsert = await request('PUT', '/api/vault?key=pin', filled('First'))
  t.equal(upsert.statusCode, 400)
  t.match(upsert.json().message, 'pin')
  t.equal((await request('GET', `/api/vault/${first}`)).json().sequence_no, 1)
  for (const [keyword, value, further] of [
    ['x-display-property', 'password', {}],
    ['x-label', '{name} {profile.token}', {}],
    ['x-labels', { de: '{password}' }, {}],
    ['x-order-property', 'rank', { rank: { type: 'integer', writeOnly: true } }],
  ] as const) {
    const properties = { ...vault.properties, ...further }
    const schema = { ...vault, properties, [keyword]: value }
    const refused = await request('POST', '/api/resource-types', { name: 'Other', slug: 'other', schema })
    t.equal(refused.statusCode, 400, keyword)
    t.match(refused.json().message, keyword)
  }
  const labelled = { type: 'object', properties: { name: text }, 'x-label': '{name}' }
  await request('POST', '/api/resource-types', { name: 'Other', slug: 'other', schema: labelled })
  const marked = { ...labelled, properties: { name: secret } }
  t.equal((await request('PATCH', '/api/resource-types/other', { schema: marked })).statusCode, 400, 'marked later')
  const properties = { ...vault.properties, of: { ...text, writeOnly: true, 'x-resource-type': 'vault' } }
  const reference = await request('POST', '/api/resource-types', {
    name: 'Third',
    slug: 'third',
    schema: { ...vault, properties },
  })
  t.equal(reference.statusCode, 400, 'a reference')
})

testAllStores('what is marked later is not found any more', async (t, { request }) => {
  const schema = { type: 'object', properties: { name: text, word: text } }
  await request('POST', '/api/resource-types', { name: 'Note', slug: 'note', schema })
  const { id } = (await request('POST', '/api/note', { name: 'One', word: canary })).json()
  t.equal((await request('GET', `/api/note?q=${canary}`)).json().data.length, 1)
  const marked = { type: 'object', properties: { name: text, word: secret } }
  t.equal((await request('PATCH', '/api/resource-types/note', { schema: marked })).statusCode, 200)
  t.strictSame((await request('GET', `/api/note?q=${canary}`)).json().data, [])
  t.strictSame((await request('GET', `/api/search?q=${canary}`)).json().data, [])
  t.equal((await request('GET', '/api/note?q=one')).json().data.length, 1)
  for (const path of [`/api/note/${id}`, `/api/note/${id}?sequence_no=1`, `/api/note/${id}/versions`])
    t.notMatch((await request('GET', path)).body, canary, path)
  await request('POST', '/api/note', { name: 'Two', word: canary })
  const unique = { ...marked, properties: { name: text, word: { ...secret, 'x-unique': true } } }
  for (const [query, status] of [
    ['', 409],
    ['?dry_run=true', 200],
  ] as const) {
    const refused = await request('PATCH', `/api/resource-types/note${query}`, { schema: unique })
    t.equal(refused.statusCode, status, refused.body)
    t.notMatch(refused.body, 'urn:note:', 'it is not told which share a value')
    if (status === 200)
      t.strictSame(refused.json().problems, [{ kind: 'not-unique', property: 'word', count: 2, ids: [] }])
  }
  t.equal((await request('PUT', '/api/resource-types/note', { name: 'Note', slug: 'note', schema })).statusCode, 200)
  t.match((await request('GET', `/api/note/${id}`)).body, canary, 'it is still there')
})

/** Reads what is stored by taking the marks out of the type. */
async function stored({ request }: TestApp, id: string): Promise<JsonObject> {
  const plain = JSON.parse(
    JSON.stringify(vault)
      .replaceAll('"writeOnly":true', '"title":"x"')
      .replaceAll('"format":"password"', '"title":"x"'),
  ) as JsonObject
  const set = async (schema: JsonObject): Promise<void> => {
    const answer = await request('PUT', '/api/resource-types/vault', { name: 'Vault', slug: 'vault', schema })
    if (answer.statusCode !== 200) throw new Error(answer.body)
  }
  await set(plain)
  const data = propertiesIn(await request('GET', `/api/vault/${id}`))
  await set(JSON.parse(JSON.stringify(vault)) as JsonObject)
  return data
}

testAllStores('a replacement keeps what it does not show', async (t, app) => {
  const { request } = app
  const { first } = await withVaults(app)
  const put = async (data: JsonObject): Promise<{ status: number; body: string }> => {
    const { statusCode: status, body } = await request('PUT', `/api/vault/${first}`, data)
    return { status, body }
  }
  t.match(await put(shown('First')), { status: 200 })
  t.strictSame(await stored(app, first), filled('First'), 'what was read is sent back')
  const { results } = (
    await request('POST', '/api/vault/_bulk', { operations: [{ op: 'update', id: first, data: shown('Bulk') }] })
  ).json()
  t.equal(results[0].status, 200)
  t.strictSame(await stored(app, first), { ...filled('First'), name: 'Bulk' })

  const changed = {
    ...shown('First'),
    keys: [{ label: 'a' }, { label: 'new', secret: 'n' }],
    profile: { city: 'Basel', token: null },
    devices: { phone: { label: 'changed' }, other: { label: 'o', secret: 'o' } },
    codes: ['c'],
    whole: null,
  }
  t.match(await put(changed), { status: 200 })
  t.match(await stored(app, first), {
    keys: [
      { label: 'a', secret: canary },
      { label: 'new', secret: 'n' },
    ],
    profile: { city: 'Basel', token: undefined },
    devices: { phone: { label: 'changed', secret: canary }, other: { label: 'o', secret: 'o' } },
    codes: ['c'],
    whole: undefined,
    password: canary,
    pin: `${canary} First`,
  })
  t.match(await put({ ...shown('First'), password: null }), { status: 400, body: 'password' }, 'it is required')
  t.match(await put({ ...shown('First'), keys: [{ label: 'moved' }] }), { status: 400, body: 'secret' }, 'a new item')
  t.match(await put({ ...shown('First'), devices: { new: { label: 'p' } } }), { status: 400, body: 'secret' })
  t.match(await put({ name: 'Only' }), { status: 200 })
  t.strictSame(
    await stored(app, first),
    { name: 'Only', password: canary, pin: `${canary} First` },
    'a parent that is left out goes with what it held',
  )
})

testAllStores('exports leave out what a schema marks, and a copy can lack it', async (t, app) => {
  const { request } = app
  const { first } = await withVaults(app)
  const answer = await request('GET', '/api/_export')
  t.notMatch(answer.body, canary)
  const lines = answer.body
    .trim()
    .split('\n')
    .map(line => JSON.parse(line) as JsonObject)
  t.strictSame(lines.at(-1), { left_out: { vault: 22 } })
  t.equal((await request('GET', '/api/vault?copy=true')).json().left_out, 22)
  t.notOk('left_out' in (await request('GET', '/api/vault')).json())

  const other = await buildTestApp()
  t.teardown(() => other.close())
  const headers = { 'content-type': 'application/x-ndjson' }
  const send = (
    { app: server }: TestApp,
    url: string,
    payload: string,
  ): Promise<{ statusCode: number; body: string }> => server.inject({ method: 'POST', url, headers, payload })
  for (const url of ['/api/_import?dry_run=true', '/api/_import']) {
    const imported = await send(other, url, answer.body)
    t.equal(imported.statusCode, 200, imported.body)
    t.match(imported.body, '"without_secrets":2', url)
  }
  const again = await send(app, '/api/_import?dry_run=true&update=true', answer.body.replace('"Bern"', '"Basel"'))
  t.match(again.body, '"updated":1')
  t.notMatch(again.body, 'without_secrets', 'what is changed has them')
  t.notMatch(again.body, canary)
  t.strictSame(propertiesIn(await other.request('GET', `/api/vault/${first}`)), shown('First'))
  t.equal((await other.request('PUT', `/api/vault/${first}`, shown('Renamed'))).statusCode, 200, 'it still lacks them')
  const single = await send(other, '/api/vault/_import', JSON.stringify({ name: 'Single' }))
  t.match(single.body, '"refused":1', 'a single import refuses')
  const update = JSON.stringify({ '@id': first, ...shown('Again') })
  t.match((await send(app, '/api/vault/_import?update=true', update)).body, '"updated":1')
  t.match(await stored(app, first), { name: 'Again', password: canary, profile: { token: canary } })
  t.equal((await send(app, '/api/vault/_import?key=pin', update)).statusCode, 400)
})

const linesOfLog: string[] = []
const stream = new Writable({
  write: (chunk: Buffer, _encoding, done) => {
    linesOfLog.push(chunk.toString())
    done()
  },
})
const options = loggerOptions('debug')
const { log: logger } = fastify({ logger: { ...(typeof options === 'object' ? options : {}), stream } })

testAllStores(
  'the site and the log show nothing that a schema marks',
  async (t, app) => {
    const { request } = app
    const site = await testSite(app)
    const { schema } = (await request('GET', '/api/resource-types/blog-post')).json<{ schema: JsonObject }>()
    const marked = {
      ...schema,
      properties: {
        ...(schema['properties'] as JsonObject),
        description: secret,
        token: password,
        extra: { type: 'object', properties: { inner: secret, plain: text } },
      },
    }
    const changed = await request('PATCH', '/api/resource-types/blog-post', { schema: marked })
    t.equal(changed.statusCode, 200, changed.body)
    const post = { headline: 'Shown', slug: 'shown', status: 'published', datePublished: '2026-03-01' }
    const kept = { description: canary, token: canary, extra: { inner: canary, plain: 'Plain' } }
    await site.create('blog-post', { ...post, ...kept })
    const slots = ['headline', 'description', 'token', 'extra.inner', 'extra.plain']
      .map(name => `<p id="${name}" data-svc-slot="${name}"></p>`)
      .join('')
    const body = `<!doctype html><html><head></head><body><article data-svc-entity="BlogPosting">${slots}</article></body></html>`
    await site.page('post', body)
    await site.page(
      'list',
      `<ul><li data-svc-entity="BlogPosting" data-svc-list="5"><b data-svc-slot="headline"></b><b data-svc-slot="token"></b></li></ul>`,
    )
    const page = (await site.open('/site/post/shown')).body
    t.match(page, '<p id="headline">Shown</p>')
    t.match(page, '<p id="extra.plain">Plain</p>')
    for (const name of ['description', 'token', 'extra.inner']) t.match(page, `<p id="${name}"></p>`)
    t.match(page, 'application/ld+json')
    for (const path of ['post/shown', 'list', 'feed.xml', 'sitemap.xml']) {
      const answer = await site.open(`/site/${path}`)
      t.equal(answer.statusCode, 200, path)
      t.match(answer.body, /shown/i, path)
      t.notMatch(answer.body, canary, path)
    }
    const refused = await request('POST', '/api/blog-post', { ...post, slug: 'other', token: 7, extra: canary })
    t.equal(refused.statusCode, 400)
    t.notMatch(linesOfLog.splice(0).join(''), canary, 'the log')
  },
  [],
  { logger },
)

t.test('the command line shows nothing that a schema marks', async t => {
  const folder = t.testdir({ 'rows.ndjson': JSON.stringify(filled('First')) })
  const plinth = async (...args: string[]): Promise<string> => {
    const { code, stdout, stderr } = await callCli(args, {
      env: { SQLITE_PATH: join(folder, 'plinth.db'), PORT: '0' },
      cwd: folder,
    })
    t.equal(code, 0, `${args.join(' ')}: ${stderr}`)
    t.notMatch(stdout + stderr, canary, args.join(' '))
    return stdout + stderr
  }
  await plinth('types', 'create', '--name', 'Vault', '--slug', 'vault', '--schema', JSON.stringify(vault))
  t.match(await plinth('import', 'vault', 'rows.ndjson', '--json'), '"created":1')
  for (const format of ['ndjson', 'json', 'csv']) t.match(await plinth('export', 'vault', '--format', format), 'Bern')
  t.match(await plinth('export', '--all', 'copy'), '11')
  for (const name of readdirSync(join(folder, 'copy'), { recursive: true, encoding: 'utf8' })) {
    const path = join(folder, 'copy', name)
    if (statSync(path).isFile()) t.notMatch(readFileSync(path, 'utf8'), canary, name)
  }
  t.match(await plinth('types', 'list'), 'vault')
  t.match(await plinth('types', 'get', 'vault'), 'password')
  await plinth('doctor')
})

t.test('a document’s marks hold in what extends a schema, too', async t => {
  const refer = (name: string): JsonObject => ({ $ref: `#/components/schemas/${name}` })
  const storing = (name: string): JsonObject => {
    const content = { 'application/json': { schema: refer(name) } }
    return {
      get: {
        responses: {
          200: {
            description: 'ok',
            content: { 'application/json': { schema: { type: 'array', items: refer(name) } } },
          },
        },
      },
      post: { requestBody: { content }, responses: { 201: { description: 'ok', content } } },
    }
  }
  const part = { type: 'object', properties: { label: text, code: secret } }
  const document = documentOf(
    { '/members': storing('Member'), '/leaders': storing('Leader'), '/owners': storing('Owner') },
    {
      Part: part,
      Member: {
        type: 'object',
        properties: { id: { type: 'integer' }, name: text, pin: secret, part: refer('Part') },
      },
      Leader: { allOf: [refer('Member'), { type: 'object', properties: { level: text, word: secret } }] },
      Owner: { allOf: [refer('Leader')], properties: { parts: { type: 'array', items: refer('Part') } } },
    },
  )
  const url = await ownDatabase()
  const app = await buildTestApp({
    plugins: { ...loadConfig({}).plugins, openapi: { document: writeDocument(t, document), answers: 'refuse' } },
    ...(url !== undefined && { url }),
  })
  t.teardown(() => app.close())
  const { request } = app
  const account = { name: 'A', pin: canary, part: { label: 'l', code: canary } }
  const admin = { ...account, level: 'high', word: canary }
  const root = { ...admin, parts: [{ label: 'l', code: canary }] }
  for (const [path, slug, sent, hidden] of [
    ['members', 'member', account, ['pin', 'part.code']],
    ['leaders', 'leader', admin, ['pin', 'part.code', 'word']],
    ['owners', 'owner', root, ['pin', 'part.code', 'word', 'parts.code']],
  ] as const) {
    const made = await request('POST', `/api/${path}`, sent)
    t.equal(made.statusCode, 201, made.body)
    for (const answer of [
      made,
      await request('GET', `/api/${path}`),
      await request('GET', `/api/${slug}`),
      await request('GET', '/api/_export'),
    ]) {
      t.match(answer.body, '"A"', path)
      t.notMatch(answer.body, canary, path)
    }
    t.strictSame((await request('GET', `/api/${slug}?q=${canary}`)).json().data, [], path)
    for (const name of hidden)
      t.equal((await request('GET', `/api/${slug}?_filter[${name}][like]=x`)).statusCode, 400, `${slug} ${name}`)
  }
})

t.test('a document’s marks hold on the service’s own routes', async t => {
  const card = { $ref: '#/components/schemas/Card' }
  const content = { 'application/json': { schema: card } }
  const list = { 'application/json': { schema: { type: 'array', items: card } } }
  const document = documentOf(
    {
      '/cards': {
        get: { responses: { 200: { description: 'ok', content: list } } },
        post: { requestBody: { content }, responses: { 201: { description: 'ok', content } } },
      },
      '/cards/{id}': {
        parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'integer' } }],
        get: { responses: { 200: { description: 'ok', content } } },
        put: { requestBody: { content }, responses: { 200: { description: 'ok', content } } },
      },
    },
    {
      Card: {
        type: 'object',
        properties: {
          id: { type: 'integer' },
          title: text,
          pin: secret,
          word: password,
          profile: { type: 'object', properties: { token: secret } },
          whole: { $ref: '#/components/schemas/Plain', writeOnly: true },
        },
      },
      Plain: { type: 'object', properties: { any: text } },
    },
  )
  const url = await ownDatabase()
  const app = await buildTestApp({
    plugins: { ...loadConfig({}).plugins, openapi: { document: writeDocument(t, document), answers: 'refuse' } },
    ...(url !== undefined && { url }),
  })
  t.teardown(() => app.close())
  const { request } = app
  const sent = { title: 'A', pin: canary, word: 'w0rd', profile: { token: canary }, whole: { any: canary } }
  const made = await request('POST', '/api/cards', sent)
  t.strictSame(made.json(), { id: 1, title: 'A', word: 'w0rd', profile: {} }, 'the format alone hides nothing there')
  t.strictSame((await request('PUT', '/api/cards/1', { title: 'B', profile: {} })).json(), {
    id: 1,
    title: 'B',
    profile: {},
  })
  await request('PUT', '/api/cards/1', { title: 'B', word: 'w0rd', profile: {} })
  const { data } = (await request('GET', '/api/card')).json()
  t.strictSame(propertiesIn({ json: () => data[0] }), { id: 1, title: 'B', profile: {} })
  for (const q of [canary, 'w0rd']) {
    t.strictSame((await request('GET', `/api/card?q=${q}`)).json().data, [], q)
    t.strictSame((await request('GET', `/api/search?q=${q}`)).json().data, [], q)
  }
  for (const name of ['pin', 'word', 'profile.token', 'whole', 'whole.any'])
    t.equal((await request('GET', `/api/card?_filter[${name}][like]=x`)).statusCode, 400, name)
  t.ok((await askEverything(t, app, 'card', [data[0].id])) > 100)
})
