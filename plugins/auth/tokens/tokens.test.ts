import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import t from 'tap'
import { callCli } from '../../../testing/index.ts'
import type { CliResult } from '../../../testing/index.ts'
import { reachableStore } from '../../../testing/internal/change-user.ts'
import { movableClock } from '../../../testing/internal/clock.ts'
import { testWithStore } from '../../../testing/internal/each-store.ts'
import {
  signedInApp,
  signedInOnAnyStore,
  signedInOnEachStore,
  signedInOnOneService,
} from '../../../testing/internal/signed-in.ts'
import type { Client, SignedInApp } from '../../../testing/internal/signed-in.ts'
import { until } from '../../../testing/internal/until.ts'

const path = '/api/auth/tokens'

const hour = 3_600_000

const bearer = (token: string): Record<string, string> => ({ authorization: `Bearer ${token}` })

interface MadeToken {
  id: string
  token: string
  expires_at: string | null
  created_at: string
}

const make = async ({ request }: Pick<Client, 'request'>, body: object = {}): Promise<MadeToken> =>
  (await request('POST', path, { name: 'machine', ...body })).json()

async function withTypes(app: SignedInApp, ...slugs: string[]): Promise<Client> {
  const root = await app.signIn('root')
  for (const slug of slugs) await root.request('POST', '/api/resource-types', { name: slug, slug })
  return root
}

signedInOnEachStore('tokens are created, used, listed and revoked', async (t, app) => {
  const clock = movableClock(t)
  const root = await withTypes(app, 'note')
  const ada = await app.signIn('ada')
  const expires_at = new Date(Date.now() + hour).toISOString()
  const wanted = { name: ' Nightly ', type_slugs: ['note'], actions: ['odrl:read'], expires_at }
  const answer = await ada.request('POST', path, wanted)
  t.equal(answer.statusCode, 201, answer.body)
  t.equal(answer.headers['cache-control'], 'no-store')
  const { token, ...shown } = answer.json()
  t.match(token, /^plinth_[0-9A-Z]{26}_[\w-]{43}$/)
  t.equal(answer.headers.location, `${path}/${encodeURIComponent(shown.id)}`)
  t.match(shown, { ...wanted, name: 'Nightly', id: /^urn:token:[0-9A-Z]{26}$/, last_used_at: null })
  t.strictSame(Object.keys(shown), ['id', 'name', 'type_slugs', 'actions', 'expires_at', 'created_at', 'last_used_at'])
  const list = await ada.request('GET', `${path}?count=true`)
  t.strictSame(list.json(), { data: [shown], cursor: '', has_more: false, total: 1 })
  t.notMatch(list.body, token.slice(-20))
  t.strictSame((await root.request('GET', path)).json().data, [], 'tokens of others are not visible')

  const me = async (authorization: string): Promise<number> =>
    (await app.request('GET', '/api/auth/me', undefined, { authorization })).statusCode
  const who = await app.request('GET', '/api/auth/me', undefined, bearer(token))
  t.match(who.json(), { id: ada.me.id, mode: 'production', impersonator: null })
  t.equal((await app.request('GET', '/api/note', undefined, bearer(token))).statusCode, 200)
  t.equal((await app.request('POST', '/api/note', { a: 1 }, bearer(token))).statusCode, 403, 'another action')
  t.equal((await app.request('GET', '/api/person', undefined, bearer(token))).statusCode, 403, 'another type')
  t.strictSame([await me(`bearer ${token}`), await me(`BEARER   ${token}`)], [200, 200])
  const used = async (): Promise<string | null> => (await ada.request('GET', path)).json().data[0].last_used_at
  await until(async () => (await used()) !== null)
  const first = await used()
  await me(`Bearer ${token}`)
  t.equal(await used(), first, 'recorded at most once a minute')
  clock.pass(61_000)
  await until(async () => {
    await me(`Bearer ${token}`)
    return (await used()) !== first
  })

  const other = token.slice(0, -1) + (token.endsWith('A') ? 'B' : 'A')
  const bad = [
    '',
    'x',
    'plinth_',
    other,
    token.slice('plinth_'.length),
    `${token} ${token}`,
    `${token}=`,
    token.toUpperCase(),
  ]
  for (const text of bad) {
    const refused = await ada.request('GET', '/api/auth/me', undefined, { authorization: `Bearer ${text}` })
    t.equal(refused.statusCode, 401, `"${text}" in addition to a valid session`)
    t.equal(refused.headers['www-authenticate'], 'Bearer error="invalid_token"')
    const headers = { authorization: `Bearer ${text}`, accept: 'text/html' }
    const page = await ada.request('GET', '/site/nowhere?perspective=draft', undefined, headers)
    t.equal(page.statusCode, 404, 'a public page is as it is for anybody')
    t.notMatch(refused.body, /plinth_/)
  }
  t.equal((await ada.request('GET', '/api/auth/me', undefined, { authorization: 'Basic eDp5' })).statusCode, 200)
  t.equal(await me('Basic eDp5'), 401)

  const foreign = await root.request('DELETE', `${path}/${shown.id}`)
  t.equal(foreign.statusCode, 404)
  t.equal(await me(`Bearer ${token}`), 200)
  const lasting = await make(ada)
  t.equal((await ada.request('DELETE', `${path}/${shown.id}`)).statusCode, 204)
  t.equal(await me(`Bearer ${token}`), 401, 'once it is answered')
  t.equal((await ada.request('DELETE', `${path}/${shown.id}`)).statusCode, 404)
  const short = await make(ada, { expires_at })
  t.equal(await me(`Bearer ${short.token}`), 200)
  clock.pass(hour)
  t.strictSame([await me(`Bearer ${short.token}`), await me(`Bearer ${lasting.token}`)], [401, 200], 'expired')
  const events = (await root.request('GET', '/api/events?subject=' + shown.id)).json().data
  t.match(events, [
    { type: 'Token.Revoked', data: { actor: ada.me.id } },
    { type: 'Token.Created', data: { actor: ada.me.id } },
  ])
  await root.request('PUT', `/api/users/${ada.me.id}`, { status: 'disabled' })
  t.equal(await me(`Bearer ${lasting.token}`), 401, 'tokens of a disabled user are refused')
})

