import t from 'tap'
import { movableClock } from '../../../testing/internal/clock.ts'
import { onAnyStore, ownDatabase, testApp } from '../../../testing/internal/each-store.ts'
import { Browser } from '../../../testing/internal/oidc/browser.ts'
import { signedInApp, signedInOnAnyStore, signedInOnEachStore } from '../../../testing/internal/signed-in.ts'
import type { Client } from '../../../testing/internal/signed-in.ts'
import { until } from '../../../testing/internal/until.ts'

const start = '/api/admin/impersonate'
const stop = '/api/admin/stop-impersonation'
const status = '/api/admin/impersonation-status'
const minute = 60_000

interface Event {
  type: string
  subject: string
  data: { actor: string; impersonator?: string }
}

type Asking = Pick<Client, 'request'>

const me = async (client: Asking): Promise<{ id: string; impersonator: { id: string } | null }> =>
  (await client.request('GET', '/api/auth/me')).json()

const stateOf = async (client: Asking): Promise<unknown> => (await client.request('GET', status)).json()

const roleOf = (client: Asking, id: string, role: string): Promise<unknown> =>
  client.request('PUT', `/api/users/${id}`, { role })

signedInOnEachStore('an administrator impersonates another user, and the response says so', async (t, app) => {
  const root = await app.signIn('root')
  const ada = await app.signIn('ada')
  await root.request('POST', '/api/resource-types', { name: 'Note', slug: 'note' })
  t.strictSame(await stateOf(root), { active: false })
  t.match(
    await root.request('POST', stop),
    { statusCode: 200, body: '{"active":false}' },
    'no impersonation was active',
  )

  const begun = await root.request('POST', start, { agent_id: ada.me.id })
  t.equal(begun.statusCode, 200, begun.body)
  t.equal(begun.headers['cache-control'], 'no-store')
  t.match(begun.json(), { active: true, agent: { id: ada.me.id, role: 'member' }, impersonator: { id: root.me.id } })
  t.strictSame(Object.keys(begun.json().agent), ['id', 'name', 'email', 'role', 'status', 'account_id', 'created_at'])
  t.strictSame(await stateOf(root), begun.json())
  t.match(await me(root), {
    id: ada.me.id,
    permissions: { '*': ['odrl:read', 'odrl:modify'] },
    impersonator: { id: root.me.id, role: 'admin' },
  })
  t.match(await me(ada), { id: ada.me.id, impersonator: null }, 'the other user is not affected')
  t.match(await me(await app.signIn('root')), { id: root.me.id, impersonator: null }, 'nor does another session')

  t.equal((await root.request('GET', '/api/users')).statusCode, 403, 'the rights are those of the impersonated user')
  const write = (user: string) => root.request('POST', '/api/note', { a: 1 }, { 'x-expected-user': user })
  t.equal((await write(root.me.id)).statusCode, 409, 'a page that still shows the administrator cannot write')
  const note = (await write(ada.me.id)).json()
  t.equal(note.created_by, ada.me.id)
  for (const body of [{ agent_id: ada.me.id }, { agent_id: root.me.id }, {}, undefined]) {
    t.equal((await root.request('POST', start, body)).statusCode, 409, 'only one at a time, checked first')
  }
  for (const [method, path] of [
    ['GET', '/api/auth/sessions'],
    ['DELETE', '/api/auth/sessions/x'],
    ['GET', '/api/auth/tokens'],
    ['POST', '/api/auth/tokens'],
    ['DELETE', '/api/auth/tokens/x'],
  ] as const) {
    const answer = await root.request(method, path, method === 'POST' ? { name: 'x' } : undefined)
    t.equal(answer.statusCode, 403, `${method} ${path} would outlive it`)
  }
  t.match(await root.request('POST', stop), { statusCode: 200, body: '{"active":false}' })
  t.match(await me(root), { id: root.me.id, impersonator: null })
  t.equal((await root.request('GET', '/api/users')).statusCode, 200)

  const events = (await root.request('GET', '/api/events?limit=4')).json().data as Event[]
  const both = { actor: ada.me.id, impersonator: root.me.id }
  t.match(events, [
    { type: 'Impersonation.Stopped', subject: ada.me.id, data: both },
    { type: 'Resource.Created', subject: note.id, data: both },
    { type: 'User.SignedIn' },
    { type: 'Impersonation.Started', subject: ada.me.id, data: both },
  ])
})

