import t from 'tap'
import type { Document } from 'mongodb'
import type { Test } from 'tap'
import type { Condition, ListQuery, Position, SelectQuery, Sort } from '../../../lib/store-kit/document-store.ts'
import { startMongo } from '../../../testing/mongodb.ts'
import {
  collection,
  column,
  draft,
  insert,
  names,
  query,
  replace,
  sorted,
  urn,
  where,
} from '../../../testing/store-suite/fixtures.ts'
import type { StoredForm } from '../../../plugins/mongodb/documents/stored-document.ts'
import { indexesOf, ownerIndex } from '../../../plugins/mongodb/schema/indexes.ts'
import { bookCount, definition, fillBooks, patienceMs } from '../../../plugins/mongodb/testing/books.ts'
import { openWatched } from '../../../plugins/mongodb/testing/commands.ts'

// More documents take longer.
t.setTimeout(Math.max(240_000, 20 * bookCount))
const server = await startMongo({ isShared: true })
if (server === null) t.comment('NO MONGODB FOUND: the plans of lists were not looked at')
else {
  const watched = await openWatched(server.url())
  const { store, sent, connection } = watched
  t.teardown(async () => {
    await store.close()
    await server.stop()
  })
  const { plan } = await fillBooks(watched)
  /** The number of matches. Without an index all documents are read. */
  const counted = (asked: SelectQuery) => store.count({ ...asked, deadline: performance.now() + patienceMs })
  const listIndex = (field: string): string =>
    indexesOf(definition).find(index => index.field === field && index.unique !== true)?.name ?? 'none'

  const sorts = (direction: Sort['direction']): Sort[] => [
    sorted({ column: 'id' }, 'text', direction),
    sorted({ column: 'created_at' }, 'instant', direction),
    sorted({ column: 'updated_at' }, 'instant', direction),
    sorted({ column: 'created_by' }, 'text', direction),
    sorted({ column: 'sequence_no' }, 'number', direction),
    sorted('title', 'text', direction),
    sorted('pages', 'number', direction),
    sorted('printed', 'instant', direction),
    sorted(['shelf', 'row'], 'text', direction),
  ]

  const everySortWalks = async (t: Test): Promise<void> => {
    for (const sort of [...sorts('asc'), ...sorts('desc')]) {
      let after: Position | undefined
      for (const place of ['first', 'second']) {
        const asked = query('shelf', { sort, limit: 20, ...(after === undefined ? {} : { after }) })
        const { stages, examined, page, hints } = await plan(asked)
        const isNewestFirst =
          sort.direction === 'desc' && 'column' in sort.target && sort.target.column === 'created_at'
        if (isNewestFirst) t.equal(hints.length, 1, 'a page of the newest is one query')
        const label = `${sort.field} ${sort.direction} ${place}: ${stages.join()}`
        t.ok(stages.includes('IXSCAN') && !stages.includes('SORT') && !stages.includes('COLLSCAN'), label)
        t.ok(examined <= 63, `${label} reads no unnecessary documents: ${examined}`)
        after = page.next ?? undefined
      }
    }
  }
  await t.test('every sort, in both directions and from the middle on, is an index walk without a sort', everySortWalks)

  await t.test('few documents among many are found with the index of the condition, for any order', async t => {
    const conditions: Record<string, Condition[]> = {
      'range of numbers': [where('pages', 'gte', 5_000, 'number')],
      'range on both sides': [where('pages', 'gt', 4_000, 'number'), where('pages', 'lt', 90_000, 'number')],
      'range of instants': [where('printed', 'gt', '2080-01-01T00:00:00Z', 'instant')],
      'one of two': [where('author', 'in', ['urn:writer:799', 'urn:writer:2399'], 'text')],
      'one value': [where('author', 'eq', 'urn:writer:799', 'text')],
      'a deeper value': [where(['shelf', 'row'], 'eq', '7', 'text')],
      'range of deeper values': [where(['shelf', 'row'], 'lte', '7', 'text')],
      'in an array': [where('tags', 'eq', 'rare', 'text')],
      'two in one array': [where('tags', 'eq', 'rare', 'text'), where('tags', 'eq', 't3', 'text')],
      'two in one array, the other first': [where('tags', 'eq', 't3', 'text'), where('tags', 'eq', 'rare', 'text')],
      'beside one that selects much': [where('tags', 'eq', 't3', 'text'), where('pages', 'gte', 5_000, 'number')],
      'beside one without an index': [where('note', 'eq', 'x', 'text'), where('pages', 'gte', 5_000, 'number')],
      'a unique value': [where('isbn', 'eq', 'isbn 77', 'text')],
      ids: [where({ column: 'id' }, 'in', [urn('b00001'), urn('b00002')], 'text')],
    }
    for (const [label, of] of Object.entries(conditions)) {
      for (const sort of [sorts('desc')[1], sorts('asc')[5]]) {
        if (sort === undefined) throw new Error('no such sort')
        const { page, examined } = await plan(query('books', { sort, limit: 20, conditions: of }))
        t.ok(page.documents.length > 0, `${label} by ${sort.field}`)
        t.ok(examined <= 12, `${label} by ${sort.field}: ${examined} examined`)
        t.equal(await counted(query('books', { conditions: of })), page.documents.length, label)
      }
    }
  })

  await t.test('a search is bounded by its rarest word, in any order', async t => {
    for (const words of [
      ['seldom', 'title'],
      ['title', 'seldom'],
    ]) {
      const deadline = performance.now() + patienceMs
      const asked = query('books', { sort: sorted('pages', 'number'), limit: 20, words, deadline })
      const { page, examined } = await plan(asked)
      t.equal(page.documents.length, 5)
      t.equal(examined, 5, words.join(' '))
      t.equal(await store.count(asked), 5)
    }
  })

  await t.test('a search for a common word scans the newest documents, and counts no more than a few', async t => {
    const sort = sorted({ column: 'created_at' }, 'instant', 'desc')
    const { page, commands, hints } = await plan(query('books', { sort, limit: 20, words: ['often'] }))
    t.equal(page.documents.length, 20)
    t.equal(hints[0], listIndex('created_at'))
    const counts = commands.filter(({ aggregate }) => aggregate === 'books')
    t.match(
      counts.slice(0, 1).map(({ pipeline }) => (pipeline as Document[])[1]),
      [{ $limit: 1_001 }],
    )
  })

  await t.test('documents without a value are found by the index', async t => {
    const conditions = [where('pages', 'exists', false, 'number')]
    const asked = query('books', { sort: sorted({ column: 'created_at' }, 'instant', 'desc'), limit: 20, conditions })
    const { hints, examined } = await plan(asked)
    t.strictSame(hints, [listIndex('data.pages')])
    t.equal(examined, await counted(asked))
  })

  await t.test('each of several alternatives is found by its own index', async t => {
    const anyOf = [
      [where('pages', 'gte', 5_000, 'number')],
      [where('author', 'eq', 'urn:writer:799', 'text'), where('note', 'eq', 'x', 'text')],
      [where('isbn', 'eq', 'isbn 77', 'text')],
    ]
    const asked = query('books', { sort: sorted({ column: 'created_at' }, 'instant', 'desc'), limit: 20, anyOf })
    const { page, hints, examined } = await plan(asked)
    t.strictSame(hints, ['data.pages', 'data.author', 'data.isbn'].map(listIndex))
    t.ok(examined <= 8, `${examined} examined`)
    t.equal(page.documents.length, await counted(asked))
    t.equal(new Set(names(page.documents)).size, page.documents.length)
  })

  await t.test(
    'up to 20,000 documents are found by the index of a condition and sorted; beyond that, the index of the order is scanned',
    async t => {
      const many = { ...collection('limited', [column('n', 'number'), column('place', 'number')]), standardIndexes: [] }
      await store.define(many)
      const { meta } = draft('any', {})
      const { sequence_no, status, account_id } = meta
      const documents = Array.from({ length: 20_001 }, (_, i) => {
        const data = { n: i + 1, place: -i }
        return { _id: urn(`m${i}`), sequence_no, status, account_id, data }
      })
      await connection.database.collection<{ _id: string }>('limited').insertMany(documents, { ordered: false })
      const index = (field: string): unknown =>
        indexesOf(many).find(one => one.field === field && one.unique !== true)?.name
      for (const [last, chosen] of [
        [20_000, 'data.n'],
        [20_001, 'data.place'],
      ] as const) {
        const conditions = [where('n', 'lte', last, 'number')]
        const asked = query('limited', { sort: sorted('place', 'number'), limit: 3, conditions })
        const { page, commands, hints } = await plan(asked)
        const counts = commands.filter(({ aggregate }) => aggregate === 'limited')
        t.match(
          counts.map(({ pipeline }) => (pipeline as Document[])[1]),
          [{ $limit: 1_001 }, { $limit: 20_001 }],
          'counted in two steps, never further',
        )
        t.strictSame([...new Set(counts.map(({ hint }) => hint as unknown))], [index('data.n')])
        t.strictSame(hints, [index(chosen)], `${last} matches`)
        t.strictSame(names(page.documents), [`m${last - 1}`, `m${last - 2}`, `m${last - 3}`])
      }
      const conditions = [where('n', 'lte', 20_000, 'number'), where('place', 'gte', -1, 'number')]
      const few = await plan(query('limited', { sort: sorted({ column: 'id' }, 'text'), limit: 3, conditions }))
      t.match(
        few.commands.filter(({ aggregate }) => aggregate === 'limited').map(({ pipeline }) => pipeline as unknown),
        [[{}, { $limit: 5_001 }, {}]],
        'what is known is not counted again, and only far fewer would be better',
      )
      t.strictSame(few.hints, [index('data.place')])
      t.strictSame(names(few.page.documents), ['m0', 'm1'])
    },
  )

  await t.test('if no condition selects documents by an index, that of the order is scanned', async t => {
    const many = [[where('note', 'eq', 'x', 'text')], [where('title', 'ne', 'x', 'text')]]
    for (const conditions of many) {
      const { hints, examined } = await plan(
        query('books', { sort: sorted('pages', 'number', 'desc'), limit: 20, conditions }),
      )
      t.strictSame(hints, [listIndex('data.pages')])
      t.ok(examined <= 600)
    }
  })

  await t.test('a condition on the sorted property limits the scan', async t => {
    const pages = [where('pages', 'gte', 690, 'number'), where('pages', 'lt', 695, 'number')]
    const bounded = await plan(query('books', { sort: sorted('pages', 'number'), limit: 1_000, conditions: pages }))
    t.equal(bounded.examined, await counted(query('books', { conditions: pages })), 'no null, nothing outside')
    for (const direction of ['asc', 'desc'] as const) {
      const rows = [where(['shelf', 'row'], 'gte', 'r995', 'text')]
      const sort = sorted(['shelf', 'row'], 'text', direction)
      const asked = query('books', { sort, limit: 2, conditions: rows })
      const shown: string[] = []
      for (let after: Position | null | undefined; after !== null;) {
        const { page, examined } = await plan(after === undefined ? asked : { ...asked, after })
        shown.push(...names(page.documents))
        t.ok(examined <= 12)
        after = page.next
      }
      const expected = ['b00995', 'b00997', 'b00999']
      t.strictSame(shown, direction === 'asc' ? expected : expected.toReversed())
    }
  })

  await t.test('every query has an index hint', async t => {
    const few = { all: false, owner: 'urn:user:few', ids: [urn('b00001')] } as const
    const shapes: Partial<ListQuery>[] = [
      {},
      { account_id: null },
      { account_id: null, conditions: [where('title', 'eq', 'Title 1', 'text')] },
      { status: 'any' },
      { words: ['seldom'] },
      { words: ['seldom', 'often'], conditions: [where('note', 'like', 'x', 'text')] },
      { visibility: few },
      { visibility: few, conditions: [where('pages', 'lt', 5, 'number')], words: ['often'] },
      { conditions: [where('title', 'like', 'itle', 'text')] },
      { conditions: [where('title', 'exists', false, 'text')] },
      { conditions: [where({ column: 'created_at' }, 'gt', '2020-01-01T00:00:00Z', 'instant')] },
      { conditions: [where({ column: 'id' }, 'eq', urn('b00001'), 'text')] },
    ]
    for (const shape of shapes) {
      for (const sort of [
        sorted({ column: 'created_at' }, 'instant'),
        sorted('pages', 'number'),
        sorted('note', 'text'),
      ]) {
        sent()
        const asked = query('shelf', { ...shape, sort, limit: 5, deadline: performance.now() + 60_000 })
        const { next } = await store.list(asked)
        if (next !== null) await store.list({ ...asked, after: next })
        await store.count(asked, { max: 50 })
        const queries = sent().filter(({ find, aggregate }) => (find ?? aggregate) === 'shelf')
        t.ok(queries.length >= 2)
        const untold = queries.filter(({ hint, maxTimeMS }) => hint === undefined || maxTimeMS === undefined)
        t.strictSame(untold, [], `${JSON.stringify(shape)} by ${sort.field}`)
      }
    }
  })

  await t.test('a count stops at its limit', async t => {
    t.equal(await store.count(query('books'), { max: 300 }), 300)
    t.equal(await store.count(query('books', { words: ['seldom'] }), { max: 300 }), 5)
    sent()
    t.equal(await store.count(query('books', { conditions: [where('note', 'like', 'X', 'text')] }), { max: 3 }), 3)
    t.ok(
      sent().every(({ aggregate }) => aggregate === undefined),
      'it was checked document by document',
    )
    t.equal(await store.count(query('books', { conditions: [where('title', 'eq', 'Title 1', 'text')] }), { max: 7 }), 7)
    t.match(sent().at(-1), { pipeline: [{}, { $limit: 7 }, {}] })
  })

  await t.test('documents that few users can see are found by owner and ids, never by a full scan', async t => {
    const mine = Array.from({ length: 4 }, (_, n) =>
      insert('books', draft(`m${n}`, { title: `Title ${n % 2}`, pages: n }, { created_by: 'urn:user:few' })),
    )
    await store.write(mine)
    const few = { all: false, owner: 'urn:user:few', ids: ['b00000', 'b00001', 'm1'].map(urn) } as const
    for (const sort of [sorted({ column: 'created_at' }, 'instant', 'desc'), sorted('pages', 'number')]) {
      for (const conditions of [[], [where('note', 'ne', 'y', 'text')], [where('pages', 'gte', 0, 'number')]]) {
        for (const visibility of [few, { ...few, ids: [] }]) {
          const asked = query('books', { sort, limit: 20, visibility, conditions })
          const { page, examined, stages } = await plan(asked)
          const label = `${sort.field} ${conditions.length} ${visibility.ids.length}: ${stages.join()}`
          t.ok(stages.includes('IXSCAN') && !stages.includes('COLLSCAN'), label)
          t.ok(examined <= 14, label)
          t.equal(page.documents.length, await counted(asked))
          t.equal(new Set(names(page.documents)).size, page.documents.length)
        }
      }
    }
    const owner = { all: false, owner: 'urn:user:owner', ids: [] } as const
    const newest = sorted({ column: 'created_at' }, 'instant', 'desc')
    const { examined, hints, page } = await plan(query('books', { sort: newest, limit: 20, visibility: owner }))
    t.strictSame(
      [examined, hints],
      [21, [ownerIndex.name]],
      'the documents of an owner of many are scanned in the order of the list',
    )
    t.strictSame(names(page.documents).slice(0, 2), ['b07999', 'b07998'])
  })

  await t.test('a page that reaches its limit in bytes ends early, and the next one continues there', async t => {
    const large = 'x'.repeat(1_000)
    await store.define(collection('large', [column('n', 'number')]))
    await store.write(Array.from({ length: 30 }, (_, n) => insert('large', draft(`l${10 + n}`, { n: n % 4, large }))))
    for (const conditions of [[], [where('large', 'like', 'X', 'text')]]) {
      for (const maxBytes of [10, 4_200]) {
        const shown: string[] = []
        const asked = query('large', { sort: sorted('n', 'number'), maxBytes, conditions })
        for (let after: Position | null | undefined; after !== null;) {
          const page = await store.list(after === undefined ? asked : { ...asked, after })
          const bytes = page.documents.reduce((sum, { meta, data }) => sum + Buffer.byteLength(meta + data), 0)
          t.ok(page.documents.length === 1 || bytes <= maxBytes)
          shown.push(...names(page.documents))
          after = page.next
        }
        t.equal(new Set(shown).size, 30)
        t.equal(shown.length, 30)
      }
    }
    for (let n = 1; n < 6; n++) await store.write([replace('large', draft('l10', { n, large }), n)])
    const versions = (more: { before?: number; maxBytes: number }) =>
      store.versions('large', urn('l10'), { limit: 10, ...more })
    t.equal((await versions({ maxBytes: 1 })).length, 1)
    t.equal((await versions({ maxBytes: 4_000 })).length, 3)
    t.equal((await versions({ maxBytes: 4_000, before: 3 })).length, 2)
  })

  await t.test('after its deadline a list is refused, naming the fields without an index', async t => {
    const conditions = [where('note', 'eq', 'y', 'text'), where('pages', 'gte', 0, 'number')]
    const late = query('books', { conditions, deadline: performance.now() - 1 })
    await t.rejects(store.list(late), { name: 'QueryTooSlow', message: /no index serves the filter on "note";/ })
    await t.rejects(store.count(late), { name: 'QueryTooSlow' })
    const served = query('books', { conditions: [where('pages', 'gte', 0, 'number')], deadline: performance.now() - 1 })
    await t.rejects(store.list(served), { name: 'QueryTooSlow', message: /"pages"/ })
    sent()
    await store.list(query('shelf', { deadline: performance.now() + 700 }))
    const limits = sent().flatMap(({ find, maxTimeMS }) => (find === 'shelf' ? [Number(maxTimeMS)] : []))
    t.ok(limits.length > 0 && limits.every(limit => limit <= 700), limits.join())
  })

  await t.test('an index of several fields serves an order with other conditions', async t => {
    const [size, printed, author, place] = ['size', 'printed', 'author', 'place'].map(name => ({ path: [name] }))
    if (size === undefined || printed === undefined || author === undefined || place === undefined)
      throw new Error('never')
    const indexes = [
      { equal: [], order: place, tested: [size, printed] },
      { equal: [author], order: printed, tested: [size] },
    ]
    const many = collection(
      'many',
      [column('size', 'number'), column('printed', 'instant'), column('author', 'text'), column('place', 'number')],
      { indexes },
    )
    await store.define(many)
    const names = indexesOf(many).flatMap(({ name, compound }) => (compound ? [name] : []))
    t.equal(names.length, 2)
    // Written by another client: more than the store finds by a condition alone and sorts.
    const { meta } = draft('')
    const times = { created_at: new Date(0), updated_at: new Date(0) }
    const formOf = (n: number): StoredForm => ({
      _id: urn(`m${String(n).padStart(5, '0')}`),
      ...meta,
      ...times,
      data: new Map(
        Object.entries({ size: n, printed: new Date(n).toISOString(), author: `a${n % 2}`, place: n >> 1 }),
      ),
      keys: new Map([['printed', new Date(n)]]),
    })
    const documents = watched.connection.database.collection<StoredForm>('many')
    for (let done = 0; done < 24_000; done += 3_000)
      await documents.insertMany(Array.from({ length: 3_000 }, (_, n) => formOf(done + n)))
    const ranges = [
      where('size', 'gte', 2_000, 'number'),
      where('printed', 'lt', new Date(22_500).toISOString(), 'instant'),
    ]
    const equal = [where('author', 'eq', 'a1', 'text'), where('size', 'nin', [1, 3, 23_999], 'number')]
    for (const [conditions, sort, index] of [
      [ranges, sorted('place', 'number'), names[0]],
      [ranges, sorted('place', 'number', 'desc'), names[0]],
      [equal, sorted('printed', 'instant'), names[1]],
      [equal, sorted('printed', 'instant', 'desc'), names[1]],
    ] as const) {
      let after: Position | undefined
      for (const page of ['first', 'second']) {
        const asked = query('many', { sort, limit: 20, conditions, ...(after && { after }) })
        const list = await plan(asked)
        const label = `${sort.field} ${sort.direction}, ${page} page`
        t.strictSame([...new Set(list.hints)], [index], label)
        t.notOk(list.stages.includes('SORT'), label)
        t.equal(list.page.documents.length, 20)
        t.ok(list.examined <= 22, `${label}: only what matches is read: ${list.examined}`)
        after = list.page.next ?? undefined
      }
    }
    await store.define({ ...many, indexes: [] })
    const left = await documents.indexes()
    t.notOk(
      left.some(({ name }) => names.includes(String(name))),
      'they are dropped with the definition',
    )
  })

  await t.test('names of indexes are limited and stable, and their number is checked', async t => {
    const odd = collection('odd', [
      column('x'.repeat(128), 'text'),
      column(['ü/~', 'é "$"'], 'instant', { many: true }),
    ])
    const names = indexesOf(odd).map(({ name }) => name)
    t.strictSame(
      names,
      indexesOf(structuredClone(odd)).map(({ name }) => name),
    )
    t.ok(names.every(name => name.length < 64))
    const unique = Array.from({ length: 40 }, (_, i) => column(`u${i}`, 'text', { unique: true }))
    t.throws(() => indexesOf(collection('full', unique)), { message: /too many unique properties: at most 1\d/ })
  })
}
