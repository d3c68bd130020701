import t from 'tap'
import type { Test } from 'tap'
import type { JsonObject } from '../../lib/json/index.ts'
import { signedInOnAnyStore, signedInOnEachStore } from '../../testing/internal/signed-in.ts'
import type { Client, SignedInApp } from '../../testing/internal/signed-in.ts'
import { documentOf, pluginsFor, writeDocument } from './testing.ts'

const text = { type: 'string' }
const schema = { $ref: '#/components/schemas/Note' }
const content = { 'application/json': { schema } }
const list = { 'application/json': { schema: { type: 'array', items: schema } } }
const answers = (status: number, body: JsonObject): JsonObject => ({ [status]: { description: 'ok', content: body } })
const one = { parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'integer' } }] }
const view = { responses: answers(200, content) }

const document = documentOf(
  {
    '/notes': {
      get: { responses: answers(200, list) },
      post: { security: [], requestBody: { required: true, content }, responses: answers(201, content) },
    },
    '/notes/_batch': { post: { requestBody: { content: list }, responses: answers(201, list) } },
    '/notes/{id}': {
      ...one,
      get: { ...view, security: [{ oidc: [] }, { oauth: ['anything'] }, { bearer: [] }] },
      put: { requestBody: { content }, responses: answers(200, content) },
      delete: { responses: { 204: { description: 'gone' } } },
    },
    '/open': { get: { security: [], responses: answers(200, list) } },
    '/open/{id}': { ...one, get: { ...view, security: [] } },
    '/keyed': { get: { security: [{ key: [] }], responses: answers(200, list) } },
    '/optional': { get: { security: [{}, { key: [] }], responses: answers(200, list) } },
    '/health-check': { get: { 'x-controller': 'HealthCheck', responses: { 200: { description: 'ok' } } } },
    '/open-health': { get: { 'x-controller': 'HealthCheck', security: [], responses: { 200: { description: 'ok' } } } },
  },
  { Note: { type: 'object', required: ['title'], properties: { id: { type: 'integer' }, title: text } } },
  {
    security: [],
    components: {
      securitySchemes: {
        oidc: { type: 'openIdConnect', openIdConnectUrl: 'https://example.org/.well-known/openid-configuration' },
        oauth: {
          type: 'oauth2',
          flows: { implicit: { authorizationUrl: 'https://example.org', scopes: { anything: 'x' } } },
        },
        bearer: { type: 'http', scheme: 'bearer' },
        key: { type: 'apiKey', in: 'header', name: 'X-API-Key' },
      },
    },
  },
)

const plugins = pluginsFor(writeDocument(t, document))

/** Give a user a role with these policies. */
async function withRole(root: Client, person: Client, role: string, policies: JsonObject): Promise<void> {
  const { roles } = (await root.request('GET', '/api/settings/roles')).json<{ roles: string[] }>()
  await root.request('PUT', '/api/settings/roles', { roles: [...roles, role] })
  const access = (await root.request('GET', '/api/settings/role-access')).json<{ roles: JsonObject }>()
  await root.request('PUT', '/api/settings/role-access', { roles: { ...access.roles, [role]: policies } })
  await root.request('PUT', `/api/users/${person.me.id}`, { role })
}

async function tokenOf(person: Client, limits: JsonObject): Promise<string> {
  const made = await person.request('POST', '/api/auth/tokens', { name: 'test', ...limits })
  return made.json<{ token: string }>().token
}

const statuses = async (requests: readonly ReturnType<Client['request']>[]): Promise<number[]> =>
  (await Promise.all(requests)).map(({ statusCode }) => statusCode)

