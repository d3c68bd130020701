import t from 'tap'
import type { Browser } from 'playwright-core'
import type { Test } from 'tap'
import { ownDatabase } from '../../testing/internal/each-store.ts'
import { startChromium } from '../../testing/internal/chromium.ts'
import { openAdmin } from './open-admin.ts'
import type { OpenAdmin, OpenOptions, Visit } from './open-admin.ts'
import { takeShot } from './shots.ts'

/** Opens the admin of a separate service; see {@link OpenOptions}. */
export type Open = (options?: OpenOptions) => Promise<OpenAdmin>

type Store = 'sqlite' | 'mongodb'

const storeNames = { sqlite: 'SQLite', mongodb: 'MongoDB' } as const

/**
 * Run a test in the browser against the real service. It fails on errors on the console, uncaught errors, violations of the content security
 * policy and statuses from 500, unless it expects them (`problems.expect`). Without a browser it reports that.
 * @param stores the stores to run on; each run starts from scratch
 */
export function inBrowser(
  name: string,
  run: (t: Test, open: Open) => Promise<void>,
  stores: readonly Store[] = ['sqlite'],
): void {
  for (const store of stores) {
    const title = stores.length === 1 ? name : `${name} (${storeNames[store]})`
    void t.test(title, async t => {
      const browser = await chromiumOfFile()
      if (browser === undefined) return void t.pass('left out', { skip: 'there is no Chromium here (CHROMIUM_BINARY)' })
      const url = store === 'mongodb' ? await ownDatabase() : undefined
      if (store === 'mongodb' && url === undefined) {
        return void t.pass('left out', { skip: 'there is no MongoDB here (MONGOD_BINARY, PATH, MONGODB_URL)' })
      }
      const visits: Visit[] = []
      const open: Open = (options = {}) => openAdmin(t, browser, url, options, visit => visits.push(visit))
      try {
        await run(t, open)
      } catch (error) {
        for (const { page } of visits) await takeShot(page, `failed ${title}`)
        throw error
      } finally {
        for (const { problems } of visits) t.strictSame(problems.found, [], 'there were no problems in the browser')
      }
    })
  }
}

let running: Promise<Browser | undefined> | undefined

/** One browser for all tests of a file, closed after the last one. */
async function chromiumOfFile(): Promise<Browser | undefined> {
  if (running === undefined) t.teardown(async () => (await running)?.close())
  return (running ??= startChromium())
}

/** For what depends on how a store keeps values, orders and finds them. Everything else of a page is the same on both. */
export const bothStores: readonly Store[] = ['sqlite', 'mongodb']
