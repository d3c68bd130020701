import { existsSync } from 'node:fs'
import { chmod, chown, mkdir, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import t from 'tap'
import { ConfigurationError, StoreUnavailable } from '../../../lib/errors/index.ts'
import { Connection } from '../../../plugins/sqlite/file/connection.ts'
import { storeError } from '../../../plugins/sqlite/file/failures.ts'
import { announceAddress, StoreOwned } from '../../../plugins/sqlite/file/ownership.ts'
import { draft, found, insert, query, walk } from '../../../testing/store-suite/fixtures.ts'
import { newPaths, open, child } from '../../../plugins/sqlite/testing.ts'

const newPath = await newPaths(t)

await t.test('one process owns a file', async t => {
  const path = join(newPath(), 'deep', 'owned.db')
  const store = await open(path)
  await t.rejects(open(path), { name: 'StoreOwned', address: undefined })
  announceAddress(path, 'http://127.0.0.1:1234')
  const refusal: unknown = await open(path).catch((error: unknown) => error)
  if (!(refusal instanceof StoreOwned)) throw new Error(`expected StoreOwned, not ${String(refusal)}`)
  t.ok(refusal instanceof ConfigurationError)
  t.equal(refusal.address, 'http://127.0.0.1:1234')
  t.equal(
    refusal.message,
    `${path} is in use by process ${process.pid}, which answers at http://127.0.0.1:1234; stop that process, or work through it`,
  )
  const other = child(
    path,
    `await store.open().then(() => say('opened'), error => say(error.name + ' ' + error.address))`,
  )
  const [line] = await Promise.all([other.lines[Symbol.asyncIterator]().next(), other.ended])
  t.equal(line.value, 'StoreOwned http://127.0.0.1:1234', 'from another process too')
  const link = newPath()
  await symlink(path, link)
  await t.rejects(open(link), StoreOwned, 'by any path')
  await store.close()
  t.notOk(existsSync(`${path}.address`), 'the address is removed with the owner')

  const owner = child(path, `await store.open(); say('open'); setInterval(() => {}, 1000)`)
  await owner.lines[Symbol.asyncIterator]().next()
  await t.rejects(open(path), StoreOwned)
  owner.process.kill('SIGKILL')
  await owner.ended
  const again = await open(path)
  await again.close()
})

await t.test('a file that cannot be opened is clearly reported', async t => {
  const text = newPath()
  await writeFile(text, 'this is no database, but long enough to be looked at as if it might be one'.repeat(20))
  await t.rejects(open(text), ConfigurationError)
  const foreign = newPath()
  const other = new Connection(foreign)
  other.execute('CREATE TABLE somebody (x)')
  other.close()
  await t.rejects(open(foreign), { name: 'ConfigurationError', message: /something else/ })
  const later = newPath()
  const store = await open(later)
  await store.close()
  const connection = new Connection(later)
  connection.execute('UPDATE "plinth.store" SET format = 99')
  connection.close()
  await t.rejects(open(later), { name: 'StoreFormatRefused', message: /format 99; this is .*, which knows format 5/ })
  t.equal(existsSync(`${later}.lock`), true)
  const busy = newPath()
  await child(busy, 'await store.open(); await store.close()').ended
  const tool = new Connection(busy)
  tool.execute('PRAGMA locking_mode = EXCLUSIVE', 'BEGIN EXCLUSIVE')
  await t.rejects(open(busy), { name: 'StoreUnavailable', message: /locked by another program/ })
  tool.close()
  const file = newPath()
  await writeFile(file, '')
  await chmod(file, 0o600)
  await t.rejects(open(join(file, 'below.db')), ConfigurationError)
  await t.rejects(store.ping(), StoreUnavailable, 'a closed store is unavailable')
  await t.rejects(store.write([insert('x', draft('a'))]), StoreUnavailable)
  await t.rejects(store.get('x', 'a'), StoreUnavailable)
})

await t.test('acknowledged writes and their events survive the process', async t => {
  const path = newPath()
  const writer = child(
    path,
    `await store.open()
    await store.define(fixtures.collection('things', [fixtures.column('n', 'number')], { words: { except: [] } }))
    await store.define(fixtures.collection('events', [], { versions: false }))
    let i = 0
    const one = async () => {
      for (;;) {
        const name = 'n' + i++
        await store.write([
          fixtures.insert('things', fixtures.draft(name, { n: i, word: 'word' + i })),
          fixtures.insert('events', fixtures.draft(name)),
        ])
        say(name)
      }
    }
    await Promise.all(Array.from({ length: 20 }, one))`,
  )
  const acknowledged: string[] = []
  for await (const line of writer.lines) {
    acknowledged.push(line)
    if (acknowledged.length === 1_000) writer.process.kill('SIGKILL')
  }
  await writer.ended
  const store = await open(path)
  t.teardown(() => store.close())
  const things = await walk(store, query('things'))
  const events = await walk(store, query('events'))
  t.strictSame(things, events, 'no change without its event, and no event without its change')
  const kept = new Set(things)
  t.strictSame(
    acknowledged.filter(name => !kept.has(name)),
    [],
  )
  t.strictSame(await found(store, 'things', { words: ['word7'] }).then(names => names.length > 0), true)
  t.strictSame((await store.operations?.report?.())?.problems, [])
})

await t.test(
  'files of another user are named',
  { skip: process.getuid?.() === 0 ? false : 'needs the rights to give files away' },
  async t => {
    const folder = join(newPath(), '..', 'shared')
    await mkdir(folder)
    await chown(folder, 65_534, 65_534)
    await chmod(join(folder, '..'), 0o755)
    const path = join(folder, 'store.db')
    await (await open(path)).close()
    await chown(path, 65_534, 65_534)
    const started = child(
      path,
      `process.setgid(65534); process.setuid(65534)
      await store.open().then(() => say('opened'), error => say(error.name + ': ' + error.message))`,
    )
    const [line] = await Promise.all([started.lines[Symbol.asyncIterator]().next(), started.ended])
    t.match(line.value, /^ConfigurationError: .*store\.db\.lock belongs to another user \(0\).*delete the file/)
  },
)

await t.test('errors of SQLite have the codes of the contract', t => {
  const of = (message: string, errcode?: number): unknown =>
    storeError(
      Object.assign(new Error(message), { code: 'ERR_SQLITE_ERROR', ...(errcode !== undefined && { errcode }) }),
    )
  t.match(of('database or disk is full', 13), { code: 'store-full' })
  t.match(of('disk I/O error', 4874), { code: 'store-full' }, 'no room for the shared memory')
  t.match(of('attempt to write a readonly database', 8), { code: 'store-read-only' })
  t.match(of('attempt to write a readonly database', 1032), { code: 'store-read-only' })
  t.match(of('access permission denied', 3), { code: 'store-read-only' })
  t.match(of('database disk image is malformed', 267), { code: 'store-damaged' })
  t.match(of('database disk image is malformed'), { code: 'store-damaged' }, 'a read of several rows has no code')
  t.match(of('file is not a database', 26), { code: 'store-damaged' })
  t.match(of('disk I/O error', 266), { code: 'store-damaged' })
  t.match(of('disk I/O error', 778), { code: 'store-unavailable', message: /^the disk of the store reported an error/ })
  t.match(of('database is locked', 5), { code: 'store-unavailable' })
  t.end()
})

await t.test('a write that the file system refuses leaves everything else usable', async t => {
  const path = newPath()
  const limited = child(
    path,
    `await store.open()
    await store.define(fixtures.collection('things', []))
    process.on('SIGXFSZ', () => {})
    const code = await store
      .write([fixtures.insert('things', fixtures.draft('large', { text: 'x'.repeat(40_000_000) }))])
      .then(() => 'stored', error => error.code)
    say(code)
    say(String((await store.get('things', 'urn:thing:large')) === undefined))
    await store.write([fixtures.insert('things', fixtures.draft('small', {}))]).then(() => say('stored'), error => say(error.code))
    await store.close()`,
    ['prlimit', '--fsize=20000000'],
  )
  const lines: string[] = []
  for await (const line of limited.lines) lines.push(line)
  await limited.ended
  t.match(lines[0], /^store-(full|unavailable)$/)
  t.strictSame(lines.slice(1), ['true', 'stored'], 'reads go on, and what fits is written')
})