/** What a caller is allowed to do with a note of another user; the body of PUT is not valid. */
const tableOf = ({ request }: Pick<Client, 'request'>): Promise<number[]> =>
  statuses([
    request('GET', '/api/notes'),
    request('GET', '/api/notes/1'),
    request('GET', '/api/notes/99'),
    request('GET', '/api/notes/x'),
    request('POST', '/api/notes', {}),
    request('POST', '/api/notes/_batch', [{}]),
    request('PUT', '/api/notes/1', {}),
    request('PUT', '/api/notes/99', {}),
    request('DELETE', '/api/notes/99'),
    request('GET', '/api/health-check'),
  ])

async function isOpen(t: Test, app: SignedInApp, root: Client): Promise<void> {
  await root.request('POST', '/api/notes', { title: 'gone' })
  t.equal((await root.request('DELETE', '/api/notes/2')).statusCode, 204)
  t.strictSame((await app.request('GET', '/api/open')).json(), [{ id: 1, title: 'A' }], 'active items')
  t.strictSame((await app.request('GET', '/api/open/1')).json(), { id: 1, title: 'A' })
  t.equal((await app.request('HEAD', '/api/open/1')).statusCode, 200)
  t.equal((await app.request('GET', '/api/open/2')).statusCode, 404)
  t.equal((await app.request('GET', '/api/open/1?sequence_no=1')).statusCode, 401, 'former versions are not public')
  t.equal((await app.request('GET', '/api/open-health')).statusCode, 200)
  t.equal((await app.request('GET', '/api/optional')).statusCode, 401)
}

signedInOnAnyStore(
  'operations require the same sign-in and rights as the API of their types',
  async (t, app) => {
    const root = await app.signIn('root')
    const made = await root.request('POST', '/api/notes', { title: 'A' })
    t.strictSame([made.statusCode, made.json()], [201, { id: 1, title: 'A' }], made.body)
    await isOpen(t, app, root)

    t.strictSame(
      await tableOf(app),
      Array.from({ length: 10 }, () => 401),
      'not signed in',
    )
    t.strictSame(await tableOf(root), [200, 200, 404, 400, 400, 400, 422, 404, 404, 200], 'the administrator')
    const mia = await app.signIn('mia')
    t.strictSame(await tableOf(mia), [200, 200, 404, 400, 400, 400, 422, 404, 403, 200], 'a member')
    const vic = await app.signIn('vic')
    await withRole(root, vic, 'viewer', { note: ['odrl:read'] })
    t.strictSame(await tableOf(vic), [200, 200, 404, 400, 403, 403, 403, 403, 403, 200], 'rights are checked first')
    const nil = await app.signIn('nil')
    await withRole(root, nil, 'none', {})
    t.strictSame(await tableOf(nil), [403, 403, 403, 403, 403, 403, 403, 403, 403, 200])

    const own = await mia.request('POST', '/api/notes', { title: 'own' })
    t.equal((await mia.request('DELETE', '/api/notes/1')).statusCode, 403, 'of another user')
    t.equal((await mia.request('DELETE', `/api/notes/${own.json<{ id: number }>().id}`)).statusCode, 204, 'the creator')
    const wim = await app.signIn('wim')
    await withRole(root, wim, 'writer', { note: ['odrl:modify'] })
    const written = await wim.request('PUT', '/api/notes/1', { title: 'B' })
    t.match(
      [written.statusCode, written.json()],
      [200, { id: /^urn:note:/, title: undefined }],
      'a user who cannot read',
    )
    t.ok(written.headers.etag)
    t.equal((await wim.request('GET', '/api/notes/1')).statusCode, 403)

    const granted = (await root.request('GET', '/api/note')).json<{ data: { id: string }[] }>().data[0]?.id ?? ''
    await root.request('POST', `/api/resources/${granted}/permissions`, { agent_id: nil.me.id, actions: ['odrl:read'] })
    t.strictSame((await nil.request('GET', '/api/notes')).json(), [{ id: 1, title: 'B' }], 'a granted right')
    t.equal((await nil.request('GET', '/api/notes/1')).statusCode, 200)
    t.equal((await nil.request('PUT', '/api/notes/1', { title: 'C' })).statusCode, 403)

    const { id: account } = (await root.request('POST', '/api/accounts', { name: 'B' })).json<{ id: string }>()
    const far = await app.signIn('far')
    t.equal((await root.request('PUT', `/api/users/${far.me.id}`, { account_id: account })).statusCode, 200)
    t.strictSame((await far.request('GET', '/api/notes')).json(), [], 'another account')
    t.equal((await far.request('GET', '/api/notes/1')).statusCode, 404)
    t.equal((await far.request('PUT', '/api/notes/1', { title: 'C' })).statusCode, 404)
    const theirs = await far.request('POST', '/api/notes', { title: 'far' })
    t.strictSame(theirs.json(), { id: 1, title: 'far' }, 'identifiers are unique in an account')
    t.strictSame((await app.request('GET', '/api/open/1')).json(), { id: 1, title: 'B' }, 'the default account is open')

    const created = [
      await wim.request('POST', '/api/notes', { title: 'w' }),
      await wim.request('POST', '/api/note', { title: 'w', id: 41 }),
      await wim.request('POST', '/api/notes', { title: 'w', id: 41 }),
      await wim.request('POST', '/api/notes/_batch', [{ title: 'w' }]),
    ]
    t.strictSame(
      created.map(({ statusCode }) => statusCode),
      [201, 201, 409, 201],
      'a user who can write alone creates items, with unique identifiers',
    )
    t.match(created[0]?.json(), { title: 'w' }, 'and owns them')

    t.equal((await root.request('POST', '/api/admin/impersonate', { agent_id: vic.me.id })).statusCode, 200)
    t.equal((await root.request('GET', '/api/notes')).statusCode, 200)
    t.equal((await root.request('POST', '/api/notes', { title: 'x' })).statusCode, 403, 'while impersonating')
    t.equal((await root.request('POST', '/api/admin/stop-impersonation')).statusCode, 200)
    t.equal((await root.request('POST', '/api/notes', { title: 'x' })).statusCode, 201)
  },
  { plugins },
)

