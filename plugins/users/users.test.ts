import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import t from 'tap'
import type { Test } from 'tap'
import { loadConfig } from '../../kernel/index.ts'
import { buildTestApp, callCli, pluginSuite } from '../../testing/index.ts'
import type { CliResult, TestApp } from '../../testing/index.ts'
import { changeUser, reachableStore } from '../../testing/internal/change-user.ts'
import { testWithStore, testAllStores, onOneService, onStoreOfRun } from '../../testing/internal/each-store.ts'
import { interposedStore } from '../../testing/internal/interposed-store.ts'
import { signInWith, signedInApp, signedInOnEachStore, signedInOnOneService } from '../../testing/internal/signed-in.ts'
import type { Client, SignedInApp } from '../../testing/internal/signed-in.ts'
import type { Agents, Arrival } from './contract.ts'

interface Event {
  type: string
  subject: string
  data: { actor: string; sequence_no: number }
}

const member = '/api/users/urn:user:member'

const as = (address: string): Record<string, string> => ({ 'x-dev-agent': address })

/** The id of the user with an address; the user is created if there is none. */
const idAt = async ({ request }: TestApp, address: string): Promise<string> =>
  (await request('GET', '/api/auth/me', undefined, as(address))).json().id

for (const { name, run } of pluginSuite({ key: 'users', paths: ['/api/users', '/api/accounts', '/api/users/lookup'] }))
  t.test(name, run)

const onShared = onOneService()

onShared('users are listed, shown and changed', async (t, app) => {
  const { request } = app
  const shown = await request('GET', member)
  t.equal(shown.statusCode, 200, shown.body)
  t.strictSame(
    { ...shown.json(), created_at: '' },
    {
      id: 'urn:user:member',
      name: 'Member',
      email: 'member@example.com',
      role: 'member',
      status: 'active',
      account_id: 'urn:account:default',
      created_at: '',
    },
  )
  t.match(shown.headers, { etag: '"urn:user:member.1"', 'cache-control': 'no-store' })
  for (const id of ['member', 'urn%3Auser%3Amember'])
    t.strictSame((await request('GET', `/api/users/${id}`)).json(), shown.json(), id)
  t.equal(
    (await request('GET', member, undefined, { 'if-none-match': '"urn:user:member.1"' })).statusCode,
    304,
    'nothing new',
  )
  for (const id of ['lost', 'urn:user:lost', 'urn:account:default', 'urn:user:system', '__proto__'])
    t.equal((await request('GET', `/api/users/${id}`)).statusCode, 404, id)

  for (const address of ['ada@example.org', 'bob@example.org', 'eve@example.org']) await idAt(app, address)
  const whole = (await request('GET', '/api/users?count=true')).json()
  t.match(whole, { cursor: '', has_more: false, total: 5 })
  t.equal(whole.data[0].email, 'eve@example.org', 'newest first')
  const first = (await request('GET', '/api/users?limit=2')).json()
  const rest = (await request('GET', `/api/users?limit=9&cursor=${first.cursor}`)).json()
  t.strictSame([...first.data, ...rest.data], whole.data)
  for (const query of ['limit=0', 'limit=1001', 'cursor=x', 'role=admin', 'sort_by=name', 'count=0'])
    t.equal((await request('GET', `/api/users?${query}`)).statusCode, 400, query)
  t.equal((await request('GET', `/api/accounts?cursor=${first.cursor}`)).statusCode, 400, 'of another list')

  const put = await request('PUT', member, { name: 'Mem Ber' }, { 'if-match': 'W/"urn:user:member.1"' })
  t.equal(put.statusCode, 200, put.body)
  t.strictSame(put.json(), { ...shown.json(), name: 'Mem Ber' })
  t.equal(put.headers.etag, '"urn:user:member.2"')
  t.equal((await request('PUT', member, { name: 'X' }, { 'if-match': '"urn:user:member.1"' })).statusCode, 412)
  await request('PUT', '/api/settings/roles', { roles: ['editor'] })
  t.equal((await request('PUT', member, { role: 'editor', name: 'Ed' })).json().role, 'editor')
  t.equal((await request('PUT', member, { role: 'admin' })).json().role, 'admin')
  t.equal((await request('PUT', member, { role: 'admin' })).headers.etag, '"urn:user:member.4"', 'nothing to change')
  t.equal((await request('PUT', member, {})).headers.etag, '"urn:user:member.4"')
  const events = (await request('GET', '/api/events?subject=urn:user:member')).json().data as Event[]
  t.strictSame(
    events.map(({ type, data }) => [type, data.actor, data.sequence_no]),
    [
      ['User.RoleChanged', 'urn:user:admin', 4],
      ['User.RoleChanged', 'urn:user:admin', 3],
      ['User.Updated', 'urn:user:admin', 3],
      ['User.Updated', 'urn:user:admin', 2],
      ['User.Created', 'urn:user:system', 1],
    ],
  )
  t.match(
    events.filter(({ type }) => type === 'User.RoleChanged'),
    [{ data: { from: 'editor', to: 'admin' } }, { data: { from: 'member', to: 'editor' } }],
  )
  for (const method of ['POST', 'DELETE', 'PATCH'])
    t.equal((await request(method, '/api/users')).statusCode, 405, method)
})

