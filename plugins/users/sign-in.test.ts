import t from 'tap'
import type { Test } from 'tap'
import { loadConfig } from '../../kernel/index.ts'
import type { Agents, Arrival } from './contract.ts'
import { buildTestApp, callCli } from '../../testing/index.ts'
import type { TestApp } from '../../testing/index.ts'
import { changeUser, reachableStore } from '../../testing/internal/change-user.ts'
import { ownDatabase } from '../../testing/internal/each-store.ts'

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

for (const kind of ['SQLite', 'MongoDB']) {
  const stored = async (): Promise<Store | undefined> => {
    if (kind === 'SQLite') return reachableStore(undefined)
    const url = await ownDatabase()
    return url === undefined ? undefined : reachableStore(url)
  }
  const onStore = (name: string, run: (t: Test, store: Store) => Promise<void>): void =>
    void t.test(`${name} (${kind})`, async t => {
      const store = await stored()
      if (store === undefined)
        t.pass('left out', { skip: 'there is no MongoDB here (MONGOD_BINARY, PATH, MONGODB_URL)' })
      else await run(t, store)
    })

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
}

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