signedInOnAnyStore('who cannot impersonate, and who cannot be impersonated', async (t, app) => {
  const root = await app.signIn('root')
  const ada = await app.signIn('ada')
  for (const [method, path] of [
    ['POST', start],
    ['POST', stop],
    ['GET', status],
  ] as const) {
    t.equal((await app.request(method, path)).statusCode, 401, path)
    t.equal((await ada.request(method, path)).statusCode, 403, `${path} is for administrators`)
  }
  const wrong: [unknown, number][] = [
    [undefined, 400],
    [{}, 400],
    [{ agent_id: 1 }, 400],
    [{ agent_id: '' }, 400],
    [{ agent_id: ada.me.id, for: 'ever' }, 400],
    [{ agent_id: root.me.id }, 400],
    [{ agent_id: 'urn:user:01ARZ3NDEKTSV4RRFFQ69G5FAV' }, 404],
    [{ agent_id: 'urn:user:system' }, 404],
    [{ agent_id: 'ada@example.org' }, 404],
  ]
  for (const [body, statusCode] of wrong) {
    const answer = await root.request('POST', start, body)
    t.equal(answer.statusCode, statusCode, JSON.stringify(body))
    t.strictSame(Object.keys(answer.json()), ['message'])
  }
  await root.request('PUT', `/api/users/${ada.me.id}`, { status: 'disabled' })
  t.equal(
    (await root.request('POST', start, { agent_id: ada.me.id })).statusCode,
    409,
    'disabled users cannot be impersonated',
  )
  const bob = await app.signIn('bob')
  const answers = await Promise.all([1, 2, 3, 4].map(() => root.request('POST', start, { agent_id: bob.me.id })))
  t.strictSame(answers.map(({ statusCode }) => statusCode).toSorted(), [200, 409, 409, 409], 'started at the same time')
})

signedInOnAnyStore('impersonation ends by itself', async (t, app) => {
  const clock = movableClock(t)
  const root = await app.signIn('root')
  const ada = await app.signIn('ada')
  const second = await app.signIn('second')
  await roleOf(root, second.me.id, 'admin')
  const stopped = async (): Promise<number> =>
    (await root.request('GET', '/api/events?type=Impersonation.Stopped&count=true')).json().total

  await second.request('POST', start, { agent_id: ada.me.id })
  clock.pass(59 * minute)
  t.equal((await me(second)).id, ada.me.id)
  clock.pass(minute)
  const late = await second.request('POST', '/api/accounts', { name: 'Meant for another' })
  t.equal(late.statusCode, 401, 'after an hour the next request is refused')
  t.strictSame(late.json(), { message: 'the impersonation has ended' })
  t.equal((await root.request('GET', '/api/accounts?count=true')).json().total, 1, 'and has no effect')
  t.equal(await stopped(), 1)
  t.equal((await me(second)).id, second.me.id, 'the next one is made as the administrator')

  await second.request('POST', start, { agent_id: ada.me.id })
  await roleOf(root, second.me.id, 'member')
  t.match(await me(second), { id: second.me.id, role: 'member', impersonator: null }, 'for a former administrator')
  await until(async () => (await stopped()) === 2)
  await roleOf(root, second.me.id, 'admin')
  t.equal((await me(second)).id, second.me.id, 'and it does not resume')

  await second.request('POST', start, { agent_id: ada.me.id })
  await root.request('PUT', `/api/users/${ada.me.id}`, { status: 'disabled' })
  t.equal((await me(second)).id, second.me.id, 'when the impersonated user is disabled')
  await until(async () => (await stopped()) === 3)
  await root.request('PUT', `/api/users/${ada.me.id}`, { status: 'active' })

  await second.request('POST', start, { agent_id: ada.me.id })
  t.equal((await second.request('POST', '/api/auth/logout')).statusCode, 204)
  t.equal(await stopped(), 4, 'with the session')
  t.equal((await second.request('GET', '/api/auth/me')).statusCode, 401)
  const again = await app.signIn('second')
  t.equal((await me(again)).id, second.me.id)

  await again.request('POST', start, { agent_id: ada.me.id })
  clock.pass(90 * minute)
  t.equal((await again.request('GET', status)).statusCode, 401)
  const anew = await again.request('POST', start, { agent_id: root.me.id })
  t.equal(anew.statusCode, 200, 'an ended impersonation does not prevent a new one')
  t.equal((await me(again)).id, root.me.id)
  await until(async () => (await stopped()) === 5)
  t.equal((await me(again)).id, root.me.id)
})

