import { join } from 'node:path'
import t from 'tap'
import { sharedAccount } from '../../../kernel/index.ts'
import type { DocumentStore } from '../../../kernel/index.ts'
import { reachableStore } from '../../../testing/internal/change-user.ts'
import { movableClock } from '../../../testing/internal/clock.ts'
import { testWithStore } from '../../../testing/internal/each-store.ts'
import { Browser } from '../../../testing/internal/oidc/browser.ts'
import {
  signedInApp,
  signedInOnAnyStore,
  signedInOnEachStore,
  signedInOnOneService,
} from '../../../testing/internal/signed-in.ts'
import type { Client, SignedInApp } from '../../../testing/internal/signed-in.ts'
import { until } from '../../../testing/internal/until.ts'
import { sweepSessions } from './sweep.ts'

interface Session {
  id: string
  created_at: string
  last_seen_at: string
  expires_at: string
  user_agent: string
  current: boolean
}

const path = '/api/auth/sessions'

const minute = 60_000

const hour = 60 * minute

const sessionsOf = async (client: Pick<Client, 'request'>): Promise<Session[]> =>
  (await client.request('GET', path)).json().data

const statusOf = async (client: Pick<Client, 'request'>): Promise<number> =>
  (await client.request('GET', '/api/auth/me')).statusCode

const signInAs = (app: SignedInApp, login: string): Promise<Client> => app.signIn(login)

const onSharedSignedIn = signedInOnOneService()

onSharedSignedIn('users list and end their own sessions', async (t, app) => {
  const one = await signInAs(app, 'ada')
  const other = await signInAs(app, 'ada')
  const root = await signInAs(app, 'root')
  const answer = await one.request('GET', `${path}?count=true`)
  t.equal(answer.headers['cache-control'], 'no-store')
  const { data, cursor, has_more, total } = answer.json()
  t.strictSame([cursor, has_more, total], ['', false, 2])
  t.strictSame(Object.keys(data[0]), ['id', 'created_at', 'last_seen_at', 'expires_at', 'user_agent', 'current'])
  t.strictSame(
    data.map(({ current }: Session) => current),
    [false, true],
    'newest first',
  )
  t.match(data[0], { id: /^urn:session:[0-9A-Z]{26}$/, user_agent: 'lightMyRequest' })
  t.equal(Date.parse(data[0].expires_at) - Date.parse(data[0].created_at), 8 * hour)
  const page = (await one.request('GET', `${path}?limit=1`)).json()
  const rest = (await one.request('GET', `${path}?limit=1&cursor=${page.cursor}`)).json()
  t.strictSame([...page.data, ...rest.data], data)
  t.equal((await root.request('GET', `${path}?cursor=${page.cursor}`)).statusCode, 400, 'the cursor of another user')

  const [theirs, mine] = data as [Session, Session]
  const foreign = await root.request('DELETE', `${path}/${theirs.id}`)
  const unknown = await root.request('DELETE', `${path}/urn:session:01ARZ3NDEKTSV4RRFFQ69G5FAV`)
  t.strictSame([foreign.statusCode, foreign.body], [404, unknown.body], 'sessions of others are not disclosed')
  t.equal(await statusOf(other), 200)
  const ended = await one.request('DELETE', `${path}/${theirs.id.slice('urn:session:'.length)}`)
  t.strictSame([ended.statusCode, ended.body], [204, ''])
  t.equal(await statusOf(other), 401, 'once it is answered')
  t.equal((await one.request('DELETE', `${path}/${theirs.id}`)).statusCode, 404)
  t.strictSame(
    (await sessionsOf(one)).map(({ id }) => id),
    [mine.id],
  )
  const events = (await root.request('GET', '/api/events?type=Session.Revoked')).json().data
  t.match(events, [{ subject: theirs.id, data: { actor: one.me.id } }])
  t.equal((await one.request('DELETE', `${path}/${mine.id}`)).statusCode, 204)
  t.equal(await statusOf(one), 401)
  t.equal((await app.request('GET', path)).statusCode, 401)
  t.equal((await root.request('GET', `${path}?agent=x`)).statusCode, 400)
})

