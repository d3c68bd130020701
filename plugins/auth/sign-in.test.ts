import type { LightMyRequestResponse } from 'fastify'
import t from 'tap'
import { until } from '../../testing/internal/until.ts'
import type { Test } from 'tap'
import { buildTestApp } from '../../testing/index.ts'
import type { Browser, CookieJar } from '../../testing/internal/oidc/browser.ts'
import { client, loginCookie } from '../../testing/internal/oidc/provider.ts'
import { signInWith, signedInApp, signedInOnAnyStore, signedInOnEachStore } from '../../testing/internal/signed-in.ts'

interface Event {
  type: string
  subject: string
  data: { actor: string }
}

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
    permissions: { '*': ['odrl:read', 'odrl:modify', 'odrl:delete'] },
    impersonator: null,
  })
  t.equal(
    (await browser.request('GET', '/api/auth/me', undefined, { 'x-dev-agent': 'member@example.com' })).json().id,
    me.json().id,
  )
  t.equal((await app.request('GET', '/api/auth/me', undefined, { 'x-dev-agent': 'root@example.org' })).statusCode, 401)

  const again = await app.signIn('root')
  t.equal(again.me.id, me.json().id, 'the same person')
  t.equal((await app.signIn('ada')).me.role, 'member')
  const unsure = await app.signIn('impostor', { name: 'R', email: 'root@example.org', email_verified: false })
  t.equal(unsure.me.role, 'member', 'an unverified address gives no role')
  t.not(unsure.me.id, me.json().id)
  const events = (await browser.request('GET', '/api/events?type=User.SignedIn')).json().data as Event[]
  t.equal(events.length, 4)
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

signedInOnAnyStore('a sign-in can be completed once, in the browser that started it', async (t, app) => {
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
  t.ok(browser.jar.of(browser.origin).size <= 9, 'the cookies always fit in a request')
  t.strictSame(await finish(await begin('ada', '/three')), [302, `${frontendUrl}/three`])
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
