import t from 'tap'
import type { Test } from 'tap'
import { loadConfig } from '../../kernel/index.ts'
import { buildTestApp } from '../index.ts'
import type { TestApp } from '../index.ts'
import type { TestAppOptions } from '../app.ts'
import type { TestMongo } from '../mongodb.ts'

/** Whether the tests of this process run on MongoDB (`TEST_STORE=mongodb`) and not on SQLite in memory. */
const isOnMongo = process.env['TEST_STORE'] === 'mongodb'
const noMongo = { skip: 'there is no MongoDB here (MONGOD_BINARY, PATH, MONGODB_URL)' }

let mongo: Promise<TestMongo | null> | undefined
let databases = 0

/** The address of a separate MongoDB database for this file, or undefined where the tests run on SQLite or there is no MongoDB. */
export async function ownDatabase(): Promise<string | undefined> {
  if (!isOnMongo) return undefined
  if (mongo === undefined) {
    mongo = import('../mongodb.ts').then(({ startMongo }) => startMongo({ isShared: true })) // its driver takes time to load
    t.teardown(async () => (await mongo)?.stop())
  }
  databases += 1
  return (await mongo)?.url(`plinth_${process.pid}_${databases}`)
}

/** What {@link testAllStores} takes. */
type StoreTest = Parameters<typeof testAllStores>

/** Run a test of what no store takes part in, such as checks of input or the form of an answer, on SQLite alone. */
export function testWithStore(...[name, run, without, options]: StoreTest): void {
  if (!isOnMongo) void t.test(name, async t => run(t, await testApp(t, undefined, without, options)))
}

/**
 * Run a test with the address of a database of its own, on the store of this run: none for SQLite in memory (`npm test`), or one of MongoDB
 * (`npm run test:stores`).
 */
export function onStoreOfRun(name: string, run: (t: Test, url: string | undefined) => Promise<void>): void {
  void t.test(name, async t => {
    const url = await ownDatabase()
    if (isOnMongo && url === undefined) t.pass('left out', noMongo)
    else await run(t, url)
  })
}

/**
 * Run a test on a service of its own, on the store of this run.
 * @param without plugins that are switched off
 */
export function testAllStores(
  name: string,
  run: (t: Test, app: TestApp) => Promise<void>,
  without: readonly string[] = [],
  options: Pick<TestAppOptions, 'logger'> = {},
): void {
  onStoreOfRun(name, async (t, url) => run(t, await testApp(t, url, without, options)))
}

/**
 * For tests that can share a service, because each has types of its own: the service starts with the first, and closes at the end of the file.
 * @param without plugins that are switched off
 * @returns runs a test on it
 */
export function onOneService(
  without: readonly string[] = [],
): (name: string, run: (t: Test, app: TestApp) => Promise<void>) => void {
  let shared: Promise<TestApp> | undefined
  const file = t
  return (name, run) => onStoreOfRun(name, async (t, url) => run(t, await (shared ??= testApp(file, url, without))))
}

/** A service that is closed at the end of the test. */
export async function testApp(
  t: Test,
  url: string | undefined,
  without: readonly string[] = [],
  options: Pick<TestAppOptions, 'logger'> = {},
): Promise<TestApp> {
  const plugins = { ...loadConfig({}).plugins, ...Object.fromEntries(without.map(name => [name, false])) }
  const app = await buildTestApp({ ...options, plugins, ...(url !== undefined && { url }) })
  t.teardown(() => app.close())
  return app
}