testWithStore('an invalid change is named, and changes nothing', async (t, { request }) => {
  const wrong: [unknown, RegExp][] = [
    [{ role: 'editor' }, /role: there is no role "editor"/],
    [{ role: 'constructor' }, /constructor/],
    [{ role: 1 }, /role/],
    [{ status: 'archived' }, /status.*active.*disabled/],
    [{ status: null }, /status/],
    [{ name: '' }, /name/],
    [{ name: '  ' }, /name/],
    [{ name: 'x'.repeat(201) }, /name/],
    [{ account_id: 'urn:account:lost' }, /account_id: there is no account "urn:account:lost"/],
    [{ account_id: 'default' }, /account_id/],
    [{ account_id: 'urn:user:admin', role: 'lost' }, /role.*lost.*account_id.*urn:user:admin/],
    [{ email: 'x@example.org' }, /email is set by the service/],
    [{ id: 'urn:user:x', created_at: '' }, /id.*created_at/],
    [{ lost: 1 }, /lost is not known/],
    [{ dev_address: null }, /dev_address is not known/],
    [[], /object/],
  ]
  for (const [body, message] of wrong) {
    const answer = await request('PUT', member, body)
    t.equal(answer.statusCode, 400, JSON.stringify(body))
    t.match(answer.json().message, message)
  }
  t.equal((await request('PUT', '/api/users/lost', { name: 'x' })).statusCode, 404)
  t.equal((await request('GET', member)).headers.etag, '"urn:user:member.1"')
})

onShared('a disabled user loses access immediately, and can be enabled again', async (t, app) => {
  const { request } = app
  const eve = await idAt(app, 'eve@example.org')
  const tries = async (): Promise<number> =>
    (await request('GET', '/api/resource-types', undefined, as('eve@example.org'))).statusCode
  for (let round = 0; round < 3; round++) {
    t.equal((await request('PUT', `/api/users/${eve}`, { status: 'disabled' })).json().status, 'disabled')
    t.equal(await tries(), 401)
    t.equal((await request('PUT', `/api/users/${eve}`, { status: 'active' })).statusCode, 200)
    t.equal(await tries(), 200)
  }
})

onShared('an assigned role exists, and cannot be removed', async (t, { request }) => {
  for (let round = 0; round < 3; round++) {
    await request('PUT', member, { role: 'member' })
    await request('PUT', '/api/settings/roles', { roles: ['editor'] })
    const [given, removed] = await Promise.all([
      request('PUT', member, { role: 'editor' }),
      request('PUT', '/api/settings/roles', { roles: [] }),
    ])
    t.ok([200, 400].includes(given.statusCode), given.body)
    t.equal(removed.statusCode, given.statusCode === 200 ? 409 : 200, 'either of the two')
    const { roles } = (await request('GET', '/api/settings/roles')).json()
    t.ok(roles.includes((await request('GET', member)).json().role))
  }
})

onShared('users are found by address, within the account', async (t, app) => {
  const { request } = app
  const ada = await idAt(app, 'ada@example.org')
  const lookup = async (email: string, headers = {}): Promise<[number, unknown]> => {
    const answer = await request('GET', `/api/users/lookup?email=${encodeURIComponent(email)}`, undefined, headers)
    t.equal(answer.headers['cache-control'], 'no-store')
    return [answer.statusCode, answer.statusCode === 200 ? answer.json() : Object.keys(answer.json())]
  }
  for (const email of ['ada@example.org', 'ADA@Example.ORG'])
    t.strictSame(await lookup(email, as('bob@example.org')), [200, { id: ada, name: 'ada' }])
  t.strictSame(await lookup('nobody@example.org'), [404, ['message']])
  for (const email of ['', 'ada', '*', 'ada@', '%', 'a@b@c', 'ada@example.org,bob@example.org'])
    t.strictSame(await lookup(email), [400, ['message']], email)
  for (const query of ['', '?mail=x', '?email=a@x.org&email=b@x.org', '?email=a@x.org&limit=1'])
    t.equal((await request('GET', `/api/users/lookup${query}`)).statusCode, 400, query)
  await request('PUT', `/api/users/${ada}`, { status: 'disabled' })
  t.strictSame(await lookup('ada@example.org'), [404, ['message']], 'a disabled user')
  const account = (await request('POST', '/api/accounts', { name: 'Other' })).json().id
  await request('PUT', `/api/users/${ada}`, { status: 'active', account_id: account })
  t.strictSame(await lookup('ada@example.org'), [404, ['message']], 'of another account')
  t.strictSame(await lookup('ada@example.org', as('ada@example.org')), [200, { id: ada, name: 'ada' }])
})

