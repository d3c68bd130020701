import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import t from 'tap'
import { packageRoot } from '../kernel/index.ts'
import { checkStored } from './stored/check.ts'
import type { Content } from './stored/content.ts'
import type { Stored } from './stored/seed.ts'

/* Stores written by earlier versions. Those of each format were created by its code (`stored/make-sqlite.ts`) and are not changed. */

const read = async (name: string): Promise<Buffer> =>
  gunzipSync(await readFile(join(packageRoot, 'test/fixtures/stored', `${name}.gz`)))

for (const format of [1, 2]) {
  void t.test(`a store in SQLite's format ${format}`, async t => {
    const directory = await mkdtemp(join(tmpdir(), 'plinth-stored-'))
    t.teardown(() => rm(directory, { recursive: true, force: true }))
    const path = join(directory, 'plinth.db')
    await writeFile(path, await read(`sqlite-${format}.db`))
    const stored = JSON.parse(String(await read(`sqlite-${format}.json`))) as Stored & { content: Content }
    await checkStored(t, stored, { kind: 'sqlite', path })
  })
}
