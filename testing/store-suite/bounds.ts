import type { SuiteTest } from '../suite-test.ts'
import type { DocumentStore, ListQuery, Position, WriteOperation } from '../../lib/store-kit/document-store.ts'
import { QueryTooSlow } from '../../kernel/errors.ts'
import { collection, column, draft, fill, insert, query, replace, sorted, urn, walk, where } from './fixtures.ts'

/** Limits of time, bytes and number, and invalid operations. */
export async function boundTests(t: SuiteTest, store: DocumentStore): Promise<void> {
  const text = 'é'.repeat(5_000) // 10,000 bytes of UTF-8
  const names = Array.from({ length: 7 }, (_, i) => `b${i}`)
  await store.define(
    collection('bounded', [column('n', 'number'), column('text', 'text', { indexed: false })], {
      words: { except: [] },
    }),
  )
  await fill(store, 'bounded', Object.fromEntries(names.map((name, n) => [name, { n, text }])))
  await fill(store, 'bounded', { small0: { n: 10 }, small1: { n: 11 }, huge: { n: 12, text: text.repeat(5) } })
  const inOrder = [...names, 'small0', 'small1', 'huge']

  await t.test('a query ends at its deadline', async t => {
    const queries: Partial<ListQuery>[] = [
      {},
      { sort: sorted('n', 'number') },
      { sort: sorted({ column: 'sequence_no' }, 'number') },
      { conditions: [where('text', 'like', 'x', 'text')] },
      { words: ['x'] },
    ]
    for (const further of queries) {
      const passed = query('bounded', { ...further, deadline: performance.now() - 1 })
      await t.rejects(store.list(passed), QueryTooSlow)
      await t.rejects(store.count(passed), QueryTooSlow)
      const ahead = query('bounded', { ...further, deadline: performance.now() + 60_000 })
      t.equal((await store.list(ahead)).documents.length, await store.count(ahead))
    }
  })

  await t.test('a page ends before its texts exceed a number of bytes', async t => {
    const pageSizes = async (further: Partial<ListQuery>): Promise<number[]> => {
      const sizes: number[] = []
      for (let after: Position | null | undefined; after !== null;) {
        const page = await store.list(query('bounded', { ...further, ...(after && { after }) }))
        sizes.push(page.documents.length)
        after = page.next
      }
      return sizes
    }
    const byNumber = { sort: sorted('n', 'number') }
    t.strictSame(await pageSizes({ ...byNumber, maxBytes: 35_000 }), [3, 3, 3, 1], 'bytes, not characters')
    t.strictSame(await pageSizes({ ...byNumber, maxBytes: 35_000, limit: 2 }), [2, 2, 2, 2, 1, 1])
    t.strictSame(
      await pageSizes({ ...byNumber, maxBytes: 1 }),
      inOrder.map(() => 1),
      'at least one',
    )
    t.strictSame(await pageSizes({ ...byNumber, maxBytes: 1_000_000 }), [10])
    const kinds: Partial<ListQuery>[] = [
      byNumber,
      { sort: sorted('n', 'number', 'desc') },
      {},
      { sort: sorted({ column: 'sequence_no' }, 'number') },
      { conditions: [where('n', 'gte', 0, 'number')] },
      { conditions: [where('text', 'ne', 'x', 'text')] },
      { status: 'any', account_id: null },
    ]
    for (const further of kinds) {
      const all = await walk(store, query('bounded', further))
      const { positions = [] } = await store.list(query('bounded', { ...further, positions: true }))
      t.strictSame(
        positions.map(({ id }) => id),
        all.map(urn),
        'the position of each document',
      )
      for (const [index, after] of positions.entries()) {
        t.strictSame(await walk(store, query('bounded', { ...further, after })), all.slice(index + 1))
      }
      t.strictSame(await walk(store, query('bounded', { ...further, maxBytes: 25_000 })), all)
    }
  })

  await t.test('versions end before their texts exceed a number of bytes', async t => {
    for (let n = 1; n < 6; n++) await store.write([replace('bounded', draft('b0', { n, text }), n)])
    const id = urn('b0')
    const numbers = async (options: { before?: number; limit: number; maxBytes?: number }): Promise<number[]> =>
      (await store.versions('bounded', id, options)).map(({ meta }) => Number(JSON.parse(meta).sequence_no))
    t.strictSame(await numbers({ limit: 10, maxBytes: 35_000 }), [6, 5, 4])
    t.strictSame(await numbers({ limit: 10, maxBytes: 35_000, before: 4 }), [3, 2, 1])
    t.strictSame(await numbers({ limit: 2, maxBytes: 35_000 }), [6, 5])
    t.strictSame(await numbers({ limit: 10, maxBytes: 1 }), [6], 'at least one')
    t.strictSame(await numbers({ limit: 10 }), [6, 5, 4, 3, 2, 1])
  })

  await t.test('counting stops at the requested number', async t => {
    const kinds: [Partial<ListQuery>, number][] = [
      [{}, 10],
      [{ conditions: [where('n', 'gte', 10, 'number')] }, 3],
      [{ conditions: [where('text', 'like', 'é', 'text')] }, 8],
      [{ words: ['e'] }, 8],
      [{ account_id: null, status: 'any' }, 10],
      [{ conditions: [where('n', 'eq', 99, 'number')] }, 0],
    ]
    for (const [further, total] of kinds) {
      const asked = query('bounded', further)
      for (const max of [1, 2, total, total + 1, 100_000]) {
        if (max > 0) t.equal(await store.count(asked, { max }), Math.min(max, total), `${max} of ${total}`)
      }
      t.equal(await store.count(asked), total)
    }
  })

  await t.test('an invalid operation is refused only for its caller', async t => {
    const document = draft('other', {})
    const malformed: unknown[] = [
      'no list',
      [null],
      [{ kind: 'blah' }],
      [{ kind: 'blah', collection: 'bounded' }],
      [{ kind: 'insert', collection: 'bounded' }],
      [{ kind: 'insert', document }],
      [{ kind: 'insert', collection: 'bounded', document: { ...document, data: [] } }],
      [
        {
          kind: 'insert',
          collection: 'bounded',
          document: { ...document, meta: { ...document.meta, status: 'gone' } },
        },
      ],
      [{ kind: 'insert', collection: 'bounded', document: { ...document, meta: { ...document.meta, created_by: 1 } } }],
      [{ kind: 'replace', collection: 'bounded', document }],
      [{ kind: 'remove', collection: 'bounded', id: 7 }],
      [{ kind: 'check', collection: 'bounded', id: 'x', expected: 'one' }],
      [{ kind: 'absent', collection: 'bounded', account_id: null }],
      [insert('bounded', document), { kind: 'blah', collection: 'bounded' }],
    ]
    for (const [i, operations] of malformed.entries()) {
      const others = [
        store.write([insert('bounded', draft(`beside${i}`))]),
        store.write([insert('bounded', draft(`after${i}`))]),
      ]
      await t.rejects(store.write(operations as WriteOperation[]), TypeError, JSON.stringify(operations))
      await Promise.all(others)
      await store.write([insert('bounded', draft(`next${i}`))])
    }
    t.equal(await store.get('bounded', urn('other')), undefined)
  })
}