testWithStore('everyone can read the names of users of their account', async (t, app) => {
  const { request } = app
  const ada = await idAt(app, 'ada@example.org')
  const eve = await idAt(app, 'eve@example.org')
  await request('PUT', `/api/users/${ada}`, { name: 'Ada King', status: 'disabled' })
  const { id: other } = (await request('POST', '/api/accounts', { name: 'Other' })).json()
  await request('PUT', `/api/users/${eve}`, { account_id: other })
  const names = (query: string) => request('GET', `/api/users/names?${query}`, undefined, as('member@example.com'))
  const ids = [ada, 'urn:user:nobody', 'member', eve, 'urn:user:system', ada, '__proto__']
  const found = await names(ids.map(id => `id=${encodeURIComponent(id)}`).join('&'))
  t.equal(found.statusCode, 200, found.body)
  t.equal(found.headers['cache-control'], 'no-store')
  t.strictSame(found.json(), {
    data: [
      { id: ada, name: 'Ada King' },
      { id: 'urn:user:member', name: 'Member' },
      { id: 'urn:user:system', name: 'System' },
    ],
    cursor: '',
    has_more: false,
  })
  t.strictSame((await names('id=urn:user:nobody')).json(), { data: [], cursor: '', has_more: false })
  const many = (count: number) => Array.from({ length: count }, () => 'id=member').join('&')
  t.equal((await names(many(100))).statusCode, 200)
  for (const query of ['', many(101), 'limit=5&id=member', 'name=x'])
    t.equal((await names(query)).statusCode, 400, query)
})

const admin = '/api/users/urn:user:admin'

testAllStores('the last administrator cannot be removed', async (t, { request }) => {
  const idAt = async (address: string): Promise<string> =>
    (await request('GET', '/api/auth/me', undefined, as(address))).json().id
  for (const body of [{ role: 'member' }, { status: 'disabled' }, { role: 'member', status: 'disabled' }]) {
    const answer = await request('PUT', admin, body)
    t.equal(answer.statusCode, 409, JSON.stringify(body))
    t.match(answer.json().message, /last active administrator/)
  }
  t.equal((await request('PUT', admin, { name: 'Root', role: 'admin', status: 'active' })).statusCode, 200)
  await request('PUT', member, { role: 'admin', status: 'disabled' })
  t.equal((await request('PUT', admin, { role: 'member' })).statusCode, 409, 'a disabled one does not count')
  await request('PUT', member, { status: 'active' })
  const ids = [await idAt('ada@example.org'), await idAt('bob@example.org')]
  const all = ['urn:user:admin', 'urn:user:member', ...ids]
  for (let round = 0; round < 3; round++) {
    for (const id of all) await request('PUT', `/api/users/${id}`, { role: 'admin', status: 'active' }, as('m@x.org'))
    const going = all.map(async (id, index) => {
      const body = index % 2 ? { status: 'disabled' } : { role: 'member' }
      return request('PUT', `/api/users/${id}`, body, as('m@x.org'))
    })
    const codes = (await Promise.all(going)).map(answer => answer.statusCode)
    t.strictSame(codes.toSorted(), [200, 200, 200, 409], 'all concurrently: one is kept')
  }
})

/** Replaces sign-in and rights: a header names the caller, and every caller is allowed to do everything. */
const stand = `export default {
  name: 'stand', version: '1.0.0', requires: [], provides: ['identity', 'access'],
  register: () => ({
    identity: { identify: ({ headers }) => ({ id: headers['x-user'] ?? 'urn:user:x', account_id: 'urn:account:default' }) },
    access: { isAdministrator: () => true, authorize() {}, visibility: () => ({ all: true }), permissions: () => ({}) },
  }),
}`

const signIn = {
  issuer: 'https://id.example.com',
  clientId: 'plinth',
  clientSecret: 'secret',
  frontendUrl: 'https://cms.example.com',
  secrets: ['s'.repeat(32)],
  administratorEmail: 'root@example.com',
}

type Store = Awaited<ReturnType<typeof reachableStore>>

async function production(t: Test, store: Store): Promise<TestApp & { agents: Agents }> {
  const directory = t.testdir({ 'stand.mjs': stand })
  const off = { auth: false, rbac: false, sidebar: false, admin: false }
  const plugins = { ...loadConfig({}).plugins, ...off, './stand.mjs': true }
  const served = await buildTestApp({ store, plugins, config: { mode: 'production', directory, signIn } })
  return { ...served, agents: served.app.diContainer.resolve<Agents>('agents') }
}

const arrival = (subject: string, email: string, more: Partial<Arrival> = {}): Arrival => ({
  issuer: signIn.issuer,
  subject,
  name: `Name of ${subject}`,
  email,
  email_verified: true,
  ...more,
})

const onStore = (name: string, run: (t: Test, store: Store) => Promise<void>): void =>
  onStoreOfRun(name, async (t, url) => run(t, await reachableStore(url)))

onStore('users are identified by issuer and subject', async (t, store) => {
  const { agents, request, close } = await production(t, store)
  t.teardown(close)
  t.strictSame((await request('GET', '/api/users')).json().data, [], 'no user is seeded')
  t.equal((await request('GET', '/api/accounts/default')).statusCode, 200)
  const ada = await agents.signIn(arrival('1', 'ada@example.com'))
  t.match(ada, {
    name: 'Name of 1',
    email: 'ada@example.com',
    status: 'active',
    account_id: 'urn:account:default',
    attributes: { role: 'member' },
  })
  t.strictSame(await agents.get(ada.id), ada)
  t.equal((await agents.signIn(arrival('1', 'ada@example.com'))).id, ada.id)
  const others = [
    await agents.signIn(arrival('2', 'ada@example.com')),
    await agents.signIn(arrival('1', 'ada@example.com', { issuer: 'https://other.example.com' })),
    await agents.signIn(arrival('1"]', 'ada@example.com')),
  ]
  t.equal(new Set([ada, ...others].map(({ id }) => id)).size, 4, 'the same address is another user')
  const many = await Promise.all(Array.from({ length: 8 }, () => agents.signIn(arrival('9', 'nine@example.com'))))
  t.equal(new Set(many.map(({ id }) => id)).size, 1, 'concurrent first sign-ins create one user')
  const found = (await request('GET', '/api/users/lookup?email=Ada@example.com')).json()
  t.strictSame(found, { id: ada.id, name: 'Name of 1' }, 'of several first users')
  const events = (await request('GET', `/api/events?subject=${ada.id}`)).json().data
  t.strictSame(
    events.map((event: { type: string; data: { actor: string } }) => [event.type, event.data.actor]),
    ['User.SignedIn', 'User.SignedIn', 'User.Created'].map(type => [type, ada.id]),
  )
})

