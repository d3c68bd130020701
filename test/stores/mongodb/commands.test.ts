import type { Document } from 'mongodb'
import t from 'tap'
import type { CollectionDefinition } from '../../../lib/store-kit/document-store.ts'
import { Conflict, StoreUnavailable, UniqueViolation } from '../../../lib/errors/index.ts'
import { until } from '../../../testing/internal/until.ts'
import { startMongo } from '../../../testing/mongodb.ts'
import {
  account,
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
} from '../../../testing/store-suite/fixtures.ts'
import { indexesOf, maxIndexes } from '../../../plugins/mongodb/schema/indexes.ts'
import { Heartbeat } from '../../../plugins/mongodb/feed/heartbeat.ts'
import { failCommands, openWatched } from '../../../plugins/mongodb/testing/commands.ts'
import { interpose } from '../../../plugins/mongodb/testing/interposed-server.ts'
import { createStore } from '../../../plugins/mongodb/testing/store.ts'

const nameOf = (command: Document): string => Object.keys(command)[0] ?? ''
const written = (commands: readonly Document[]): string[] =>
  commands.map(nameOf).filter(name => /^(?:create|drop|collMod|insert|update|delete|findAndModify)/.test(name))

t.setTimeout(120_000)
const server = await startMongo()
if (server === null) t.comment('NO MONGODB FOUND: the commands of its adapter were not looked at')
else {
  const url = server.url()
  const { store, connection, sent } = await openWatched(url)
  t.teardown(async () => {
    await store.close()
    await server.stop()
  })
  const indexesIn = async (name: string): Promise<string[]> =>
    (await connection.database.collection(name).indexes()).map(index => String(index.name)).sort()

  await t.test('a write that the server refuses does not affect others', async t => {
    await store.define(collection('typed', [column('size', 'number', { types: ['integer'] })]))
    await fill(store, 'typed', { there: { size: 1 } })
    const good = Array.from({ length: 10 }, (_, i) => outcome(store.write([insert('typed', draft(`g${i}`))])))
    const bad = store.write([insert('typed', draft('bad', { size: 'large' }))])
    const other = outcome(store.write([insert('typed', draft('there'))]))
    await t.rejects(bad, /MongoDB refused/)
    t.strictSame(new Set(await Promise.all(good)), new Set(['done']))
    t.equal(await other, 'exists at 0')
    t.equal(await store.get('typed', urn('bad')), undefined)
    t.equal(await store.count(query('typed')), 11)
  })

  await t.test('changes of documents with unique values share commands', async t => {
    await store.define(collection('coded', [column('code', 'text', { unique: true }), column('size', 'text')]))
    const numbers = Array.from({ length: 1_000 }, (_, i) => i)
    const coded = (n: number, code: string, meta = {}) => draft(`c${n}`, { code, size: 'large' }, meta)
    await store.write(numbers.map(n => insert('coded', coded(n, `code ${n}`))))
    const commandsOf = async (work: () => Promise<void>): Promise<string[]> => {
      sent()
      await work()
      return sent().map(nameOf)
    }
    const same = await commandsOf(() => store.write(numbers.map(n => replace('coded', coded(n, `code ${n}`), 1))))
    t.notOk(same.includes('delete'), 'a document keeps its unique values while it is replaced')
    t.ok(same.length < 10, same.join())
    const shifted = await commandsOf(() =>
      store.write(numbers.toReversed().map(n => replace('coded', coded(n, `code ${n + 1}`), 2))),
    )
    t.ok(shifted.length < 10, shifted.join())
    const mixed = numbers
      .slice(0, 200)
      .flatMap(n => [
        insert('coded', coded(n + 2_000, `code ${n + 2_000}`)),
        replace('coded', coded(n, `code ${n + 1}`), 3),
        replace('coded', coded(n + 500, `other ${n}`), 3),
      ])
    const kinds = await commandsOf(() => store.write(mixed))
    t.ok(kinds.length < 10, kinds.join())

    const integers = column('size', 'number', { types: ['integer'] })
    await store.define(collection('coded', [column('code', 'text', { unique: true }), integers]))
    const archived = replace('coded', coded(1, 'code 2', { status: 'archived' }), 4)
    t.equal(await outcome(store.write([archived])), 'done', 'a document of before can be archived')
    await t.rejects(store.write([insert('coded', coded(9_000, 'new'))]), /MongoDB refused/)
  })

  const ownServer = server.server === null ? { skip: 'faults are put into a server of our own alone' } : {}

  await t.test('a waiting write does not delay writes to other documents', ownServer, async t => {
    await store.define(collection('one', []))
    await store.define(collection('two', []))
    sent()
    await failCommands(url, ['insert'], { blockConnection: true, blockTimeMS: 2_500 })
    const begun: string[] = []
    const slow = store.write([insert('one', draft('slow'))]).then(() => begun.push('slow'))
    const commands: Document[] = []
    await until(() => {
      commands.push(...sent())
      return commands.some(command => command['insert'] === 'one')
    })
    const quick = Array.from({ length: 3 }, async (_, i) => {
      await store.write([insert('two', draft(`quick${i}`))])
      begun.push('quick')
    })
    const same = store.write([replace('one', draft('slow'), 1)]).then(() => begun.push('after'))
    await Promise.all([...quick, slow, same])
    t.strictSame(begun, ['quick', 'quick', 'quick', 'slow', 'after'], 'and writes to one document keep their order')
  })

  await t.test('a check that the server ends does not affect other writes', ownServer, async t => {
    await store.define(collection('asked', [column('n', 'number')]))
    let ended = 0
    const interposed = await interpose(server.server?.port ?? 0, command => {
      if (command['find'] !== 'asked' || command['txnNumber'] === undefined) return undefined
      ended += 1
      return { ok: 0, code: 50, codeName: 'MaxTimeMSExpired', errmsg: 'operation exceeded time limit' }
    })
    t.teardown(() => interposed.close())
    const { database } = connection
    const other = createStore({
      kind: 'mongodb',
      url: `mongodb://127.0.0.1:${interposed.port}/${database.databaseName}?directConnection=true`,
    })
    t.teardown(() => other.close())
    await other.open()
    const conditions = [where('n', 'eq', 1, 'number')]
    const absent = { kind: 'absent', collection: 'asked', account_id: account, conditions } as const
    let rounds = 0
    // Whether they share a transaction depends on when they arrive.
    await until(async () => {
      rounds += 1
      const names = Array.from({ length: 5 }, (_, i) => `beside${rounds}-${i}`)
      const creates = names.map(name => outcome(other.write([insert('two', draft(name))])))
      const checked = other.write([absent, insert('one', draft('checked'))])
      await t.rejects(checked, StoreUnavailable)
      t.strictSame(new Set(await Promise.all(creates)), new Set(['done']))
      return ended > rounds
    })
    t.equal(await store.get('one', urn('checked')), undefined)
  })

  await t.test('a sharded cluster is named by the report', ownServer, async t => {
    const interposed = await interpose(server.server?.port ?? 0, ({ hello, lsid }, answer) => {
      const { setName, ...others } = answer
      return hello === undefined || lsid === undefined || setName === undefined
        ? undefined
        : { ...others, msg: 'isdbgrid' }
    })
    t.teardown(() => interposed.close())
    const router = createStore({
      kind: 'mongodb',
      url: `mongodb://127.0.0.1:${interposed.port}/x?directConnection=true`,
    })
    t.teardown(() => router.close())
    const { problems, warnings } = await router.report()
    t.strictSame(problems, [])
    t.match(
      warnings?.find(({ message }) => message.includes('sharded')),
      { remedy: /unsharded.*periodicNoopIntervalSecs=1/ },
    )
  })

  await t.test('an instance that nobody uses sends few heartbeats', async t => {
    const sentAt: number[] = []
    const fake = { run: () => Promise.reject(new Error(`${sentAt.push(performance.now())}`)) }
    const heartbeat = new Heartbeat(fake, () => undefined, { usedMs: 10, idleMs: 400 })
    heartbeat.start()
    t.teardown(() => heartbeat.stop())
    await until(() => sentAt.length > 5)
    await until(() => Number(sentAt.at(-1)) - Number(sentAt.at(-2)) >= 400)
    const before = sentAt.length
    heartbeat.need()
    const soon = await new Promise<number>(resolve => setTimeout(() => resolve(sentAt.length), 200))
    t.ok(soon > before, 'the first request sends one at once')
  })

  await t.test('indexes change within the limits of MongoDB', async t => {
    const wide = (columns: string[], unique = 17): CollectionDefinition =>
      collection(
        'wide',
        columns.map((name, i) => column(name, 'text', { unique: i < unique })),
        { words: { except: [] } },
      )
    const named = (prefix: string, length = 40): string[] => Array.from({ length }, (_, i) => `${prefix}${i}`)
    const most = async (work: () => Promise<void>): Promise<number> => {
      let now = (await indexesIn('wide').catch(() => ['_id_'])).length
      let highest = now
      sent()
      await work()
      for (const command of sent()) {
        if (command['createIndexes'] === 'wide') now += (command['indexes'] as unknown[]).length
        if (command['dropIndexes'] === 'wide') now -= 1
        highest = Math.max(highest, now)
      }
      t.equal((await indexesIn('wide')).length, now)
      return highest
    }
    const change = async (definition: CollectionDefinition, looked: string): Promise<void> => {
      const highest = await most(async () => {
        await store.define(definition, 'prepare')
        const conditions = [where(looked, 'eq', 'x 1', 'text')]
        t.strictSame(await found(store, 'wide', { conditions }), ['w1'], 'a dropped index is not used')
        await store.define(definition)
      })
      t.ok(highest <= maxIndexes, `${highest} indexes`)
      const expected = ['_id_', ...indexesOf(definition).map(({ name }) => name)].sort()
      t.strictSame(await indexesIn('wide'), expected)
      t.equal(
        await outcome(store.write([insert('wide', draft('again', { [looked]: 'x 1' }))])),
        `unique at 0: ${looked}`,
      )
    }
    await store.define(wide(named('a')))
    const documents = Array.from({ length: 3 }, (_, n): [string, Record<string, string>] => [
      `w${n}`,
      Object.fromEntries(['a', 'b', 'c'].flatMap(prefix => named(prefix).map(name => [name, `x ${n}`]))),
    ])
    await fill(store, 'wide', Object.fromEntries(documents))
    await change(wide(named('b')), 'b0')
    await change(wide([...named('c', 20), ...named('b', 20)]), 'c3')
    await change(wide([...named('b', 20), ...named('c', 20)]), 'b3')

    await fill(store, 'wide', { w9: { c39: 'x 1' } })
    const before = await indexesIn('wide')
    const violating = wide([...named('a', 16), 'c39', ...named('a', 39).slice(16)])
    await t.rejects(store.define(violating, 'prepare'), UniqueViolation)
    t.strictSame(await indexesIn('wide'), before, 'a change that fails leaves everything as it was')
    t.strictSame(await found(store, 'wide', { conditions: [where('b2', 'eq', 'x 2', 'text')] }), ['w2'])
  })

  await t.test('lists work without an index that was dropped, and the index is created again', async t => {
    const definition = collection('lacking', [column('n', 'number')])
    await store.define(definition)
    await fill(store, 'lacking', { a: { n: 1 }, b: { n: 2 } })
    const index = indexesOf(definition).find(({ field }) => field === 'data.n')
    await connection.database.collection('lacking').dropIndex(index?.name ?? '')
    const conditions = [where('n', 'gt', 1, 'number')]
    t.strictSame(await found(store, 'lacking', { conditions }), ['b'])
    t.match((await store.report()).problems, [{ message: /lacking lacks indexes on data.n/, remedy: /start/ }])
    await store.define(definition)
    t.ok((await indexesIn('lacking')).includes(index?.name ?? ''))
    t.strictSame((await store.report()).problems, [])
  })

  await t.test('without a change nothing is written', async t => {
    const definition = collection('same', [column('n', 'number', { unique: true })], { words: { except: ['urn:n:'] } })
    await store.define(definition)
    sent()
    await store.define(structuredClone(definition))
    await store.define(structuredClone(definition), 'prepare')
    await store.open()
    t.ok(sent().length > 0)
    const { store: second, sent: sentBySecond } = await openWatched(url)
    await second.define(definition)
    await second.collections()
    await second.close()
    t.strictSame(written(sentBySecond()), [])
    await store.define(definition)
    t.strictSame(written(sent()), [])
  })

  await t.test('the minimum role is sufficient for every command', async t => {
    const needed = new Set([
      'find',
      'aggregate',
      'getMore',
      'killCursors',
      'insert',
      'update',
      'delete',
      'findAndModify',
      'create',
      'drop',
      'collMod',
      'listCollections',
      'createIndexes',
      'dropIndexes',
      'listIndexes',
      'hello',
      'ping',
      'buildInfo',
      'connectionStatus',
      'getParameter',
      'endSessions',
      'killSessions',
      'commitTransaction',
      'abortTransaction',
    ])
    sent()
    await store.open()
    await store.ping()
    await store.define(collection('whole', [column('n', 'number')]))
    await fill(store, 'whole', { a: { n: 1 } })
    await store.write([replace('whole', draft('a', { n: 2 }), 1)])
    await store.define(collection('whole', [column('m', 'number')], { words: { except: [] } }))
    await store.list(query('whole', { words: ['x'] }))
    await store.count(query('whole'))
    for await (const portion of store.scan('whole')) t.strictSame(names(portion), ['a'])
    t.equal((await store.versions('whole', urn('a'), { limit: 5 })).length, 2)
    const feed = await store.watch(['whole'], { changed: () => undefined, lost: () => undefined })
    feed.close()
    await store.report()
    await store.define(collection('empty'))
    await store.drop('empty')
    const commands = sent()
    t.strictSame(
      commands.map(nameOf).filter(name => !needed.has(name)),
      [],
    )
    const reads = commands.filter(command => command['find'] !== undefined || command['listIndexes'] !== undefined)
    t.strictSame(
      reads.filter(({ maxTimeMS }) => maxTimeMS === undefined),
      [],
      'every read has a time limit',
    )
    const builds = commands.filter(command => command['createIndexes'] !== undefined)
    t.ok(builds.length > 0 && builds.every(({ commitQuorum }) => commitQuorum === 'majority'))
  })

  await t.test('the state of the store, also for a user who may ask little', async t => {
    t.match(await store.checks?.(), [
      { name: 'store:size', status: 'ok', message: /^the database has [\d.]+ [kM]B$/ },
      { name: 'store:primary', status: 'ok' },
      { name: 'store:members', status: 'ok' },
    ])
    if (server.server === null) return
    await failCommands(
      url,
      ['dbStats', 'collStats', 'currentOp', 'replSetGetStatus', 'compact'],
      { errorCode: 13 },
      1_000,
    )
    t.match(await store.checks?.(), [
      { name: 'store:size', message: /may not ask/ },
      { name: 'store:primary', status: 'ok' },
    ])
    const statistics = await store.statistics?.()
    t.match(statistics, { bytes: null, free_bytes: null })
    t.match(
      statistics?.collections.find(({ name }) => name === 'typed'),
      { rows: Number, bytes: null, index_bytes: null },
    )
    await t.rejects(store.compact?.() ?? Promise.resolve(), { name: 'Conflict', message: /action compact/ })
    await failCommands(url, ['dbStats'], {}, 0)
  })

  await t.test('one document is queried by its id alone', async t => {
    sent()
    await store.get('typed', urn('there'))
    t.match(sent(), [{ find: 'typed', filter: { _id: urn('there') } }])
  })

  await t.test('every write is confirmed by a majority, and every read is of what a majority has', async t => {
    const weakened = await openWatched(`${url}&retryWrites=true&w=majority&wtimeoutMS=0&maxPoolSize=5`)
    t.teardown(() => weakened.store.close())
    await fill(weakened.store, 'typed', { weak: {} })
    await weakened.store.get('typed', urn('weak'))
    const commands = weakened.sent()
    const commit = commands.find(command => command['commitTransaction'] === 1)
    t.match(commit, { writeConcern: { w: 'majority', j: true } })
    t.match(
      commands.find(command => command['find'] === 'typed'),
      { readConcern: { level: 'majority' } },
    )
    t.ok(commands.every(command => command['$readPreference'] === undefined))
  })

  await t.test('while the feed is silent, the primary must confirm what is read', ownServer, async t => {
    const feed = await store.watch(['typed'], { changed: () => undefined, lost: () => undefined })
    await until(() => feed.current)
    const levels = async (): Promise<unknown[]> => {
      sent()
      await store.get('typed', urn('there'))
      await store.list(query('typed', { conditions: [where('size', 'eq', 1, 'number')] }))
      const reads = sent().filter(({ find, aggregate }) => (find ?? aggregate) === 'typed')
      return [...new Set(reads.map(({ readConcern }) => (readConcern as Document | undefined)?.['level'] as unknown))]
    }
    t.strictSame(await levels(), ['majority'])
    await failCommands(url, ['update'], { errorCode: 2 }, 1_000)
    await until(() => !feed.current)
    t.strictSame(await levels(), ['linearizable'])
    await failCommands(url, ['update'], { errorCode: 2 }, 0)
    await until(() => feed.current)
    t.strictSame(await levels(), ['majority'])
    feed.close()
  })

  await t.test('a missing privilege is reported with the role that is required', ownServer, async t => {
    await failCommands(url, ['collMod'], { errorCode: 13 })
    const changed = collection('typed', [column('size', 'text', { types: ['string'] })])
    await t.rejects(store.define(changed), { name: 'ConfigurationError', message: /readWrite and dbAdmin.*collMod/ })
    await failCommands(url, ['createIndexes'], { errorCode: 67 })
    await t.rejects(store.define(collection('full', [column('n', 'number')])), Conflict)
    await store.define(collection('full', [column('n', 'number')]))
    t.ok((await indexesIn('full')).length > 5)
  })
}