signedInOnAnyStore(
  'API tokens, in Authorization and in the header of an apiKey',
  async (t, app) => {
    const root = await app.signIn('root')
    await root.request('POST', '/api/notes', { title: 'A' })
    const ask = async (token: string, method: string, url: string, header = 'authorization'): Promise<number> => {
      const value = header === 'authorization' ? `Bearer ${token}` : token
      const body = method === 'POST' ? { title: 'B' } : undefined
      return (await app.request(method, url, body, { [header]: value })).statusCode
    }
    const all = await tokenOf(root, {})
    t.equal(await ask(all, 'GET', '/api/notes'), 200)
    t.equal(await ask(all, 'POST', '/api/notes'), 201)
    t.equal(await ask(all, 'GET', '/api/health-check'), 200)
    t.equal(await ask(all, 'GET', '/api/keyed', 'x-api-key'), 200)
    t.equal(await ask(all, 'GET', '/api/notes', 'x-api-key'), 401, 'if the document declares no such key')
    t.equal(await ask('nonsense', 'GET', '/api/keyed', 'x-api-key'), 401)
    t.equal(await ask(all, 'GET', '/api/keyed'), 200)

    const reading = await tokenOf(root, { actions: ['odrl:read'], type_slugs: ['note'] })
    t.equal(await ask(reading, 'GET', '/api/notes/1'), 200)
    t.equal(await ask(reading, 'GET', '/api/keyed', 'x-api-key'), 200)
    t.equal(await ask(reading, 'POST', '/api/notes'), 403)
    t.equal(await ask(reading, 'DELETE', '/api/notes/1'), 403)
    t.equal(await ask(reading, 'GET', '/api/health-check'), 403, 'an operation without a type')
    const elsewhere = await tokenOf(root, { type_slugs: ['person'] })
    t.equal(await ask(elsewhere, 'GET', '/api/notes'), 403)
    t.equal(await ask(elsewhere, 'GET', '/api/notes/1'), 403)
    t.equal(await ask(elsewhere, 'POST', '/api/notes'), 403)
  },
  { plugins },
)