onSharedSignedIn('signing out ends the session, and always succeeds', async (t, app) => {
  const ada = await signInAs(app, 'ada')
  const before = new Browser(app, app.frontendUrl, ada.browser.jar.clone())
  const out = await ada.request('POST', '/api/auth/logout')
  t.strictSame([out.statusCode, out.body, out.headers['cache-control']], [204, '', 'no-store'])
  t.match(
    out.headers['set-cookie'],
    /^__Host-svc_session=; Max-Age=0; Path=\/; Expires=Thu, 01 Jan 1970 [^;]*; HttpOnly; Secure; SameSite=Lax$/,
  )
  t.equal(await statusOf(before), 401)
  for (const browser of [before, ada.browser, app.browser()]) {
    t.equal((await browser.request('POST', '/api/auth/logout')).statusCode, 204)
  }
  t.equal(
    (await app.request('POST', '/api/auth/logout', undefined, { cookie: '__Host-svc_session=rubbish' })).statusCode,
    204,
  )
  t.equal((await app.request('GET', '/api/auth/logout')).statusCode, 405)
})

signedInOnAnyStore('a session expires when unused, and after a maximum time', async (t, app) => {
  const clock = movableClock(t)
  const idle = await signInAs(app, 'idle')
  const busy = await signInAs(app, 'busy')
  const seen = async (): Promise<string> => (await sessionsOf(busy))[0]?.last_seen_at ?? ''
  const use = async (): Promise<void> => {
    const now = Date.now()
    t.equal(await statusOf(busy), 200)
    await until(async () => Date.parse(await seen()) > now - minute)
  }
  const first = await seen()
  clock.pass(minute / 2)
  await statusOf(busy)
  t.equal(await seen(), first, 'recorded at most once a minute')
  clock.pass(minute)
  await use()
  t.not(await seen(), first)
  const [session] = await sessionsOf(busy)
  t.equal(Date.parse(session?.expires_at ?? '') - Date.parse(session?.last_seen_at ?? ''), 8 * hour)
  clock.pass(8 * hour - 3 * minute)
  t.equal(await statusOf(idle), 200)
  await use()
  for (let hours = 15; hours < 7 * 24; hours += 7) {
    clock.pass(7 * hour)
    await use()
  }
  t.equal(await statusOf(idle), 401, 'not used for eight hours')
  clock.pass(6.5 * hour)
  t.equal(await statusOf(busy), 401, 'seven days at most')
})

t.test('ended sessions are deleted', async t => {
  const clock = movableClock(t)
  const store = await reachableStore(undefined)
  const app = await signedInApp(t, { store })
  const root = await signInAs(app, 'root')
  const ada = await signInAs(app, 'ada')
  await root.request('POST', '/api/admin/impersonate', { agent_id: ada.me.id })
  await ada.request('POST', '/api/auth/logout')
  t.equal(await sweepSessions(store), 0)
  clock.pass(7 * hour)
  const later = await signInAs(app, 'later')
  clock.pass(2 * hour)
  t.equal(await sweepSessions(store), 2)
  t.equal(await sweepSessions(store), 0)
  t.equal(await statusOf(later), 200)
  t.strictSame([await countOf(store, '_sessions'), await countOf(store, '_impersonations')], [1, 0])
})

const countOf = (store: DocumentStore, collection: string): Promise<number> =>
  store.count({
    collection,
    account_id: sharedAccount,
    status: 'any',
    visibility: { all: true },
    conditions: [],
    words: [],
  })

t.test('a modified cookie is refused, and the secret can be changed without signing users out', async t => {
  const path = join(t.testdir(), 'plinth.db')
  const [old, now] = ['the secret that was in use before this', 'the secret that is in use from now on']
  const start = (...secrets: string[]): Promise<SignedInApp> =>
    signedInApp(t, { config: { store: { kind: 'sqlite', path } }, signIn: { secrets } })
  const before = await start(old)
  const ada = await signInAs(before, 'ada')
  const { jar, origin } = ada.browser
  const value = decodeURIComponent(jar.of(origin).get('__Host-svc_session') ?? '')
  const [cipher = '', nonce = ''] = value.split(';')
  const wrong = [
    '',
    ';',
    'x',
    cipher,
    `${cipher};`,
    `;${nonce}`,
    `${nonce};${cipher}`,
    `A${value}`,
    `${cipher};${'A'.repeat(32)}`,
    `${cipher.slice(4)};${nonce}`,
    '{"credential":"x"}',
  ]
  for (const changed of wrong) {
    for (const text of [changed, encodeURIComponent(changed)]) {
      const answer = await before.request('GET', '/api/auth/me', undefined, { cookie: `__Host-svc_session=${text}` })
      t.equal(answer.statusCode, 401, text)
    }
  }
  await before.app.close()

  const between = await start(now, old)
  const kept = new Browser(between, origin, jar.clone())
  const first = jar.of(origin).get('__Host-svc_session')
  t.equal(await statusOf(kept), 200, 'the previous secret is accepted')
  t.not(kept.jar.of(origin).get('__Host-svc_session'), first, 'and replaced')
  await between.app.close()

  const after = await start(now)
  t.equal(await statusOf(new Browser(after, origin, kept.jar)), 200)
  t.equal(await statusOf(new Browser(after, origin, jar)), 401, 'until it is removed')
})

