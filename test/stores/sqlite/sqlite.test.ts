import t from 'tap'
import type { ListQuery, Page } from '../../../lib/store-kit/document-store.ts'
import { QueryTooSlow } from '../../../lib/errors/index.ts'
import { Connection } from '../../../plugins/sqlite/file/connection.ts'
import type { Bind } from '../../../plugins/sqlite/file/connection.ts'
import { planQuery } from '../../../plugins/sqlite/query/plan.ts'
import { count, inThread, list } from '../../../plugins/sqlite/query/run.ts'
import { Catalogue } from '../../../plugins/sqlite/schema/catalogue.ts'
import { Accounts } from '../../../plugins/sqlite/write/accounts.ts'
import {
  account,
  collection,
  column,
  fill,
  found,
  query,
  sorted,
  urn,
  walk,
  where,
} from '../../../testing/store-suite/fixtures.ts'
import { newPaths, open, fillMany } from '../../../plugins/sqlite/testing.ts'

const newPath = await newPaths(t)
const idsOf = ({ documents }: Page): string[] => documents.map(({ id }) => id)

await t.test('columns have the names of properties if possible', async t => {
  const path = newPath()
  const store = await open(path)
  const properties = [
    'Name',
    'name',
    'NAME',
    'status',
    'rowid',
    'data',
    'a"b',
    'a[0]',
    'a\\b',
    "it's",
    '$.x',
    '日本',
    '😀',
    'é',
    '#-1',
    '--',
    '%',
    '`',
  ]
  await store.define(
    collection(
      'odd',
      properties.map(property => column(property, 'text')),
    ),
  )
  await fill(store, 'odd', { a: Object.fromEntries(properties.map((property, i) => [property, `value ${i}`])), b: {} })
  for (const [i, property] of properties.entries()) {
    t.strictSame(
      await found(store, 'odd', { conditions: [where(property, 'eq', `value ${i}`, 'text')] }),
      ['a'],
      property,
    )
  }
  await store.define(
    collection('typed', [
      column('t', 'text'),
      column('i', 'number', { types: ['integer', 'null'] }),
      column('n', 'number', { types: ['number'] }),
      column('b', 'boolean'),
      column('list', 'json', { many: true, types: ['array'] }),
    ]),
  )
  await fill(store, 'typed', {
    a: { t: '5', i: 5, n: 5, b: true, list: [1] },
    b: { t: 5, i: '5', n: '5', b: 1, list: null },
  })
  await store.close()
  const connection = new Connection(path)
  t.teardown(() => connection.close())
  const ofProperties = (table: string, what: string): unknown[][] =>
    connection.all(
      `SELECT ${what} FROM pragma_table_xinfo('${table}') WHERE cid BETWEEN 11 AND (SELECT max(cid) - 1 FROM pragma_table_xinfo('${table}'))`,
    )
  const columns = ofProperties('odd', 'name').map(([name]) => name)
  t.strictSame(columns, ['Name', 'name_2', 'NAME_3', 'status_2', 'rowid_2', 'data_2', ...properties.slice(6)])
  t.strictSame(ofProperties('typed', 'name, type'), [
    ['t', 'TEXT'],
    ['i', 'INTEGER'],
    ['n', 'REAL'],
    ['b', 'BOOLEAN'],
    ['list', 'TEXT'],
  ])
  t.strictSame(connection.all('SELECT t, i, n, b, list, typeof(i), typeof(n) FROM typed WHERE id LIKE ?', '%:a'), [
    ['5', 5, 5, 1, '[1]', 'integer', 'real'],
  ])
  const others = connection.all('SELECT t, i, n, b FROM typed WHERE id LIKE ?', '%:b')
  t.strictSame(others, [[null, null, null, null]], 'a value of another kind is never converted')
})

await t.test('more properties than SQLite has columns', async t => {
  const store = await open(':memory:')
  t.teardown(() => store.close())
  const columns = Array.from({ length: 2_300 }, (_, i) => column(`property ${i}`, 'text', { indexed: i >= 2_280 }))
  await store.define(collection('wide', columns))
  await fill(store, 'wide', { a: { 'property 2': 'x', 'property 2200': 'y', 'property 2299': 'z' }, b: {} })
  for (const [property, value] of [
    ['property 2', 'x'],
    ['property 2200', 'y'],
    ['property 2299', 'z'],
  ] as const) {
    t.strictSame(await found(store, 'wide', { conditions: [where(property, 'eq', value, 'text')] }), ['a'])
  }
  t.strictSame(await walk(store, query('wide', { sort: sorted('property 2299', 'text', 'desc') })), ['a', 'b'])
})