onStore('the address follows the provider, the name and the role do not', async (t, store) => {
  const { agents, request, close } = await production(t, store)
  t.teardown(close)
  const { id } = await agents.signIn(arrival('1', 'ada@example.com'))
  await request('PUT', `/api/users/${id}`, { name: 'Countess', role: 'admin' })
  const again = await agents.signIn(arrival('1', 'ada.king@example.com', { name: 'Ada King' }))
  t.match(again, { id, name: 'Countess', email: 'ada.king@example.com', attributes: { role: 'admin' } })
  t.match((await request('GET', `/api/users/${id}`)).json(), { name: 'Countess', email: 'ada.king@example.com' })
  t.equal((await request('GET', '/api/users/lookup?email=ada@example.com')).statusCode, 404)
  t.equal((await request('GET', '/api/users/lookup?email=ada.king@example.com')).json().id, id)
  await agents.signIn(arrival('1', 'ada.king@example.com', { email_verified: false }))
  t.equal((await request('GET', '/api/users/lookup?email=ada.king@example.com')).statusCode, 404, 'unverified')
  t.match(await agents.signIn(arrival('3', '', { name: ' ' })), { name: '3', email: '' })
})

onStore('the first verified sign-in of the address becomes administrator', async (t, store) => {
  const { agents, request, close } = await production(t, store)
  t.teardown(close)
  const role = async (subject: string, email: string, more = {}): Promise<string | undefined> =>
    (await agents.signIn(arrival(subject, email, more))).attributes['role']
  t.equal(await role('1', 'root@example.com', { email_verified: false }), 'member', 'unverified')
  t.equal((await request('GET', '/api/users/lookup?email=root@example.com')).statusCode, 404)
  t.equal(await role('2', 'root@example.com.evil.org'), 'member')
  const roles = await Promise.all(['3', '4', '5'].map(subject => role(subject, 'Root@Example.com')))
  t.strictSame(roles.toSorted(), ['admin', 'member', 'member'], 'one of three concurrent ones')
  t.equal(await role('6', 'root@example.com'), 'member')
  t.equal(await role('1', 'root@example.com'), 'member', 'verified later')
  const users = (await request('GET', '/api/users')).json().data as { id: string; role: string }[]
  const id = users.find(user => user.role === 'admin')?.id ?? ''
  t.equal((await request('PUT', `/api/users/${id}`, { status: 'disabled' })).statusCode, 409, 'the only one')
})

onStore('the address of the first administrator works once', async (t, store) => {
  const { agents, request, close } = await production(t, store)
  t.teardown(close)
  const first = await agents.signIn(arrival('1', 'root@example.com'))
  t.equal(first.attributes['role'], 'admin')
  await agents.signIn(arrival('1', 'moved@example.com'))
  const other = await agents.signIn(arrival('2', 'root@example.com'))
  t.equal(other.attributes['role'], 'member', 'the present owner of the address is not the first administrator')
  await agents.signIn(arrival('2', 'elsewhere@example.com'))
  await changeUser(store, first.id, { role: 'member' })
  t.equal((await request('GET', '/api/users?count=true')).json().total, 2)
  const late = await agents.signIn(arrival('3', 'root@example.com'))
  t.equal(late.attributes['role'], 'member', 'not even if there is no administrator any longer')
})

onStore('once an administrator signs in, the address has no effect', async (t, store) => {
  const { agents, request, close } = await production(t, store)
  t.teardown(close)
  const { id } = await agents.signIn(arrival('1', 'ada@example.com'))
  t.equal((await request('PUT', `/api/users/${id}`, { role: 'admin' })).statusCode, 200)
  t.equal((await agents.signIn(arrival('2', 'root@example.com'))).attributes['role'], 'member')
})

onStore('a disabled user cannot sign in', async (t, store) => {
  const { agents, request, close } = await production(t, store)
  t.teardown(close)
  const { id } = await agents.signIn(arrival('1', 'ada@example.com'))
  await request('PUT', `/api/users/${id}`, { status: 'disabled' })
  t.match(await agents.get(id), { status: 'disabled' })
  await t.rejects(async () => agents.signIn(arrival('1', 'ada@example.com')), { name: 'Forbidden' })
  const [signed] = await Promise.allSettled([
    agents.signIn(arrival('1', 'changed@example.com')),
    request('PUT', `/api/users/${id}`, { status: 'active' }),
  ])
  t.match((await agents.signIn(arrival('1', 'changed@example.com'))).status, 'active')
  t.ok(signed.status === 'fulfilled' || signed.reason.name === 'Forbidden')
})

