import { execFileSync } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createServer } from 'node:net'
import type { AddressInfo, Server } from 'node:net'
import { createServer as createTlsServer } from 'node:tls'
import { BSON } from 'mongodb'
import t from 'tap'
import type { DocumentStore } from '../../../lib/store-kit/document-store.ts'
import { ConfigurationError, OutcomeUnknown, StoreUnavailable } from '../../../lib/errors/index.ts'
import { until } from '../../../testing/internal/until.ts'
import type { TestMongo, TestServer } from '../../../testing/mongodb.ts'
import { startMongo } from '../../../testing/mongodb.ts'
import { collection, column, draft, insert, query, replace, urn } from '../../../testing/store-suite/fixtures.ts'
import { createStore } from '../../../plugins/mongodb/testing/store.ts'
import { QueryQueue } from '../../../plugins/mongodb/query/query-queue.ts'
import { Connection } from '../../../plugins/mongodb/server/connection.ts'
import { failCommands } from '../../../plugins/mongodb/testing/commands.ts'

/** Every method that sends a command to the server. */
const calls = (store: DocumentStore): Record<string, () => Promise<unknown>> => ({
  ping: () => store.ping(),
  get: () => store.get('things', urn('a')),
  getMany: () => store.getMany('things', [urn('a')]),
  list: () => store.list(query('things')),
  count: () => store.count(query('things')),
  scan: () => store.scan('things')[Symbol.asyncIterator]().next(),
  version: () => store.version('things', urn('a'), 1),
  versions: () => store.versions('things', urn('a'), { limit: 1 }),
  write: () => store.write([insert('things', draft(`x${Math.random()}`))]),
  define: () => store.define(collection('others', [column('n', 'number')])),
  collections: () => store.collections(),
  drop: () => store.drop('nothing'),
  watch: () => store.watch(['things'], { changed: () => undefined, lost: () => undefined }),
})

/** What a write can fail with when the server fails: a commit may have been sent. */
const isOfStore = (error: unknown): boolean => error instanceof StoreUnavailable || error instanceof OutcomeUnknown

/** The names of the methods that do not fail as expected, in time. */
async function misbehaving(store: DocumentStore): Promise<string[]> {
  const verdicts = Object.entries(calls(store)).map(async ([name, call]) => {
    const began = performance.now()
    const error = await call().then(
      () => 'it worked',
      (reason: unknown) => reason,
    )
    const took = performance.now() - began
    const right = isOfStore(error) && took < (name === 'ping' ? 2_000 : 5_000)
    return right ? [] : [`${name} after ${Math.round(took)} ms: ${String(error)}`]
  })
  return (await Promise.all(verdicts)).flat()
}

async function withFaults(mongo: TestMongo, server: TestServer): Promise<void> {
  const url = mongo.url()
  const store = createStore({ kind: 'mongodb', url })
  await store.open()
  t.teardown(() => store.close())
  await store.define(collection('things', [column('n', 'number')]))
  await store.write([insert('things', draft('a'))])
  const feed = await store.watch(['things'], { changed: () => undefined, lost: () => undefined })
  t.ok(feed.current)

  await t.test('a server that hangs', async t => {
    server.pause()
    t.strictSame(await misbehaving(store), [])
    t.notOk(feed.current, 'the feed reports that it is not current')
    server.resume()
    await until(() =>
      store.ping().then(
        () => true,
        () => false,
      ),
    )
    await store.write([insert('things', draft('after the pause'))])
    t.ok(await store.get('things', urn('a')), 'it recovers by itself')
    await until(() => feed.current)
  })

  await t.test('a server that hung during a write, and does not end sessions', async t => {
    await failCommands(mongo.url(), ['killSessions'], { errorCode: 8000 }, 1_000)
    const endless = { on: true }
    const writers = Array.from({ length: 4 }, async (_, w) => {
      for (let i = 0; endless.on; i++) {
        await store.write([insert('things', draft(`frozen${w}-${i}`))]).catch((error: unknown) => {
          if (!isOfStore(error)) throw error
        })
      }
    })
    await until(async () => (await store.count(query('things'))) > 40)
    server.pause()
    // The write may have reached the server in the moment in which it stopped.
    const failure: unknown = await store
      .write([insert('things', draft('in the pause'))])
      .catch((error: unknown) => error)
    t.ok(isOfStore(failure), String(failure))
    await t.rejects(store.ping(), StoreUnavailable)
    server.resume()
    endless.on = false
    await Promise.all(writers)
    const end = performance.now() + 5_000
    await until(() =>
      store.write([insert('things', draft(`after ${performance.now()}`))]).then(
        () => true,
        () => performance.now() > end,
      ),
    )
    for (let i = 0; i < 5; i++) await store.write([insert('things', draft(`later ${i}`))])
    await failCommands(mongo.url(), ['killSessions'], {}, 0)
  })

  await t.test('a server that is killed and restarted', async t => {
    const acknowledged: string[] = []
    const writing = { on: true }
    const writers = Array.from({ length: 8 }, async (_, w) => {
      for (let i = 0; writing.on; i++) {
        const name = `k${w}-${i}`
        const operations = [insert('things', draft(name)), insert('things', draft(`${name}-too`))]
        await store.write(operations).then(
          () => acknowledged.push(name),
          (error: unknown) => {
            if (!isOfStore(error)) throw error
          },
        )
      }
    })
    await until(() => acknowledged.length > 100)
    await server.kill()
    t.strictSame(await misbehaving(store), [])
    await server.restart()
    const before = acknowledged.length
    await until(() => acknowledged.length > before + 50)
    writing.on = false
    await Promise.all(writers)
    const found = new Set<string>()
    for await (const portion of store.scan('things')) for (const { id } of portion) found.add(id)
    t.strictSame(
      acknowledged.filter(name => !found.has(urn(name)) || !found.has(urn(`${name}-too`))),
      [],
      'nothing is lost',
    )
    const halves = [...found].filter(id => id.includes('k') && !id.endsWith('-too') && id.includes('-'))
    t.strictSame(
      halves.filter(id => !found.has(`${id}-too`)),
      [],
      'nothing is partly stored',
    )
    await until(() => feed.current)
    await store.write([replace('things', draft('a', { n: 1 }), 1)])
  })

  await t.test('a store that is closed while lists are queued', async t => {
    const closed = createStore({ kind: 'mongodb', url })
    await closed.open()
    const lists = Array.from({ length: 40 }, () => closed.list(query('things')))
    const outcomes = Promise.allSettled(lists)
    await Promise.race(lists)
    await closed.close()
    const reasons = (await outcomes).flatMap(one => (one.status === 'rejected' ? [one.reason as unknown] : []))
    t.strictSame(
      reasons.filter(reason => !(reason instanceof StoreUnavailable)),
      [],
    )
  })

  await t.test('a server that is unavailable at startup', async t => {
    await server.kill()
    const late = createStore({ kind: 'mongodb', url: mongo.url('late') })
    const began = performance.now()
    const [report] = await Promise.all([late.report(), t.rejects(late.open(), StoreUnavailable)])
    t.ok(performance.now() - began < 5_000)
    t.match(report.problems, [{ message: /cannot be reached/, remedy: /start MongoDB/ }])
    await server.restart()
    await late.open()
    await late.ping()
    await late.close()
  })
}

