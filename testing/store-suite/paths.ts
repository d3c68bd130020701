import type { SuiteTest } from '../suite-test.ts'
import type { ColumnKind, DocumentStore, Operator } from '../../lib/store-kit/document-store.ts'
import type { Json, JsonObject, Scalar } from '../../lib/json/types.ts'
import { collection, column, fill, found, query, sorted, walk, where } from './fixtures.ts'

const nested: Readonly<Record<string, JsonObject>> = {
  array: { tags: ['red', 'Blue'], items: [{ name: 'x', n: 1 }, { name: 'y', n: 5 }, null] },
  deep: { tags: ['red', null, 'green'], items: [[{ name: 'z' }], { name: ['p', 'q'] }] },
  scalar: { tags: 'red', items: { name: 'x', n: 2 } },
  empty: { tags: [], items: [] },
  blank: { tags: [null, []], items: [{}, { name: null }] },
  object: { tags: { '0': 'red' }, items: { name: {} } },
  none: {},
  null: { tags: null, items: null },
  other: { tags: ['5'], items: [{ n: 9 }] },
}

/** Conditions on paths through objects and arrays. */
export async function pathTests(t: SuiteTest, store: DocumentStore): Promise<void> {
  const all = 'array blank deep empty none null object other scalar'
  const questions: [string[], Operator, Scalar | Scalar[], ColumnKind, string][] = [
    [['tags'], 'eq', 'red', 'text', 'array deep scalar'],
    [['tags'], 'eq', 'green', 'text', 'deep'],
    [['tags'], 'ne', 'red', 'text', 'blank empty none null object other'],
    [['tags'], 'in', ['green', 'Blue'], 'text', 'array deep'],
    [['tags'], 'nin', ['green', 'Blue'], 'text', 'blank empty none null object other scalar'],
    [['tags'], 'like', 'LU', 'text', 'array'],
    [['tags'], 'gt', 'g', 'text', 'array deep scalar'],
    [['tags'], 'exists', true, 'text', 'array deep other scalar'],
    [['tags'], 'exists', false, 'text', 'blank empty none null object'],
    [['tags'], 'eq', ['5', 5], 'json', 'other'],
    [['tags'], 'eq', 5, 'json', ''],
    [['tags', '0'], 'eq', 'red', 'text', 'object'],
    [['items', '0', 'name'], 'exists', true, 'text', ''],
    [['items', 'name'], 'eq', 'x', 'text', 'array scalar'],
    [['items', 'name'], 'eq', 'z', 'text', 'deep'],
    [['items', 'name'], 'eq', 'q', 'text', 'deep'],
    [['items', 'name'], 'ne', 'x', 'text', 'blank deep empty none null object other'],
    [['items', 'name'], 'exists', true, 'text', 'array deep scalar'],
    [['items', 'name'], 'exists', false, 'text', 'blank empty none null object other'],
    [['items'], 'exists', true, 'json', 'array blank deep object other scalar'],
    [['items'], 'exists', false, 'json', 'empty none null'],
    [['items', 'n'], 'gt', 4, 'number', 'array other'],
    [['items', 'n'], 'lt', 3, 'number', 'array scalar'],
    [['items', 'n'], 'eq', 5, 'number', 'array'],
    [['items', 'n', 'x'], 'exists', true, 'text', ''],
    [['items', 'n', 'x'], 'ne', 1, 'number', all],
  ]
  const many = { many: true }
  const definitions = {
    with_indexes: [
      column('tags', 'text', many),
      column('items', 'json', many),
      column(['items', 'name'], 'text', { many: true, nested: true }),
      column(['items', 'n'], 'number', many),
    ],
    without_indexes: [column('tags', 'text', { ...many, indexed: false }), column('items', 'json', many)],
    undeclared: [],
  }
  for (const [name, columns] of Object.entries(definitions)) {
    await t.test(name.replaceAll('_', ' '), async t => {
      await store.define(collection(`nested_${name}`, columns))
      await fill(store, `nested_${name}`, nested)
      for (const [path, operator, operands, kind, expected] of questions) {
        const conditions = [where(path, operator, operands, kind)]
        const result = await found(store, `nested_${name}`, { conditions })
        const title = `${path.join('.')} ${operator} ${JSON.stringify(operands)}`
        t.strictSame(result, expected.split(' ').filter(Boolean), title)
      }
    })
  }

  await t.test('an empty object counts as present, an empty array does not', async t => {
    await store.define(collection('emptiness', [column('v', 'json')]))
    await fill(store, 'emptiness', {
      a: { v: {} },
      b: { v: [{}] },
      c: { v: [[], [null, [null]]] },
      d: { v: [] },
      e: { v: false },
      f: { v: 0 },
      g: { v: '' },
      h: { v: { x: null } },
      i: { v: [[[0]]] },
    })
    const exists = (operand: boolean) =>
      found(store, 'emptiness', { conditions: [where('v', 'exists', operand, 'json')] })
    t.strictSame(await exists(true), ['a', 'b', 'e', 'f', 'g', 'h', 'i'])
    t.strictSame(await exists(false), ['c', 'd'])
  })

  await t.test('property names can contain any characters', async t => {
    const odd = [
      `quo"te`,
      `quo'te`,
      'quo`te',
      'back\\slash',
      '[0]',
      'a[b]',
      ']',
      '*',
      '#-1',
      '??',
      '?1',
      ':name',
      '@name',
      'a$b',
      '%',
      'sp ace',
      ' ',
      '0',
      '-1',
      'Case',
      'case',
      'CASE',
      'é',
      'e\u0301',
      '😀',
      '名前',
      '__proto__',
      'constructor',
      'toString',
      'length',
      'id',
      '_id',
      'rowid',
      'oid',
      'data',
      'meta',
      'status',
      'sequence_no',
      'account_id',
      'select',
      '--',
      `"; drop table x; --`,
      'x'.repeat(127) + '1',
      'x'.repeat(127) + '2',
      '😀'.repeat(64),
    ]
    const slices = [odd.slice(0, 20), odd.slice(20, 40), odd.slice(40)]
    for (const [s, slice] of slices.entries()) {
      const name = `odd_names_${s}`
      await store.define(
        collection(
          name,
          slice.map(property => column(property, 'text')),
        ),
      )
      const entry = (property: string, value: Json): JsonObject => Object.fromEntries([[property, value]])
      const documents = Object.fromEntries(slice.map((property, i) => [`d${i}`, entry(property, `value ${i}`)]))
      await fill(store, name, documents)
      for (const [i, property] of slice.entries()) {
        const label = JSON.stringify(property.slice(0, 20))
        const conditions = [where([property], 'exists', true, 'text')]
        t.strictSame(await found(store, name, { conditions }), [`d${i}`], `${label} exists`)
        const equal = [where([property], 'eq', `value ${i}`, 'text')]
        t.strictSame(await found(store, name, { conditions: equal }), [`d${i}`], `${label} eq`)
        const like = [where([property], 'like', 'VALUE', 'text')]
        t.strictSame(await found(store, name, { conditions: like }), [`d${i}`], `${label} like`)
        const inOrder = await walk(store, query(name, { sort: sorted([property], 'text', 'desc'), limit: 7 }))
        t.equal(inOrder[0], `d${i}`, `${label} sorts`)
      }
    }
    await store.define(collection('odd_paths', [column(['a"b', "c'd", '[0]'], 'number')]))
    await fill(store, 'odd_paths', { x: { 'a"b': { "c'd": { '[0]': 3 } } }, y: { 'a"b.c\'d': 3 } })
    const conditions = [where(['a"b', "c'd", '[0]'], 'eq', 3, 'number')]
    t.strictSame(await found(store, 'odd_paths', { conditions }), ['x'])
  })
}