t.test('users of development mode have no effect in production mode', async t => {
  const directory = t.testdir({ 'stand.mjs': stand })
  const path = `${directory}/plinth.db`
  const open = async (mode: 'development' | 'production'): Promise<TestApp> => {
    const store = { kind: 'sqlite' as const, path }
    if (mode === 'development') return buildTestApp({ config: { store } })
    const off = { auth: false, rbac: false, sidebar: false, admin: false }
    const plugins = { ...loadConfig({}).plugins, ...off, './stand.mjs': true }
    return buildTestApp({ plugins, config: { mode, directory, signIn, store } })
  }
  const development = await open('development')
  await development.request('PUT', '/api/users/member', { role: 'admin' })
  await development.app.close()
  const served = await open('production')
  t.teardown(() => served.app.close())
  const { request, app } = served
  const agents = app.diContainer.resolve<Agents>('agents')
  t.match(await agents.get('urn:user:admin'), { status: 'disabled', attributes: { role: 'admin' } }, 'cannot act')
  t.match((await request('GET', '/api/users/admin')).json(), { status: 'active', role: 'admin' })
  t.equal((await request('GET', '/api/users/lookup?email=admin@example.com')).statusCode, 404)
  const root = await agents.signIn(arrival('1', 'root@example.com'))
  t.equal(
    (await request('PUT', `/api/users/${root.id}`, { role: 'member' })).statusCode,
    409,
    'the others do not count',
  )
  t.equal((await request('PUT', '/api/users/admin', { role: 'member' })).statusCode, 200)
  const other = await agents.signIn(arrival('admin', 'admin@example.com'))
  t.not(other.id, 'urn:user:admin', 'users are not identified by address')
})

t.test('a store with signed-in users is not opened to everyone by accident', async t => {
  const directory = t.testdir({ 'stand.mjs': stand })
  const path = `${directory}/plinth.db`
  const store = { kind: 'sqlite' as const, path }
  const fresh = await buildTestApp({ config: { store } })
  await fresh.app.close()
  await (await buildTestApp({ config: { store } })).app.close() // users of development mode do not count
  const off = { auth: false, rbac: false, sidebar: false, admin: false }
  const plugins = { ...loadConfig({}).plugins, ...off, './stand.mjs': true }
  const served = await buildTestApp({ plugins, config: { mode: 'production', directory, signIn, store } })
  await served.app.diContainer.resolve<Agents>('agents').signIn(arrival('1', 'ada@example.com'))
  await served.app.close()

  await t.rejects(buildTestApp({ config: { store } }), {
    name: 'ConfigurationError',
    message: /signed in to this store[^]*PLINTH_MODE=development/,
  })
  const command = await callCli(['users', 'list'], { env: { SQLITE_PATH: path }, cwd: directory })
  t.equal(command.code, 0, command.stderr)
  t.match(command.stdout, /ada@example\.com/, 'commands on the store are allowed for the operator')
  const { modeIsDefault } = loadConfig({ PLINTH_MODE: 'development' })
  t.notOk(modeIsDefault)
  const meant = await buildTestApp({ config: { store, modeIsDefault: false } })
  t.equal((await meant.request('GET', '/api/users')).statusCode, 200, 'unless it is explicit')
  await meant.app.close()
})

interface Invitation {
  id: string
  email: string
  role: string
  account_id: string
  created_by: string
  created_at: string
  expires_at: string
  url: string
  mailed: boolean
}

const path = '/api/users/invitations'

const claimsOf = (login: string, verified = true) => ({
  email: `${login}@example.org`,
  name: login,
  email_verified: verified,
})

async function invite(root: Client, body: object): Promise<Invitation> {
  const answer = await root.request('POST', path, body)
  if (answer.statusCode !== 201) throw new Error(answer.body)
  return answer.json()
}

/** Sign in through the link of an invitation. */
const comeBy = ({ browser, provider }: SignedInApp, { url }: Invitation, login: string, claims = claimsOf(login)) =>
  signInWith(browser(), provider, login, claims, url.slice(new URL(url).origin.length))

const eventsOf = async (root: Client, type: string): Promise<{ subject: string; data: { actor: string } }[]> =>
  (await root.request('GET', `/api/events?type=${type}`)).json().data

const onSharedSignedIn = signedInOnOneService()