t.test('it applies on every instance', async t => {
  const url = await ownDatabase()
  if (url === undefined)
    return void t.pass('left out', { skip: 'there is no MongoDB here (MONGOD_BINARY, PATH, MONGODB_URL)' })
  const [one, other] = await Promise.all([signedInApp(t, { url }), signedInApp(t, { url })])
  const root = await one.signIn('root')
  const ada = await one.signIn('ada')
  const there = new Browser(other, other.frontendUrl, root.browser.jar)
  t.equal((await me(there)).id, root.me.id)
  for (const [path, body, id] of [
    [start, { agent_id: ada.me.id }, ada.me.id],
    [stop, undefined, root.me.id],
  ] as const) {
    await root.request('POST', path, body)
    t.equal((await me(root)).id, id)
    await until(async () => (await me(there)).id === id)
    t.pass('known on the other instance')
  }
})

onAnyStore('in development mode it is stored per user', async (t, { request }) => {
  const as = (address: string): Asking => ({
    request: (method, url, body) => request(method, url, body, { 'x-dev-agent': address }),
  })
  const [admin, member, bob] = [as('admin@example.com'), as('member@example.com'), as('bob@example.org')]
  const { id } = await me(bob)
  t.equal((await member.request('POST', start, { agent_id: id })).statusCode, 200, 'every user has all rights')
  t.match(await me(member), { id, impersonator: { id: 'urn:user:member' } })
  t.match(await me(admin), { id: 'urn:user:admin', impersonator: null })
  t.equal((await admin.request('POST', start, { agent_id: 'urn:user:admin' })).statusCode, 400)
  t.equal((await admin.request('POST', start, { agent_id: 'urn:user:member' })).statusCode, 200)
  t.equal((await me(admin)).id, 'urn:user:member', 'not as whom that one acts')
  t.equal((await member.request('POST', stop)).statusCode, 200)
  t.equal((await me(member)).id, 'urn:user:member')
  t.equal((await admin.request('POST', '/api/auth/logout')).statusCode, 204)
  t.equal((await me(admin)).id, 'urn:user:admin')

  const clock = movableClock(t)
  for (const end of ['a request', 'sign-out']) {
    await admin.request('POST', start, { agent_id: 'urn:user:member' })
    clock.pass(60 * minute)
    if (end === 'sign-out') t.equal((await admin.request('POST', '/api/auth/logout')).statusCode, 204)
    else t.equal((await admin.request('GET', '/api/auth/me')).statusCode, 401, 'the impersonation has ended')
    t.equal((await me(admin)).id, 'urn:user:admin', end)
  }
})

t.test('in development mode it applies on every instance', async t => {
  const url = await ownDatabase()
  if (url === undefined)
    return void t.pass('left out', { skip: 'there is no MongoDB here (MONGOD_BINARY, PATH, MONGODB_URL)' })
  const [one, other] = await Promise.all([testApp(t, url), testApp(t, url)])
  await one.request('POST', start, { agent_id: 'urn:user:member' })
  await until(async () => (await me(other)).id === 'urn:user:member')
  t.match(await stateOf(other), { active: true, agent: { id: 'urn:user:member' } })
})
