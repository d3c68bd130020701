import t from 'tap'
import type { Browser } from 'playwright-core'
import type { Test } from 'tap'
import { startChromium } from '../../testing/internal/chromium.ts'
import { openAdmin } from './open-admin.ts'
import type { OpenAdmin, OpenOptions, Visit } from './open-admin.ts'
import { takeShot } from './shots.ts'

/** Opens the admin of a separate service; see {@link OpenOptions}. */
export type Open = (options?: OpenOptions) => Promise<OpenAdmin>

/**
 * Run a test in the browser against the real service. It fails on errors on the console, uncaught errors, violations of the content security
 * policy and statuses from 500, unless it expects them (`problems.expect`). Without a browser it reports that.
 */
export function inBrowser(name: string, run: (t: Test, open: Open) => Promise<void>): void {
  void t.test(name, async t => {
    const browser = await chromiumOfFile()
    if (browser === undefined) return void t.pass('left out', { skip: 'there is no Chromium here (CHROMIUM_BINARY)' })
    const visits: Visit[] = []
    const open: Open = (options = {}) => openAdmin(t, browser, options, visit => visits.push(visit))
    try {
      await run(t, open)
    } catch (error) {
      for (const { page } of visits) await takeShot(page, `failed ${name}`)
      throw error
    } finally {
      for (const { problems } of visits) t.strictSame(problems.found, [], 'there were no problems in the browser')
    }
  })
}

let running: Promise<Browser | undefined> | undefined

/** One browser for all tests of a file, closed after the last one. */
async function chromiumOfFile(): Promise<Browser | undefined> {
  if (running === undefined) t.teardown(async () => (await running)?.close())
  return (running ??= startChromium())
}