const secret = { ...text, writeOnly: true }
const hiding = documentOf(
  {
    '/cards': {
      get: { security: [], responses: answersOf(200, 'list') },
      post: { requestBody: { content: contentOf('one') }, responses: answersOf(201, 'one') },
    },
    '/own-cards': {
      get: {
        'x-context': { filters: [{ field: 'created_at', operator: 'gte', value: '2020-01-01T00:00:00Z' }] },
        parameters: [{ name: 'pin', in: 'query', schema: text }],
        security: [],
        responses: answersOf(200, 'list'),
      },
    },
    '/signed-in-cards': { get: { responses: answersOf(200, 'list') } },
    '/cards/_batch': { post: { requestBody: { content: contentOf('list') }, responses: answersOf(201, 'list') } },
    '/cards/{id}': {
      ...one,
      get: { security: [], responses: answersOf(200, 'one') },
      put: { requestBody: { content: contentOf('one') }, responses: answersOf(200, 'one') },
      patch: { requestBody: { content: contentOf('one') }, responses: answersOf(200, 'one') },
      delete: { responses: answersOf(200, 'one') },
    },
    '/signed-in-cards/{id}': { ...one, get: { responses: answersOf(200, 'one') } },
  },
  {
    Card: {
      type: 'object',
      properties: {
        id: { type: 'integer' },
        name: text,
        pin: secret,
        profile: { type: 'object', properties: { city: text, token: secret } },
        keys: { type: 'array', items: { $ref: '#/components/schemas/Key' } },
        codes: { type: 'array', items: secret },
        devices: { type: 'object', additionalProperties: { $ref: '#/components/schemas/Key' } },
        contact: { oneOf: [{ $ref: '#/components/schemas/Mail' }, { $ref: '#/components/schemas/Phone' }] },
        parent: { allOf: [{ $ref: '#/components/schemas/Key' }] },
        whole: { $ref: '#/components/schemas/Plain', writeOnly: true },
      },
    },
    Key: {
      type: 'object',
      properties: { label: text, secret, inner: { type: 'array', items: { $ref: '#/components/schemas/Key' } } },
    },
    Mail: { type: 'object', required: ['mail'], properties: { mail: text, confirmation: secret } },
    Phone: { type: 'object', required: ['phone'], properties: { phone: text } },
    Plain: { type: 'object', properties: { any: text } },
  },
)

function contentOf(kind: 'one' | 'list'): JsonObject {
  const card = { $ref: '#/components/schemas/Card' }
  return { 'application/json': { schema: kind === 'one' ? card : { type: 'array', items: card } } }
}

function answersOf(status: number, kind: 'one' | 'list'): JsonObject {
  return { [status]: { description: 'ok', content: contentOf(kind) } }
}

