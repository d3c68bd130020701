import type { SuiteTest } from '../suite-test.ts'
import type {
  CollectionDefinition,
  Column,
  ColumnKind,
  Condition,
  DocumentStore,
} from '../../lib/store-kit/document-store.ts'
import type { JsonObject } from '../../lib/json/types.ts'
import {
  account,
  collection,
  column,
  draft,
  fill,
  found,
  insert,
  names,
  otherAccount,
  outcome,
  query,
  replace,
  sorted,
  urn,
  walk,
  where,
} from './fixtures.ts'

/** Collections that are created, changed and deleted while they are in use. */
export async function definitionTests(t: SuiteTest, store: DocumentStore): Promise<void> {
  const inForce = async (name: string): Promise<CollectionDefinition | undefined> =>
    (await store.collections()).find(definition => definition.name === name)

  await t.test('a definition applies as it was given', async t => {
    const words = { except: ['urn:movie:', 'urn:person:'] }
    const definition = collection(
      'defined',
      [
        column('b', 'text', { unique: true, types: ['string', 'null'] }),
        column('a', 'json', { types: ['object'] }),
        column(['a', 'list'], 'text', { many: true, types: ['array'] }),
      ],
      { words, sharedChecks: true },
    )
    await store.define(definition)
    await store.define(definition)
    t.strictSame(await inForce('defined'), definition)
    t.equal((await store.collections()).filter(({ name }) => name === 'defined').length, 1)
    t.equal(await inForce('never'), undefined)
  })

  await t.test('columns are added, changed and removed while documents stay', async t => {
    await store.define(collection('evolving', [column('width', 'text')]))
    await fill(store, 'evolving', {
      a: { size: 10, city: { name: 'Rome' }, tags: ['x'] },
      b: { size: 9, city: { name: 'Oslo' }, tags: ['x', 'y'] },
      c: { city: { name: null } },
    })
    await store.define(
      collection('evolving', [
        column('size', 'number', { types: ['number'] }),
        column(['city', 'name'], 'text', { types: ['string'] }),
        column('tags', 'text', { many: true, types: ['array'] }),
      ]),
    )
    await fill(store, 'evolving', { d: { size: 8, city: { name: 'Bonn' } }, e: { size: 11 } })
    const bySize = query('evolving', { sort: sorted('size', 'number'), limit: 2 })
    t.strictSame(await walk(store, bySize), ['c', 'd', 'b', 'a', 'e'])
    const ask = (of: string | string[], operand: string | number, kind: 'text' | 'number') =>
      found(store, 'evolving', { conditions: [where(of, 'eq', operand, kind)] })
    t.strictSame(await ask('size', 8, 'number'), ['d'])
    t.strictSame(await ask('size', 9, 'number'), ['b'])
    t.strictSame(await ask(['city', 'name'], 'Oslo', 'text'), ['b'])
    t.strictSame(await ask('tags', 'x', 'text'), ['a', 'b'])
    const old = { size: 10, city: { name: 'Rome' }, tags: ['x'] }
    await store.write([replace('evolving', draft('a', old, { status: 'archived' }), 1)])
    await store.write([replace('evolving', draft('a', old), 2)])
    t.strictSame(await ask('tags', 'x', 'text'), ['a', 'b'], 'archived and restored with its values')
    const byCity = query('evolving', { sort: sorted(['city', 'name'], 'text', 'desc'), limit: 2 })
    t.strictSame(await walk(store, byCity), ['a', 'b', 'd', 'e', 'c'])
    await store.define(collection('evolving', [column('tags', 'json', { many: true })]))
    t.equal((await store.get('evolving', urn('a')))?.data, '{"size":10,"city":{"name":"Rome"},"tags":["x"]}')
    t.strictSame(await ask('size', 9, 'number'), ['b'], 'a property that is no longer a column can still be queried')
    t.equal((await store.versions('evolving', urn('b'), { limit: 5 })).length, 1, 'no document was written')
  })

  await t.test('values of the types that a column names', async t => {
    const columns = [
      column('text', 'text', { types: ['string'] }),
      column('optional', 'text', { types: ['null', 'string'] }),
      column('integer', 'number', { types: ['integer'] }),
      column('number', 'number', { types: ['number'] }),
      column('flag', 'boolean', { types: ['null', 'boolean'] }),
      column('at', 'instant', { types: ['string'] }),
      column('either', 'json', { types: ['boolean', 'integer', 'string'] }),
      column('list', 'text', { types: ['array'], many: true, indexed: false }),
      column('both', 'json', { types: ['string', 'array', 'object'], many: true, indexed: false }),
      column('object', 'json', { types: ['object'] }),
      column('nothing', 'json', { types: ['null'], indexed: false }),
    ]
    await store.define(collection('typed', columns))
    const rows: Record<string, JsonObject> = {
      a: {
        text: '',
        optional: null,
        integer: 1e300,
        number: -0,
        flag: null,
        either: 5,
        list: [],
        both: {},
        object: {},
      },
      b: { integer: 2 ** 53 - 1, number: 1e308, at: '2020-01-01T00:00:00Z', either: 'x', list: ['x', null], both: 'x' },
      c: { integer: -5, number: 5, flag: true, either: false, both: ['x'], object: { x: [] }, nothing: null },
      d: { integer: 1.0, number: 0.5, optional: 'x', undeclared: [{ any: 1 }] },
    }
    await fill(store, 'typed', rows)
    for (const [name, data] of Object.entries(rows)) {
      t.equal((await store.get('typed', urn(name)))?.data, JSON.stringify(data), name)
    }
    const byInteger = query('typed', { sort: sorted('integer', 'number'), limit: 1 })
    t.strictSame(await walk(store, byInteger), ['c', 'd', 'b', 'a'])
  })

  await t.test('in two phases', async t => {
    const before = collection('phased', [column('old', 'text', { unique: true })])
    const after = collection('phased', [column('new', 'number')])
    await store.define(before)
    await fill(store, 'phased', { a: { old: 'x', new: 2 }, b: { old: 'y', new: 1 } })
    await store.define(after, 'prepare')
    t.equal(
      await outcome(store.write([insert('phased', draft('c', { old: 'x' }))])),
      'unique at 0: old',
      'the old definition stays',
    )
    await fill(store, 'phased', { d: { old: 'z', new: 0 } })
    const byNew = query('phased', { sort: sorted('new', 'number'), limit: 2 })
    const byOld = query('phased', { sort: sorted('old', 'text'), limit: 2 })
    t.strictSame(await walk(store, byNew), ['d', 'b', 'a'])
    t.strictSame(await walk(store, byOld), ['a', 'b', 'd'])
    await store.define(after, 'finish')
    t.strictSame(await inForce('phased'), after)
    t.equal(await outcome(store.write([insert('phased', draft('c', { old: 'x' }))])), 'done')
    t.strictSame(await walk(store, byNew), ['c', 'd', 'b', 'a'])
  })

  await t.test('prepared repeatedly, and abandoned', async t => {
    const typed = (kind: ColumnKind, type: Column['types'][number]): CollectionDefinition =>
      collection('given-up', [column('n', kind, { types: [type] }), column('u', 'text', { unique: true })])
    const before = typed('number', 'integer')
    await store.define(before)
    await store.define(typed('text', 'string'), 'prepare')
    await store.define(typed('boolean', 'boolean'), 'prepare')
    await fill(store, 'given-up', { a: { n: 1, u: 'x' }, c: {} })
    t.equal(await outcome(store.write([insert('given-up', draft('d', { u: 'x' }))])), 'unique at 0: u')
    await store.define(before)
    t.strictSame(await inForce('given-up'), before)
    await fill(store, 'given-up', { e: { n: 2, u: 'y' } })
    t.strictSame(await walk(store, query('given-up', { sort: sorted('n', 'number') })), ['c', 'a', 'e'])
  })

  await t.test('documents are found by what they refer to', async t => {
    const to = (further: JsonObject = {}): JsonObject => ({ 'x-resource-type': 'movie', ...further })
    const schemaOf = (links: JsonObject): JsonObject => ({
      properties: {
        movie: to({ 'x-on-archive': 'restrict' }),
        parts: { items: { properties: { to: to() } } },
        links: { additionalProperties: links },
      },
    })
    const first = schemaOf({})
    const second = schemaOf(to({ 'x-on-archive': 'restrict' }))
    const [a, b] = ['urn:movie:a', 'urn:movie:b']
    const refers = (references: JsonObject, operator: 'in' | 'eq' | 'nin', ...operands: string[]): Condition => ({
      target: { references },
      kind: 'text',
      operator,
      operands,
      field: 'references',
    })
    const ask = (schema: JsonObject, ...operands: string[]): Promise<string[]> =>
      found(store, 'referring', { conditions: [refers(schema, 'in', ...operands)] })
    const defined = (references?: JsonObject): CollectionDefinition =>
      collection('referring', [column('n', 'number')], references === undefined ? {} : { references })
    await store.define(defined())
    await fill(store, 'referring', { early: { movie: a, n: 0 } })
    await store.define(defined(first))
    t.strictSame(await inForce('referring'), defined(first))
    await fill(store, 'referring', {
      whole: { movie: a, n: 1 },
      part: { parts: [{ to: b }, { to: a }, [{ to: a }]], n: 2 },
      map: { links: { [a]: b, other: a }, n: 3 },
      none: { movie: 'a', title: a, parts: [a, { to: ['urn:person:a', 'movie'] }], n: 4 },
    })
    t.strictSame(await ask(first, a), ['early', 'part', 'whole'])
    t.strictSame(await ask(first, b, 'urn:movie:c'), ['part'])
    t.strictSame(await ask(first, `restrict ${a}`), ['early', 'whole'])
    t.strictSame(await ask(first, `restrict ${b}`), [])
    t.strictSame(await ask(second, b), ['map', 'part'], 'by another schema than that of the definition')
    const others = { conditions: [refers(first, 'nin', a), where('n', 'gte', 3, 'number')] }
    t.strictSame(await found(store, 'referring', others), ['map', 'none'])
    const anyOf = [[refers(first, 'eq', b)], [where('n', 'eq', 4, 'number')]]
    t.strictSame(await found(store, 'referring', { anyOf }), ['none', 'part'])
    const byNumber = query('referring', {
      conditions: [refers(first, 'in', a, b)],
      sort: sorted('n', 'number', 'desc'),
      limit: 1,
    })
    t.strictSame(await walk(store, byNumber), ['part', 'whole', 'early'])
    const absent = (...operands: string[]): Promise<string> =>
      outcome(
        store.write([
          {
            kind: 'absent',
            collection: 'referring',
            account_id: account,
            conditions: [refers(first, 'in', ...operands)],
          },
        ]),
      )
    t.equal(await absent(`restrict ${b}`, a), 'present at 0')
    t.equal(await absent(`restrict ${b}`), 'done')
    const other = { account_id: otherAccount, status: 'archived' } as const
    await fill(store, 'referring', { other: { movie: a, parts: [{ to: b }] } }, other)
    for (const size of [1, 2, 100]) {
      const seen: string[] = []
      for await (const portion of store.scan('referring', { refersTo: 'movie', size })) seen.push(...names(portion))
      const referring = seen.toSorted().filter(name => !['map', 'none'].includes(name))
      t.strictSame(referring, ['early', 'other', 'part', 'whole'], 'of all accounts and statuses, each once')
    }

    await store.define(defined(second), 'prepare')
    t.strictSame(await ask(first, b), ['part'], 'the old definition stays')
    t.strictSame(await ask(second, b), ['map', 'part'])
    await fill(store, 'referring', { late: { links: { x: b } } })
    await store.define(defined(second), 'finish')
    t.strictSame(await ask(second, b), ['late', 'map', 'part'])
    t.strictSame(await ask(second, `restrict ${a}`, `restrict ${b}`), ['early', 'late', 'map', 'whole'])
    await store.write([
      replace('referring', draft('whole', { movie: b }), 1),
      replace('referring', draft('late', { links: { x: b } }, { status: 'archived' }), 1),
    ])
    t.strictSame(await ask(second, `restrict ${a}`), ['early', 'map'])
    t.strictSame(await ask(second, `restrict ${b}`), ['map', 'whole'])
    await store.define(defined())
    t.strictSame(await ask(second, `restrict ${b}`), ['map', 'whole'], 'without an index')
    const many = Array.from({ length: 2_000 }, (_, i) => `urn:movie:${i}`)
    await store.define(defined(second))
    await fill(store, 'referring', { many: { parts: many.map(id => ({ to: id })), n: 5 } })
    await store.write([replace('referring', draft('many', { parts: many.slice(1).map(id => ({ to: id })) }), 1)])
    t.strictSame(await ask(second, 'urn:movie:0'), [])
    t.strictSame(await ask(second, ...many), ['many'])
  })

  await t.test('during other writes, and twice concurrently', async t => {
    await store.define(collection('growing'))
    await fill(store, 'growing', { early: { u: 'early' } })
    const target = collection('growing', [column('n', 'number'), column('u', 'text', { unique: true })])
    const writing = Array.from({ length: 6 }, async (_, w) => {
      for (let i = 0; i < 15; i++) {
        const name = `w${w}i${i}`
        await store.write([insert('growing', draft(name, { n: i, u: name }))])
        if (i % 3 === 0) await store.write([replace('growing', draft(name, { n: i + 100, u: name }), 1)])
      }
    })
    await Promise.all([...writing, store.define(target), store.define(target)])
    t.strictSame(await inForce('growing'), target)
    const high = await found(store, 'growing', { conditions: [where('n', 'gte', 100, 'number')] })
    t.equal(high.length, 30)
    t.equal((await walk(store, query('growing', { sort: sorted('n', 'number'), limit: 50 }))).length, 91)
    // Not a value of the writes meanwhile: the server of the tests can lose those of a transaction in progress from an index that is made, MongoDB cannot.
    await store.write([insert('growing', draft('after', { u: 'after' }))])
    for (const u of ['early', 'after'])
      t.equal(await outcome(store.write([insert('growing', draft(`double-${u}`, { u }))])), 'unique at 0: u')
  })

  await t.test('an empty collection can be removed', async t => {
    await store.define(collection('doomed', [column('n', 'number')]))
    await fill(store, 'doomed', { a: {} })
    await t.rejects(store.drop('doomed'))
    t.ok(await store.get('doomed', urn('a')))
    await store.define(collection('vacant', [column('n', 'number')]))
    await store.drop('vacant')
    t.equal(await inForce('vacant'), undefined)
    await store.define(collection('vacant', [column('m', 'text')]))
    await fill(store, 'vacant', { a: { m: 'x' } })
    t.strictSame(await found(store, 'vacant', { conditions: [where('m', 'eq', 'x', 'text')] }), ['a'])
  })

  await t.test('forty indexes in one definition', async t => {
    const columns = Array.from({ length: 40 }, (_, i) => column(`property_${i}`, i % 2 === 0 ? 'number' : 'text'))
    await store.define(collection('broad', columns))
    await fill(store, 'broad', {
      a: Object.fromEntries(columns.map(({ path: [name = ''] }, i) => [name, i % 2 === 0 ? i : `${i}`])),
    })
    t.strictSame(await found(store, 'broad', { conditions: [where('property_39', 'eq', '39', 'text')] }), ['a'])
  })

  await t.test('the store answers', async () => store.ping())
}
