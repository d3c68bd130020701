import { mkdtemp, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from '@photostructure/sqlite'
import t from 'tap'
import { collection, column, draft, insert } from '../../../testing/store-suite/fixtures.ts'
import { SqliteStore } from '../../../plugins/sqlite/store.ts'
import { callCli } from '../../../testing/index.ts'

const folder = await mkdtemp(join(tmpdir(), 'plinth-space-'))
t.teardown(() => rm(folder, { recursive: true, force: true }))

await t.test('a file gives back what was removed', async t => {
  const path = join(folder, 'plinth.db')
  const plinth = (...args: string[]) => callCli(args, { env: { SQLITE_PATH: path }, cwd: folder })
  const size = async (): Promise<number> => (await stat(path)).size
  t.equal((await plinth('types', 'list')).code, 0)
  const grow = (): void => {
    const database = new DatabaseSync(path)
    database.exec('CREATE TABLE more (text TEXT)')
    const insert = database.prepare('INSERT INTO more VALUES (?)')
    database.exec('BEGIN')
    for (let i = 0; i < 5_000; i++) insert.run('x'.repeat(5_000))
    database.exec('COMMIT; DROP TABLE more')
    database.close()
  }
  grow()
  t.match((await plinth('store', 'stats')).stdout, /of which [23]\d MB are empty/)
  t.ok((await size()) > 20_000_000)
  t.match((await plinth('store', 'compact')).stdout, /[23]\d MB were given back/)
  t.ok((await size()) < 5_000_000)

  const database = new DatabaseSync(path)
  database.exec('PRAGMA auto_vacuum = NONE; VACUUM')
  database.close()
  grow()
  t.match((await plinth('store', 'compact')).stdout, /[23]\d MB were given back/, 'a file from before')
  t.ok((await size()) < 5_000_000)
  grow()
  const { freed_bytes } = JSON.parse((await plinth('store', 'compact', '--json')).stdout)
  t.ok(freed_bytes > 20_000_000)
  const store = new SqliteStore(path)
  await store.open()
  await store.define({ ...collection('note', [column('text', 'text')]), versions: true })
  const notes = Array.from({ length: 500 }, (_, n) => draft(`n${n}`, { text: 'x'.repeat(3_000) }))
  await store.write(notes.map(note => insert('note', note)))
  for (let number = 2; number <= 40; number++) {
    const next = notes.map(note => ({ ...note, meta: { ...note.meta, sequence_no: number } }))
    await store.write(next.map(document => ({ kind: 'replace', collection: 'note', document, expected: number - 1 })))
  }
  t.equal(
    await store.trimVersions(
      'note',
      notes.map(({ id }) => id),
      1,
    ),
    500 * 39,
  )
  const before = (await size()) + (await stat(`${path}-wal`)).size
  const freed = (await store.compact()) ?? 0
  const after = (await size()) + (await stat(`${path}-wal`)).size
  t.ok(freed > 30_000_000, `${freed} bytes`)
  t.ok(after < 20_000_000, `${after} of ${before} bytes are left after versions were trimmed, with the log of writes`)
  await store.close()

  const whole = new DatabaseSync(path)
  t.match(whole.prepare('PRAGMA integrity_check').get(), { integrity_check: 'ok' })
  whole.close()
})
