import type { SuiteTest } from '../suite-test.ts'
import type { Condition, DocumentStore } from '../../lib/store-kit/document-store.ts'
import { holds } from '../../lib/store-kit/evaluate.ts'
import type { JsonObject } from '../../lib/json/types.ts'
import { collection, column, draft, fill, found, insert, query, sorted, urn, walk, where } from './fixtures.ts'

const documents: Readonly<Record<string, JsonObject>> = {
  a: { n: 1, t: 'apple', on: '2026-01-01T00:00:00Z', tags: ['x', 'y'], of: { k: 1 } },
  b: { n: 2, t: 'Banana', on: '2026-02-01T00:00:00+02:00', tags: ['y'], of: { k: 2 } },
  c: { n: 3, t: 'cherry', tags: [], of: {} },
  d: { n: null, t: 'date', on: '2026-03-01T00:00:00Z', of: { k: [3, 1] } },
  e: { t: 'elder', n: 5, tags: ['z', null] },
  f: { on: 'some day' },
  g: {},
}

/** Conditions that databases evaluate, with or without an index, and some that are tested afterwards. */
const conditions: readonly Condition[] = [
  where('n', 'eq', 2, 'number'),
  where('n', 'in', [1, 3], 'number'),
  where('n', 'ne', 2, 'number'),
  where('n', 'gt', 1, 'number'),
  where('n', 'exists', false, 'number'),
  where('t', 'like', 'AN', 'text'),
  where('t', 'lt', 'c', 'text'),
  where('t', 'nin', ['apple', 'date'], 'text'),
  where('on', 'gte', '2026-02-01T00:00:00Z', 'instant'),
  where('tags', 'eq', 'y', 'text'),
  where('tags', 'exists', true, 'text'),
  where(['of', 'k'], 'eq', 1, 'number'),
  where({ column: 'id' }, 'eq', urn('c'), 'text'),
  where({ column: 'sequence_no' }, 'gt', 1, 'number'),
]

/** Groups of conditions of which at least one must match. */
export async function alternativeTests(t: SuiteTest, store: DocumentStore): Promise<void> {
  const kinds = { n: 'number', t: 'text', on: 'instant', tags: 'text' } as const
  const columns = (indexed: boolean) =>
    Object.entries(kinds).map(([name, kind]) => column(name, kind, { indexed, many: name === 'tags' }))
  const ways = { indexed: columns(true), tested: columns(false), undeclared: [] }
  for (const [name, declared] of Object.entries(ways)) {
    await t.test(`pairs of conditions, ${name}`, async t => {
      await store.define(collection(name, declared))
      await fill(store, name, documents)
      for (const [i, one] of conditions.entries()) {
        for (const other of conditions.slice(i)) {
          const third = where('n', 'lte', 2, 'number')
          await check(t, store, name, [[one], [other]])
          await check(t, store, name, [[one, third], [other]], [where('t', 'ne', 'date', 'text')])
        }
      }
      await check(
        t,
        store,
        name,
        conditions.slice(0, 10).map(one => [one, where('n', 'lt', 3, 'number')]),
      )
    })
  }

  await t.test('together with all other parts of a query', async t => {
    await store.define(collection('beside', [column('n', 'number')], { words: { except: [] } }))
    await fill(store, 'beside', { a: { n: 1, t: 'red wine' }, b: { n: 2, t: 'red' }, c: { n: 3, t: 'wine' } })
    await store.write([
      insert('beside', draft('d', { n: 1, t: 'red' }, { created_by: 'urn:user:other' })),
      insert('beside', draft('e', { n: 2, t: 'red' }, { account_id: 'urn:account:two' })),
      insert('beside', draft('f', { n: 2, t: 'red' }, { status: 'archived' })),
    ])
    const anyOf = [[where('n', 'eq', 1, 'number')], [where('n', 'eq', 2, 'number'), where('t', 'like', 'R', 'text')]]
    t.strictSame(await found(store, 'beside', { anyOf }), ['a', 'b', 'd'])
    t.strictSame(await found(store, 'beside', { anyOf, words: ['wine'] }), ['a'])
    const own = { all: false, owner: 'urn:user:other', ids: [urn('b'), urn('c')] } as const
    t.strictSame(await found(store, 'beside', { anyOf, visibility: own }), ['b', 'd'], 'the visible documents')
    t.strictSame(await found(store, 'beside', { anyOf, status: 'archived' }), ['f'])
    t.strictSame(await found(store, 'beside', { anyOf, status: 'any', account_id: null }), ['a', 'b', 'd', 'e', 'f'])
    t.strictSame(await found(store, 'beside', { anyOf: [] }), [], 'no group is met')
    t.strictSame(
      await found(store, 'beside', { anyOf: [[]] }),
      ['a', 'b', 'c', 'd'],
      'a group without conditions is met',
    )
    t.equal(await store.count(query('beside', { anyOf }), { max: 2 }), 2)
  })

  await t.test('by pages, in every order', async t => {
    await store.define(collection('pages', [column('n', 'number'), column('t', 'text')]))
    const all = Object.fromEntries(
      Array.from({ length: 120 }, (_, i) => [`${100 + i}`, { n: i % 7, t: `t${i % 11}` }] as const),
    )
    await fill(store, 'pages', all)
    const anyOf = [
      [where('n', 'eq', 3, 'number')],
      [where('t', 'in', ['t1', 't4'], 'text'), where('n', 'gt', 1, 'number')],
    ]
    const fits = ({ n, t: text }: { n: number; t: string }): boolean =>
      n === 3 || (['t1', 't4'].includes(text) && n > 1)
    const expected = Object.entries(all).flatMap(([name, data]) => (fits(data) ? [name] : []))
    for (const sort of [
      sorted({ column: 'id' }, 'text'),
      sorted('n', 'number', 'desc'),
      sorted('t', 'text'),
      sorted({ column: 'created_at' }, 'instant', 'desc'),
    ]) {
      const walked = await walk(store, query('pages', { anyOf, sort, limit: 7 }))
      t.strictSame(walked.toSorted(), expected, sort.field)
    }
  })
}

async function check(
  t: SuiteTest,
  store: DocumentStore,
  name: string,
  anyOf: readonly (readonly Condition[])[],
  beside: readonly Condition[] = [],
): Promise<void> {
  const fits = (key: string, data: JsonObject): boolean => {
    const { id, meta } = draft(key, data)
    const all = (group: readonly Condition[]): boolean => group.every(one => holds(one, meta, id, data))
    return all(beside) && anyOf.some(all)
  }
  const expected = Object.entries(documents).flatMap(([key, data]) => (fits(key, data) ? [key] : []))
  const said = anyOf.map(group => group.map(({ field, operator }) => `${field} ${operator}`).join(' and ')).join(' or ')
  t.strictSame(await found(store, name, { anyOf, conditions: beside }), expected, said)
}
