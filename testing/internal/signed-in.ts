import type { LightMyRequestResponse } from 'fastify'
import t from 'tap'
import type { Test } from 'tap'
import type { SignIn } from '../../kernel/index.ts'
import { buildTestApp } from '../index.ts'
import type { TestApp, TestAppOptions } from '../index.ts'
import { onStoreOfRun } from './each-store.ts'
import { Browser } from './oidc/browser.ts'
import { client, loginCookie, startProvider } from './oidc/provider.ts'
import type { Claims, TestProvider } from './oidc/provider.ts'
import { freePort } from '../free-port.ts'

export interface SignedInOptions extends TestAppOptions {
  /** Listen on a free port immediately and use it as the public address: for tests with a real browser. */
  listen?: boolean
  /** Changes to the sign-in settings. */
  signIn?: Partial<SignIn>
}

/** A signed-in user, with the cookies of the browser. */
export interface Client {
  /** The user, as `GET /api/auth/me` returned it after sign-in. */
  me: { id: string; name: string; email: string; role: string; account_id: string }
  browser: Browser
  request(
    method: string,
    url: string,
    body?: unknown,
    headers?: Record<string, string>,
  ): Promise<LightMyRequestResponse>
}

/** A service in production mode, with an identity provider. */
export interface SignedInApp extends TestApp {
  /** Its public address. */
  frontendUrl: string
  provider: TestProvider
  /** A browser without a session. */
  browser(): Browser
  /**
   * Sign in at the provider and in the service.
   * @param login the subject at the provider
   * @param claims claims about the user; by default a verified address at example.org
   */
  signIn(login: string, claims?: Claims): Promise<Client>
}

/** The address of the user who becomes administrator with the first sign-in. */
export const administratorEmail = 'root@example.org'

const elsewhere = 'https://plinth.test'
let shared: Promise<TestProvider> | undefined

/** The provider that all services of a test file share; each has its own store. */
function sharedProvider(): Promise<TestProvider> {
  if (shared === undefined) {
    shared = startProvider([`${elsewhere}/api/auth/callback`])
    t.teardown(async () => (await shared)?.stop())
  }
  return shared
}

/**
 * Build the service in production mode with a real OpenID provider on the loopback interface. The first user who signs in as
 * `root@example.org` administers it. Requests are made in process, with the cookies of a browser.
 */
export async function signedInApp(t: Test, options: SignedInOptions = {}): Promise<SignedInApp> {
  const { listen: listening = false, signIn: changes, ...appOptions } = options
  const port = listening ? await freePort() : 0
  const frontendUrl = changes?.frontendUrl ?? (listening ? `http://localhost:${port}` : elsewhere)
  const provider = frontendUrl === elsewhere ? await sharedProvider() : await ownProvider(t, frontendUrl)
  const signIn: SignIn = {
    issuer: provider.issuer,
    clientId: client.id,
    clientSecret: client.secret,
    frontendUrl,
    secrets: ['a secret for tests that is long enough'],
    administratorEmail,
    ...changes,
  }
  const { config } = appOptions
  const app = await buildTestApp({
    ...appOptions,
    config: { ...config, mode: 'production', signIn, http: { ...config?.http, ...(listening && { port }) } },
  })
  t.teardown(() => app.close())
  if (listening) await app.listen()
  const browser = (): Browser => new Browser(app, frontendUrl)
  return {
    ...app,
    frontendUrl,
    provider,
    browser,
    signIn: (login, claims = { email: `${login}@example.org`, name: login, email_verified: true }) =>
      signInWith(browser(), provider, login, claims),
  }
}

/**
 * Sign in with this browser, whoever was signed in before.
 * @param path where it begins
 */
export async function signInWith(
  browser: Browser,
  provider: TestProvider,
  login: string,
  claims: Claims,
  path = '/api/auth/login',
): Promise<Client> {
  provider.accounts.set(login, claims)
  const atProvider = browser.jar.of(provider.issuer)
  atProvider.clear()
  atProvider.set(loginCookie, encodeURIComponent(login))
  const arrived = await browser.open(path, url => url.href === `${browser.origin}/`)
  if (arrived.url.href !== `${browser.origin}/`) {
    throw new Error(`${login} did not get in: ${arrived.status} ${arrived.url.pathname} ${arrived.body}`)
  }
  const me = (await browser.request('GET', '/api/auth/me')).json<Client['me']>()
  return { me, browser, request: (...request) => browser.request(...request) }
}

async function ownProvider(t: Test, frontendUrl: string): Promise<TestProvider> {
  const provider = await startProvider([`${frontendUrl}/api/auth/callback`])
  t.teardown(() => provider.stop())
  return provider
}

/** Run a test of what no store takes part in, on SQLite, in production mode. */
export function signedInOnAnyStore(
  name: string,
  run: (t: Test, app: SignedInApp) => Promise<void>,
  options: SignedInOptions = {},
): void {
  void t.test(name, async t => run(t, await signedInApp(t, options)))
}

/** Run a test on the store of this run, on a service of its own in production mode. */
export function signedInOnEachStore(
  name: string,
  run: (t: Test, app: SignedInApp) => Promise<void>,
  options: SignedInOptions = {},
): void {
  onStoreOfRun(name, async (t, url) => run(t, await signedInApp(t, { ...options, ...(url !== undefined && { url }) })))
}

/**
 * For tests that can share a service in production mode: it starts with the first, and closes at the end of the file. Its first user, `root`, administers it;
 * all others are users of one test alone, so that each test can call one `ada`.
 * @returns runs a test on it
 */
export function signedInOnOneService(
  options: SignedInOptions = {},
): (name: string, run: (t: Test, app: SignedInApp) => Promise<void>) => void {
  let shared: Promise<SignedInApp> | undefined
  let tests = 0
  const start = async (url: string | undefined): Promise<SignedInApp> => {
    const app = await signedInApp(t, { ...options, ...(url !== undefined && { url }) })
    await app.signIn('root')
    return app
  }
  return (name, run) =>
    onStoreOfRun(name, async (t, url) => {
      const app = await (shared ??= start(url))
      const number = (tests += 1)
      const signIn: SignedInApp['signIn'] = (login, claims) =>
        app.signIn(login === 'root' ? login : `${login}-${number}`, claims)
      await run(t, { ...app, signIn })
    })
}