t.test('over plain http the cookie has no prefix, which browsers refuse there', async t => {
  const app = await signedInApp(t, { signIn: { frontendUrl: 'http://localhost:9999' } })
  const { browser } = await signInAs(app, 'ada')
  t.strictSame([...browser.jar.of(browser.origin).keys()], ['svc_session'])
  t.equal(await statusOf(browser), 200)
})

t.test('writes by pages of other origins are refused', async t => {
  const app = await signedInApp(t)
  const ada = await signInAs(app, 'ada')
  const own = new URL(app.frontendUrl).origin
  const table: [Record<string, string>, boolean][] = [
    [{}, true],
    [{ origin: own }, true],
    [{ origin: own, 'sec-fetch-site': 'same-origin' }, true],
    [{ 'sec-fetch-site': 'none' }, true],
    [{ origin: 'https://evil.example' }, false],
    [{ origin: 'null' }, false],
    [{ origin: `${own}.evil.example` }, false],
    [{ origin: own.replace('https', 'http') }, false],
    [{ origin: `${own}:8443` }, false],
    [{ 'sec-fetch-site': 'cross-site' }, false],
    [{ 'sec-fetch-site': 'same-site' }, false],
    [{ origin: own, 'sec-fetch-site': 'cross-site' }, false],
  ]
  const { token } = (await ada.request('POST', '/api/auth/tokens', { name: 'machine' })).json()
  for (const [headers, passes] of table) {
    const why = JSON.stringify(headers)
    const write = await ada.request('POST', '/api/person', { givenName: 'A', familyName: 'B' }, headers)
    t.equal(write.statusCode, passes ? 201 : 403, why)
    t.equal((await ada.request('GET', '/api/person', undefined, headers)).statusCode, 200, `${why} reading`)
    const browser = (await signInAs(app, 'bob')).browser
    const out = await browser.request('POST', '/api/auth/logout', undefined, headers)
    t.equal(out.statusCode, passes ? 204 : 403, `${why} signing out`)
    t.equal(await statusOf(browser), passes ? 401 : 200)
    const machine = { ...headers, authorization: `Bearer ${token}` }
    const byToken = await app.request('POST', '/api/person', { givenName: 'A', familyName: 'B' }, machine)
    t.equal(byToken.statusCode, 201, `${why} with a token`)
  }
})

signedInOnEachStore('disabling a user ends sessions and tokens permanently', async (t, app) => {
  const root = await signInAs(app, 'root')
  const ada = await signInAs(app, 'ada')
  const other = await signInAs(app, 'ada')
  const { token } = (await ada.request('POST', '/api/auth/tokens', { name: 'x' })).json()
  const withToken = async (): Promise<number> =>
    (await app.request('GET', '/api/auth/me', undefined, { authorization: `Bearer ${token}` })).statusCode
  const states = async (): Promise<number[]> => [await statusOf(ada), await statusOf(other), await withToken()]
  t.strictSame(await states(), [200, 200, 200])
  const set = async (status: string): Promise<void> => {
    t.equal((await root.request('PUT', `/api/users/${ada.me.id}`, { status })).statusCode, 200, status)
  }
  await set('disabled')
  t.strictSame(await states(), [401, 401, 401])
  await set('active')
  t.strictSame(await states(), [401, 401, 401], 'nothing is restored')
  for (const kind of ['sessions', 'tokens']) {
    t.strictSame((await root.request('GET', `/api/users/${ada.me.id}/${kind}`)).json().data, [], kind)
  }
  const total = async (type: string): Promise<number> =>
    (await root.request('GET', `/api/events?type=${type}&count=true`)).json().total
  t.strictSame([await total('Session.Revoked'), await total('Token.Revoked')], [2, 1])
  t.equal(await statusOf(await signInAs(app, 'ada')), 200)
})

