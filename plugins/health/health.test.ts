import t from 'tap'
import type { Test } from 'tap'
import { StoreDamaged, StoreFull, StoreReadOnly, StoreUnavailable } from '../../kernel/index.ts'
import type { DocumentStore, HealthCheck } from '../../kernel/index.ts'
import type { OpenOptions } from '../../lib/store-kit/document-store.ts'
import { buildTestApp, pluginSuite } from '../../testing/index.ts'
import type { TestApp } from '../../testing/index.ts'
import { noStore } from '../../testing/no-store.ts'
import { reachableStore } from '../../testing/internal/change-user.ts'
import { onStoreOfRun } from '../../testing/internal/each-store.ts'
import { replaceMethods } from '../../testing/internal/interposed-store.ts'
import { keptLog } from '../../testing/internal/bad-plugins.ts'
import { until } from '../../testing/internal/until.ts'

for (const { name, run } of pluginSuite({ key: 'health', paths: ['/api/health', '/api/health/ready'] }))
  t.test(name, run)

t.test('liveness does not query the store, readiness does', async t => {
  let away = false
  const store = noStore(() => (away ? Promise.reject(new StoreUnavailable()) : Promise.resolve()))
  const { request, close } = await buildTestApp({ store, plugins: { health: true } })
  t.teardown(close)
  for (const path of ['/api/health', '/api/health/ready']) {
    const answer = await request('GET', path)
    t.strictSame([answer.statusCode, answer.json()], [200, { status: 'ok' }], path)
    t.equal((await request('HEAD', path)).statusCode, 200)
  }
  away = true
  t.equal((await request('GET', '/api/health')).statusCode, 200)
  const answer = await request('GET', '/api/health/ready')
  t.equal(answer.statusCode, 503)
  t.strictSame(Object.keys(answer.json<object>()), ['message'])
  away = false
  t.equal((await request('GET', '/api/health/ready')).statusCode, 200, 'it recovers by itself')
})

/** A store whose reads or writes can be made to fail. */
interface FailingStore {
  store: DocumentStore
  failure: StoreUnavailable | undefined
  readFailure: StoreUnavailable | undefined
}

async function failingStore(url: string | undefined): Promise<FailingStore> {
  const inner = await reachableStore(url)
  let report: OpenOptions['onWriteOutcome']
  const open: DocumentStore['open'] = async options => {
    report = options?.onWriteOutcome
    await inner.open(options)
  }
  const write: DocumentStore['write'] = async operations => {
    const { failure } = failing
    if (failure === undefined) return inner.write(operations)
    report?.(failure)
    throw failure
  }
  const list: DocumentStore['list'] = async query => {
    if (failing.readFailure !== undefined) throw failing.readFailure
    return inner.list(query)
  }
  const failing: FailingStore = {
    store: replaceMethods(inner, { open, write, list }),
    failure: undefined,
    readFailure: undefined,
  }
  return failing
}

const problem = { accept: 'application/problem+json' }
const person = { given_name: 'Ada', family_name: 'Lovelace' }

async function readiness({ request }: TestApp): Promise<unknown[]> {
  const answer = await request('GET', '/api/health/ready', undefined, problem)
  const { code, detail } = answer.json<{ code?: string; detail?: string }>()
  return answer.statusCode === 200 ? [200] : [answer.statusCode, code, detail]
}

onStoreOfRun('it is not ready while writes fail', async (t, url) => {
  const failing = await failingStore(url)
  const { logger, lines } = keptLog()
  const app = await buildTestApp({ store: failing.store, logger })
  t.teardown(() => app.close())
  t.strictSame(await readiness(app), [200])
  failing.readFailure = new StoreDamaged()
  t.equal((await app.request('GET', '/api/persons')).statusCode, 503)
  t.strictSame(await readiness(app), [200], 'damage that a read meets')
  failing.readFailure = undefined
  for (const error of [new StoreFull(), new StoreReadOnly(), new StoreDamaged(), new StoreUnavailable()]) {
    lines.length = 0
    failing.failure = error
    t.equal((await app.request('POST', '/api/persons', person, problem)).json<{ code: string }>().code, error.code)
    t.equal((await app.request('POST', '/api/persons', person)).statusCode, 503)
    t.strictSame(await readiness(app), [503, error.code, error.message])
    t.strictSame(Object.keys((await app.request('GET', '/api/health/ready')).json<object>()), ['message'])
    t.equal((await app.request('GET', '/api/health')).statusCode, 200)
    const checks = (await app.request('GET', '/api/health/checks')).json<{ status: string; checks: HealthCheck[] }>()
    t.equal(checks.status, 'failing')
    t.match(
      checks.checks.find(({ name }) => name === 'store:writes'),
      { status: 'failing', message: new RegExp(`^writes fail since 20.* \\(${error.code}\\)`) },
    )
    failing.failure = undefined
    t.equal((await app.request('POST', '/api/persons', person)).statusCode, 201)
    t.strictSame(await readiness(app), [200])
    const changes = lines.filter(({ msg }) => msg.startsWith('writes to the store'))
    t.match(changes, [
      { level: 40, code: error.code },
      { level: 30, code: error.code },
    ])
    t.equal(changes.length, 2, 'one line at each change')
  }
})