onSharedSignedIn('a user who accepts an invitation gets its role and account', async (t, app) => {
  const root = await app.signIn('root')
  await root.request('PUT', '/api/settings/roles', { roles: ['editor'] })
  const { id: account_id } = (await root.request('POST', '/api/accounts', { name: 'Other' })).json()
  const invited = await invite(root, { email: 'Ada@Example.org', role: 'editor', account_id })
  t.match(invited, {
    id: /^urn:invitation:[0-9A-Z]{26}$/,
    email: 'Ada@Example.org',
    role: 'editor',
    account_id,
    created_by: root.me.id,
    mailed: false,
    url: /^https:\/\/plinth\.test\/api\/auth\/login\?invitation=[A-Za-z0-9_-]{43}$/,
  })
  t.strictSame(Object.keys(invited), [
    'id',
    'email',
    'role',
    'account_id',
    'created_by',
    'created_at',
    'expires_at',
    'url',
    'mailed',
  ])
  t.equal(Date.parse(invited.expires_at) - Date.parse(invited.created_at) > 7 * 86_400_000 - 60_000, true)
  const { url: _url, mailed: _mailed, ...shown } = invited
  const list = async () => (await root.request('GET', `${path}?count=true`)).json()
  t.strictSame(await list(), { data: [shown], cursor: '', has_more: false, total: 1 }, 'the link is shown only once')

  const noticeOf = ({ browser }: Client): string | undefined => browser.jar.of(browser.origin).get('svc_invitation')
  const other = await comeBy(app, invited, 'bo')
  t.equal(noticeOf(other), 'unused', 'the admin can show that the invitation had no effect')
  t.match(other.me, { role: 'member', account_id: 'urn:account:default' }, 'another address signs in as usual')
  const unverified = await comeBy(app, invited, 'ada', claimsOf('ada', false))
  t.match(unverified.me, { role: 'member', account_id: 'urn:account:default' }, 'an unverified address')
  t.equal((await list()).total, 1, 'and the link remains unused')

  const ada = await comeBy(app, invited, 'ada2', claimsOf('ada'))
  t.match(ada.me, { role: 'editor', account_id })
  t.equal(noticeOf(ada), undefined)
  t.equal((await list()).total, 0)
  t.match(await eventsOf(root, 'Invitation.Accepted'), [{ subject: invited.id, data: { actor: ada.me.id } }])
  t.match(await eventsOf(root, 'Invitation.Created'), [{ subject: invited.id, data: { actor: root.me.id } }])
  const again = await comeBy(app, invited, 'ada3', claimsOf('ada'))
  t.match(again.me, { role: 'member' }, 'it works once')

  const second = await invite(root, { email: 'ada@example.org', role: 'editor' })
  const known = await comeBy(app, second, 'ada')
  t.equal(known.me.id, unverified.me.id)
  t.match(known.me, { role: 'editor', account_id: 'urn:account:default' }, 'an existing user')
  t.match(await eventsOf(root, 'User.RoleChanged'), [{ subject: known.me.id }])

  const demoting = await invite(root, { email: 'root@example.org', role: 'member' })
  t.match((await comeBy(app, demoting, 'root')).me, { id: root.me.id, role: 'admin' }, 'no role is lowered')
  t.equal((await list()).total, 0)

  const gone = await invite(root, { email: 'cy@example.org', role: 'editor' })
  t.equal((await root.request('PUT', `/api/users/${ada.me.id}`, { role: 'member' })).statusCode, 200)
  t.equal((await root.request('PUT', `/api/users/${known.me.id}`, { role: 'member' })).statusCode, 200)
  t.equal((await root.request('PUT', '/api/settings/roles', { roles: [] })).statusCode, 200)
  t.match((await comeBy(app, gone, 'cy')).me, { role: 'member' }, 'a removed role is not assigned')
})

onSharedSignedIn('administrators invite, with one invitation per address', async (t, app) => {
  const root = await app.signIn('root')
  const member = await app.signIn('mia')
  const first = await invite(root, { email: 'ada@example.org', role: 'member' })
  t.equal((await root.request('POST', path, { email: 'ADA@example.org', role: 'admin' })).statusCode, 409)
  const refused: [object, RegExp][] = [
    [{ role: 'member' }, /email/],
    [{ email: 'bo@example.org' }, /role/],
    [{ email: 'nobody', role: 'member' }, /email/],
    [{ email: 'bo@example.org', role: 'none' }, /"none"/],
    [{ email: 'bo@example.org', role: 'member', account_id: 'urn:account:none' }, /urn:account:none/],
    [{ email: 'bo@example.org', role: 'member', url: 'x' }, /url/],
  ]
  for (const [body, message] of refused) {
    const answer = await root.request('POST', path, body)
    t.equal(answer.statusCode, 400, answer.body)
    t.match(answer.json().message, message)
  }
  const asProblem = { accept: 'application/problem+json' }
  const unreadable = await root.request('POST', path, { email: 'nobody', role: 'member' }, asProblem)
  t.match(unreadable.json(), {
    detail: 'email: must be an e-mail address',
    problems: [{ pointer: '/email', code: 'format', message: 'must be an e-mail address' }],
  })
  for (const [method, url] of [
    ['POST', path],
    ['GET', path],
    ['DELETE', `${path}/${first.id}`],
  ] as const) {
    const body = method === 'POST' ? { email: 'x@example.org', role: 'member' } : undefined
    t.equal((await member.request(method, url, body)).statusCode, 403, method)
    t.equal((await app.browser().request(method, url, body)).statusCode, 401, method)
  }
  const together = await Promise.all(
    [1, 2, 3].map(() => root.request('POST', path, { email: 'eve@example.org', role: 'member' })),
  )
  t.strictSame(together.map(({ statusCode }) => statusCode).toSorted(), [201, 409, 409], 'several concurrently')

  t.equal((await root.request('DELETE', `${path}/${first.id}`)).statusCode, 204)
  t.equal((await root.request('DELETE', `${path}/${first.id}`)).statusCode, 404)
  t.match(await eventsOf(root, 'Invitation.Revoked'), [{ subject: first.id }])
  t.match((await comeBy(app, first, 'ada')).me, { role: 'member' })
  const second = await invite(root, { email: 'ada@example.org', role: 'admin' })
  t.match((await comeBy(app, second, 'ada')).me, { role: 'admin' })
  for (const code of ['x', 'no code', '']) {
    const url = `${app.frontendUrl}/api/auth/login?invitation=${encodeURIComponent(code)}`
    t.match((await comeBy(app, { ...first, url }, 'dot')).me, { role: 'member' }, 'an invalid code')
  }
})

