import type { SuiteTest } from '../suite-test.ts'
import type { DocumentStore } from '../../lib/store-kit/document-store.ts'
import type { JsonObject } from '../../lib/json/types.ts'
import { metaText } from '../../lib/store-kit/document-texts.ts'
import {
  collection,
  column,
  draft,
  fill,
  found,
  insert,
  names,
  outcome,
  query,
  replace,
  urn,
  where,
} from './fixtures.ts'

/** Single documents: stored as written, whatever their content. */
export async function documentTests(t: SuiteTest, store: DocumentStore): Promise<void> {
  await store.define(collection('things', [column('name', 'text'), column('size', 'number')]))
  await store.define(collection('notes', [], { versions: false }))

  await t.test('an id is free again after a removal, if the definition allows that', async t => {
    await store.define(collection('traces', [], { versions: false, forgetsRemoved: true }))
    await store.write([insert('traces', draft('a')), insert('traces', draft('b'))])
    await store.write([{ kind: 'remove', collection: 'traces', id: urn('a') }])
    t.equal(await outcome(store.write([{ kind: 'remove', collection: 'traces', id: urn('a') }])), 'missing at 0')
    t.equal(await outcome(store.write([insert('traces', draft('a'))])), 'done')
  })

  await t.test('a document is returned as it was written', async t => {
    const document = draft('kept', {
      name: 'Ünïcode 😀 "quoted" \\ \u2028 \uffff',
      size: 1.5,
      deep: { a: [1, [null]] },
    })
    await store.write([insert('things', document)])
    const kept = await store.get('things', urn('kept'))
    t.strictSame(kept, { id: urn('kept'), meta: metaText(document.meta), data: JSON.stringify(document.data) })
    t.equal(await store.get('things', urn('absent')), undefined)
    const both = await store.getMany('things', [urn('kept'), urn('absent'), urn('kept')])
    t.strictSame(both, [kept], 'getMany returns each existing document once')
    t.strictSame(await store.getMany('things', []), [])
    const page = await store.list(query('things'))
    t.strictSame(page, { documents: [kept], next: null }, 'a list returns the same texts')
  })

  await t.test('keys keep their order, numbers their value', async t => {
    const texts = [
      '{"b":1,"a":2,"10":3,"2":4}',
      '{"__proto__":{"polluted":true},"constructor":{"prototype":1},"toString":"x","hasOwnProperty":null}',
      '{"a.b":{"c.d":1},"$set":{"$where":"1"},"$":0,"":{"":""},"_id":1,"id":"own","meta":{"status":"x"},"data":[]}',
      '{"n":[0,-1,1e+308,-1e+308,5e-324,9007199254740991,-9007199254740991,0.1,1.7976931348623157e+308]}',
      '{"one":1.0,"minus":-0}',
      '{"e":[],"o":{},"n":null,"t":"","nested":[[],[[]],{"x":[{}]}]}',
      '{"date":"2020-01-01T00:00:00.000+02:00","id":"507f1f77bcf86cd799439011","big":"9007199254740993"}',
    ]
    for (const [i, text] of texts.entries()) {
      const data = JSON.parse(text) as JsonObject
      await store.write([insert('things', draft(`odd-${i}`, data))])
      const kept = await store.get('things', urn(`odd-${i}`))
      t.equal(kept?.data, JSON.stringify(data), text)
    }
    t.equal(({} as { polluted?: boolean }).polluted, undefined)
  })

  await t.test('large and deep documents', async t => {
    const large = { text: 'x😀'.repeat(180_000), list: Array.from({ length: 20_000 }, (_, i) => i) }
    let deep: JsonObject = { end: true }
    for (let i = 0; i < 62; i++) deep = i % 2 === 0 ? { d: deep } : { d: [deep] }
    await fill(store, 'things', { large, deep })
    t.equal((await store.get('things', urn('large')))?.data, JSON.stringify(large), 'more than 1 MB of UTF-8')
    t.equal((await store.get('things', urn('deep')))?.data, JSON.stringify(deep))
    await store.write([replace('things', draft('large', { ...large, more: 1 }), 1)])
    t.equal((await store.version('things', urn('large'), 1))?.data, JSON.stringify(large))
  })

  await t.test('text is stored unchanged or refused', async t => {
    for (const [i, text] of ['nul \0 inside', '\0', 'lone \ud800 surrogate', '\udfff'].entries()) {
      const data = { name: text }
      const written = await store.write([insert('things', draft(`raw-${i}`, data))]).then(
        () => true,
        () => false,
      )
      const kept = await store.get('things', urn(`raw-${i}`))
      t.equal(kept?.data, written ? JSON.stringify(data) : undefined, JSON.stringify(text))
    }
  })

  await t.test('an id is used only once, permanently', async t => {
    await store.write([insert('things', draft('once', { name: 'first' }))])
    t.equal(await outcome(store.write([insert('things', draft('once', { name: 'second' }))])), 'exists at 0')
    t.equal((await store.get('things', urn('once')))?.data, '{"name":"first"}')
    await store.write([replace('things', draft('once', { name: 'first' }, { status: 'archived' }), 1)])
    t.equal(await outcome(store.write([insert('things', draft('once'))])), 'exists at 0', 'archived ones keep theirs')
    await store.write([insert('notes', draft('once'))])
    t.ok(await store.get('notes', urn('once')), 'another collection has its own ids')
    await store.write([insert('things', draft('ONCE'))])
    t.equal((await store.get('things', urn('once')))?.data, '{"name":"first"}', 'ids are case-sensitive')
  })

  await t.test('replace requires the expected version', async t => {
    await store.write([insert('things', draft('versioned', { size: 1 }))])
    await store.write([replace('things', draft('versioned', { size: 2 }), 1)])
    t.equal(await outcome(store.write([replace('things', draft('versioned', { size: 9 }), 1)])), 'stale at 0')
    t.equal(await outcome(store.write([replace('things', draft('versioned', { size: 9 }), 3)])), 'stale at 0')
    t.equal(await outcome(store.write([replace('things', draft('nowhere'), 1)])), 'missing at 0')
    t.equal(await store.get('things', urn('nowhere')), undefined)
    t.equal((await store.get('things', urn('versioned')))?.data, '{"size":2}')
    t.strictSame(await found(store, 'things', { conditions: [where('size', 'eq', 2, 'number')] }), ['versioned'])
    t.strictSame(await found(store, 'things', { conditions: [where('size', 'eq', 1, 'number')] }), [])
  })

  await t.test('every state can be read again', async t => {
    const ids = async (options: { before?: number; limit: number }): Promise<unknown[]> =>
      (await store.versions('things', urn('history'), options)).map(({ data }) => JSON.parse(data) as unknown)
    await store.write([insert('things', draft('history', { n: 1 }))])
    for (let n = 1; n < 6; n++) await store.write([replace('things', draft('history', { n: n + 1 }), n)])
    await store.write([replace('things', draft('history', { n: 6 }, { status: 'archived' }), 6)])
    t.strictSame(await ids({ limit: 3 }), [{ n: 6 }, { n: 6 }, { n: 5 }], 'newest first, the current one included')
    t.strictSame(await ids({ limit: 3, before: 5 }), [{ n: 4 }, { n: 3 }, { n: 2 }])
    t.strictSame(await ids({ limit: 3, before: 2 }), [{ n: 1 }])
    t.strictSame(await ids({ limit: 3, before: 1 }), [])
    t.equal((await store.version('things', urn('history'), 2))?.data, '{"n":2}')
    const current = await store.version('things', urn('history'), 7)
    t.strictSame(current, await store.get('things', urn('history')))
    t.match(current?.meta, '"status":"archived"')
    t.equal(await store.version('things', urn('history'), 8), undefined)
    t.equal(await store.version('things', urn('history'), 0), undefined)
    t.equal(await store.version('things', urn('absent'), 1), undefined)
    t.strictSame(await store.versions('things', urn('absent'), { limit: 5 }), [])
  })

  await t.test('remove deletes a document', async t => {
    const remove = (name: string, expected?: number) =>
      outcome(
        store.write([
          { kind: 'remove', collection: 'notes', id: urn(name), ...(expected === undefined ? {} : { expected }) },
        ]),
      )
    await fill(store, 'notes', { gone: { a: 1 }, stays: {} })
    t.equal(await remove('gone', 2), 'stale at 0')
    t.equal(await remove('gone', 1), 'done')
    t.equal(await store.get('notes', urn('gone')), undefined)
    t.equal(await remove('gone'), 'missing at 0')
    t.equal(await outcome(store.write([replace('notes', draft('gone'), 1)])), 'missing at 0')
    t.equal(await outcome(store.write([insert('notes', draft('gone'))])), 'exists at 0', 'its id is never used again')
    t.strictSame(await found(store, 'notes'), ['once', 'stays'])
  })

  await t.test('a scan returns every document once, in the order of ids', async t => {
    await store.define(collection('scanned'))
    const operations = Array.from({ length: 25 }, (_, i) =>
      insert(
        'scanned',
        draft(
          `n${String(i).padStart(2, '0')}`,
          { i },
          i % 2 === 0 ? {} : { account_id: 'urn:account:x', status: 'archived' },
        ),
      ),
    )
    await store.write(operations.toReversed())
    const portions: string[][] = []
    for await (const portion of store.scan('scanned', { size: 10 })) portions.push(names(portion))
    const all = Array.from({ length: 25 }, (_, i) => `n${String(i).padStart(2, '0')}`)
    t.strictSame(portions.flat(), all)
    t.ok(portions.every(portion => portion.length > 0 && portion.length <= 10))
    const rest: string[] = []
    for await (const portion of store.scan('scanned', { after: urn('n19') })) rest.push(...names(portion))
    t.strictSame(rest, all.slice(20))
  })
}