onStoreOfRun('it writes while nobody else does, and lists the running instances', async (t, url) => {
  const failing = await failingStore(url)
  const app = await buildTestApp({ store: failing.store })
  const base = await app.listen()
  const running = async () => (await app.request('GET', '/api/health/instances')).json<{ data: object[] }>().data
  await until(async () => (await running()).length === 1)
  t.match(await running(), [{ id: /^urn:instance:/, pid: process.pid, url: base, version: /^\d/, host: String }])
  const events = (await app.request('GET', '/api/events?limit=1000')).json<{ data: { subject: string }[] }>().data
  t.notOk(events.some(({ subject }) => subject.startsWith('urn:instance:')))
  failing.failure = new StoreFull()
  await until(async () => (await readiness(app))[1] === 'store-full')
  failing.failure = undefined
  await until(async () => (await readiness(app))[0] === 200)
  if (url === undefined) {
    await app.close()
    return
  }
  const other = await buildTestApp({ url })
  t.teardown(() => other.close())
  await app.close()
  const { data } = (await other.request('GET', '/api/health/instances')).json<{ data: object[] }>()
  t.strictSame(data, [], 'a clean stop removes the record')
})

/** A plugin with checks. */
const checked = (name: string, checks: string): string =>
  `export default { name: '${name}', version: '1.0.0', requires: [], provides: [], contributes: { healthChecks: ${checks} }, register: () => ({}) }`

t.test('plugins contribute checks', async (t: Test) => {
  const directory = t.testdir({
    'fine.mjs': checked('fine', "() => [{ name: 'fine:queue', status: 'degraded', message: 'it grows' }]"),
    'throws.mjs': checked('throws', "() => { throw new Error('s3cret') }"),
    'hangs.mjs': checked('hangs', '() => new Promise(() => {})'),
    'kind.mjs': checked('kind', "() => [{ name: 'kind:of', status: 'ok', message: 'fine', params: { of: [] } }]"),
    'odd.mjs': checked('odd', "async () => [{ name: 'odd:one', status: 'great' }]"),
  })
  const start = async (...names: string[]): Promise<TestApp> => {
    const plugins = { health: true, ...Object.fromEntries(names.map(name => [`./${name}.mjs`, true])) }
    const app = await buildTestApp({ store: noStore(), plugins, config: { directory } })
    t.teardown(() => app.close())
    return app
  }
  const fine = await start('fine')
  t.strictSame((await fine.request('GET', '/api/health/checks')).json(), {
    status: 'degraded',
    checks: [
      { name: 'store:writes', status: 'ok', message: 'writes succeed', code: 'writes', params: {} },
      { name: 'fine:queue', status: 'degraded', message: 'it grows' },
    ],
  })
  const bad = await start('fine', 'throws', 'hangs', 'odd', 'kind')
  const begin = Date.now()
  const answer = await bad.request('GET', '/api/health/checks')
  t.ok(Date.now() - begin < 10_000)
  t.notMatch(answer.body, /s3cret/)
  const { status, checks } = answer.json<{ status: string; checks: HealthCheck[] }>()
  t.equal(status, 'failing')
  t.strictSame(checks.map(check => [check.name, check.status]).toSorted(), [
    ['fine:queue', 'degraded'],
    ['hangs:checks', 'failing'],
    ['kind:checks', 'failing'],
    ['odd:checks', 'failing'],
    ['store:writes', 'ok'],
    ['throws:checks', 'failing'],
  ])
  t.equal((await bad.request('GET', '/api/health/ready')).statusCode, 200, 'it is ready all the same')
})
