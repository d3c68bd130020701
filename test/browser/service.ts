import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { BrowserContextOptions, Cookie } from 'playwright-core'
import type { Test } from 'tap'
import { loadConfig, packageRoot } from '../../kernel/index.ts'
import type { Config } from '../../kernel/index.ts'
import { buildTestApp } from '../../testing/index.ts'
import type { TestApp, TestAppOptions } from '../../testing/index.ts'
import { signedInApp } from '../../testing/internal/signed-in.ts'
import type { SignedInApp } from '../../testing/internal/signed-in.ts'

/** Differences from a new installation in development mode. */
export interface ServiceOptions {
  mode?: Config['mode']
  /** Create content as an administrator, before the browser opens. */
  data?: (app: TestApp) => Promise<void>
  /** Plugins that differ from the default. */
  plugins?: Config['plugins']
  /** Further settings. */
  config?: TestAppOptions['config']
}

/** The real service on its own store, listening. */
export interface Service {
  /** In production mode its requests are made as an administrator. */
  app: TestApp
  /** The public address of the service. */
  base: string
  /** In production mode: the sign-in of users. */
  signedIn: SignedInApp | undefined
  /**
   * Identifies a user to the browser: in development mode an e-mail address, in production mode the subject at the identity provider (the e-mail
   * address is the subject at example.org).
   */
  as(who: string | undefined): Promise<BrowserContextOptions>
}

/** Start the service on SQLite. */
export async function startService(t: Test, options: ServiceOptions): Promise<Service> {
  const { mode = 'development', data, plugins = {}, config } = options
  if (plugins['admin'] === undefined && !existsSync(join(packageRoot, 'dist/admin/index.html'))) {
    throw new Error('the admin is not built: npm run build')
  }
  const appOptions: TestAppOptions = {
    plugins: { ...loadConfig({}).plugins, ...plugins },
    ...(config !== undefined && { config }),
  }
  const service = mode === 'production' ? await inProduction(t, appOptions) : await inDevelopment(t, appOptions)
  await data?.(service.app)
  return service
}

async function inDevelopment(t: Test, options: TestAppOptions): Promise<Service> {
  const app = await buildTestApp(options)
  t.teardown(() => app.close())
  const as: Service['as'] = who =>
    Promise.resolve(who === undefined ? {} : { extraHTTPHeaders: { 'x-dev-agent': who } })
  return { app, base: await app.listen(), signedIn: undefined, as }
}

async function inProduction(t: Test, options: TestAppOptions): Promise<Service> {
  const signedIn = await signedInApp(t, { ...options, listen: true })
  const { frontendUrl } = signedIn
  const root = await signedIn.signIn('root')
  const as: Service['as'] = async who => {
    if (who === undefined) return {}
    const { browser } = who === 'root' ? root : await signedIn.signIn(who)
    const cookies = [...browser.jar.of(browser.origin)].map(([name, value]) => cookie(name, value))
    return { storageState: { cookies, origins: [] } }
  }
  return { app: { ...signedIn, request: root.request }, base: frontendUrl, signedIn, as }
}

const cookie = (name: string, value: string): Cookie => ({
  name,
  value,
  domain: 'localhost',
  path: '/',
  expires: -1,
  httpOnly: true,
  secure: true,
  sameSite: 'Lax',
})