/** Addresses with a letter that becomes k, i or s in another case. */
const lookalikesOfKim = ['\u212Aim.s@example.org', 'k\u0130m.s@example.org', 'kim.\u017F@example.org']

signedInOnEachStore(
  'an address that only looks like another one is another address',
  async (t, app) => {
    const come = async (login: string, email: string, path?: string): Promise<Client> =>
      signInWith(app.browser(), app.provider, login, { email, name: login, email_verified: true }, path)
    for (const [index, email] of lookalikesOfKim.entries()) {
      t.match((await come(`lookalike ${index}`, email)).me, { role: 'member' }, `ADMIN_EMAIL: ${email}`)
    }
    const kim = await come('kim', 'Kim.S@Example.org')
    t.match(kim.me, { role: 'admin' })
    for (const email of lookalikesOfKim) {
      t.equal((await kim.request('POST', path, { email, role: 'admin' })).statusCode, 400, `invited: ${email}`)
      const found = await kim.request('GET', `/api/users/lookup?email=${encodeURIComponent(email)}`)
      t.equal(found.statusCode, 400, `lookup: ${email}`)
    }
    const { url } = await invite(kim, { email: 'KIM.S@example.org', role: 'admin' })
    for (const [index, email] of lookalikesOfKim.entries()) {
      const { me } = await come(`invited ${index}`, email, url.slice(app.frontendUrl.length))
      t.match(me, { role: 'member' }, `invitation: ${email}`)
    }
    t.match((await come('second', 'kim.s@example.org', url.slice(app.frontendUrl.length))).me, { role: 'admin' })
  },
  { signIn: { administratorEmail: 'kim.s@example.org' } },
)

signedInOnEachStore('an invitation ends with the rights of the administrator who created it', async (t, app) => {
  const root = await app.signIn('root')
  const open = async (): Promise<string[]> =>
    (await root.request('GET', path)).json().data.map(({ email }: Invitation) => email)
  const endings: object[] = [{ role: 'member' }, { status: 'disabled' }, { role: 'member', status: 'disabled' }]
  for (const [index, ending] of endings.entries()) {
    const admin = await app.signIn(`admin ${index}`)
    const user = `/api/users/${admin.me.id}`
    await root.request('PUT', user, { role: 'admin' })
    const own = await invite(admin, { email: `own${index}@example.org`, role: 'admin' })
    const friends = await invite(admin, { email: `friend${index}@example.org`, role: 'member' })
    t.strictSame(await open(), [`friend${index}@example.org`, `own${index}@example.org`])
    t.equal((await root.request('PUT', user, { name: 'Renamed' })).statusCode, 200)
    t.equal((await open()).length, 2, 'a new name ends nothing')
    t.equal((await root.request('PUT', user, ending)).statusCode, 200)
    t.strictSame(await open(), [], JSON.stringify(ending))
    const revoked = (await eventsOf(root, 'Invitation.Revoked')).slice(0, 2)
    t.strictSame(revoked.map(({ subject }) => subject).toSorted(), [own.id, friends.id].toSorted())
    t.match(revoked, [{ data: { actor: root.me.id } }, { data: { actor: root.me.id } }])
    t.equal((await root.request('PUT', user, { role: 'admin', status: 'active' })).statusCode, 200)
    const { me } = await comeBy(app, own, `own${index}`)
    t.match(me, { role: 'member' }, 'not even when the user is an administrator again')
    await invite(root, { email: `friend${index}@example.org`, role: 'member' })
    await root.request('DELETE', `${path}/${(await root.request('GET', path)).json().data[0].id}`)
  }
  const acting = await app.signIn('admin 0')
  await acting.request('POST', '/api/admin/impersonate', { agent_id: root.me.id })
  t.equal((await acting.request('POST', path, { email: 'x@example.org', role: 'admin' })).statusCode, 403)
})

onStoreOfRun('an invitation and the end of its administrator at the same time', async (t, url) => {
  const { store, beforeWriteTo } = await interposedStore(url)
  const app = await signedInApp(t, { store })
  const root = await app.signIn('root')
  const administrator = async (login: string): Promise<Client> => {
    const admin = await app.signIn(login)
    await root.request('PUT', `/api/users/${admin.me.id}`, { role: 'admin' })
    return admin
  }

  const first = await administrator('first')
  const accepted = await invite(first, { email: 'ada@example.org', role: 'admin' })
  beforeWriteTo('_invitations', other => changeUser(other, first.me.id, { role: 'member' }))
  t.match((await comeBy(app, accepted, 'ada')).me, { role: 'member' }, 'demoted while the invitation is accepted')
  const again = await root.request('POST', path, { email: 'ada@example.org', role: 'member' })
  t.equal(again.statusCode, 201, 'an invitation that cannot be used blocks no other')

  const second = await administrator('second')
  let late: Invitation | undefined
  beforeWriteTo('_users', async () => {
    late = await invite(second, { email: 'bo@example.org', role: 'admin' })
  })
  t.equal((await root.request('PUT', `/api/users/${second.me.id}`, { status: 'disabled' })).statusCode, 200)
  t.match(await eventsOf(root, 'Invitation.Revoked'), [{ subject: late?.id }], 'created while its user is disabled')

  const third = await administrator('third')
  beforeWriteTo('_invitations', other => changeUser(other, third.me.id, { role: 'member' }))
  t.equal((await third.request('POST', path, { email: 'cy@example.org', role: 'admin' })).statusCode, 403)
})

