import { join } from 'node:path'
import type { LightMyRequestResponse } from 'fastify'
import t from 'tap'
import type { Test } from 'tap'
import { localHeaders } from '../../kernel/index.ts'
import type { Browser } from '../../testing/internal/oidc/browser.ts'
import { startMisbehaving } from '../../testing/internal/oidc/misbehaving.ts'
import type { Endpoint, Misbehaviour, MisbehavingProvider } from '../../testing/internal/oidc/misbehaving.ts'
import { client } from '../../testing/internal/oidc/provider.ts'
import { signedInApp } from '../../testing/internal/signed-in.ts'
import type { SignedInApp } from '../../testing/internal/signed-in.ts'

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
  t.equal(data.length, good.length, 'and no sign-in was recorded')
})

t.test('an invalid response of the provider creates no session', async t => {
  const setting = await withProvider(t)
  const { issuer } = setting.provider
  for (const endpoint of ['discovery', 'token', 'keys', 'userinfo'] as const) {
    for (const fault of ['huge', 'redirect', 'fail', 'garbage', 'reject'] as const) {
      const why = `${endpoint} ${fault}`
      const own = endpoint === 'keys' || endpoint === 'userinfo' ? await withProvider(t) : setting
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
