import { join } from 'node:path'
import type { LightMyRequestResponse } from 'fastify'
import t from 'tap'
import type { Test } from 'tap'
import { localHeaders } from '../../kernel/index.ts'
import type { DocumentStore } from '../../kernel/index.ts'
import { readData, readMeta } from '../../lib/store-kit/index.ts'
import { buildTestApp, pluginSuite } from '../../testing/index.ts'
import { changeUser } from '../../testing/internal/change-user.ts'
import { onOneService, onStoreOfRun } from '../../testing/internal/each-store.ts'
import { interposedStore } from '../../testing/internal/interposed-store.ts'
import type { InterposedStore } from '../../testing/internal/interposed-store.ts'
import type { Browser, CookieJar } from '../../testing/internal/oidc/browser.ts'
import { startMisbehaving } from '../../testing/internal/oidc/misbehaving.ts'
import type { Endpoint, MisbehavingProvider, Misbehaviour } from '../../testing/internal/oidc/misbehaving.ts'
import { client, loginCookie } from '../../testing/internal/oidc/provider.ts'
import { signInWith, signedInApp, signedInOnEachStore } from '../../testing/internal/signed-in.ts'
import type { SignedInApp } from '../../testing/internal/signed-in.ts'
import { until } from '../../testing/internal/until.ts'

interface Event {
  type: string
  subject: string
  data: { actor: string }
}

const as = (address: string): Record<string, string> => ({ 'x-dev-agent': address })

for (const { name, run } of pluginSuite({ key: 'auth', paths: ['/api/auth/me'] })) t.test(name, run)

const onShared = onOneService()

onShared('X-Dev-Agent selects the user', async (t, { request }) => {
  const me = async (headers = {}) => request('GET', '/api/auth/me', undefined, headers)
  const admin = await me()
  t.equal(admin.statusCode, 200, admin.body)
  t.equal(admin.headers['cache-control'], 'no-store')
  t.strictSame(
    { ...admin.json(), created_at: '' },
    {
      id: 'urn:user:admin',
      name: 'Admin',
      email: 'admin@example.com',
      role: 'admin',
      status: 'active',
      account_id: 'urn:account:default',
      created_at: '',
      mode: 'development',
      permissions: { '*': ['odrl:read', 'odrl:modify', 'odrl:delete', 'odrl:distribute'] },
      impersonator: null,
    },
  )
  t.strictSame((await me(as('admin@example.com'))).json(), admin.json())
  t.match((await me(as('member@example.com'))).json(), { id: 'urn:user:member', role: 'member' })
  const answers = await Promise.all(Array.from({ length: 8 }, () => me(as('Ada@Example.org'))))
  const ids = new Set(answers.map(answer => answer.json().id))
  t.equal(ids.size, 1, 'one user for concurrent requests')
  const [id = ''] = ids
  const ada = (await me(as('ada@example.org'))).json()
  t.match(ada, { id, name: 'ada', email: 'ada@example.org', role: 'member', account_id: 'urn:account:default' })
  const created = (await request('GET', '/api/events?type=User.Created')).json().data as Event[]
  t.strictSame(
    created.map(({ subject, data }) => [subject, data.actor]),
    [
      [id, id],
      ['urn:user:member', 'urn:user:system'],
      ['urn:user:admin', 'urn:user:system'],
    ],
  )
  await request('POST', '/api/resource-types', { name: 'Note', slug: 'note' }, as('ada@example.org'))
  const note = await request('POST', '/api/note', { a: 1 }, as('ada@example.org'))
  t.equal(note.json().created_by, id)
  const changed = await request('PUT', `/api/note/${note.json().id}`, { a: 2 }, as('bob@example.org'))
  t.equal(changed.json().created_by, id)
  const events = (await request('GET', `/api/events?subject=${note.json().id}`)).json().data as Event[]
  const bob = (await me(as('bob@example.org'))).json().id
  t.strictSame(
    events.map(({ data }) => data.actor),
    [bob, id],
  )
})

onShared('an invalid address is refused, and there is no sign-in', async (t, { request }) => {
  const long = `${'a'.repeat(250)}@example.org`
  for (const header of [
    '',
    'admin',
    'a@b@c',
    'a b@example.org',
    '@example.org',
    'a@-b.org',
    'a@example.org, b@example.org',
    '\u212Aim@example.org',
    'k\u0130m@example.org',
    'ki\u017F@example.org',
    long,
  ]) {
    for (const path of ['/api/auth/me', '/api/resource-types', '/api/lost/1']) {
      const answer = await request('GET', path, undefined, as(header))
      t.equal(answer.statusCode, 400, `${header} ${path}`)
      t.strictSame(Object.keys(answer.json()), ['message'])
    }
  }
  t.equal((await request('GET', '/api/health', undefined, as('nobody'))).statusCode, 200, 'public routes need no user')
  for (const path of ['/api/auth/login', '/api/auth/callback', '/api/auth/callback?code=x&state=y', '/api/auth']) {
    t.equal((await request('GET', path)).statusCode, 404, path)
  }
  t.equal((await request('POST', '/api/auth/me', {})).statusCode, 405)
})

