import type { Test } from 'tap'
import type { DocumentStore } from '../../lib/store-kit/document-store.ts'
import { newestFirst, openCursors } from '../../lib/query/index.ts'
import { storeSuite } from '../../testing/store-suite.ts'
import { storeProperties } from './properties.ts'

/** All tests of stores, for each adapter. */
export async function testStore(t: Test, make: () => Promise<DocumentStore>): Promise<void> {
  await t.test('the suite', t => storeSuite(t, make))
  await t.test('properties', t => storeProperties(t, make))
  await t.test('all instances use one key for cursors', async t => {
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