onShared('in development mode there are no invitations', async (t, { request }) => {
  t.equal((await request('POST', path, { email: 'ada@example.org', role: 'member' })).statusCode, 404)
  t.equal((await request('GET', path)).statusCode, 404)
  t.equal((await request('DELETE', `${path}/x`)).statusCode, 404)
})

/** A mail server that accepts one message. */
async function mailServer(t: Test): Promise<{ url: string; mail: Promise<string> }> {
  let resolve: (text: string) => void = () => undefined
  const mail = new Promise<string>(taken => (resolve = taken))
  const server = createServer(socket => {
    let text = ''
    let inData = false
    socket.write('220 ready\r\n')
    socket.on('data', chunk => {
      text += chunk.toString()
      if (inData) {
        if (!text.endsWith('\r\n.\r\n')) return
        inData = false
        resolve(text)
        socket.write('250 taken\r\n')
        return
      }
      for (const line of chunk.toString().split('\r\n').filter(Boolean)) {
        inData = line === 'DATA'
        socket.write(inData ? '354 go on\r\n' : line === 'QUIT' ? '221 bye\r\n' : '250 fine\r\n')
      }
    })
  })
  await new Promise<void>(listening => server.listen(0, '127.0.0.1', listening))
  t.teardown(() => server.close())
  return { url: `smtp://127.0.0.1:${(server.address() as AddressInfo).port}`, mail }
}

t.test('an invitation is mailed if there is a mail server', async t => {
  const { url, mail } = await mailServer(t)
  const app = await signedInApp(t, { config: { mail: { url, from: 'cms@example.org' } } })
  const invited = await invite(await app.signIn('root'), { email: 'ada@example.org', role: 'member' })
  t.equal(invited.mailed, true)
  const text = (await mail).replaceAll('=\r\n', '').replaceAll('=3D', '=')
  t.match(text, 'MAIL FROM:<cms@example.org>')
  t.match(text, 'RCPT TO:<ada@example.org>')
  t.ok(text.includes(invited.url), text)
})

t.test('an invitation that cannot be mailed is created anyway', async t => {
  const app = await signedInApp(t, { config: { mail: { url: 'smtp://127.0.0.1:1', from: 'cms@example.org' } } })
  const invited = await invite(await app.signIn('root'), { email: 'ada@example.org', role: 'member' })
  t.match(invited, { role: 'member', mailed: false })
})

t.test('users on the command line', async t => {
  const folder = await mkdtemp(join(tmpdir(), 'plinth-commands-'))
  t.teardown(() => rm(folder, { recursive: true, force: true }))
  const plinth = (...args: string[]): Promise<CliResult> =>
    callCli(args, { env: { SQLITE_PATH: join(folder, 'plinth.db') }, cwd: folder })
  const list = await plinth('users', 'list')
  t.equal(list.code, 0, list.stderr)
  t.match(list.stdout, /urn:user:member +Member +member@example\.com +member +active/)
  const set = await plinth('users', 'set-role', 'Member@Example.com', 'admin', '--json')
  t.equal(set.code, 0, set.stderr)
  t.match(JSON.parse(set.stdout), { id: 'urn:user:member', role: 'admin', status: 'active' })
  t.match((await plinth('users', 'disable', 'urn:user:admin')).stdout, /urn:user:admin .* admin, disabled/)
  const last = await plinth('users', 'disable', 'member')
  t.match([last.code, last.stderr], [1, /last active administrator/])
  const disabled = await plinth('users', 'set-role', 'admin@example.com', 'member')
  t.match([disabled.code, disabled.stderr], [1, /is ambiguous[^]*urn:user:admin/])
  t.match((await plinth('users', 'enable', 'admin@example.com')).stdout, /admin, active/)
  const failures: [string[], number, RegExp][] = [
    [['set-role', 'member', 'pilot'], 1, /there is no role "pilot"/],
    [['set-role', 'lost', 'member'], 1, /there is no user "urn:user:lost"/],
    [['disable', 'nobody@example.com'], 1, /no user has the address/],
    [['disable'], 2, /missing required argument/],
  ]
  for (const [args, code, message] of failures) {
    const result = await plinth('users', ...args)
    t.match([result.code, result.stderr], [code, message], args.join(' '))
  }
  const whole = JSON.parse((await plinth('users', 'list', '--json')).stdout)
  t.match(whole, { data: [{ id: 'urn:user:member' }, { id: 'urn:user:admin' }], cursor: '', has_more: false })
})
