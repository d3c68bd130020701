import type { SuiteTest } from '../suite-test.ts'
import type { Change, DocumentStore } from '../../lib/store-kit/document-store.ts'
import { collection, column, draft, fill, insert, outcome, replace, urn } from './fixtures.ts'

/** A listener that can be awaited. */
function recorder() {
  const changes: Change[] = []
  let wake: () => void = () => undefined
  return {
    changes,
    listener: {
      changed(change: Change): void {
        changes.push(change)
        wake()
      },
      lost(): void {
        throw new Error('nothing can be lost here')
      },
    },
    /** Resolves when this many changes have arrived. */
    async until(count: number): Promise<void> {
      while (changes.length < count) await new Promise<void>(resolve => (wake = resolve))
    },
  }
}

/** Notifications of changes. */
export async function feedTests(t: SuiteTest, store: DocumentStore): Promise<void> {
  await store.define(collection('watched', [column('u', 'text', { unique: true })], { versions: false }))
  await store.define(collection('beside'))

  await t.test('committed changes are reported in order, refused ones never', async t => {
    const [first, second] = [recorder(), recorder()]
    const feed = await store.watch(['watched'], first.listener)
    const other = await store.watch(['beside', 'watched'], second.listener)
    await store.write([insert('watched', draft('a', { u: '1' })), insert('beside', draft('x'))])
    t.equal(await outcome(store.write([insert('watched', draft('b')), insert('watched', draft('a'))])), 'exists at 1')
    for (let i = 1; i < 6; i++) await store.write([replace('watched', draft('a', { u: `${i}` }), i)])
    await store.write([{ kind: 'check', collection: 'watched', id: urn('a') }])
    await store.write([{ kind: 'remove', collection: 'watched', id: urn('a') }])
    await first.until(7)
    t.strictSame(
      first.changes,
      ['insert', ...Array.from({ length: 5 }, () => 'replace'), 'remove'].map(kind => ({
        collection: 'watched',
        id: urn('a'),
        kind,
      })),
    )
    await second.until(8)
    t.strictSame(
      second.changes.filter(change => change.collection === 'beside'),
      [{ collection: 'beside', id: urn('x'), kind: 'insert' }],
    )
    t.ok(feed.current)
    feed.close()
    await fill(store, 'watched', { late: {} })
    await second.until(9)
    t.equal(first.changes.length, 7, 'a closed feed is silent')
    other.close()
  })

  await t.test('a write is reported before the writer gets the result', async t => {
    const reported: string[] = []
    const feed = await store.watch(['watched'], {
      changed: ({ id }) => void reported.push(id),
      written: (_collection, ids) => void reported.push(...ids),
      lost: () => undefined,
    })
    for (let i = 1; i < 6; i++) {
      await fill(store, 'watched', { [`own-${i}`]: {} })
      t.ok(reported.includes(urn(`own-${i}`)))
    }
    feed.close()
  })

  await t.test('a reported change can be read', async t => {
    const seen: Promise<unknown>[] = []
    const { listener, until } = recorder()
    const feed = await store.watch(['watched'], {
      ...listener,
      changed(change) {
        seen.push(store.get('watched', change.id))
        listener.changed(change)
      },
    })
    await Promise.all(Array.from({ length: 10 }, (_, i) => fill(store, 'watched', { [`seen-${i}`]: {} })))
    await until(10)
    feed.close() // a change that is reported a second time is read too
    t.notOk((await Promise.all(seen)).includes(undefined))
  })
}
