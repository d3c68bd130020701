import { MongoClient } from 'mongodb'
import type { Document } from 'mongodb'
import t from 'tap'
import type { DocumentStore } from '../../../lib/store-kit/document-store.ts'
import { TooLarge } from '../../../lib/errors/index.ts'
import { until } from '../../../testing/internal/until.ts'
import { startMongo } from '../../../testing/mongodb.ts'
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
  sorted,
  urn,
  where,
} from '../../../testing/store-suite/fixtures.ts'
import { createStore } from '../../../plugins/mongodb/testing/store.ts'

t.setTimeout(120_000)
const server = await startMongo({ isShared: true })
if (server === null) t.comment('NO MONGODB FOUND: its adapter was not tested')
else {
  const url = server.url()
  const client = await new MongoClient(url).connect()
  const database = client.db()
  const open = async (): Promise<DocumentStore> => {
    const store = createStore({ kind: 'mongodb', url })
    await store.open()
    return store
  }
  const [store, other] = [await open(), await open()]
  t.teardown(async () => {
    await Promise.all([store.close(), other.close(), client.close()])
    await server.stop()
  })

  await t.test('the validator checks the types of the columns, and accepts old values', async t => {
    const text = column('size', 'text', { types: ['string', 'null'] })
    await store.define(collection('typed', [text, column(['a', 'b'], 'number')]))
    const rule = async (): Promise<unknown> => {
      const [information] = await database.listCollections({ name: 'typed' }).toArray()
      const { validator } = (information as Document)['options'] as { validator: Document }
      return (validator['$jsonSchema'] as Document)['properties'] as Document
    }
    t.match(await rule(), { data: { properties: { size: { bsonType: ['null', 'string'] } } } })
    await fill(store, 'typed', { old: { size: '10' }, none: { size: null }, absent: { a: { b: 'any' } } })
    const raw = { _id: 'raw' as never, data: { size: true } }
    await t.rejects(database.collection('typed').insertOne(raw), { code: 121 })
    const number = collection('typed', [column('size', 'number', { types: ['integer'] })])
    await store.define(number, 'prepare')
    t.match(await rule(), { data: { properties: { size: { bsonType: ['null', 'number', 'string'] } } } })
    await store.define(number, 'finish')
    t.match(await rule(), { data: { properties: { size: { bsonType: ['number'] } } } })
    await t.rejects(database.collection('typed').insertOne({ ...raw, data: { size: '9' } }), { code: 121 })
    await store.write([replace('typed', draft('old', { size: '10' }, { status: 'archived' }), 1)])
    const archived = query('typed', { status: 'archived' })
    t.strictSame(names((await store.list(archived)).documents), ['old'], 'an old value can still be archived')
    await t.rejects(
      fill(store, 'typed', { new: { size: 'x' } }),
      /MongoDB refused/,
      'an internal error is not reported as a conflict',
    )
  })

  await t.test('writes of one batch share a transaction', async t => {
    await store.define(collection('grouped', [column('n', 'number')]))
    const stream = database.collection('grouped').watch()
    await stream.tryNext()
    await Promise.all(Array.from({ length: 10 }, (_, i) => store.write([insert('grouped', draft(`g${i}`))])))
    const transactions = new Set<string>()
    for (let i = 0; i < 10; i++) {
      const change = (await stream.next()) as Document
      transactions.add(JSON.stringify([change['lsid'], change['txnNumber']]))
    }
    await stream.close()
    t.equal(transactions.size, 1)
  })

  await t.test('a refused write does not affect the writes that share its transaction', async t => {
    const write = (name: string, more: string[] = []) =>
      outcome(store.write([name, ...more].map(each => insert('grouped', draft(each)))))
    const results = await Promise.all([write('h0'), write('h1', ['h2', 'g3']), write('h3')])
    t.strictSame(results, ['done', 'exists at 2', 'done'])
    t.equal(await store.get('grouped', urn('h2')), undefined)
  })

  await t.test('checks of many instances do not block each other, and no change of the target is missed', async t => {
    const third = await open()
    t.teardown(() => third.close())
    await store.define(collection('kinds', [], { sharedChecks: true }))
    await store.define(collection('members', [column('kind', 'number')]))
    await fill(store, 'kinds', { kind: {} })
    const stream = database.watch([
      { $match: { 'ns.coll': { $in: ['kinds', 'members'] }, operationType: { $ne: 'update' } } },
    ])
    await stream.tryNext()
    const changes = 12
    const now = { version: 1, made: 0 }
    const writers = [store, other, third].flatMap((instance, w) =>
      Array.from({ length: 4 }, async (_, k) => {
        for (let i = 0; now.version <= changes; i++) {
          const expected = now.version
          const check = { kind: 'check', collection: 'kinds', id: urn('kind'), expected } as const
          const name = `m${w}-${k}-${i}`
          const result = await outcome(instance.write([check, insert('members', draft(name, { kind: expected }))]))
          if (result === 'done') now.made += 1
          else if (result !== 'stale at 0') t.fail(result)
        }
      }),
    )
    for (let i = 1; i <= changes; i++) {
      const before = now.made
      await until(() => now.made >= before + 6)
      await [other, store][i % 2]?.write([replace('kinds', draft('kind', { i }), i)])
      now.version = i + 1
    }
    await Promise.all(writers)
    let inForce = 1
    const late: unknown[] = []
    for (let i = 0; i < now.made + changes; i++) {
      const { ns, fullDocument } = (await stream.next()) as Document & { ns: { coll: string }; fullDocument: Document }
      if (ns.coll === 'kinds') inForce = Number(fullDocument['sequence_no'])
      else if ((fullDocument['data'] as Document)['kind'] !== inForce) late.push(fullDocument['_id'])
    }
    await stream.close()
    t.strictSame(late, [], `${now.made} members, each committed under the version that it was checked with`)
    t.equal(inForce, changes + 1)
  })

  await t.test('a guard document that was deleted is created again', async t => {
    await database.collection('_guards').deleteMany({})
    const check = (expected: number) => ({ kind: 'check', collection: 'kinds', id: urn('kind'), expected }) as const
    t.equal(await outcome(store.write([check(13)])), 'done')
    t.equal(await outcome(other.write([replace('kinds', draft('kind'), 13)])), 'done')
    t.equal(await outcome(store.write([check(13)])), 'stale at 0')
    t.equal(await outcome(store.write([check(14)])), 'done')
  })

  await t.test('a unique value is unique across instances', async t => {
    await store.define(collection('slugs', [column('slug', 'text', { unique: true })]))
    const contest = Array.from({ length: 16 }, (_, i) =>
      outcome((i % 2 === 0 ? store : other).write([insert('slugs', draft(`s${i}`, { slug: 'one' }))])),
    )
    const results = await Promise.all(contest)
    t.equal(results.filter(result => result === 'done').length, 1)
    t.ok(
      results.every(result => result === 'done' || result === 'unique at 0: slug'),
      results.join(),
    )
  })

  await t.test('a search is correct before, while and after its words are rebuilt', async t => {
    const definition = (except: string[]) => collection('notes', [column('n', 'number')], { words: { except } })
    await store.define(collection('notes'))
    await fill(store, 'notes', { early: { ref: 'urn:x:hidden', n: 1 } })
    await store.define(definition([]))
    await fill(store, 'notes', {
      a: { text: 'hidden words', n: 2 },
      b: { ref: 'urn:x:hidden', n: 3 },
      c: { text: 'other', n: 4 },
    })
    const crowd = Array.from({ length: 21_000 }, (_, i) => `w${i}`).join(' ')
    await fill(store, 'notes', { crowd: { text: `${crowd} hidden`, n: 5 } })
    const ask = (of: DocumentStore, word: string) => found(of, 'notes', { words: [word], sort: sorted('n', 'number') })
    t.strictSame(await ask(store, 'hid'), ['early', 'a', 'b', 'crowd'])
    await store.define(definition(['urn:x:']), 'prepare')
    t.strictSame(await ask(store, 'hid'), ['a', 'crowd'], 'the words are outdated, the result is not')
    await other.write([insert('notes', draft('late', { ref: 'urn:x:hidden', text: 'hidden', n: 6 }))])
    t.strictSame(await ask(store, 'hidden'), ['a', 'crowd', 'late'])
    await store.define(definition(['urn:x:']), 'finish')
    t.strictSame(await ask(store, 'hidden'), ['a', 'crowd', 'late'])
    t.strictSame(await ask(store, 'w20999'), ['crowd'])
    t.strictSame(await ask(store, 'w21000'), [])
    const words = await database
      .collection('notes')
      .find()
      .map(({ words }) => words as unknown)
      .toArray()
    t.strictSame(words, [undefined, ['hidden', 'words'], undefined, ['other'], ['*'], ['hidden']])
    await store.define(definition([]))
    t.strictSame(await ask(store, 'hidden'), ['early', 'a', 'b', 'crowd', 'late'])
  })

  await t.test(
    'documents that MongoDB cannot store are refused, and any document of one mebibyte is stored',
    async t => {
      const most = 2 ** 20
      const shapes: unknown[] = [
        Array.from({ length: most / 2 - 10 }, () => 1),
        Object.fromEntries(Array.from({ length: 80_000 }, (_, i) => [`k${i}`, 1])),
        JSON.parse('{"a":'.repeat(60) + '1' + '}'.repeat(60)),
        '漢字'.repeat(most / 6 - 10),
        Array.from({ length: 45_000 }, (_, i) => new Date(i * 1e7).toISOString()).slice(0, most / 28),
      ]
      await store.define(collection('large', [], { words: { except: [] } }))
      for (const [i, shape] of shapes.entries()) {
        const data = { shape } as never
        t.ok(JSON.stringify(data).length <= most)
        t.equal(await outcome(store.write([insert('large', draft(`l${i}`, data))])), 'done', `shape ${i}`)
      }
      const tooMuch = { list: Array.from({ length: 1_500_000 }, () => 1) }
      await t.rejects(store.write([insert('large', draft('much', tooMuch))]), TooLarge)
      t.equal(await store.get('large', urn('much')), undefined)
    },
  )

  await t.test('a long array with an index, and a large write with forty indexes', async t => {
    const columns = Array.from({ length: 40 }, (_, i) =>
      column(`p${i}`, i === 0 ? 'number' : 'text', { many: i === 0 }),
    )
    await store.define(collection('heavy', columns))
    const numbers = Array.from({ length: 40_000 }, (_, i) => i)
    t.equal(await outcome(store.write([insert('heavy', draft('array', { p0: numbers }))])), 'done')
    const values = Object.fromEntries(Array.from({ length: 40 }, (_, i) => [`p${i}`, 'x'.repeat(200)]))
    const many = Array.from({ length: 300 }, (_, i) => insert('heavy', draft(`h${i}`, { ...values, p0: [i] })))
    for (let i = 0; i < many.length; i += 100) t.equal(await outcome(store.write(many.slice(i, i + 100))), 'done')
    t.strictSame(await found(store, 'heavy', { conditions: [where('p0', 'eq', 39_999, 'number')] }), ['array'])
    t.equal(await store.count(query('heavy')), 301)
  })

  await t.test('several instances start on an empty database concurrently', async t => {
    const empty = server.url()
    const definition = collection('shared', [column('n', 'number', { unique: true })], { words: { except: [] } })
    const stores = Array.from({ length: 4 }, () => createStore({ kind: 'mongodb', url: empty }))
    t.teardown(() => Promise.all(stores.map(one => one.close())))
    await Promise.all(
      stores.map(async (one, n) => {
        await one.open()
        await one.define(definition)
        await one.write([insert('shared', draft(`s${n}`, { n }))])
      }),
    )
    for (const one of stores) t.equal(await one.count(query('shared')), 4)
    t.strictSame((await stores[0]?.report())?.problems, [])
  })

  await t.test('changes of other instances are reported, and so are gaps', async t => {
    await store.define(collection('seen', [column('n', 'number', { unique: true })], { versions: false }))
    const changes: string[] = []
    const told = { lost: 0 }
    const feed = await other.watch(['seen'], {
      changed: ({ id, kind }) => void changes.push(`${kind} ${id}`),
      lost: () => void (told.lost += 1),
    })
    await until(() => feed.current)
    await fill(store, 'seen', { a: { n: 1 } })
    await store.write([replace('seen', draft('a', { n: 2 }), 1)])
    await store.write([{ kind: 'check', collection: 'seen', id: urn('a') }])
    await store.write([{ kind: 'remove', collection: 'seen', id: urn('a') }])
    await until(() => changes.length === 3)
    t.strictSame(
      changes,
      ['insert', 'replace', 'remove'].map(kind => `${kind} ${urn('a')}`),
    )
    await database.dropDatabase()
    await until(() => told.lost > 0 && feed.current)
    t.equal(told.lost, 1)
    feed.close()
    t.notOk(feed.current)
  })
}
