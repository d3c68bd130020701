import type { SuiteTest } from '../suite-test.ts'
import type {
  ColumnKind,
  CompoundIndex,
  DocumentStore,
  ListQuery,
  StandardColumn,
} from '../../lib/store-kit/document-store.ts'
import type { Json, JsonObject } from '../../lib/json/types.ts'
import { collection, column, draft, fill, insert, names, query, replace, sorted, walk, where } from './fixtures.ts'

/** Values of one property in ascending order; those of one row are equal. An `undefined` is an absent property. */
type Ladder = readonly (readonly (Json | undefined)[])[]

type Case = readonly [title: string, kind: ColumnKind, ladder: Ladder, path?: readonly string[]]

const texts: Ladder = [
  [''],
  ['\u0001'],
  [' '],
  ['10'],
  ['9'],
  ['A'],
  ['Z'],
  ['a', 'a', 'a'],
  ['a '],
  ['aa'],
  ['e\u0301'],
  ['z'],
  ['é'],
  ['\u{3a3}'],
  ['\ud7ff'],
  ['\ue000'],
  ['\uffff'],
  ['\u{10000}'],
  ['\u{1f600}'],
  ['\u{10ffff}'],
]
// Also numbers that a text to number conversion other than JavaScript's gets wrong in the last bit.
const numbers: Ladder = [
  [-1.7976931348623157e308],
  [-9007199254740991],
  [-2],
  [-1.5],
  [-5e-324],
  [0, -0, 0],
  [5e-324],
  [4.293848283299271e-187],
  [3.0470270100279837e-81],
  [9.322315132229863e-21],
  [1.5e-18],
  [0.1],
  [0.30000000000000004],
  [1, 1.0],
  [9],
  [10],
  [9007199254740990],
  [9007199254740991],
  [9007199254740992],
  [95271067089476960],
  [123456789012345680],
  [9223372036854775808],
  [9223372036854777856],
  [1.2345678901234567e20],
  [1e308],
]
const instants: Ladder = [
  ['0001-01-01T00:00:00Z'],
  ['1969-12-31T23:59:59.999Z'],
  ['1970-01-01T00:00:00Z', '1970-01-01T05:30:00+05:30', '1969-12-31T16:00:00.000-08:00'],
  ['2020-01-01T00:00:00Z', '2020-01-01T00:00:00.0Z', '2020-01-01t00:00:00z', '2020-01-01T00:00:00.000999999Z'],
  ['2020-01-01T00:00:00.001Z', '2020-01-01T00:00:00.0010000001Z', '2019-12-31T23:00:00.00100010-01:00'],
  ['2020-01-01T00:00:00.1Z'],
  ['2020-01-01T00:00:00.123456789+00:00', '2020-01-01T02:00:00.123+02:00'],
  ['2020-01-01T00:00:01Z'],
  ['2020-06-01T12:00:00+14:00'],
  ['2020-05-31T23:00:00Z'],
  ['9999-12-31T23:59:59.999Z'],
]
const nothing: Ladder = [[null, undefined, null, undefined]]
const booleans: Ladder = [
  [false, false],
  [true, true],
]

/** Documents `<property>-<number>` with these values at a path, and the groups of their names in ascending order. */
function climb(ladder: Ladder, property: string, path: readonly string[]) {
  const documents: Record<string, JsonObject> = {}
  let n = 0
  const groups = ladder.map(values =>
    values.map(value => {
      n += 1
      const name = `${property}-${String((n * 37) % 101).padStart(3, '0')}`
      documents[name] = place(value, path)
      return name
    }),
  )
  return { documents, ascending: groups.flatMap(group => group.toSorted()) }
}

function place(value: Json | undefined, path: readonly string[]): JsonObject {
  const [name = '', ...rest] = path
  if (rest.length > 0) return { [name]: place(value, rest) }
  return value === undefined ? {} : { [name]: value }
}

