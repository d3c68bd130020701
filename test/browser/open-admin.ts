import type { Browser, BrowserContext, Page } from 'playwright-core'
import type { Test } from 'tap'
import { watchProblems } from './problems.ts'
import type { Problems } from './problems.ts'
import { startService } from './service.ts'
import type { Service, ServiceOptions } from './service.ts'

/** Window sizes that are tested: a laptop, and a phone. */
export const sizes = { wide: { width: 1280, height: 800 }, phone: { width: 390, height: 844 } } as const

/** Differences from the default: a laptop with the light theme. */
export interface VisitOptions {
  /** First address: `/` by default. Null opens no page. */
  path?: string | null
  /**
   * The user: in development mode an e-mail address, by default the user of the service; in production mode a login, by default nobody. `root` is the
   * administrator in production mode.
   */
  as?: string
  theme?: 'light' | 'dark'
  size?: keyof typeof sizes
  /** BCP 47. */
  locale?: string
  /** IANA. */
  timeZone?: string
}

/** A user with a browser. */
export interface Visit {
  context: BrowserContext
  page: Page
  problems: Problems
  /** Load an address, and wait until the application is rendered. */
  go(path: string): Promise<void>
}

export type OpenOptions = ServiceOptions & VisitOptions

/** The admin of a separate service, open in the browser. */
export interface OpenAdmin extends Visit, Service {
  /** Open another browser, for another user or the same one. */
  visit(options?: VisitOptions): Promise<Visit>
}

/**
 * Start the real service on a separate store, with the built admin, and open it. Everything is closed at the end of the test.
 * @param opened called with every visit
 */
export async function openAdmin(
  t: Test,
  browser: Browser,
  options: OpenOptions,
  opened: (visit: Visit) => void,
): Promise<OpenAdmin> {
  const service = await startService(t, options)
  const visit = async (changes: VisitOptions = {}): Promise<Visit> => {
    const made = await makeVisit(t, browser, service, changes)
    opened(made)
    const { path = '/' } = changes
    if (path !== null) await made.go(path)
    return made
  }
  return { ...service, ...(await visit(options)), visit }
}

async function makeVisit(t: Test, browser: Browser, { base, as }: Service, options: VisitOptions): Promise<Visit> {
  const { as: who, theme = 'light', size = 'wide', locale = 'en-GB', timeZone = 'Europe/Berlin' } = options
  const context = await browser.newContext({
    baseURL: base,
    locale,
    timezoneId: timeZone,
    colorScheme: theme,
    viewport: sizes[size],
    reducedMotion: 'reduce',
    hasTouch: size === 'phone',
    ...(await as(who)),
  })
  context.setDefaultTimeout(60_000) // on a busy machine a large import takes half of it
  t.teardown(() => context.close())
  const problems = await watchProblems(context)
  const page = await context.newPage()
  const go = async (path: string): Promise<void> => {
    await page.goto(path)
    await shellIsThere(page)
  }
  return { context, page, problems, go }
}

/** Resolves when the application and the start of the content are rendered. */
export async function shellIsThere(page: Page): Promise<void> {
  await page.locator('#app main').filter({ hasText: /\S/ }).first().waitFor()
}
