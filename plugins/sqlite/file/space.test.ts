import { mkdtemp, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from '@photostructure/sqlite'
import t from 'tap'
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
  t.match((await plinth('store', 'stats')).stdout, /of which 2\d\.\d MiB are empty/)
  t.ok((await size()) > 20_000_000)
  t.match((await plinth('store', 'compact')).stdout, /2\d\.\d MiB were given back/)
  t.ok((await size()) < 5_000_000)

  const database = new DatabaseSync(path)
  database.exec('PRAGMA auto_vacuum = NONE; VACUUM')
  database.close()
  grow()
  t.match((await plinth('store', 'compact')).stdout, /2\d\.\d MiB were given back/, 'a file from before')
  t.ok((await size()) < 5_000_000)
  grow()
  const { freed_bytes } = JSON.parse((await plinth('store', 'compact', '--json')).stdout)
  t.ok(freed_bytes > 20_000_000)
  const whole = new DatabaseSync(path)
  t.match(whole.prepare('PRAGMA integrity_check').get(), { integrity_check: 'ok' })
  whole.close()
})