/** Lists in the order of a column, in pages. */
export async function orderTests(t: SuiteTest, store: DocumentStore): Promise<void> {
  const cases: readonly Case[] = [
    ['text', 'text', [...nothing, ...texts]],
    ['number', 'number', [...nothing, ...numbers]],
    ['boolean', 'boolean', [...nothing, ...booleans]],
    ['instant', 'instant', [[null, undefined, 'yesterday'], ...instants]],
    ['text of dates', 'text', [['2020-01-01T01:00:00Z'], ['2020-01-01T02:00:00+02:00']]],
    ['deeper text', 'text', [...nothing, ...texts], ['address', 'city "name"']],
    ['deeper number', 'number', [...nothing, ...numbers], ['a', 'b', 'c']],
  ]
  for (const [i, [title, kind, ladder, path = ['value']]] of cases.entries()) {
    await t.test(title, async t => {
      const name = `ladder_${i}`
      await store.define(collection(name, [column(path, kind)]))
      const { documents, ascending } = climb(ladder, 'd', path)
      await fill(store, name, documents)
      await fill(store, name, { archived: documents['d-037'] ?? {} }, { status: 'archived' })
      await fill(store, name, { foreign: documents['d-037'] ?? {} }, { account_id: 'urn:account:elsewhere' })
      const ask = (direction: 'asc' | 'desc', limit: number): ListQuery =>
        query(name, { sort: sorted(path, kind, direction), limit })
      const { length } = ascending
      for (const limit of [length > 30 ? 7 : 1, length - 1]) {
        t.strictSame(await walk(store, ask('asc', limit)), ascending, `ascending by ${limit}`)
        t.strictSame(await walk(store, ask('desc', limit)), ascending.toReversed(), `descending by ${limit}`)
      }
      await store.define(collection(name, [column(path, kind)]))
      t.strictSame(await walk(store, ask('asc', 7)), ascending, 'defined again, with all values there')
      t.strictSame(await walk(store, ask('desc', 7)), ascending.toReversed())
    })
  }

  await t.test('standard columns', async t => {
    await store.define(collection('standard', [column('created_at', 'text'), column('id', 'number')]))
    const documents = Array.from({ length: 12 }, (_, i) =>
      draft(
        `s${String((i * 5) % 12).padStart(2, '0')}`,
        { created_at: String(i), id: -i },
        {
          created_by: `urn:user:${i % 3}`,
          created_at: `2026-01-0${1 + (i % 4)}T00:00:00.000Z`,
          updated_at: `2026-01-01T00:00:00.${String(900 - i)}Z`,
          sequence_no: 1 + (i % 2),
        },
      ),
    )
    await store.write(documents.map(document => insert('standard', document)))
    const keys: readonly [StandardColumn, ColumnKind][] = [
      ['id', 'text'],
      ['type_slug', 'text'],
      ['status', 'text'],
      ['account_id', 'text'],
      ['created_by', 'text'],
      ['sequence_no', 'number'],
      ['created_at', 'instant'],
      ['updated_at', 'instant'],
    ]
    for (const [name, kind] of keys) {
      const expected = documents
        .map(({ id, meta }) => ({ id, key: name === 'id' ? id : meta[name] }))
        .sort((a, b) => (a.key < b.key ? -1 : a.key > b.key ? 1 : a.id < b.id ? -1 : 1))
        .map(({ id }) => id.slice('urn:thing:'.length))
      for (const direction of ['asc', 'desc'] as const) {
        const order = direction === 'asc' ? expected : expected.toReversed()
        const ask = query('standard', { sort: sorted({ column: name }, kind, direction), limit: 5 })
        t.strictSame(await walk(store, ask), order, `${name} ${direction}`)
      }
    }
    t.strictSame(
      (await walk(store, query('standard', { sort: sorted('id', 'number') })))[0],
      's07',
      'a property of that name',
    )
  })

  await t.test('a page is the last one exactly when nothing follows it', async t => {
    await store.define(collection('few', [column('n', 'number')]))
    const ask = query('few', { sort: sorted('n', 'number'), limit: 3 })
    t.strictSame(await store.list(ask), { documents: [], next: null })
    await fill(store, 'few', { a: { n: 1 }, b: { n: 1 }, c: { n: 2 } })
    t.equal((await store.list(ask)).next, null)
    await fill(store, 'few', { d: {} })
    const page = await store.list(ask)
    t.strictSame(names(page.documents), ['d', 'a', 'b'])
    const rest = await store.list({ ...ask, ...(page.next === null ? {} : { after: page.next }) })
    t.strictSame([names(rest.documents), rest.next], [['c'], null])
  })

  await t.test('paging returns unchanged documents exactly once, despite concurrent writes', async t => {
    await store.define(collection('busy', [column('n', 'number')]))
    const steady = Array.from({ length: 60 }, (_, i) => `k${String(i).padStart(3, '0')}`)
    await fill(store, 'busy', Object.fromEntries(steady.map((name, i) => [name, i % 7 === 0 ? {} : { n: i % 5 }])))
    for (const direction of ['asc', 'desc'] as const) {
      for (const by of [sorted('n', 'number', direction), sorted({ column: 'created_at' }, 'instant', direction)]) {
        let round = 0
        const made: string[] = []
        const seen = await walk(store, query('busy', { sort: by, limit: 7 }), async () => {
          round += 1
          const name = `x${direction}${by.field.length}-${round}`
          const before = {
            [`${name}a`]: { n: 2 },
            [`${name}b`]: {},
            [`${name}c`]: { n: round },
            [`k000${name}`]: { n: 0 },
          }
          await fill(store, 'busy', before)
          const gone = made.shift()
          if (gone !== undefined) {
            await store.write([replace('busy', draft(gone, {}, { status: 'archived' }), 1)])
          }
          made.push(`${name}a`, `${name}c`)
        })
        t.ok(round > 5)
        t.strictSame(seen.filter(name => steady.includes(name)).toSorted(), steady)
        t.equal(new Set(seen).size, seen.length, 'no duplicates')
      }
    }
  })

  await t.test('with an index of several columns lists are the same, page by page', async t => {
    const columns = [column('genre', 'text'), column('year', 'number'), column('at', 'instant'), column('m', 'text')]
    const plain = collection('several', columns)
    await store.define(plain)
    const valueOf = (i: number): JsonObject => ({
      ...(i % 11 === 0 ? {} : { genre: `g${i % 3}` }),
      ...(i % 7 === 0 ? { year: null } : { year: i % 6 }),
      ...(i % 5 === 0 ? {} : { at: `2026-01-01T0${i % 4}:00:00${i % 2 === 0 ? 'Z' : '+01:00'}` }),
      m: `t${i % 8}`,
    })
    const some = (from: number): Record<string, JsonObject> =>
      Object.fromEntries(Array.from({ length: 60 }, (_, i) => [`s${(i * 37) % 60}-${from}`, valueOf(from + i)]))
    await fill(store, 'several', some(0))
    const genre = { path: ['genre'] }
    const year = { path: ['year'] }
    const at = { path: ['at'] }
    const m = { path: ['m'] }
    const indexes = [
      { equal: [genre], order: year, tested: [] },
      { equal: [genre, m], order: at, tested: [year] },
      { equal: [], order: year, tested: [at, m] },
      { equal: [genre], order: { column: 'id' }, tested: [year, { column: 'created_at' }] },
      { equal: [year, { column: 'created_by' }], order: m, tested: [] },
      { equal: [{ column: 'created_by' }], order: { column: 'created_at' }, tested: [] },
    ] satisfies CompoundIndex[]
    const lists = [
      [where('genre', 'eq', 'g1', 'text')],
      [where('genre', 'in', ['g2'], 'text'), where('year', 'gt', 1, 'number')],
      [where('genre', 'eq', 'g0', 'text'), where('m', 'in', ['t1', 't2'], 'text'), where('year', 'lte', 4, 'number')],
      [where('genre', 'eq', 'g0', 'text'), where('m', 'eq', 't4', 'text')],
      [where('at', 'gte', '2026-01-01T01:00:00Z', 'instant'), where('m', 'lt', 't6', 'text')],
      [where('year', 'exists', false, 'number'), where('at', 'lt', '2026-01-01T02:00:00Z', 'instant')],
      [where('year', 'eq', 3, 'number'), where({ column: 'created_by' }, 'eq', 'urn:user:owner', 'text')],
      [where('genre', 'ne', 'g1', 'text'), where('year', 'in', [1, 2], 'number')],
    ].flatMap(conditions =>
      [
        sorted('year', 'number'),
        sorted('at', 'instant', 'desc'),
        sorted('m', 'text'),
        sorted('m', 'text', 'desc'),
        sorted({ column: 'id' }, 'text', 'desc'),
        sorted({ column: 'created_at' }, 'instant', 'desc'),
      ].map(sort => query('several', { conditions, sort, limit: 15, deadline: performance.now() + 600_000 })),
    )
    const walkAll = async (): Promise<string[][]> => {
      const results: string[][] = []
      for (const list of lists) results.push(await walk(store, list))
      return results
    }
    const before = await walkAll()
    await store.define({ ...plain, indexes })
    t.strictSame(await walkAll(), before, 'they are added to documents that are there')
    await fill(store, 'several', some(200))
    const more = await walkAll()
    t.not(more.flat().length, before.flat().length)
    await store.define({ ...plain, indexes: indexes.slice(3) })
    t.strictSame(await walkAll(), more, 'some are removed')
    await store.define(plain)
    t.strictSame(await walkAll(), more, 'all are removed')
  })
}
