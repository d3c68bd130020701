import { join } from 'node:path'
import t from 'tap'
import { sharedAccount } from '../../../kernel/index.ts'
import type { DocumentStore } from '../../../kernel/index.ts'
import { reachableStore } from '../../../testing/internal/change-user.ts'
import { movableClock } from '../../../testing/internal/clock.ts'
import { ownDatabase } from '../../../testing/internal/each-store.ts'
import { Browser } from '../../../testing/internal/oidc/browser.ts'
import { signedInApp, signedInOnAnyStore, signedInOnEachStore } from '../../../testing/internal/signed-in.ts'
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

signedInOnEachStore('users list and end their own sessions', async (t, app) => {
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

signedInOnEachStore('signing out ends the session, and always succeeds', async (t, app) => {
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

t.test('a session is valid on every instance, and ends on every instance', async t => {
  const url = await ownDatabase()
  if (url === undefined)
    return void t.pass('left out', { skip: 'there is no MongoDB here (MONGOD_BINARY, PATH, MONGODB_URL)' })
  const [one, other] = await Promise.all([signedInApp(t, { url }), signedInApp(t, { url })])
  const begun = new Browser(one, one.frontendUrl)
  one.provider.accounts.set('ada', { name: 'Ada' })
  begun.jar.of(one.provider.issuer).set('test_login', 'ada')
  const { url: callback } = await begun.open('/api/auth/login', next => next.pathname === '/api/auth/callback')
  const finished = new Browser(other, other.frontendUrl, begun.jar)
  t.equal(
    (await finished.request('GET', callback.pathname + callback.search)).statusCode,
    302,
    'started on one instance, finished on another',
  )
  const here = new Browser(one, one.frontendUrl, begun.jar)
  t.strictSame([await statusOf(here), await statusOf(finished)], [200, 200])
  const [session] = await sessionsOf(here)
  t.equal((await here.request('DELETE', `${path}/${session?.id}`)).statusCode, 204)
  t.equal(await statusOf(here), 401)
  await until(async () => (await statusOf(finished)) === 401)
  t.pass('ended on the other instance too')
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