signedInOnEachStore(
  'what is writeOnly at any depth is never shown, and no filter or search finds it',
  async (t, app) => {
    const root = await app.signIn('root')
    const key = (depth: number): JsonObject => ({
      label: `key ${depth}`,
      secret: 'S3CRET',
      inner: depth === 0 ? [] : [key(depth - 1)],
    })
    const sent = {
      name: 'A',
      pin: 'S3CRET',
      profile: { city: 'Bern', token: 'S3CRET' },
      keys: [key(3), key(0)],
      codes: ['S3CRET'],
      devices: { phone: key(1) },
      contact: { mail: 'a@example.org', confirmation: 'S3CRET' },
      parent: key(1),
      whole: { any: 'S3CRET' },
    }
    const shownKey = (depth: number): JsonObject => ({
      label: `key ${depth}`,
      inner: depth === 0 ? [] : [shownKey(depth - 1)],
    })
    const shown = {
      id: 1,
      name: 'A',
      profile: { city: 'Bern' },
      keys: [shownKey(3), shownKey(0)],
      codes: [],
      devices: { phone: shownKey(1) },
      contact: { mail: 'a@example.org' },
      parent: shownKey(1),
    }
    const created = await root.request('POST', '/api/cards', sent)
    t.strictSame([created.statusCode, created.json()], [201, shown], created.body)
    const batch = await root.request('POST', '/api/cards/_batch', [sent, sent])
    t.strictSame(
      [batch.statusCode, batch.json()],
      [
        201,
        [
          { ...shown, id: 2 },
          { ...shown, id: 3 },
        ],
      ],
      batch.body,
    )
    t.strictSame((await root.request('PUT', '/api/cards/1', sent)).json(), shown, 'PUT')
    t.strictSame((await root.request('PATCH', '/api/cards/1', { name: 'A' })).json(), shown, 'PATCH')
    t.strictSame((await root.request('GET', '/api/signed-in-cards/1?sequence_no=1')).json(), shown, 'a version')
    t.strictSame((await root.request('DELETE', '/api/cards/3')).json(), { ...shown, id: 3 }, 'DELETE')
    const both = [shown, { ...shown, id: 2 }]
    for (const { request } of [app, root]) {
      t.strictSame((await request('GET', '/api/cards/1')).json(), shown)
      t.strictSame((await request('GET', '/api/cards')).json(), both)
      t.strictSame((await request('GET', '/api/cards?query=S3CRET')).json(), [])
      t.strictSame((await request('GET', '/api/own-cards?pin=0')).json(), both, 'the filter of the document')
      for (const path of ['/api/cards', ...(request === root.request ? ['/api/signed-in-cards'] : [])]) {
        for (const field of [
          'pin',
          'profile.token',
          'keys.secret',
          'keys.inner.secret',
          'keys.inner.inner.secret',
          'codes',
          'devices.phone.secret',
          'contact.confirmation',
          'parent.secret',
          'whole',
          'whole.any',
          'or][0][pin',
        ]) {
          for (const [operator, value] of [
            ['eq', 'S3CRET'],
            ['like', 'S'],
            ['exists', 'true'],
          ]) {
            const query = `filters[0][field]=${field}&filters[0][operator]=${operator}&filters[0][value]=${value}`
            const answer = await request('GET', `${path}?${query}`)
            t.match([answer.statusCode, answer.json().message], [400, /field/], `${path} ${field} ${operator}`)
          }
        }
      }
      for (const field of ['profile', 'keys', 'devices']) {
        const query = `filters[0][field]=${field}&filters[0][operator]=like&filters[0][value]=S3CRET`
        const answer = await request('GET', `/api/cards?${query}`)
        t.ok(answer.statusCode === 400 || answer.body === '[]', `${field}: ${answer.body}`)
      }
      const city = '/api/cards?filters[0][field]=profile.city&filters[0][value]=Bern'
      t.strictSame((await request('GET', city)).json(), both, 'what is shown can be filtered by')
    }

    const creator = root.me.id
    for (const field of [
      'created_by',
      'account_id',
      'meta.account_id',
      'meta.created_by',
      'created_at',
      'status',
      'type_slug',
    ]) {
      const query = `filters[0][field]=${field}&filters[0][operator]=ne&filters[0][value]=${field === 'created_at' ? 'now' : creator}`
      for (const path of ['/api/cards', '/api/own-cards']) {
        const answer = await app.request('GET', `${path}?${query}`)
        t.strictSame(
          [answer.statusCode, answer.json()],
          [400, { message: `there is no field "${field}" to filter by` }],
        )
      }
    }
    const own = `/api/signed-in-cards?filters[0][field]=created_by&filters[0][operator]=ne&filters[0][value]=${creator}`
    t.strictSame([(await root.request('GET', own)).statusCode, (await root.request('GET', own)).json()], [200, []])
  },
  { plugins: pluginsFor(writeDocument(t, hiding)) },
)