/** Records its statements. */
class Recording extends Connection {
  asked: [string, Bind[]][] = [];
  override *each(sql: string, ...binds: Bind[]): Generator<unknown[]> {
    this.asked.push([sql, binds])
    yield* super.each(sql, ...binds)
  }
  override all(sql: string, ...binds: Bind[]): unknown[][] {
    this.asked.push([sql, binds])
    return super.all(sql, ...binds)
  }
  override get(sql: string, ...binds: Bind[]): unknown[] | undefined {
    this.asked.push([sql, binds])
    return super.get(sql, ...binds)
  }
  /** The plans of the statements since the last call. */
  plans(): string[] {
    const asked = this.asked
    this.asked = []
    return asked.map(([sql, binds]) =>
      super
        .all(`EXPLAIN QUERY PLAN ${sql}`, ...binds)
        .map(row => String(row[3]))
        .join(' / '),
    )
  }
}

await t.test('lists are index scans', async t => {
  const path = newPath()
  const store = await open(path)
  const name = 'articles'
  await store.define(
    collection(
      name,
      [
        column('year', 'number'),
        column('title', 'text'),
        column('at', 'instant'),
        column('tags', 'text', { many: true }),
      ],
      { words: { except: [] } },
    ),
  )
  await fillMany(store, name, 0, 4_000, i => ({
    ...(i % 9 === 0 ? {} : { year: 1900 + (i % 100) }),
    title: `title ${i % 1000}`,
    code: `${i % 1000}x`,
    at: `2020-01-01T00:00:00.${i}Z`,
    tags: [`tag ${i % 300}`, 'all'],
    size: i,
    weight: i,
  }))
  const defined = (await store.collections()).find(one => one.name === name)
  if (defined === undefined) throw new Error('it is defined')
  const left = [column('size', 'number'), column('weight', 'number')]
  const [year, title, at, size] = ['year', 'title', 'at', 'size'].map(property => ({ path: [property] }))
  if (year === undefined || title === undefined || at === undefined || size === undefined) throw new Error('never')
  const indexes = [
    { equal: [title], order: at, tested: [] },
    { equal: [], order: year, tested: [at, title] },
    { equal: [title], order: { column: 'created_at' as const }, tested: [size] },
  ]
  await store.define({ ...defined, columns: [...defined.columns, ...left], indexes })
  await store.close()
  const recording = new Recording(path)
  t.teardown(() => recording.close())
  const catalogue = new Catalogue(recording)
  const accounts = new Accounts(recording)
  const articles = catalogue.get(name)
  const limits = { ...inThread, endsAt: Infinity, maxSorted: 200 }
  const scopes = accounts.scopes(account, 'active')
  const ask = (asked: ListQuery): Page => list(recording, planQuery(articles, asked), asked, scopes, limits)

  const walkPlan = async (title: string, further: Partial<ListQuery>, index: string): Promise<void> => {
    for (const direction of ['asc', 'desc'] as const) {
      const sort = { ...(further.sort ?? sorted('year', 'number')), direction }
      const asked = query(name, { limit: 20, ...further, sort })
      recording.plans()
      const { next } = ask(asked)
      if (next !== null) ask({ ...asked, after: next })
      const isCount = (sql: string): boolean => /^SELECT (?:1|count\(\*\)) FROM \(/.test(sql) // of what a condition alone finds
      recording.asked = recording.asked.filter(([sql]) => !isCount(sql))
      const plans = recording.plans()
      t.ok(plans.length > 0)
      for (const plan of plans) {
        t.match(
          plan.replace('COVERING ', ''),
          `USING INDEX ${name}.${index} (scope=?`,
          `${title} ${direction}: ${plan}`,
        )
        t.notMatch(plan, /TEMP B-TREE|SCAN d\b/, plan)
      }
    }
  }
  await walkPlan('newest', { sort: sorted({ column: 'created_at' }, 'instant') }, 'by_created_at')
  await walkPlan('by id', { sort: sorted({ column: 'id' }, 'text') }, 'by_id')
  await walkPlan('by number', {}, 'by.1')
  await walkPlan('by text', { sort: sorted('title', 'text') }, 'by.2')
  await walkPlan('by instant', { sort: sorted('at', 'instant') }, 'by.3')
  await walkPlan('by a column that was added', { sort: sorted('size', 'number') }, 'by.6')
  await walkPlan('filtered', { conditions: [where('weight', 'ne', 3, 'number')] }, 'by.1')
  await walkPlan(
    'in a range',
    { conditions: [where('year', 'gte', 1950, 'number'), where('year', 'lt', 1990, 'number')] },
    'by.1',
  )

  const ofTitle = where('title', 'eq', 'title 3', 'text')
  const inTime = where('at', 'gt', '2020-01-01T00:00:00.2Z', 'instant')
  const large = where('size', 'gte', 0, 'number')
  await walkPlan('in the order of another', { sort: sorted('at', 'instant'), conditions: [ofTitle] }, 'by.2.3.id')
  await walkPlan(
    'in the order of another, in a range',
    { sort: sorted('at', 'instant'), conditions: [ofTitle, inTime] },
    'by.2.3.id',
  )
  await walkPlan(
    'in the order of a standard column',
    { sort: sorted({ column: 'created_at' }, 'instant'), conditions: [ofTitle, large] },
    'by.2.created_at.id.6',
  )
  await walkPlan(
    'two ranges in the order of another column',
    { conditions: [where('title', 'gt', 'title 1', 'text'), inTime] },
    'by.1.id.3.2',
  )
  const few = async (title: string, further: Partial<ListQuery>, plan: RegExp, expected: number): Promise<void> => {
    recording.plans()
    const asked = query(name, { limit: 5, sort: sorted('year', 'number', 'desc'), ...further })
    ask(asked)
    const plans = recording.plans()
    t.match(plans.join('\n'), plan, title)
    for (const each of plans) t.notMatch(each, new RegExp(`SCAN (d|${name})(?!\\.words)\\b`), each)
    t.equal(count(recording, planQuery(articles, asked), scopes, Infinity, limits), expected, title)
  }
  await few(
    'a rare text',
    { conditions: [where('title', 'eq', 'title 3', 'text')] },
    /articles\.by\.2 \(scope=\? AND title=\?\)/,
    4,
  )
  await few('a rare number', { conditions: [where('weight', 'gt', 3_990, 'number')] }, /weight>\?/, 9)
  await few(
    'a rare item',
    { conditions: [where('tags', 'eq', 'tag 150', 'text')] },
    /SEARCH articles\.values\.4 USING PRIMARY KEY \(key=\?\)/,
    13,
  )
  await few(
    'few own ones',
    { visibility: { all: false, owner: 'nobody', ids: [urn('n5')] } },
    /by_created_by \(scope=\? AND created_by=\?\)/,
    1,
  )
  await few('rare words', { words: ['title', '77x'] }, /articles\.words\.5\.vocabulary VIRTUAL TABLE/, 4)
})

await t.test('a large page is read in portions, between which the event loop turns', async t => {
  const store = await open(newPath())
  t.teardown(() => store.close())
  await store.define(collection('large', [column('n', 'number')]))
  const text = 'x'.repeat(100_000)
  await fillMany(store, 'large', 0, 60, n => ({ n, text }))
  const asked = query('large', { sort: sorted('n', 'number'), limit: 55, positions: true })
  const state = { turns: 0, isRead: false }
  const turn = (): void => {
    state.turns += 1
    if (!state.isRead) setImmediate(turn)
  }
  setImmediate(turn)
  const first = await store.list(asked)
  state.isRead = true
  t.ok(state.turns >= 5, 'at most about 1 MB per turn')
  const numbers = (from: number, to: number) => Array.from({ length: to - from }, (_, at) => urn(`n${from + at}`))
  t.strictSame(idsOf(first), numbers(0, 55))
  t.strictSame(
    first.positions?.map(({ key }) => key),
    Array.from({ length: 55 }, (_, n) => n),
  )
  t.ok(first.next)
  t.strictSame(idsOf(await store.list({ ...asked, after: first.next ?? undefined })), numbers(55, 60))
  const bounded = await store.list({ ...asked, maxBytes: 2_550_000 })
  t.strictSame(idsOf(bounded), numbers(0, 25), 'a limit in bytes is kept across portions')
  t.strictSame(bounded.next?.id, urn('n24'))
  t.equal((await store.list({ ...asked, maxBytes: 10 })).documents.length, 1)
})

await t.test('a long query does not delay others, and ends', async t => {
  const store = await open(newPath())
  t.teardown(() => store.close())
  await store.define(collection('long', [column('n', 'number')]))
  await fillMany(store, 'long', 0, 20_000, i => ({ n: i, text: `${'text '.repeat(40)}${i}` }))
  const slow = query('long', {
    conditions: [where('text', 'like', 'nowhere', 'text')],
    sort: sorted('n', 'number'),
    deadline: performance.now() + 60_000,
  })
  for (const ask of [() => store.list(slow), () => store.count(slow)]) {
    let over = false
    const asked = ask().then(() => {
      over = true
    })
    for (let i = 0; i < 3; i++) {
      t.ok(await store.get('long', urn(`n${i}`)))
      await new Promise(resolve => setImmediate(resolve))
    }
    t.notOk(over, 'it lets other queries run')
    await asked
  }
  const deadline = performance.now() + 1
  await t.rejects(store.list({ ...slow, deadline }), new QueryTooSlow(['"text"']))
})
