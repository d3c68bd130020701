import t from 'tap'
import type { Test } from 'tap'
import { loadConfig } from '../kernel/index.ts'
import { buildTestApp } from '../testing/index.ts'
import type { TestApp } from '../testing/index.ts'
import type { TestAppOptions } from '../testing/app.ts'
import { startMongo } from '../testing/mongodb.ts'

let mongo: ReturnType<typeof startMongo> | undefined
let databases = 0

/** The address of a separate MongoDB database for this file, or undefined if there is no MongoDB. */
export async function ownDatabase(): Promise<string | undefined> {
  if (mongo === undefined) {
    mongo = startMongo()
    t.teardown(async () => (await mongo)?.stop())
  }
  databases += 1
  return (await mongo)?.url(`plinth_${process.pid}_${databases}`)
}

/** What {@link onEachStore} takes. */
type StoreTest = Parameters<typeof onEachStore>

/** Run a test of what no store takes part in, such as checks of input or the form of an answer, on SQLite. */
export function onAnyStore(...[name, run, without, options]: StoreTest): void {
  void t.test(name, async t => run(t, await testApp(t, undefined, without, options)))
}

/**
 * Run the same test on both stores, each time on a service of its own. Where there is no MongoDB that part says so.
 * @param without plugins that are switched off
 */
export function onEachStore(
  name: string,
  run: (t: Test, app: TestApp) => Promise<void>,
  without: readonly string[] = [],
  options: Pick<TestAppOptions, 'logger'> = {},
): void {
  void t.test(`${name} (SQLite)`, async t => run(t, await testApp(t, undefined, without, options)))
  void t.test(`${name} (MongoDB)`, async t => {
    const url = await ownDatabase()
    if (url === undefined) t.pass('left out', { skip: 'there is no MongoDB here (MONGOD_BINARY, PATH, MONGODB_URL)' })
    else await run(t, await testApp(t, url, without, options))
  })
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