const onSharedSignedIn = signedInOnOneService()

onSharedSignedIn('a token cannot use routes for persons, and has at most the rights of its owner', async (t, app) => {
  const root = await withTypes(app, 'note')
  const { id, token } = await make(root)
  const narrow = await make(root, { type_slugs: ['note'] })
  const session = (await root.request('GET', '/api/auth/sessions')).json().data[0].id
  const person: [string, string, object?][] = [
    ['GET', '/api/auth/sessions'],
    ['DELETE', `/api/auth/sessions/${session}`],
    ['GET', path],
    ['POST', path, { name: 'x' }],
    ['POST', path, {}],
    ['DELETE', `${path}/${id}`],
    ['POST', '/api/auth/logout'],
    ['POST', '/api/admin/impersonate', { agent_id: 'urn:user:x' }],
    ['POST', '/api/admin/stop-impersonation'],
    ['GET', '/api/admin/impersonation-status'],
  ]
  for (const [method, address, body] of person) {
    const answer = await app.request(method, address, body, bearer(token))
    t.equal(answer.statusCode, 403, `${method} ${address}`)
    t.notMatch(answer.headers, { 'set-cookie': String })
    const both = await root.request(method, address, body, bearer(token))
    t.equal(both.statusCode, 403, `${method} ${address} in addition to a session`)
  }
  t.equal((await app.request('POST', '/api/auth/logout', undefined, bearer('x'))).statusCode, 401)
  t.equal(
    (await app.request('GET', '/api/users', undefined, bearer(token))).statusCode,
    200,
    'whole, of an administrator',
  )
  const ofAdministrators = await app.request('GET', '/api/users', undefined, bearer(narrow.token))
  t.match([ofAdministrators.statusCode, ofAdministrators.body], [403, /an API token must not be limited/])
  const ada = await app.signIn('ada')
  const members = await make(ada)
  t.equal((await app.request('GET', '/api/users', undefined, bearer(members.token))).statusCode, 403)
  t.equal((await app.request('POST', '/api/note', { a: 1 }, bearer(members.token))).statusCode, 201)
  t.equal((await root.request('GET', '/api/auth/me')).statusCode, 200)
})

