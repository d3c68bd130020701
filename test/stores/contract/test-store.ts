import type { Test } from 'tap'
import type { DocumentStore, SnapshotPart } from '../../../lib/store-kit/document-store.ts'
import { metaText } from '../../../lib/store-kit/index.ts'
import { newestFirst, openCursors } from '../../../lib/query/index.ts'
import { storeSuite } from '../../../testing/store-suite.ts'
import {
  collection,
  column,
  draft,
  fill,
  otherAccount,
  query,
  urn,
  walk,
} from '../../../testing/store-suite/fixtures.ts'
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
  await t.test('a backup whose unique date-times are equal to the millisecond is refused by name', async t => {
    const store = await make()
    t.teardown(() => store.close())
    await store.define(collection('present'))
    await fill(store, 'present', { stays: {} })
    const dated = (name: string, at: string, account_id?: string) => {
      const { id, meta, data } = draft(name, { at }, account_id === undefined ? {} : { account_id })
      return { id, meta: metaText(meta), data: JSON.stringify(data) }
    }
    const documents = [
      dated('a', '2026-01-01T00:00:00.1231Z'),
      dated('b', '2026-01-01T01:00:00.1239+01:00'),
      dated('c', '2026-01-01T00:00:00.124Z'),
      dated('d', '2026-01-01T00:00:00.123Z', otherAccount),
    ]
    async function* backup(): AsyncGenerator<SnapshotPart> {
      yield { kind: 'collection', definition: collection('dated', [column('at', 'instant', { unique: true })]) }
      yield { kind: 'documents', documents }
    }
    await store.close()
    await t.rejects(store.operations?.restore?.(backup(), { replace: true }) ?? Promise.resolve(), {
      name: 'ConfigurationError',
      message: new RegExp(`^the backup is not restored: .* make another backup: thing, at: ${urn('a')}, ${urn('b')}$`),
    })
    await store.open()
    t.strictSame(await walk(store, query('present')), ['stays'], 'nothing was changed')
  })
}