const cookiesOf = ({ headers }: LightMyRequestResponse): string[] => [headers['set-cookie'] ?? []].flat()

signedInOnEachStore('users sign in with the identity provider', async (t, app) => {
  const before = await app.request('GET', '/api/auth/me')
  t.equal(before.statusCode, 401)
  const browser = app.browser()
  const login = await browser.request('GET', '/api/auth/login?return_to=/persons%3Flimit=5%23top')
  t.equal(login.statusCode, 302)
  t.equal(login.headers['cache-control'], 'no-store')
  for (const cookie of cookiesOf(login)) {
    t.match(cookie, /; Max-Age=600; Path=\/; HttpOnly; Secure; SameSite=Lax$/)
    t.notMatch(cookie, /persons/)
  }
  const address = new URL(login.headers.location ?? '')
  t.equal(address.origin, app.provider.issuer)
  const sent = Object.fromEntries(address.searchParams)
  t.match(sent, {
    response_type: 'code',
    client_id: client.id,
    redirect_uri: `${app.frontendUrl}/api/auth/callback`,
    scope: 'openid profile email',
    code_challenge_method: 'S256',
    code_challenge: /^[\w-]{43}$/,
    state: /^[\w-]{22,}$/,
    nonce: /^[\w-]{43}$/,
  })
  app.provider.accounts.set('root', { name: 'Ruth', email: 'Root@Example.org', email_verified: true })
  browser.jar.of(app.provider.issuer).set(loginCookie, 'root')
  const callback = await browser.open(address.href, url => url.origin === browser.origin)
  const answer = await browser.request('GET', callback.url.pathname + callback.url.search)
  t.equal(answer.statusCode, 302, answer.body)
  t.equal(answer.headers.location, `${app.frontendUrl}/persons?limit=5#top`)
  const session = cookiesOf(answer).find(line => line.startsWith('__Host-svc_session='))
  t.match(session, /^__Host-svc_session=[^;]{80,}; Max-Age=604800; Path=\/; HttpOnly; Secure; SameSite=Lax$/)
  t.strictSame([...browser.jar.of(browser.origin).keys()], ['__Host-svc_session'], 'no data of the sign-in remains')
  const me = await browser.request('GET', '/api/auth/me')
  t.equal(me.headers['cache-control'], 'no-store')
  t.match(me.json(), {
    id: /^urn:user:[0-9A-Z]{26}$/,
    name: 'Ruth',
    email: 'Root@Example.org',
    role: 'admin',
    status: 'active',
    account_id: 'urn:account:default',
    mode: 'production',
    permissions: { '*': ['odrl:read', 'odrl:modify', 'odrl:delete', 'odrl:distribute'] },
    impersonator: null,
  })
  t.equal(
    (await browser.request('GET', '/api/auth/me', undefined, { 'x-dev-agent': 'member@example.com' })).json().id,
    me.json().id,
  )
  t.equal((await app.request('GET', '/api/auth/me', undefined, { 'x-dev-agent': 'root@example.org' })).statusCode, 401)

  const names = [`${'x'.repeat(199)}\u{1f600}!`, 'a\u0000b', '\ud800c', ' \u0007 ']
  const shown: string[] = []
  for (const [index, name] of names.entries()) {
    const claims = { name, email: `name${index}@example.org`, email_verified: true }
    shown.push((await app.signIn(`name${index}`, claims)).me.name)
  }
  t.strictSame(shown, [`${'x'.repeat(199)}\u{1f600}`, 'a b', 'c', 'name3'], 'as names can be that people change')

  const again = await app.signIn('root')
  t.equal(again.me.id, me.json().id, 'the same person')
  t.equal((await app.signIn('ada')).me.role, 'member')
  const unsure = await app.signIn('impostor', { name: 'R', email: 'root@example.org', email_verified: false })
  t.equal(unsure.me.role, 'member', 'an unverified address gives no role')
  t.not(unsure.me.id, me.json().id)
  const events = (await browser.request('GET', '/api/events?type=User.SignedIn')).json().data as Event[]
  t.equal(events.length, 4 + names.length)
  t.equal(events.at(-1)?.subject, me.json().id)
  t.match(events.at(-1), { data: { address: '127.0.0.1' } })
  for (let i = 0; i < 3; i++)
    t.equal((await app.browser().request('GET', '/api/auth/callback?code=x&state=x')).statusCode, 400)
  const listFailed = async () =>
    (await browser.request('GET', '/api/events?type=SignIn.Failed')).json().data as (Event & { data: object })[]
  await until(async () => (await listFailed()).length > 0)
  const failed = await listFailed()
  t.match(failed, [{ subject: 'urn:address:127.0.0.1', data: { address: '127.0.0.1' } }])
  t.equal(failed.length, 1, 'one a minute for each address')
})

