import { createHash } from 'node:crypto'
import { copyFile, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { DatabaseSync } from '@photostructure/sqlite'
import t from 'tap'
import type { Test } from 'tap'
import { defaultAccount, packageRoot, version } from '../../kernel/index.ts'
import { createStore } from '../../kernel/store.ts'
import type { JsonObject } from '../../lib/json/index.ts'
import type { DocumentMeta, WriteOperation } from '../../lib/store-kit/document-store.ts'
import { readData, readMeta } from '../../lib/store-kit/index.ts'
import { callCli, type CliResult } from '../../testing/index.ts'
import { checkStored } from './stored/check.ts'
import type { Content } from './stored/content.ts'
import type { Stored } from './stored/seed.ts'

/* Stores written by earlier versions. Those of each format were created by its code (`stored/make-sqlite.ts`) and are not changed. */

const read = async (name: string): Promise<Buffer> =>
  gunzipSync(await readFile(join(packageRoot, 'test/fixtures/stored', `${name}.gz`)))

/** The format that this version writes. */
const current = 5
/** The earliest format that it converts. */
const oldest = 3

for (const format of [3, 4, 5]) {
  void t.test(`a store in SQLite's format ${format}`, async t => {
    const directory = await mkdtemp(join(tmpdir(), 'plinth-stored-'))
    t.teardown(() => rm(directory, { recursive: true, force: true }))
    const path = join(directory, 'plinth.db')
    await writeFile(path, await read(`sqlite-${format}.db`))
    const stored = JSON.parse(String(await read(`sqlite-${format}.json`))) as Stored & { content: Content }
    if (format < current) await refuseCommands(t, directory, path, format)
    await checkStored(t, stored, { kind: 'sqlite', path })
  })
}

void t.test('posts that the site of an earlier version showed become published by an upgrade', async t => {
  const directory = await mkdtemp(join(tmpdir(), 'plinth-stored-'))
  t.teardown(() => rm(directory, { recursive: true, force: true }))
  const path = join(directory, 'plinth.db')
  await writeFile(path, await read('sqlite-5.db'))
  const store = await createStore({ kind: 'sqlite', path })
  await store.open()
  const at = '2026-01-01T00:00:00.000Z'
  const post = (name: string, data: JsonObject, further: Partial<DocumentMeta> = {}): WriteOperation => {
    const meta: DocumentMeta = {
      type_slug: 'blog-post',
      status: 'active',
      created_by: 'urn:user:x',
      account_id: defaultAccount,
      sequence_no: 1,
      created_at: at,
      updated_at: at,
      ...further,
    }
    return { kind: 'insert', collection: 'blog_posts', document: { id: `urn:blog-post:${name}`, meta, data } }
  }
  await store.write([
    post('shown', { headline: 'Shown' }),
    post('null', { headline: 'Null', status: null }),
    post('other', { headline: 'Of another account' }, { account_id: 'urn:account:other' }),
    post('archived', { headline: 'Archived' }, { status: 'archived' }),
    post('hidden', { headline: 'Hidden', status: 'unpublished' }),
  ])
  await store.close()
  const plinth = (...args: string[]): Promise<CliResult> =>
    callCli(args, { env: { SQLITE_PATH: path }, cwd: directory })
  const plan = await plinth('upgrade', '--check', '--json')
  t.equal(plan.code, 0, plan.stderr)
  const steps = (JSON.parse(plan.stdout) as { data: { name: string; rows: number }[] }).data
  t.match(
    steps.find(({ name }) => name === 'website/published'),
    { rows: 4 },
  )
  t.match(await plinth('upgrade', '--json'), { code: 0, stdout: /website\/published/ })
  const after = await plinth('upgrade', '--check', '--json')
  t.strictSame((JSON.parse(after.stdout) as { data: object[] }).data, [])
  await store.open()
  t.teardown(() => store.close())
  for (const name of ['shown', 'null', 'other', 'archived', 'hidden']) {
    const found = await store.get('blog_posts', `urn:blog-post:${name}`)
    t.ok(found)
    if (found === undefined) continue
    const isHidden = name === 'hidden'
    t.equal(readData(found)['status'], isHidden ? 'unpublished' : 'published', name)
    t.match(readMeta(found), { sequence_no: isHidden ? 1 : 2, status: name === 'archived' ? 'archived' : 'active' })
  }
})

void t.test('a store of a format that is no longer converted', async t => {
  const directory = await mkdtemp(join(tmpdir(), 'plinth-stored-'))
  t.teardown(() => rm(directory, { recursive: true, force: true }))
  const path = join(directory, 'plinth.db')
  await writeFile(path, await read(`sqlite-${oldest}.db`))
  const file = new DatabaseSync(path)
  file.exec(`UPDATE "plinth.store" SET format = ${oldest - 1}`)
  file.close()
  for (const command of [['types', 'list'], ['upgrade'], ['upgrade', '--check']]) {
    const { code, stderr } = await callCli(command, { env: { SQLITE_PATH: path }, cwd: directory })
    t.equal(code, 1, command.join(' '))
    t.match(
      stderr,
      `in format ${oldest - 1}, and this version converts formats from ${oldest} on: run \`plinth upgrade\``,
    )
  }
})

/** Commands other than `upgrade` refuse a store of an earlier format, and leave it as it is. */
async function refuseCommands(t: Test, cwd: string, path: string, format: number): Promise<void> {
  const plinth = (...args: string[]): Promise<CliResult> => callCli(args, { env: { SQLITE_PATH: path }, cwd })
  const sha256 = async (): Promise<string> =>
    createHash('sha256')
      .update(await readFile(path))
      .digest('hex')
  const before = await sha256()
  const refusal = `needs a conversion of its format (${format} → ${current}); make a backup, then \`plinth upgrade\``
  for (const command of [
    ['types', 'list'],
    ['users', 'list'],
    ['export', '--all', 'out'],
    ['import', 'book', 'x.json'],
  ]) {
    if (command[0] === 'import') await writeFile(join(cwd, 'x.json'), '[]')
    const { code, stderr } = await plinth(...command)
    t.equal(code, 1, command.join(' '))
    t.ok(stderr.includes(refusal), stderr)
    t.equal(await sha256(), before, `${command.join(' ')} leaves the file as it is`)
  }
  const doctor = await plinth('doctor')
  t.equal(doctor.code, 1)
  t.ok(doctor.stdout.includes(refusal), doctor.stdout)
  const plan = await plinth('upgrade', '--check', '--json')
  t.equal(plan.code, 0, plan.stderr)
  t.match(JSON.parse(plan.stdout), {
    conversion: { from: format, to: current, rows: Number, estimated_seconds: Number, free_bytes: Number },
  })
  t.match(await plinth('upgrade', '--check'), {
    code: 0,
    stdout: /documents +[\d,]+\n +time +about \d.*\n +free space/,
  })
  t.equal(await sha256(), before)
  const copy = join(cwd, 'copy.db')
  await copyFile(path, copy)
  const { code, stdout, stderr } = await callCli(['upgrade', '--json'], { env: { SQLITE_PATH: copy }, cwd })
  t.equal(code, 0, stderr)
  t.match(JSON.parse(stdout), { conversion: { from: format, to: current, version, seconds: Number } })
  t.match(await callCli(['upgrade'], { env: { SQLITE_PATH: copy }, cwd }), { code: 0, stdout: /Nothing to do/ })
  const file = new DatabaseSync(copy)
  t.match(file.prepare('SELECT * FROM "plinth.store"').get(), { format: current, version })
  file.exec(`UPDATE "plinth.store" SET format = 99, version = '9.9.9', "commit" = 'abc1234'`)
  file.close()
  const later = await callCli(['types', 'list'], { env: { SQLITE_PATH: copy }, cwd })
  t.equal(later.code, 1)
  t.ok(later.stderr.includes(`was written by Plinth 9.9.9 (abc1234), format 99; this is ${version}`), later.stderr)
  t.ok(later.stderr.includes(`which knows format ${current}`), later.stderr)
}