onSharedSignedIn('invalid input is refused and the problem is named', async (t, app) => {
  const ada = await app.signIn('ada')
  const wrong: [unknown, RegExp][] = [
    [undefined, /body/],
    [{}, /name is required/],
    [{ name: '' }, /name/],
    [{ name: '  ' }, /name/],
    [{ name: 1 }, /name/],
    [{ name: 'x'.repeat(201) }, /name/],
    [{ name: 'x', colour: 1 }, /colour is not known/],
    [{ name: 'x', token: 'plinth_x' }, /token is not known/],
    [{ name: 'x', type_slugs: [] }, /type_slugs/],
    [{ name: 'x', type_slugs: 'person' }, /type_slugs/],
    [{ name: 'x', type_slugs: ['person', 'lost', '__proto__'] }, /type_slugs.*"lost".*"__proto__"/],
    [{ name: 'x', actions: [] }, /actions/],
    [{ name: 'x', actions: ['odrl:fly'] }, /actions\[0\]/],
    [{ name: 'x', actions: ['odrl:read', 'odrl:read'] }, /actions/],
    [{ name: 'x', expires_at: 'tomorrow' }, /expires_at/],
    [{ name: 'x', expires_at: '2999-02-30T00:00:00Z' }, /expires_at/],
    [{ name: 'x', expires_at: '2999-01-01' }, /expires_at/],
    [{ name: 'x', expires_at: '2001-01-01T00:00:00Z' }, /expires_at.*future/],
    [{ name: 'x', expires_at: 4102444800 }, /expires_at/],
  ]
  for (const [body, message] of wrong) {
    const answer = await ada.request('POST', path, body)
    t.equal(answer.statusCode, 400, JSON.stringify(body))
    t.match(answer.json().message, message)
  }
  t.equal((await app.request('POST', path, {})).statusCode, 401)
  for (const [method, address] of [
    ['GET', path],
    ['POST', path],
    ['DELETE', `${path}/urn:token:x`],
  ] as const) {
    const answer = await ada.request(method, `${address}?agent=${ada.me.id}`, method === 'POST' ? {} : undefined)
    t.equal(answer.statusCode, 403, `${method} for others`)
  }
  const all = await make(ada, { type_slugs: null, actions: null, expires_at: null })
  t.match(all, { type_slugs: null, actions: null, expires_at: null })
  t.strictSame((await ada.request('GET', path)).json().data.length, 1)
})

signedInOnAnyStore('a token expires after 90 days, unless another time or none is given', async (t, app) => {
  const clock = movableClock(t)
  const ada = await app.signIn('ada')
  const [usual, endless] = [await make(ada), await make(ada, { expires_at: null })]
  const lifetime = Date.parse(usual.expires_at ?? '') - Date.parse(usual.created_at)
  t.ok(Math.abs(lifetime - 90 * 24 * hour) < 60_000, String(usual.expires_at))
  t.equal(endless.expires_at, null)
  const statusOf = async ({ token }: { token: string }): Promise<number> =>
    (await app.request('GET', '/api/auth/me', undefined, bearer(token))).statusCode
  clock.pass(90 * 24 * hour - 120_000)
  t.strictSame([await statusOf(usual), await statusOf(endless)], [200, 200])
  clock.pass(180_000)
  t.strictSame([await statusOf(usual), await statusOf(endless)], [401, 200])
})

signedInOnEachStore('a token follows a type whose slug changes', async (t, app) => {
  const root = await withTypes(app, 'note', 'song')
  const ada = await app.signIn('ada')
  const { token } = await make(ada, { type_slugs: ['note', 'song'] })
  t.equal((await root.request('PUT', '/api/resource-types/note', { slug: 'memo' })).statusCode, 200)
  await root.request('POST', '/api/resource-types', { name: 'Note', slug: 'note' })
  t.strictSame((await ada.request('GET', path)).json().data[0].type_slugs, ['memo', 'song'])
  t.equal((await app.request('GET', '/api/memo', undefined, bearer(token))).statusCode, 200)
  t.equal((await app.request('GET', '/api/note', undefined, bearer(token))).statusCode, 403)
})

t.test('the stored form of a token cannot be used as a token', async t => {
  const store = await reachableStore(undefined)
  const app = await signedInApp(t, { store })
  const ada = await app.signIn('ada')
  const { id, token } = await make(ada)
  const session = (await ada.request('GET', '/api/auth/sessions')).json().data[0].id
  for (const [collection, key] of [
    ['_tokens', id],
    ['_sessions', session],
  ]) {
    const { data = '' } = (await store.get(collection ?? '', key ?? '')) ?? {}
    t.notMatch(data, token.slice(-43))
    t.match(JSON.parse(data).hash, /^[\w-]{43}$/)
  }
})

testWithStore('development mode has tokens too', async (t, { request }) => {
  const member = { 'x-dev-agent': 'member@example.com' }
  const made = await request('POST', path, { name: 'machine' }, member)
  t.equal(made.statusCode, 201, made.body)
  const { id, token } = made.json()
  const who = await request('GET', '/api/auth/me', undefined, { ...bearer(token), 'x-dev-agent': 'admin@example.com' })
  t.equal(who.json().id, 'urn:user:member', 'the token takes precedence over the header')
  t.equal((await request('GET', path, undefined, bearer(token))).statusCode, 403)
  t.equal((await request('DELETE', `${path}/${id}`)).statusCode, 404, 'that of another user')
  t.equal((await request('DELETE', `${path}/${id}`, undefined, member)).statusCode, 204)
  t.equal((await request('GET', '/api/auth/me', undefined, bearer(token))).statusCode, 401)
  t.strictSame((await request('GET', '/api/auth/sessions')).json(), { data: [], cursor: '', has_more: false })
  t.equal((await request('DELETE', '/api/auth/sessions/x')).statusCode, 404)
  t.equal((await request('POST', '/api/auth/logout')).statusCode, 204)
})

