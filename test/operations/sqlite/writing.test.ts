import { mkdirSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { setImmediate as turn } from 'node:timers/promises'
import type { Worker } from 'node:worker_threads'
import t from 'tap'
import type { Change, DocumentStore } from '../../../lib/store-kit/document-store.ts'
import { OutcomeUnknown, StoreUnavailable } from '../../../lib/errors/index.ts'
import {
  collection,
  column,
  draft,
  found,
  insert,
  outcome,
  query,
  replace,
  urn,
  walk,
} from '../../../testing/store-suite/fixtures.ts'
import { readMeta } from '../../../lib/store-kit/document-texts.ts'
import { Connection } from '../../../plugins/sqlite/file/connection.ts'
import { LogPressure } from '../../../plugins/sqlite/file/log.ts'
import { Catalogue } from '../../../plugins/sqlite/schema/catalogue.ts'
import { child, newPaths, open } from '../../../plugins/sqlite/testing.ts'
import { ThreadExecutor } from '../../../plugins/sqlite/threads/executor.ts'
import type { WriteGroup } from '../../../plugins/sqlite/threads/messages.ts'
import { prepareDocument } from '../../../plugins/sqlite/write/rows.ts'
import { Transactions } from '../../../plugins/sqlite/write/transactions.ts'

const newPath = await newPaths(t)
const listening = { changed: () => undefined, lost: () => undefined }

/** A store with a collection `things` and a collection of events. */
async function ready(path: string): Promise<DocumentStore> {
  const store = await open(path)
  await store.define(
    collection('things', [column('n', 'number'), column('u', 'text', { unique: true })], { words: { except: [] } }),
  )
  await store.define(collection('events', [], { versions: false, standardIndexes: [] }))
  return store
}

const pair = (name: string, u: string) => [
  insert('things', draft(name, { n: 1, u, title: `word ${name}` })),
  insert('events', draft(name)),
]

for (const path of [newPath(), ':memory:']) {
  await t.test(`a change can be read once it is reported (${path === ':memory:' ? path : 'file'})`, async t => {
    const store = await ready(path)
    await store.write(pair('a', 'ua'))
    const stateOf = async (): Promise<number> => {
      const [document] = await store.getMany('things', [urn('a')])
      return document === undefined ? 0 : readMeta(document).sequence_no
    }
    const told: Promise<number>[] = []
    const feed = await store.watch(['things'], { ...listening, changed: () => told.push(stateOf()) })
    const enough = new AbortController()
    const reading = (async () => {
      for (; !enough.signal.aborted; await turn()) await stateOf() // some read is in progress in every turn
    })()
    const states: number[] = []
    for (let n = 1; n <= 50; n++) {
      await store.write([replace('things', draft('a', { n, u: 'ua' }), n)])
      states.push(await stateOf())
    }
    enough.abort()
    await reading
    const expected = Array.from({ length: 50 }, (_, n) => n + 2)
    t.strictSame(await Promise.all(told), expected)
    t.strictSame(states, expected)
    feed.close()
    await store.close()
  })
}

for (const path of [newPath(), ':memory:']) {
  await t.test(
    `writes of one batch keep their order and are independent (${path === ':memory:' ? path : 'file'})`,
    async t => {
      const store = await ready(path)
      t.teardown(() => store.close())
      const changes: string[] = []
      const feed = await store.watch(['things'], {
        ...listening,
        changed: ({ id, kind }: Change) => changes.push(`${kind} ${id}`),
      })
      await store.write(pair('a', 'ua'))
      const told: string[] = []
      const writes = Array.from({ length: 60 }, (_, i) =>
        store.write([replace('things', draft('a', { n: i, u: 'ua' }), i + 1)]),
      )
      const refused = store.write([...pair('b', 'ub'), ...pair('c', 'ua')])
      const kept = store.write(pair('d', 'ub'))
      await Promise.all(writes.map((write, i) => write.then(() => told.push(`${i}`))))
      t.equal(await outcome(refused), 'unique at 2: u')
      t.equal(await outcome(kept), 'done', 'unique values of a refused write are free again')
      t.strictSame(
        told,
        Array.from({ length: 60 }, (_, i) => `${i}`),
      )
      t.strictSame(changes, [`insert ${urn('a')}`, ...told.map(() => `replace ${urn('a')}`), `insert ${urn('d')}`])
      t.strictSame(await found(store, 'things', { words: ['word'] }), ['d'], 'and its words are removed')
      t.strictSame(await walk(store, query('events')), ['a', 'd'])
      t.equal((await store.versions('things', urn('a'), { limit: 100 })).length, 61)
      feed.close()
    },
  )
}

await t.test('closing finishes accepted writes', async t => {
  const path = newPath()
  const store = await ready(path)
  const writes = Array.from({ length: 300 }, (_, i) => store.write(pair(`n${i}`, `u${i}`)))
  const closing = store.close()
  await t.rejects(store.write(pair('late', 'late')), StoreUnavailable)
  await Promise.all([...writes, closing])
  const again = await open(path)
  t.teardown(() => again.close())
  t.equal(await again.count(query('things')), 300)
  t.equal(await again.count(query('events')), 300)
})

await t.test('definitions change between writes', async t => {
  const store = await ready(newPath())
  t.teardown(() => store.close())
  const writes: Promise<void>[] = []
  for (let i = 0; i < 40; i++) {
    writes.push(...Array.from({ length: 5 }, (_, k) => store.write(pair(`n${i}.${k}`, `u${i}.${k}`))))
    const further = i % 2 === 0 ? [column('title', 'text')] : []
    if (i % 10 < 2)
      writes.push(
        store.define(
          collection('things', [column('n', 'number'), column('u', 'text', { unique: true }), ...further], {
            words: { except: [] },
          }),
        ),
      )
    await new Promise(resolve => setImmediate(resolve))
  }
  await Promise.all(writes)
  t.equal(await store.count(query('things', { words: ['word'] })), 200)
  t.equal(await store.count(query('events')), 200)
  await store.define(collection('gone'))
  await store.write([insert('gone', draft('a'))])
  await t.rejects(store.drop('gone'))
  await store.define(collection('empty'))
  await store.drop('empty')
  await t.rejects(store.write([insert('empty', draft('a'))]), /define it first/)
  t.strictSame((await store.operations?.report?.())?.problems, [])
})

await t.test('a full disk refuses all writes of a group and no others', async t => {
  const path = newPath()
  await (await ready(path)).close()
  const connection = new Connection(path)
  t.teardown(() => connection.close())
  const things = new Catalogue(connection).get('things')
  const transactions = new Transactions(connection)
  const group = (text: string): WriteGroup => ({
    accounts: [['urn:account:one', 1]],
    writes: ['a', 'b'].map(name => [
      {
        kind: 'insert',
        collection: 'things',
        document: prepareDocument(things.layout, draft(name, { n: 1, u: name, text }), 2),
      },
    ]),
    length: 2 * text.length,
  })
  connection.execute(`PRAGMA max_page_count = ${connection.number('PRAGMA page_count') + 20}`)
  t.throws(() => transactions.write([group('x'.repeat(100_000))]), /disk is full/)
  t.strictSame(connection.get('SELECT count(*) FROM things'), [0])
  t.strictSame(connection.get('SELECT count(*) FROM "plinth.accounts"'), [0])
  t.strictSame(transactions.write([group('')]), [new Map()])
  t.strictSame(connection.get('SELECT count(*) FROM things'), [2])
})

await t.test('a process that ends during a write ends with its exit code', async t => {
  const codes: unknown[] = []
  for (let round = 0; round < 5; round++) {
    const busy = child(
      newPath(),
      `await store.open()
      await store.define(fixtures.collection('things', [], { words: { except: [] } }))
      let i = 0
      const one = async () => {
        for (;;) await store.write([fixtures.insert('things', fixtures.draft('n' + i++, { text: 'word '.repeat(50) + i }))])
      }
      for (let k = 0; k < 50; k++) void one()
      setTimeout(() => process.exit(7), ${100 + 10 * round})`,
    )
    busy.process.once('exit', code => codes.push(code))
    await busy.ended
  }
  t.strictSame(codes, [7, 7, 7, 7, 7])
})

await t.test('a thread that cannot start, or ends, affects only its own writes', async t => {
  const path = join(dirname(newPath()), 'later', 'there.db')
  let answers = 0
  const nowhere = new ThreadExecutor(
    { path, settings: [], pressure: new LogPressure(), isWriter: true },
    () => (answers += 1),
  )
  const group: WriteGroup = { accounts: [], writes: [[]], length: 0 }
  await t.rejects(nowhere.run({ kind: 'write', group }), { message: /thread of the store ended/ })
  mkdirSync(dirname(path))
  await (await open(path)).close()
  t.strictSame(await nowhere.run({ kind: 'write', group }), new Map(), 'it is retried')
  await nowhere.close()
  const check = { kind: 'check', collection: 'things', id: urn('a'), expected: 1, status: 'active' } as const
  const large: WriteGroup = { ...group, writes: [Array.from({ length: 400 }, () => check)] }
  answers = 0
  await Promise.all(Array.from({ length: 3 }, () => nowhere.run({ kind: 'write', group: large })))
  t.equal(answers, 2, 'of groups that wait together a transaction takes those up to a number of operations')
  await nowhere.close()

  const waiting = setInterval(() => undefined, 1_000) // an idle thread does not keep the process alive
  t.teardown(() => clearInterval(waiting))
  const threads: Worker[] = []
  const note = (worker: Worker): void => void threads.push(worker)
  process.on('worker', note)
  t.teardown(() => process.off('worker', note))
  const store = await ready(newPath())
  t.teardown(() => store.close())
  const gaps = { lost: 0 }
  await store.watch(['things'], { ...listening, lost: () => (gaps.lost += 1) })
  const acknowledged: string[] = []
  for (let round = 0; round < 5 || (gaps.lost === 0 && round < 50); round++) {
    await store.write(pair(`first ${round}`, `first ${round}`))
    const writes = Array.from({ length: 200 }, async (_, i) => {
      await new Promise(resolve => setTimeout(resolve, i / 20))
      await store.write(pair(`${round} ${i}`, `${round} ${i}`))
      acknowledged.push(`${round} ${i}`)
    })
    await new Promise(resolve => setTimeout(resolve, 3 + 2 * (round % 5)))
    const running = threads.filter(({ threadId }) => threadId !== -1) // the one that writes, perhaps that of long tasks
    const ended = Promise.all(running.map(thread => new Promise(resolve => thread.once('exit', resolve))))
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- threads have no origins
    for (const thread of running) thread.postMessage(null) // ends it by an unexpected error
    for (const result of await Promise.allSettled(writes)) {
      if (result.status === 'rejected') t.type(result.reason, OutcomeUnknown)
    }
    await ended
  }
  await store.write(pair('last', 'last'))
  t.ok(gaps.lost > 0, 'listeners learn that they may have missed changes')
  t.ok(gaps.lost < threads.length, 'and are notified once each time')
  const things = await walk(store, query('things'))
  t.strictSame(await walk(store, query('events')), things, 'no change without its event')
  t.strictSame(
    acknowledged.filter(name => !things.includes(name)),
    [],
  )
  t.strictSame((await store.operations?.report?.())?.problems, [])
})