signedInOnEachStore('a sign-in can be completed once, in the browser that started it', async (t, app) => {
  const { provider, frontendUrl } = app
  const begin = async (): Promise<{ browser: Browser; callback: string; jar: CookieJar }> => {
    const browser = app.browser()
    provider.accounts.set('ada', { name: 'Ada', email: 'ada@example.org', email_verified: true })
    browser.jar.of(provider.issuer).set(loginCookie, 'ada')
    const { url } = await browser.open('/api/auth/login', next =>
      next.href.startsWith(`${frontendUrl}/api/auth/callback`),
    )
    return { browser, callback: url.pathname + url.search, jar: browser.jar.clone() }
  }
  const refused = async (browser: Browser, address: string, why: string, statuses = [400]): Promise<void> => {
    const answer = await browser.request('GET', address)
    t.ok(statuses.includes(answer.statusCode), `${why}: ${answer.statusCode} ${answer.body}`)
    t.strictSame(Object.keys(answer.json()), ['message'])
    t.notOk(browser.jar.of(browser.origin).has('__Host-svc_session'), why)
  }

  const one = await begin()
  await refused(app.browser(), one.callback, 'another browser')
  t.equal((await one.browser.request('GET', one.callback)).statusCode, 302)
  await refused(app.browser(), one.callback, 'without its cookies')
  const replay = app.browser()
  replay.jar = one.jar.clone()
  await refused(replay, one.callback, 'again with the same cookies')
  await one.browser.request('POST', '/api/auth/logout')
  replay.jar = one.jar.clone()
  await refused(replay, one.callback, 'and after signing out')

  const two = await begin()
  const other = await begin()
  const state = new URL(two.callback, frontendUrl).searchParams.get('state') ?? ''
  const otherState = new URL(other.callback, frontendUrl).searchParams.get('state') ?? ''
  await refused(two.browser, two.callback.replace(state, otherState), 'the state of another sign-in')
  const signInCookies = (jar: CookieJar): string[] => [...jar.of(other.browser.origin).keys()]
  const [name = ''] = signInCookies(other.jar)
  const [twoName = ''] = signInCookies(two.jar)
  const mixed = other.browser
  mixed.jar.of(mixed.origin).set(name, two.jar.of(mixed.origin).get(twoName) ?? '')
  await refused(mixed, other.callback, 'the cookie of another sign-in')
  t.equal(
    (await two.browser.request('GET', two.callback)).statusCode,
    302,
    'a response to another sign-in does not end this one',
  )
  for (const change of [
    (value: string) => (value.startsWith('A') ? 'B' : 'A') + value.slice(1),
    () => '',
    () => 'x;y',
    () => '%ff',
  ]) {
    const { browser, callback } = await begin()
    const cookies = browser.jar.of(browser.origin)
    for (const [cookie, value] of cookies) cookies.set(cookie, change(value))
    await refused(browser, callback, 'the cookie was changed', [400, 401])
  }
  const three = await begin()
  await refused(three.browser, `${three.callback}&state=x`, 'two states')
  const four = await begin()
  await refused(
    four.browser,
    four.callback.replace(/iss=[^&]*/, 'iss=https://elsewhere.example'),
    'from another issuer',
  )
  const five = await begin()
  await refused(five.browser, five.callback.replace(/&iss=[^&]*/, ''), 'from nobody, though it always says')
  const six = await begin()
  await refused(six.browser, six.callback.replace(/code=[^&]*/, 'code=made-up'), 'a code that was made up', [401])
  const seven = await begin()
  await refused(seven.browser, seven.callback.replace(/code=[^&]*&/, ''), 'no code')
  await refused(app.browser(), '/api/auth/callback', 'nothing')
})

t.test('sign-ins can run concurrently', async t => {
  const { provider, frontendUrl, browser: newBrowser } = await signedInApp(t)
  const browser = newBrowser()
  const isCallback = (url: URL): boolean => url.href.startsWith(`${frontendUrl}/api/auth/callback`)
  const begin = async (login: string, path: string): Promise<string> => {
    provider.accounts.set(login, { name: login, email: `${login}@example.org`, email_verified: true })
    browser.jar.of(provider.issuer).clear()
    browser.jar.of(provider.issuer).set(loginCookie, login)
    const { url } = await browser.open(`/api/auth/login?return_to=${path}`, isCallback)
    return url.pathname + url.search
  }
  const finish = async (callback: string): Promise<[number, string | undefined]> => {
    const { statusCode, headers } = await browser.request('GET', callback)
    return [statusCode, headers.location]
  }
  const first = await begin('ada', '/one')
  const second = await begin('bob', '/two')
  t.strictSame(await finish(first), [302, `${frontendUrl}/one`])
  t.equal((await browser.request('GET', '/api/auth/me')).json().name, 'ada')
  t.strictSame(await finish(second), [302, `${frontendUrl}/two`])
  t.equal((await browser.request('GET', '/api/auth/me')).json().name, 'bob')
  t.equal((await finish(first))[0], 400, 'each only once')
  t.strictSame([...browser.jar.of(browser.origin).keys()], ['__Host-svc_session'], 'no data of them remains')

  for (let count = 0; count < 30; count++) await browser.request('GET', '/api/auth/login')
  t.ok(browser.jar.of(browser.origin).size < 25, 'the cookies always fit in a request')
  t.strictSame(await finish(await begin('ada', '/three')), [302, `${frontendUrl}/three`])

  const long = `/${'x'.repeat(1999)}`
  for (let count = 0; count < 10; count++) {
    t.equal((await browser.request('GET', `/api/auth/login?return_to=${long}`)).statusCode, 302)
    const cookies = [...browser.jar.of(browser.origin)].map(([name, value]) => `${name}=${value}`)
    t.ok(
      cookies.every(cookie => cookie.length <= 4096),
      'a browser keeps each',
    )
    t.ok(cookies.join('; ').length <= 10_500, 'and the service takes them all, whatever they return to')
  }
  t.strictSame(await finish(await begin('ada', long)), [302, `${frontendUrl}${long}`])
  for (const path of [`${long}x`, `/${'\u65e5'.repeat(700)}`, `/${'"'.repeat(1500)}`]) {
    const answer = await browser.request('GET', `/api/auth/login?return_to=${encodeURIComponent(path)}`)
    t.match([answer.statusCode, answer.json()], [400, { message: /return_to.*2000 bytes/ }])
  }
})

