import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import t from 'tap'
import type { Test } from 'tap'
import type { DocumentStore } from '../../kernel/contracts/document-store.ts'
import { createStore } from '../../kernel/store/index.ts'
import { newestFirst, openCursors } from '../../kernel/store/query/index.ts'
import { startMongo } from '../../kernel/testing/mongodb.ts'
import { storeSuite } from '../../kernel/testing/store-suite.ts'
import { ModelStore } from './model.ts'
import { storeProperties } from './properties.ts'

async function run(t: Test, make: () => Promise<DocumentStore>): Promise<void> {
  await t.test('the suite', t => storeSuite(t, make))
  await t.test('properties', t => storeProperties(t, make))
  await t.test('cursors of every instance have one key', async t => {
    const store = await make()
    t.teardown(() => store.close())
    const instances = await Promise.all(Array.from({ length: 4 }, () => openCursors(store)))
    const scope = { account_id: 'urn:account:a', list: 'x', sort: newestFirst, conditions: [], words: [] }
    const position = { key: '2026-01-01T00:00:00.000Z', id: 'urn:x:1' }
    for (const one of [...instances, await openCursors(store)]) {
      for (const other of instances) t.strictSame(other.read(scope, one.write(scope, position)), position)
    }
  })
}

await t.test('the model in memory', t => storeSuite(t, async () => new ModelStore()))

await t.test('SQLite', async t => {
  const folder = await mkdtemp(join(tmpdir(), 'plinth-store-'))
  t.teardown(() => rm(folder, { recursive: true }))
  let made = 0
  await run(t, async () => {
    made += 1
    const store = createStore({ kind: 'sqlite', path: join(folder, `${made}.db`) })
    await store.open()
    return store
  })
})

await t.test('MongoDB', async t => {
  const server = await startMongo()
  if (server === null) {
    const message = 'NO MONGODB FOUND: nothing was tested on it (set MONGOD_BINARY or MONGODB_URL)'
    if (process.env['PLINTH_REQUIRE_MONGODB'] === '1') t.fail(message)
    else t.comment(message)
    return
  }
  t.teardown(() => server.stop())
  let made = 0
  await run(t, async () => {
    made += 1
    const store = createStore({ kind: 'mongodb', url: server.url(`store_${process.pid}_${made}`) })
    await store.open()
    return store
  })
})
