import { statSync } from 'node:fs'
import { setTimeout as wait } from 'node:timers/promises'
import t from 'tap'
import type { DocumentStore, HealthCheck } from '../../../lib/store-kit/document-store.ts'
import { Connection } from '../../../plugins/sqlite/file/connection.ts'
import { LogPressure } from '../../../plugins/sqlite/file/log.ts'
import { collection, column, draft, insert, query, where } from '../../../testing/store-suite/fixtures.ts'
import { until } from '../../../testing/internal/until.ts'
import { fillMany, newPaths, open } from '../../../plugins/sqlite/testing.ts'

const newPath = await newPaths(t)

const checksOf = async (store: DocumentStore): Promise<Map<string, HealthCheck>> =>
  new Map((await store.operations?.checks?.())?.map(check => [check.name, check]))

await t.test(
  'the write-ahead log is bounded while reads overlap and a backup is read slowly, and becomes short afterwards',
  async t => {
    const path = newPath()
    const store = await open(path)
    t.teardown(() => store.close())
    const logBytes = (): number => statSync(`${path}-wal`).size
    await store.define(collection('read', [column('text', 'text')]))
    await store.define(collection('written', []))
    await fillMany(store, 'read', 0, 5_000, i => ({ text: `text ${i}` }))

    const load = { isOver: false, reads: 0, written: 0, longest: 0 }
    const conditions = [where('text', 'like', 'nowhere', 'text')]
    /** A list that reads every document again and again until its time is over; it is answered by a thread. */
    const read = async (): Promise<void> => {
      while (!load.isOver) {
        const deadline = performance.now() + 20_000
        await store.list(query('read', { conditions, deadline, limit: 1 }))
        load.reads += 1
      }
    }
    const readers = Array.from({ length: 2 }, read)

    const snapshot = await store.operations?.snapshot?.()
    if (snapshot === undefined) throw new TypeError('SQLite has snapshots')
    t.teardown(() => snapshot.close())
    const parts = snapshot.parts()[Symbol.asyncIterator]()
    t.match(await parts.next(), { done: false }, 'whoever reads the backup waits after its first part')

    const text = 'x'.repeat(160_000)
    const write = async (writer: number): Promise<void> => {
      for (let i = 0; load.written < 290_000_000; i++) {
        const rows = Array.from({ length: 10 }, (_, k) => {
          load.written += text.length
          return insert('written', draft(`${writer} ${i} ${k}`, { text }))
        })
        await store.write(rows)
        load.longest = Math.max(load.longest, logBytes())
      }
    }
    await Promise.all(Array.from({ length: 4 }, (_, writer) => write(writer)))
    const checks = await checksOf(store)
    await until(async () => {
      const { status, message = '' } = (await checksOf(store)).get('store:readers') ?? {}
      return status === 'ok' && /^the oldest query has been running for \d+\.\d s of/.test(message)
    })
    load.isOver = true
    await Promise.all(readers)
    t.ok(load.longest < 275_000_000, `at most ${load.longest} bytes of log; ${load.reads} lists were read meanwhile`)
    t.ok(load.longest > 66_000_000, 'reads did overlap')
    t.match(checks.get('store:log')?.message, /^the write-ahead log has \d+(\.\d)? [kM]B of at most 256 MB/) // it can have been emptied just now
    t.match(checks.get('store:size'), { status: 'ok', message: /^the file has \d+ MB$/ })
    t.match(checks.get('store:disk')?.message, /MB of the disk are free/)
    for (let seconds = 0; seconds < 10 && logBytes() > 70_000_000; seconds++) await wait(1_000)
    t.ok(logBytes() < 70_000_000, `${logBytes()} bytes of log when nothing was written for ten seconds`)
    t.match((await checksOf(store)).get('store:readers'), { status: 'ok', message: 'no long query is running' })
    t.equal(await store.count(query('read')), 5_000)
    let copied = 0
    for (let next = await parts.next(); next.done !== true; next = await parts.next())
      if (next.value.kind === 'documents') copied += next.value.documents.length
    t.equal(copied, 5_000, 'the backup is of the moment at which it began')
  },
)

await t.test('a long read ends earlier while the log is being truncated', async t => {
  const pressure = new LogPressure()
  const connection = new Connection(newPath(), ['PRAGMA journal_mode = WAL'], { pressure })
  t.teardown(() => connection.close())
  const sql =
    'WITH RECURSIVE c(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM c WHERE plinth_continue(1)) SELECT count(*) FROM c'
  const read = (endsAt: number, endsUnderPressureAt: number): unknown =>
    connection.query({ tests: [], endsAt, maxWork: Infinity, endsUnderPressureAt }, () => connection.number(sql))
  const now = performance.now()
  t.throws(() => read(now + 600, now + 100), { message: 'the query took too long' })
  t.ok(performance.now() > now + 600, 'it may last as long as its limit')
  pressure.isOn = true
  const begun = performance.now()
  t.throws(() => read(begun + 60_000, begun + 100), { message: 'the query took too long' })
  t.ok(performance.now() < begun + 50_000)
})