t.test('the provider can refuse, and redirects lead only to this service', async t => {
  const app = await signedInApp(t)
  const browser = app.browser()
  browser.jar.of(app.provider.issuer).set(loginCookie, '')
  const denied = await browser.open('/api/auth/login')
  t.equal(denied.status, 401)
  t.match(JSON.parse(denied.body).message, /did not sign you in \(access_denied\)/)
  const state = async (): Promise<string> =>
    new URL((await browser.request('GET', '/api/auth/login')).headers.location ?? '').searchParams.get('state') ?? ''
  const strange = await browser.request(
    'GET',
    `/api/auth/callback?error=%3Cscript%3E&error_description=x&state=${await state()}`,
  )
  t.equal(strange.statusCode, 401)
  t.notMatch(strange.body, /script/)
  const wrong = [
    '//evil.example',
    '/\\evil.example',
    'https://evil.example',
    'javascript:alert(1)',
    'persons',
    '',
    '/a%0d%0ab',
    '/a\\b',
    '/%09/evil',
    '/ /evil',
  ]
  for (const path of wrong) {
    const answer = await browser.request(
      'GET',
      `/api/auth/login?return_to=${path.startsWith('/%') || path.includes('%0d') ? path : encodeURIComponent(path)}`,
    )
    t.equal(answer.statusCode, 400, path)
    t.match(answer.json().message, /return_to/)
    t.strictSame(cookiesOf(answer), [])
  }
  for (const path of ['/', '/persons/urn:person:1?a=b&c=d#e', '/a//b', '/übersicht', '/..//evil.example']) {
    const login = await browser.request('GET', `/api/auth/login?return_to=${encodeURIComponent(path)}`)
    t.equal(login.statusCode, 302, path)
    browser.jar.of(app.provider.issuer).set(loginCookie, 'ada')
    const arrived = await browser.open(
      login.headers.location ?? '',
      url => !url.pathname.startsWith('/api/') && url.origin === browser.origin,
    )
    t.equal(arrived.url.href, new URL(app.frontendUrl + path).href)
  }
  t.equal((await browser.request('GET', '/api/auth/login?next=/x')).statusCode, 400)
  t.equal((await browser.request('GET', '/api/auth/login?return_to=/a&return_to=/b')).statusCode, 400)
  t.equal((await browser.request('POST', '/api/auth/login')).statusCode, 405)
  t.equal((await browser.request('HEAD', '/api/auth/callback')).statusCode, 405)
})