onSharedSignedIn('administrators see and end the sessions and tokens of others', async (t, app) => {
  const root = await signInAs(app, 'root')
  const ada = await signInAs(app, 'ada')
  const second = await signInAs(app, 'ada')
  const made = (await ada.request('POST', '/api/auth/tokens', { name: 'x' })).json()
  const { token, ...shown } = made
  const of = `/api/users/${ada.me.id}`
  const answer = await root.request('GET', `${of}/sessions?limit=1&count=true`)
  t.equal(answer.headers['cache-control'], 'no-store')
  t.match(answer.json(), { data: [{ current: false }], has_more: true, total: 2 })
  const sessions = (await root.request('GET', `${of}/sessions`)).json().data as Session[]
  t.strictSame(
    sessions.map(session => ({ ...session, current: session.id === sessions[1]?.id })),
    (await sessionsOf(ada)).map(session => session),
    'as the users see them, except which one is current',
  )
  const mine = (await root.request('GET', `/api/users/${root.me.id}/sessions`)).json().data
  t.match(mine, [{ current: true }])
  t.strictSame((await root.request('GET', `${of}/tokens`)).json(), { data: [shown], cursor: '', has_more: false })
  t.equal((await root.request('GET', `/api/users/${root.me.id}/tokens/x`)).statusCode, 405)

  const first = sessions[1]?.id ?? ''
  for (const path of [`${of}/sessions/${mine[0].id}`, `${of}/sessions/x`, `${of}/tokens/x`, '/api/users/x/tokens/x']) {
    t.equal((await root.request('DELETE', path)).statusCode, 404, path)
  }
  for (const path of ['/api/users/x/sessions', '/api/users/x/tokens']) {
    t.equal((await root.request('GET', path)).statusCode, 404, path)
  }
  for (const path of [`${of}/sessions`, `${of}/tokens`]) {
    t.equal((await ada.request('GET', path)).statusCode, 403, path)
    t.equal((await ada.request('DELETE', `${path}/x`)).statusCode, 403, path)
    t.equal((await app.request('GET', path)).statusCode, 401, path)
  }
  const own = (await root.request('POST', '/api/auth/tokens', { name: 'x' })).json().token
  const bearer = { authorization: `Bearer ${own}` }
  t.equal((await app.request('GET', `${of}/sessions`, undefined, bearer)).statusCode, 403, 'never with a token')

  t.equal((await root.request('DELETE', `${of}/sessions/${first}`)).statusCode, 204)
  t.strictSame([await statusOf(ada), await statusOf(second)], [401, 200])
  t.equal((await root.request('DELETE', `${of}/sessions/${first}`)).statusCode, 404, 'it has ended')
  t.equal((await root.request('DELETE', `${of}/tokens/${shown.id}`)).statusCode, 204)
  t.equal((await root.request('DELETE', `${of}/tokens/${shown.id}`)).statusCode, 404)
  const used = await app.request('GET', '/api/auth/me', undefined, { authorization: `Bearer ${token}` })
  t.equal(used.statusCode, 401)
  t.match((await root.request('GET', '/api/events?type=Session.Revoked')).json().data, [
    { subject: first, data: { actor: root.me.id } },
  ])
})

onSharedSignedIn('a user has at most 20 sessions', async (t, app) => {
  const clients: Client[] = []
  for (let count = 0; count < 21; count++) clients.push(await signInAs(app, 'ada'))
  const [first, second, ...others] = await Promise.all(clients.map(statusOf))
  t.strictSame([first, second, new Set(others)], [401, 200, new Set([200])], 'the oldest one ended')
  const [client] = clients.slice(-1)
  if (client === undefined) throw new Error('nobody signed in')
  t.equal((await sessionsOf(client)).length, 20)
})

signedInOnAnyStore('an event stream does not keep a session alive', async (t, app) => {
  const clock = movableClock(t)
  const root = await signInAs(app, 'root')
  clock.pass(8 * hour - 5 * minute)
  const ada = await signInAs(app, 'ada')
  clock.pass(4 * minute)
  const now = Date.now()
  t.equal(
    (await root.request('GET', '/api/events/stream?lost=1')).statusCode,
    400,
    'authenticated, and refused as malformed',
  )
  await statusOf(ada)
  await until(async () => Date.parse((await sessionsOf(ada))[0]?.last_seen_at ?? '') >= now)
  clock.pass(2 * minute)
  t.equal(await statusOf(root), 401, 'while the use of another one was recorded')
})

const start = '/api/admin/impersonate'

const stop = '/api/admin/stop-impersonation'

const status = '/api/admin/impersonation-status'

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

onSharedSignedIn('an administrator impersonates another user, and the response says so', async (t, app) => {
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
  t.equal((await ada.request('POST', `${start}?lost=1`)).statusCode, 403, 'before 400')
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

onSharedSignedIn('who cannot impersonate, and who cannot be impersonated', async (t, app) => {
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

testWithStore('in development mode it is stored per user', async (t, { request }) => {
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