t.test('tokens on the command line', async t => {
  const folder = await mkdtemp(join(tmpdir(), 'plinth-commands-'))
  t.teardown(() => rm(folder, { recursive: true, force: true }))
  const plinth = (...args: string[]): Promise<CliResult> =>
    callCli(['tokens', ...args], { env: { SQLITE_PATH: join(folder, 'plinth.db') }, cwd: folder })
  const made = await plinth(
    'create',
    'Import',
    '--user',
    'member@example.com',
    '--types',
    'person',
    '--actions',
    'read,odrl:modify',
  )
  t.equal(made.code, 0, made.stderr)
  t.match(made.stdout, /^plinth_[\w-]+\n$/, 'no other output, so that it can be piped')
  const list = await plinth('list', '--user', 'urn:user:member')
  t.match(list.stdout, /urn:token:\w+ +Import +person +odrl:read, odrl:modify/)
  t.notMatch(list.stdout, made.stdout.trim().slice(-20))
  const [{ id, expires_at }] = JSON.parse((await plinth('list', '--user', 'member', '--json')).stdout).data
  t.type(expires_at, 'string', 'it expires')
  t.equal((await plinth('create', 'Endless', '--user', 'admin', '--expires', 'never')).code, 0)
  t.match(JSON.parse((await plinth('list', '--user', 'admin', '--json')).stdout).data, [{ expires_at: null }])
  const failures: [string[], number, RegExp][] = [
    [['list'], 1, /agent: must name the user/],
    [['list', '--user', 'lost'], 1, /there is no user "lost"/],
    [['create', 'x', '--user', 'nobody@example.com'], 1, /nobody@example\.com|no user/i],
    [['create', 'x', '--user', 'member', '--types', 'lost'], 1, /there is no resource type "lost"/],
    [['create', 'x', '--user', 'member', '--expires', 'soon'], 1, /expires_at/],
    [['create'], 2, /missing required argument/],
    [['revoke', id, '--user', 'admin'], 1, /no such API token/],
  ]
  for (const [args, code, message] of failures) {
    const result = await plinth(...args)
    t.match([result.code, result.stderr], [code, message], args.join(' '))
  }
  t.match(await plinth('revoke', id, '--user', 'member'), { code: 0, stderr: /revoked/ })
  t.strictSame(JSON.parse((await plinth('list', '--user', 'member', '--json')).stdout).data, [])

  const app = await signedInApp(t)
  const url = await app.listen()
  const { token } = await make(await app.signIn('root'))
  const refused = await callCli(['tokens', 'list', '--url', url, '--token', token])
  t.match(refused, { code: 1, stderr: /cannot be done with an API token/ })
})