await t.test('a query that is queued too long is refused, and the next one starts', async t => {
  const queue = new QueryQueue(1)
  const late = performance.now()
  let open = (): void => undefined
  const running = queue.run(late, () => new Promise<void>(resolve => (open = resolve)))
  const refused = t.rejects(
    queue.run(late, () => Promise.resolve()),
    {
      name: 'StoreUnavailable',
      message: 'the store is busy: too many lists wait for their turn; try again',
    },
  )
  await new Promise(resolve => setImmediate(resolve))
  open()
  await Promise.all([running, refused])
  t.equal(await queue.run(late, () => Promise.resolve('its turn')), 'its turn')
})

await t.test('invalid addresses', async t => {
  for (const url of [
    'mongodb://user:secret@',
    'http://user:secret@127.0.0.1/',
    'mongodb://user:secret@host:port/x',
    '',
  ]) {
    try {
      createStore({ kind: 'mongodb', url })
      t.fail(`${url} is taken`)
    } catch (error) {
      t.ok(error instanceof ConfigurationError)
      t.notMatch(String(error), 'secret')
    }
  }
})

/** A server that only answers what it is (OP_MSG of MongoDB's wire protocol): a standalone server, unless `further` says otherwise. */
async function loner(further: Record<string, unknown> = {}): Promise<Server> {
  const answer = BSON.serialize({
    ...further,
    ok: 1,
    isWritablePrimary: true,
    maxWireVersion: further['maxWireVersion'] ?? 25,
    minWireVersion: 0,
    maxBsonObjectSize: 2 ** 24,
  })
  const server = createServer(socket => {
    socket.on('data', request => {
      const head = Buffer.alloc(21)
      head.writeInt32LE(head.length + answer.length, 0)
      head.writeInt32LE(request.readInt32LE(4), 8)
      head.writeInt32LE(2013, 12)
      socket.write(Buffer.concat([head, answer]))
    })
    socket.on('error', () => socket.destroy())
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return server
}

await t.test('options of the URL apply, or are refused by name', async t => {
  const base = 'mongodb://user:secret@127.0.0.1:9/x'
  const driverOptions = (url: string) => new Connection(url).clientOptions
  t.match(driverOptions(base), { maxPoolSize: 50, appName: 'plinth', connectTimeoutMS: 1_500 })
  t.match(
    driverOptions(
      `${base}?maxPoolSize=7&appName=mine&connectTimeoutMS=900&heartbeatFrequencyMS=2000&serverSelectionTimeoutMS=300&waitQueueTimeoutMS=400`,
    ),
    {
      maxPoolSize: 7,
      appName: 'mine',
      connectTimeoutMS: 900,
      heartbeatFrequencyMS: 2_000,
      serverSelectionTimeoutMS: 300,
      waitQueueTimeoutMS: 400,
    },
  )
  const same = 'retryWrites=true&w=majority&readPreference=primary&journal=true&readConcernLevel=majority&wtimeoutMS=0'
  t.match(driverOptions(`${base}?${same}`), { retryWrites: true, writeConcern: { w: 'majority', journal: true } })
  for (const option of [
    'w=1',
    'W=0',
    'journal=false',
    'readConcernLevel=local',
    'wtimeoutMS=5000',
    'retryWrites=false',
    'retryReads=false',
    'readPreference=secondaryPreferred',
    'readPreferenceTags=a:b',
    'maxStalenessSeconds=120',
    'timeoutMS=100',
    'socketTimeoutMS=5000',
    'serverSelectionTimeoutMS=30000',
    'waitQueueTimeoutMS=0',
    'nonsense=1',
  ]) {
    const [name = ''] = option.split('=')
    const message = new RegExp(`MONGODB_URL sets ${name}`)
    t.throws(() => createStore({ kind: 'mongodb', url: `${base}?${option}` }), { name: 'ConfigurationError', message })
  }
  for (const name of ['a.b', 'a%20b', '%24a', 'a/b', 'x'.repeat(64)]) {
    const url = `${base.slice(0, base.lastIndexOf('/'))}/${name}`
    t.throws(() => createStore({ kind: 'mongodb', url }), {
      name: 'ConfigurationError',
      message: /MONGODB_URL names a database/,
    })
  }
})

await t.test('TLS that fails says why', async t => {
  const folder = t.testdir()
  const [key, certificate] = [`${folder}/key.pem`, `${folder}/certificate.pem`]
  const subject = ['-subj', '/CN=elsewhere', '-days', '2']
  const files = ['-keyout', key, '-out', certificate]
  execFileSync('openssl', ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', ...files, ...subject], { stdio: 'ignore' })
  const secured = createTlsServer({ key: readFileSync(key), cert: readFileSync(certificate) }, socket =>
    socket.on('error', () => undefined),
  )
  secured.on('tlsClientError', () => undefined)
  const plain = createServer(socket => {
    socket.on('error', () => undefined)
    socket.once('data', () => socket.end('no TLS here'))
  })
  const closing = createServer(socket => {
    socket.on('error', () => undefined)
    socket.once('data', () => socket.end())
  })
  for (const server of [secured, plain, closing]) {
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    t.teardown(() => server.close())
  }
  const portOf = (server: Server): number => (server.address() as AddressInfo).port
  for (const [port, options, message] of [
    [portOf(secured), 'tls=true', /self.signed certificate.* \(DEPTH_ZERO_SELF_SIGNED_CERT\)/],
    [portOf(secured), `tls=true&tlsCAFile=${certificate}`, /ERR_TLS_CERT_ALTNAME_INVALID/],
    [portOf(plain), 'tls=true', /TLS with MongoDB at .* failed: .*(?:wrong version|packet length)/],
    [portOf(closing), 'tls=true', /ended the connection when TLS began: it seems to run without TLS/],
    [portOf(plain), 'tls=true&tlsCAFile=/nowhere.pem', /a file that MONGODB_URL names cannot be read: .*nowhere\.pem/],
  ] as const) {
    const store = createStore({ kind: 'mongodb', url: `mongodb://127.0.0.1:${port}/x?${options}` })
    await t.rejects(store.open(), { name: 'ConfigurationError', message })
    await store.close()
  }
})

await t.test('a server without a replica set', async t => {
  const server = await loner()
  t.teardown(() => server.close())
  const { port } = server.address() as AddressInfo
  for (const options of ['', '?replicaSet=rs0']) {
    const store = createStore({ kind: 'mongodb', url: `mongodb://127.0.0.1:${port}/x${options}` })
    const error: unknown = await store.open().catch((reason: unknown) => reason)
    t.ok(error instanceof ConfigurationError, String(error))
    t.match(String(error), /--replSet.*rs\.initiate/)
    await store.close()
  }
})

await t.test('a server that is too old', async t => {
  const server = await loner({ setName: 'rs0', maxWireVersion: 17, version: '6.0.19' })
  t.teardown(() => server.close())
  const { port } = server.address() as AddressInfo
  const store = createStore({ kind: 'mongodb', url: `mongodb://127.0.0.1:${port}/x?directConnection=true` })
  await t.rejects(store.open(), {
    name: 'ConfigurationError',
    message: /MongoDB 6\.0\.19 is too old: .* 7\.0 or newer/,
  })
  await store.close()
})

await t.test('a cluster that is found by its name (SRV)', async t => {
  const store = createStore({ kind: 'mongodb', url: 'mongodb+srv://user:secret@cluster.invalid/x' })
  t.teardown(() => store.close())
  const report = await store.report()
  t.equal(report.location, 'cluster.invalid/x')
  t.match(report.problems, [{ message: /cluster\.invalid\/x cannot be reached/ }])
})

const mongo = await startMongo()
t.teardown(() => mongo?.stop())
if (mongo === null || mongo.server === null) t.comment('NO MONGODB OF OUR OWN: faults of the server were not tried')
else await withFaults(mongo, mongo.server)
