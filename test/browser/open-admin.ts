import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { Browser, BrowserContext, Page } from 'playwright-core'
import type { Test } from 'tap'
import { loadConfig, packageRoot } from '../../kernel/index.ts'
import type { Config } from '../../kernel/index.ts'
import { buildTestApp } from '../../kernel/testing/index.ts'
import type { TestApp, TestAppOptions } from '../../kernel/testing/index.ts'
import { watchProblems } from './problems.ts'
import type { Problems } from './problems.ts'

export type Theme = 'light' | 'dark'

/** Widths that the admin is looked at in: a laptop, and a phone. */
export const sizes = { wide: { width: 1280, height: 800 }, phone: { width: 390, height: 844 } } as const

/** What differs from a new installation in development mode, seen by its administrator on a laptop in the light. */
export interface OpenOptions {
  /** Put content there before the page is opened. */
  data?: (app: TestApp) => Promise<void>
  /** Where to begin: `/` by default. Null opens no page. */
  path?: string | null
  /** E-mail address of who acts in development mode, for whatever this context asks. */
  as?: string
  theme?: Theme
  size?: keyof typeof sizes
  /** BCP 47. */
  locale?: string
  /** Plugins that differ from the default. */
  plugins?: Config['plugins']
  /** Further settings of the service, such as those of production mode. */
  config?: TestAppOptions['config']
}

/** The admin of a service of its own, open in the browser. */
export interface OpenAdmin {
  app: TestApp
  /** Base address of the service. */
  base: string
  context: BrowserContext
  page: Page
  problems: Problems
  /** Open another page of the same person. */
  go(path: string): Promise<void>
}

/**
 * Start the real service on a store of its own, with the built admin, and open it. Everything is closed at the end of the test.
 * @param url a MongoDB, else SQLite
 */
export async function openAdmin(
  t: Test,
  browser: Browser,
  url: string | undefined,
  options: OpenOptions,
): Promise<OpenAdmin> {
  const { data, path = '/', plugins, config } = options
  if (plugins?.['admin'] === undefined && !existsSync(join(packageRoot, 'dist/admin/index.html'))) {
    throw new Error('the admin is not built: npm run build')
  }
  const app = await buildTestApp({
    plugins: { ...loadConfig({}).plugins, ...plugins },
    ...(url !== undefined && { url }),
    ...(config !== undefined && { config }),
  })
  t.teardown(() => app.close())
  await data?.(app)
  const base = await app.listen()
  const context = await openContext(t, browser, base, options)
  const problems = await watchProblems(context)
  const page = await context.newPage()
  const go = async (to: string): Promise<void> => {
    await page.goto(base + to)
    await shellIsThere(page)
  }
  if (path !== null) await go(path)
  return { app, base, context, page, problems, go }
}

async function openContext(t: Test, browser: Browser, baseURL: string, options: OpenOptions): Promise<BrowserContext> {
  const { as, theme = 'light', size = 'wide', locale = 'en-GB' } = options
  const context = await browser.newContext({
    baseURL,
    locale,
    timezoneId: 'Europe/Berlin',
    colorScheme: theme,
    viewport: sizes[size],
    reducedMotion: 'reduce',
    hasTouch: size === 'phone',
    ...(as !== undefined && { extraHTTPHeaders: { 'x-dev-agent': as } }),
  })
  context.setDefaultTimeout(15_000)
  t.teardown(() => context.close())
  return context
}

/** Resolves when the application has drawn itself. */
export async function shellIsThere(page: Page): Promise<void> {
  await page.locator('#app main').first().waitFor()
}
