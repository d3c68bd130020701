import t from 'tap'
import { buildTestApp, pluginSuite } from '../../testing/index.ts'
import { noStore } from '../../testing/no-store.ts'
import { StoreUnavailable } from '../../kernel/index.ts'

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