onSharedSignedIn('a token for some types gives no access to others', async (t, app) => {
  const root = await withTypes(app, 'note', 'task')
  const slugs = ['note', 'task']
  const views: Record<string, string> = {}
  for (const type_slug of slugs) {
    const view = await root.request('POST', '/api/views', { type_slug, name: type_slug, shared: true })
    views[type_slug] = `/api/views/${view.json().id}`
  }
  const { token } = await make(root, { type_slugs: ['note'] })
  const ask = (method: string, url: string, body?: unknown): ReturnType<SignedInApp['request']> =>
    app.request(method, url, body, bearer(token))
  const statusOf = async (method: string, url: string, body?: unknown): Promise<number> =>
    (await ask(method, url, body)).statusCode

  for (const query of ['', '&includeAll=true']) {
    const list = (await ask('GET', `/api/resource-types?count=true${query}`)).json()
    t.match(list, { data: [{ slug: 'note' }], total: 1 })
    t.equal(list.data.length, 1)
  }
  t.equal(await statusOf('GET', '/api/resource-types/note'), 200)
  t.equal(await statusOf('GET', '/api/resource-types/urn:type:task'), 403)
  t.match((await ask('GET', '/api/views?count=true')).json(), { data: [{ type_slug: 'note' }], total: 1 })
  t.equal(await statusOf('GET', '/api/views?type_slug=task'), 403)
  t.strictSame(await Promise.all(slugs.map(slug => statusOf('GET', views[slug] ?? ''))), [200, 403])
  t.equal(await statusOf('POST', '/api/views', { type_slug: 'task', name: 'mine' }), 403)
  const own = (await ask('POST', '/api/views', { type_slug: 'note', name: 'mine' })).json().id as string
  t.equal(await statusOf('PUT', `/api/views/${own}`, { type_slug: 'task' }), 403)
  t.equal(await statusOf('DELETE', views['task'] ?? ''), 403)
  t.equal(await statusOf('DELETE', `/api/views/${own}`), 204)

  t.equal(
    await statusOf('PUT', '/api/resource-types/note', { description: 'd' }),
    200,
    'an administrator’s token, for the type itself',
  )
  t.equal(await statusOf('PUT', '/api/resource-types/task', { description: 'd' }), 403)
  t.equal(await statusOf('POST', '/api/resource-types', { name: 'New', slug: 'new' }), 403)
  for (const url of ['/api/users', '/api/accounts', '/api/events', '/api/users/lookup?email=root@example.org']) {
    t.equal(await statusOf('GET', url), 403, url)
  }
  t.equal(await statusOf('POST', '/api/resource-types/presets/tasks'), 403)
  for (const url of ['/api/auth/me', '/api/openapi.json', '/api/docs', '/api/health']) {
    t.equal(await statusOf('GET', url), 200, url)
  }

  const schema = { type: 'object', properties: { lock: { type: 'string', 'x-resource-type': 'lock' } } }
  for (const [slug, further] of [
    ['lock', {}],
    ['key', { schema }],
  ] as const)
    t.equal((await root.request('POST', '/api/resource-types', { name: slug, slug, ...further })).statusCode, 201)
  const lock = (await root.request('POST', '/api/lock', {})).json().id as string
  const key = (await root.request('POST', '/api/key', { lock })).json().id as string
  const impact = { kind: 'referred-to', property: 'lock', count: 1 }
  const dryRun = '/api/resource-types/lock?dry_run=true'
  t.strictSame((await root.request('DELETE', dryRun)).json(), { problems: [{ ...impact, ids: [key] }] })
  const ofLocks = bearer((await make(root, { type_slugs: ['lock'] })).token)
  const shown = await app.request('DELETE', dryRun, undefined, ofLocks)
  t.strictSame(shown.json(), { problems: [{ ...impact, ids: [] }] }, 'resources of other types count, and have no ids')
})

onSharedSignedIn('a token without an action cannot perform it by any route', async (t, app) => {
  const root = await withTypes(app, 'note')
  const person = (await root.request('POST', '/api/persons', { given_name: 'A', family_name: 'B' })).json().id as string
  const note = (await root.request('POST', '/api/note', { a: 1 })).json().id as string
  const view = (await root.request('POST', '/api/views', { type_slug: 'note', name: 'v' })).json().id as string
  const bulk = (op: string): unknown => ({ operations: [{ op, id: note, ...(op === 'patch' && { data: { a: 2 } }) }] })
  const modifies: [string, string, unknown][] = [
    ['POST', '/api/note', { a: 1 }],
    ['PUT', `/api/note/${note}`, { a: 1 }],
    ['POST', '/api/note/_bulk', bulk('patch')],
    ['PUT', `/api/persons/${person}`, { given_name: 'X' }],
    ['POST', '/api/views', { type_slug: 'note', name: 'w' }],
    ['PUT', `/api/views/${view}`, { name: 'w' }],
  ]
  const deletes: [string, string, unknown][] = [
    ['DELETE', `/api/views/${view}`, undefined],
    ['DELETE', `/api/note/${note}`, undefined],
    ['POST', '/api/note/_bulk', bulk('delete')],
    ['PUT', `/api/persons/${person}`, { status: 'archived' }],
  ]
  const outcomes = async (actions: string[], requests: [string, string, unknown][]): Promise<Set<boolean>> => {
    const { token } = await make(root, { actions })
    const asked = requests.map(async ([method, url, body]) => app.request(method, url, body, bearer(token)))
    return new Set((await Promise.all(asked)).map(({ statusCode }) => statusCode === 403))
  }
  t.strictSame(await outcomes(['odrl:read'], [...modifies, ...deletes]), new Set([true]))
  t.strictSame(await outcomes(['odrl:read', 'odrl:modify'], deletes), new Set([true]))
  t.strictSame(await outcomes(['odrl:delete'], modifies), new Set([true]))
  t.strictSame(await outcomes(['odrl:modify'], modifies), new Set([false]))
  t.strictSame(await outcomes(['odrl:delete'], deletes.slice(2)), new Set([false]))
})