t.test('a browser that comes back without success gets a page that leads on', async t => {
  const app = await signedInApp(t, { signIn: { frontendUrl: 'https://page.test' } })
  const { provider } = app
  const html = { accept: 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8' }
  const open = (browser: Browser, url: string, headers = {}) =>
    browser.request('GET', url, undefined, { ...html, ...headers })
  const isPage = (answer: LightMyRequestResponse, status: number, link: string, words: RegExp): void => {
    t.equal(answer.statusCode, status)
    t.equal(answer.headers['content-type'], 'text/html; charset=utf-8')
    t.equal(answer.headers['cache-control'], 'no-store')
    t.equal(answer.headers['content-length'], String(Buffer.byteLength(answer.body)))
    t.match(answer.headers['content-security-policy'], /default-src 'none'.*script-src 'none'/)
    t.match(answer.body, words)
    t.ok(answer.body.includes(`<a href="${link}">`), answer.body)
  }
  const arrive = async (browser: Browser, login: string): Promise<string> => {
    const { url } = await browser.open(login, next => next.pathname === '/api/auth/callback')
    return url.pathname + url.search
  }

  const browser = app.browser()
  browser.jar.of(provider.issuer).set(loginCookie, '')
  const denied = await arrive(browser, '/api/auth/login?return_to=/persons%3Fa=b%26c=%22%3E&invitation=abc')
  const kept = '/api/auth/login?return_to=%2Fpersons%3Fa%3Db%26c%3D%22%3E&amp;invitation=abc'
  isPage(await open(browser, denied), 401, kept.replace('"', '%22').replace('>', '%3E'), /refused or cancelled/)
  isPage(await open(browser, denied), 400, '/api/auth/login', /took too long/)
  isPage(await open(browser, denied, { 'accept-language': 'de-AT' }), 400, '/api/auth/login', /Noch einmal anmelden/)
  isPage(await open(browser, '/api/auth/login?return_to=//evil.example'), 400, '/api/auth/login', /return_to/)
  const strange = await open(browser, '/api/auth/login?%3Cscript%3E=x')
  isPage(strange, 400, '/api/auth/login', /You are not signed in/)
  t.notMatch(strange.body, /<script/)
  for (const accept of ['application/json', '*/*', 'application/json, text/html']) {
    const answer = await open(browser, denied, { accept })
    t.match([answer.statusCode, answer.json()], [400, { message: /sign in again/ }], accept)
  }

  provider.accounts.set('ada', { name: 'Ada', email: 'ada@example.org', email_verified: true })
  browser.jar.of(provider.issuer).set(loginCookie, 'ada')
  const callback = await arrive(browser, '/api/auth/login')
  const before = browser.jar.clone()
  t.equal((await open(browser, callback)).statusCode, 302)
  const back = await open(browser, callback)
  t.match([back.statusCode, back.headers.location], [302, `${app.frontendUrl}/`], 'signed in')
  t.equal((await open(browser, callback, { accept: 'application/json' })).statusCode, 400)
  const other = app.browser()
  other.jar = before
  isPage(await open(other, callback), 400, '/api/auth/login', /was used before/)

  await provider.stop()
  const away = await open(app.browser(), '/api/auth/login?return_to=/persons')
  t.equal(away.headers['retry-after'], '5')
  isPage(away, 503, '/api/auth/login?return_to=%2Fpersons', /not possible at the moment/)
  await provider.restart()
})

t.test('signing in again ends the previous session, and disabled users cannot sign in', async t => {
  const app = await signedInApp(t)
  const root = await app.signIn('root')
  const ada = await app.signIn('ada')
  const jar = ada.browser.jar.clone()
  const claims = { name: 'Ada', email: 'ada@example.org', email_verified: true }
  const again = await signInWith(ada.browser, app.provider, 'ada', claims)
  t.equal(again.me.id, ada.me.id)
  const old = app.browser()
  old.jar = jar
  t.equal((await old.request('GET', '/api/auth/me')).statusCode, 401)
  const path = `/api/users/${encodeURIComponent(ada.me.id)}`
  t.equal((await root.request('PUT', path, { status: 'disabled' })).statusCode, 200)
  t.equal((await again.request('GET', '/api/auth/me')).statusCode, 401, 'immediately')
  await t.rejects(app.signIn('ada', claims), /did not get in: 401/)
  t.equal((await root.request('PUT', path, { status: 'active' })).statusCode, 200)
  t.equal((await again.request('GET', '/api/auth/me')).statusCode, 401, 'an ended session does not return')
  t.equal((await app.signIn('ada', claims)).me.id, ada.me.id)
})

t.test('an unavailable provider does not affect other requests', async t => {
  const app = await signedInApp(t, { signIn: { frontendUrl: 'https://away.test' } })
  const ada = await app.signIn('ada')
  await app.provider.stop()
  const login = await app.request('GET', '/api/auth/login')
  t.equal(login.statusCode, 503)
  t.equal(login.headers['retry-after'], '5')
  t.notMatch(login.body, /127\.0\.0\.1|ECONN|fetch/)
  t.equal((await ada.request('GET', '/api/auth/me')).statusCode, 200)
  await app.provider.restart()
  t.equal((await app.request('GET', '/api/auth/login')).statusCode, 302, 'it is asked again')
})

t.test('production mode requires rights and sign-in', async (t: Test) => {
  const { frontendUrl, config } = await signedInApp(t)
  t.equal(frontendUrl, 'https://plinth.test')
  const { signIn, ...without } = config
  t.ok(signIn)
  await t.rejects(buildTestApp({ config: { mode: 'production' } }), { name: 'ConfigurationError' })
  const plugins = { ...without.plugins, rbac: false }
  await t.rejects(buildTestApp({ plugins, config: { mode: 'production', ...(signIn && { signIn }) } }), {
    name: 'ConfigurationError',
  })
})

interface Setting {
  app: SignedInApp
  provider: MisbehavingProvider
}

async function withProvider(t: Test): Promise<Setting> {
  const provider = await startMisbehaving()
  t.teardown(() => provider.stop())
  const app = await signedInApp(t, { signIn: { issuer: provider.issuer } })
  provider.asked.discovery = 0 // the start requests it too
  return { provider, app }
}

interface Attempt {
  browser: Browser
  /** The last response of the service. */
  status: number
  body: string
}

/** Sign in with an invented code, which this provider accepts. */
async function attempt({ app, provider }: Setting, behaviour: Misbehaviour): Promise<Attempt> {
  const browser = app.browser()
  provider.behaviour = behaviour
  const login = await browser.request('GET', '/api/auth/login')
  if (login.statusCode !== 302) return { browser, status: login.statusCode, body: login.body }
  const sent = new URL(login.headers.location ?? '').searchParams
  provider.nonce = sent.get('nonce') ?? ''
  const callback = `/api/auth/callback?code=made-up&state=${sent.get('state')}`
  const answer = await browser.request('GET', callback)
  return { browser, status: answer.statusCode, body: answer.body }
}

function checkNobody(t: Test, { browser, status, body }: Attempt, wanted: number, why: string): void {
  t.equal(status, wanted, `${why}: ${body}`)
  t.strictSame(Object.keys(JSON.parse(body) as object), ['message'], why)
  t.notMatch(
    body,
    /127\.0\.0\.1|jwt|claim|nonce|kid|SELECT|issuer|at .*\.[jt]s/i,
    `${why} discloses no internal details`,
  )
  t.notOk(browser.jar.of(browser.origin).has('__Host-svc_session'), `${why}: no session`)
}

/** A request of the service itself. */
const local = ({ app }: Setting, path: string): Promise<LightMyRequestResponse> =>
  app.request('GET', path, undefined, localHeaders(app.app))

const seconds = (): number => Math.floor(Date.now() / 1000)

t.test('an invalid id_token creates no session', async t => {
  const setting = await withProvider(t)
  const good: [string, Misbehaviour][] = [
    ['as it should be', {}],
    ['several audiences, and the party named', { claims: { aud: [client.id, 'other'], azp: client.id } }],
    ['a clock that is a little ahead', { claims: { iat: seconds() + 10 } }],
    ['the address from the userinfo endpoint', { claims: { email: undefined }, userinfo: { email_verified: true } }],
  ]
  for (const [why, behaviour] of good) {
    const { browser, status, body } = await attempt(setting, behaviour)
    t.equal(status, 302, `${why}: ${body}`)
    t.match((await browser.request('GET', '/api/auth/me')).json(), { name: 'Who', email: 'who@example.org' }, why)
  }
  t.equal(setting.provider.asked.keys, 1, 'keys are cached')
  t.equal((await attempt(setting, { kid: 'next' })).status, 302, 'a new key is asked for at once')
  const wrong: [string, Misbehaviour][] = [
    ['another nonce', { claims: { nonce: 'x' } }],
    ['no nonce', { claims: { nonce: undefined } }],
    ['another audience', { claims: { aud: 'somebody-else' } }],
    ['no audience', { claims: { aud: undefined } }],
    ['several audiences and no party', { claims: { aud: [client.id, 'other'] } }],
    ['issued to another party', { claims: { azp: 'other' } }],
    ['another issuer', { claims: { iss: 'https://accounts.google.com' } }],
    ['nearly the issuer', { claims: { iss: `${setting.provider.issuer}/` } }],
    ['no issuer', { claims: { iss: undefined } }],
    ['no subject', { claims: { sub: undefined } }],
    ['an empty subject', { claims: { sub: '' } }],
    ['a subject that is a number', { claims: { sub: 7 } }],
    ['a subject without end', { claims: { sub: 'x'.repeat(1000) } }],
    ['expired', { claims: { exp: seconds() - 60, iat: seconds() - 120 } }],
    ['without end', { claims: { exp: undefined } }],
    ['issued in the future', { claims: { iat: seconds() + 600, exp: seconds() + 700 } }],
    ['issued long ago', { claims: { iat: seconds() - 7200 } }],
    ['issued at no time', { claims: { iat: undefined } }],
    ['not valid yet', { claims: { nbf: seconds() + 600 } }],
    ['signed with nothing', { signature: 'none' }],
    ['signed with the public key as secret', { signature: 'hmac' }],
    ['signed with a key that nobody knows', { signature: 'unknown' }],
    ['signed with another key', { signature: 'forged' }],
    ['a userinfo endpoint that speaks of another', { claims: { email: undefined }, userinfo: { sub: 'another' } }],
  ]
  for (const [why, behaviour] of wrong) checkNobody(t, await attempt(setting, behaviour), 401, why)
  const { data } = (await local(setting, '/api/events?type=User.SignedIn')).json()
  t.equal(data.length, good.length + 1, 'and no sign-in was recorded')
})

t.test('an invalid response of the provider creates no session', async t => {
  const setting = await withProvider(t)
  const { issuer } = setting.provider
  for (const endpoint of ['discovery', 'token', 'keys', 'userinfo'] as const) {
    for (const fault of ['huge', 'redirect', 'fail', 'garbage', 'reject'] as const) {
      const why = `${endpoint} ${fault}`
      const own = endpoint === 'keys' ? await withProvider(t) : setting // keys are asked for once in a while
      const tried = await attempt(own, { at: { [endpoint]: fault }, claims: { email: undefined } })
      checkNobody(t, tried, why === 'token reject' ? 401 : 503, why)
    }
  }
  const documents: [string, Record<string, unknown>][] = [
    ['another issuer', { issuer: 'https://accounts.google.com' }],
    ['the issuer with a slash', { issuer: `${issuer}/` }],
    ['no issuer', { issuer: null }],
    ['no token endpoint', { token_endpoint: undefined }],
    ['a token endpoint in the clear', { token_endpoint: 'http://idp.example/token' }],
    ['keys in the clear', { jwks_uri: 'http://idp.example/keys' }],
    ['keys in a file', { jwks_uri: 'file:///etc/passwd' }],
    ['people sent to a script', { authorization_endpoint: 'javascript:alert(1)' }],
    ['an authorization endpoint in the clear', { authorization_endpoint: 'http://idp.example/authorize' }],
  ]
  for (const [why, document] of documents) checkNobody(t, await attempt(setting, { document }), 503, why)
  t.equal((await attempt(setting, {})).status, 302, 'and it works again when the provider recovers')
})

t.test('a slow provider delays sign-ins for some seconds, and no other requests', async t => {
  const slow: [Endpoint, 'hang' | 'drip'][] = [
    ['discovery', 'hang'],
    ['discovery', 'drip'],
    ['token', 'hang'],
    ['token', 'drip'],
    ['keys', 'hang'],
    ['keys', 'drip'],
    ['userinfo', 'hang'],
  ]
  const settings = await Promise.all(slow.map(() => withProvider(t)))
  const began = performance.now()
  const tries = slow.map(async ([endpoint, fault], index) => {
    const setting = settings[index] as Setting
    const tried = await attempt(setting, { at: { [endpoint]: fault }, claims: { email: undefined } })
    checkNobody(t, tried, 503, `${endpoint} ${fault}`)
    t.ok(performance.now() - began < 10_000, `${endpoint} ${fault} took ${performance.now() - began} ms`)
  })
  const [{ app }] = settings as [Setting]
  const others = await Promise.all([1, 2, 3].map(() => app.browser().request('GET', '/api/auth/login')))
  t.strictSame(
    others.map(({ statusCode }) => statusCode),
    [503, 503, 503],
  )
  await Promise.all(tries)
  t.equal(settings[0]?.provider.asked.discovery, 1, 'concurrent sign-ins wait for one response')
  t.equal((await app.request('GET', '/api/health')).statusCode, 200)
})

t.test('changed endpoints are stored at a sign-in, and used after a restart', async t => {
  const provider = await startMisbehaving()
  t.teardown(() => provider.stop())
  const path = join(t.testdir(), 'plinth.db')
  const pathOfLogin = async (): Promise<string> => {
    const app = await signedInApp(t, {
      config: { store: { kind: 'sqlite', path } },
      signIn: { issuer: provider.issuer },
    })
    const login = await app.request('GET', '/api/auth/login')
    await app.close()
    return new URL(login.headers.location ?? '').pathname
  }
  t.equal(await pathOfLogin(), '/authorize')
  provider.behaviour = { document: { authorization_endpoint: `${provider.issuer}/moved` } }
  t.equal(await pathOfLogin(), '/authorize')
  t.equal(await pathOfLogin(), '/moved')
})

t.test('paths of endpoints can begin with an empty segment, and have parameters', async t => {
  const provider = await startMisbehaving()
  t.teardown(() => provider.stop())
  const endpoint = (name: string): string => `${provider.issuer}//${name}?tenant=1`
  const document = {
    authorization_endpoint: endpoint('authorize'),
    token_endpoint: endpoint('token'),
    jwks_uri: endpoint('keys'),
    userinfo_endpoint: endpoint('userinfo'),
  }
  provider.behaviour = { document }
  const app = await signedInApp(t, { signIn: { issuer: provider.issuer } })
  const address = (await app.request('GET', '/api/auth/login')).headers.location ?? ''
  t.ok(address.startsWith(`${document.authorization_endpoint}&response_type=code&`), address)
  const { status, body } = await attempt({ app, provider }, { document, claims: { email: undefined } })
  t.equal(status, 302, body)
})

type Happening = (store: DocumentStore) => Promise<void>

const demoted =
  (id: string): Happening =>
  store =>
    changeUser(store, id, { role: 'member' })

const disabled =
  (id: string): Happening =>
  store =>
    changeUser(store, id, { role: 'member', status: 'disabled' })

/** End a session, like sign-out in another browser. */
const signedOut =
  (id: string): Happening =>
  async store => {
    const document = await store.get('_sessions', id)
    if (document === undefined) throw new Error(`there is no session ${id}`)
    const meta = readMeta(document)
    const next = { ...meta, status: 'archived' as const, sequence_no: meta.sequence_no + 1 }
    const ended = { id, meta: next, data: readData(document) }
    await store.write([{ kind: 'replace', collection: '_sessions', document: ended, expected: meta.sequence_no }])
  }

const revoked =
  (id: string): Happening =>
  store =>
    store.write([{ kind: 'remove', collection: '_tokens', id }])

function withInterposed(
  name: string,
  run: (t: Test, app: SignedInApp, interposed: InterposedStore) => Promise<void>,
): void {
  onStoreOfRun(name, async (t, url) => {
    const interposed = await interposedStore(url)
    await run(t, await signedInApp(t, { store: interposed.store }), interposed)
  })
}

withInterposed('a write is refused if the right to it ends meanwhile', async (t, app, { store, beforeWriteTo }) => {
  const root = await app.signIn('root')
  await root.request('POST', '/api/resource-types', { name: 'Note', slug: 'note' })
  const ada = await app.signIn('ada')
  let administrators = 0
  const administrator = async (): Promise<typeof root> => {
    const one = await app.signIn(`admin ${++administrators}`)
    t.equal((await root.request('PUT', `/api/users/${one.me.id}`, { role: 'admin' })).statusCode, 200)
    return one
  }
  const userOf = async (id: string): Promise<unknown> => (await root.request('GET', `/api/users/${id}`)).json()
  const settingOf = async (name: string): Promise<unknown> =>
    (await root.request('GET', `/api/settings/${name}`)).json()

  for (const happening of [demoted, disabled]) {
    const second = await administrator()
    beforeWriteTo('_users', happening(second.me.id))
    const body = { role: 'admin', status: 'active', name: 'Me again' }
    const answer = await second.request('PUT', `/api/users/${second.me.id}`, body)
    t.equal(answer.statusCode, 403, `${happening.name}: ${answer.body}`)
    t.match(await userOf(second.me.id), { role: 'member', name: second.me.name }, 'nothing was written')
  }
  for (const [path, body] of [
    ['/api/settings/roles', { roles: ['thief'] }],
    ['/api/settings/role-access', { roles: { member: { '*': ['odrl:delete'] } } }],
    ['/api/settings/sidebar', { hidden_slugs: ['note'] }],
  ] as const) {
    const before = await settingOf(path.slice('/api/settings/'.length))
    for (const happening of [demoted, disabled]) {
      const second = await administrator()
      beforeWriteTo('_settings', happening(second.me.id))
      t.equal((await second.request('PUT', path, body)).statusCode, 403, `${happening.name}: PUT ${path}`)
    }
    t.strictSame(await settingOf(path.slice('/api/settings/'.length)), before, `${path} is unchanged`)
  }

  const second = await administrator()
  const session = (await second.request('GET', '/api/auth/sessions')).json().data[0].id as string
  beforeWriteTo('_users', signedOut(session))
  t.equal((await second.request('PUT', `/api/users/${ada.me.id}`, { role: 'admin' })).statusCode, 403, 'signed out')
  t.match(await userOf(ada.me.id), { role: 'member' })
  t.equal((await second.request('GET', '/api/auth/me')).statusCode, 401)

  const third = await administrator()
  const { id, token } = (await third.request('POST', '/api/auth/tokens', { name: 'x' })).json()
  beforeWriteTo('_users', revoked(id))
  const headers = { authorization: `Bearer ${token}` }
  const withToken = await app.request('PUT', `/api/users/${ada.me.id}`, { role: 'admin' }, headers)
  t.equal(withToken.statusCode, 403, 'the token was revoked')
  t.match(await userOf(ada.me.id), { role: 'member' })

  for (const happening of ['signed out', 'disabled']) {
    const bob = await app.signIn(`bob ${happening}`)
    const own = (await bob.request('GET', '/api/auth/sessions')).json().data[0].id as string
    beforeWriteTo('_tokens', happening === 'disabled' ? disabled(bob.me.id) : signedOut(own))
    t.equal((await bob.request('POST', '/api/auth/tokens', { name: 'late' })).statusCode, 403, happening)
    const tokens = (await root.request('GET', `/api/users/${bob.me.id}/tokens`)).json().data
    t.strictSame(tokens, [], `${happening}: no token outlives it`)
  }

  const eve = await app.signIn('eve')
  const note = (await eve.request('POST', '/api/note', { a: 1 })).json().id as string
  beforeWriteTo('_grants', disabled(eve.me.id))
  const body = { agent_id: ada.me.id, actions: ['odrl:read'] }
  t.equal((await eve.request('POST', `/api/note/${note}/permissions`, body)).statusCode, 403, 'a grant')
  t.strictSame((await root.request('GET', `/api/note/${note}/permissions`)).json().data, [])

  const fourth = await administrator()
  const fifth = await administrator()
  t.equal((await fourth.request('POST', '/api/admin/impersonate', { agent_id: fifth.me.id })).statusCode, 200)
  beforeWriteTo('_users', demoted(fourth.me.id))
  const acting = await fourth.request('PUT', `/api/users/${ada.me.id}`, { role: 'admin' })
  t.equal(acting.statusCode, 403, 'the impersonator is no longer an administrator')
  t.match(await userOf(ada.me.id), { role: 'member' })

  // Changes of a user that end nothing do not conflict.
  beforeWriteTo('_users', async () => changeUser(store, root.me.id, { name: 'Renamed meanwhile' }))
  t.equal((await root.request('PUT', `/api/users/${ada.me.id}`, { name: 'Ada' })).statusCode, 200)
})
