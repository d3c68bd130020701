import { existsSync } from 'node:fs'
import { copyFile, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { DatabaseSync } from '@photostructure/sqlite'
import t from 'tap'
import { packageRoot } from '../../../kernel/index.ts'
import { buildTestApp } from '../../../testing/index.ts'
import { signedInApp } from '../../../testing/internal/signed-in.ts'
import { contentOf } from './content.ts'
import { seed, seedDevelopment, storedSecret } from './seed.ts'

/*
 * Creates the fixture of the current store format: `node dist/test/stored/make-sqlite.js <format>`. It is created once, by the code
 * that wrote that format, and not changed.
 */

const [, , format] = process.argv
const target = join(packageRoot, 'test/fixtures/stored')

void t.test('a stored fixture for SQLite', async t => {
  const directory = await mkdtemp(join(tmpdir(), 'plinth-stored-'))
  t.teardown(() => rm(directory, { recursive: true, force: true }))
  const path = join(directory, 'plinth.db')
  const config = { store: { kind: 'sqlite', path } } as const
  const development = await buildTestApp({ config })
  await seedDevelopment(development.request)
  await development.close()
  const app = await signedInApp(t, { config, signIn: { secrets: [storedSecret] } })
  const stored = await seed(app)
  await app.close()
  const content = await contentOf(config.store)
  const file = join(directory, 'one-file.db')
  await copyFile(path, file)
  if (existsSync(`${path}-wal`)) await copyFile(`${path}-wal`, `${file}-wal`)
  const database = new DatabaseSync(file)
  database.exec('PRAGMA wal_checkpoint(TRUNCATE)')
  database.close()
  await mkdir(target, { recursive: true })
  const name = join(target, `sqlite-${format ?? 'next'}`)
  await writeFile(`${name}.db.gz`, gzipSync(await readFile(file), { level: 9 }))
  await writeFile(`${name}.json.gz`, gzipSync(JSON.stringify({ ...stored, content }), { level: 9 }))
})
