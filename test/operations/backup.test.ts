import { createHash, randomBytes } from 'node:crypto'
import { existsSync, symlinkSync } from 'node:fs'
import { copyFile, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { gunzipSync, gzipSync } from 'node:zlib'
import { MongoClient } from 'mongodb'
import t from 'tap'
import type { Test } from 'tap'
import { serving } from '../../cli/testing.ts'
import { loadConfig } from '../../kernel/config/load-config.ts'
import { packageRoot } from '../../kernel/index.ts'
import { formerReferences } from '../../lib/store-kit/index.ts'
import { bareEnvironment, buildTestApp, callCli, cliCommand, type CliResult } from '../../testing/index.ts'
import { ownDatabase } from '../../testing/internal/each-store.ts'
import { keptLog } from '../../testing/internal/bad-plugins.ts'
import { until } from '../../testing/internal/until.ts'

/* `plinth backup`, `restore` and `upgrade` at the command line and over HTTP, on the store of this run. */

t.setTimeout(300_000)

interface Entry {
  name: string
  rows: number
  versions: number
  sha256: string
}

/** A line of a backup. */
interface Line {
  collection?: string
  id?: string
  version?: string
  meta?: { sequence_no: number; type_slug: string }
  data?: { edition: number; subject?: string }
}

interface Place {
  folder: string
  env: Record<string, string>
  plinth: (...args: string[]) => Promise<CliResult>
}

async function newPlace(t: Test, store: Record<string, string>): Promise<Place> {
  const folder = await mkdtemp(join(tmpdir(), 'plinth-backup-'))
  t.teardown(() => rm(folder, { recursive: true, force: true }))
  const filesUrl = pathToFileURL(join(folder, 'files')).href
  const env = { SQLITE_PATH: join(folder, 'plinth.db'), FILES_URL: filesUrl, PORT: '0', ...store }
  return { folder, env, plinth: (...args) => callCli(args, { env, cwd: folder }) }
}

const sha256 = async (file: string): Promise<string> =>
  createHash('sha256')
    .update(await readFile(file))
    .digest('hex')

/** The content of a backup, as its manifest and its lines. */
async function contentOf(file: string) {
  const lines = gunzipSync(await readFile(file))
    .toString('utf8')
    .trimEnd()
    .split('\n')
  const { manifest } = JSON.parse(lines.at(-1) ?? '') as { manifest: { collections: Entry[]; [name: string]: unknown } }
  return { lines, manifest }
}

const hashes = ({ collections }: { collections: Entry[] }): unknown =>
  collections.map(({ name, rows, versions, sha256 }) => [name, rows, versions, sha256])

/** Write a changed text as a backup. */
const pack = (file: string, lines: readonly string[]): Promise<void> =>
  writeFile(file, gzipSync(lines.map(line => `${line}\n`).join('')))

async function post(url: string, path: string, body: unknown, method = 'POST'): Promise<{ id: string }> {
  const headers = { 'content-type': 'application/json' }
  const answer = await fetch(url + path, { method, headers, body: JSON.stringify(body) })
  if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${await answer.text()}`)
  return (await answer.json()) as { id: string }
}

/** @param other a store of the other kind, to which the backup is carried and back */
async function run(t: Test, store: Record<string, string>, other?: Record<string, string>): Promise<void> {
  const place = await newPlace(t, store)
  const { folder, env, plinth } = place
  const service = await serving(t, env, folder)
  await post(service.url, '/api/resource-types', {
    name: 'Book',
    slug: 'book',
    schema: {
      type: 'object',
      properties: { title: { type: 'string' }, edition: { type: 'integer' } },
      'x-indexes': [['edition', '-title']],
    },
  })
  const uploaded = await Promise.all(
    ['', 'a small file', randomBytes(3_000_000)].map(async (content, i) => {
      const form = new FormData()
      form.set('file', new Blob([content]), `file-${i}.bin`)
      const answer = await fetch(`${service.url}/api/file`, { method: 'POST', body: form })
      return { location: answer.headers.get('location') ?? '', bytes: Buffer.from(content) }
    }),
  )
  const ids: string[] = []
  for (let i = 0; i < 40; i++) ids.push((await post(service.url, '/api/book', { title: `Book ${i}`, edition: 1 })).id)

  const load = { acknowledged: 0, isEnded: false }
  const writers = [0, 1, 2, 3].map(async writer => {
    for (let edition = 2; !load.isEnded; edition++) {
      for (let i = writer; i < ids.length && !load.isEnded; i += 4) {
        await post(service.url, `/api/book/${encodeURIComponent(ids[i] ?? '')}`, { title: `Book ${i}`, edition }, 'PUT')
        await post(service.url, '/api/book', { title: `${writer} ${edition}` })
        load.acknowledged += 2
      }
    }
  })
  while (load.acknowledged < 20) await fetch(`${service.url}/api/health`)
  const before = load.acknowledged
  const file = join(folder, 'while-running.plinth')
  const made = await plinth('backup', file, '--json')
  load.isEnded = true
  await Promise.all(writers)
  t.equal(made.code, 0, made.stderr)
  t.equal((await stat(file)).mode & 0o777, 0o600)
  t.strictSame(
    (await readdir(folder)).filter(name => /snapshot|part/.test(name)),
    [],
    'no copy is left',
  )

  await t.test('one moment', async t => {
    const { lines, manifest } = await contentOf(file)
    const books = new Map<string, { sequence_no: number; states: number[] }>()
    let events = 0
    let inBooks = false
    let writes = 0
    for (const line of lines) {
      const { collection, id, version, meta, data } = JSON.parse(line) as Line
      if (collection !== undefined) inBooks = collection === 'books'
      if (meta === undefined) continue
      if (inBooks && id !== undefined) {
        writes += meta.sequence_no
        books.set(id, { sequence_no: meta.sequence_no, states: [] })
      } else if (inBooks && version !== undefined) books.get(version)?.states.push(meta.sequence_no)
      else if (meta.type_slug === 'event' && data?.subject?.startsWith('urn:book:') === true) events++
    }
    t.ok(writes >= before + 40, `${writes} writes are in it, ${before + 40} were acknowledged before it began`)
    for (const [id, { sequence_no, states }] of books)
      t.strictSame(
        states,
        Array.from({ length: sequence_no - 1 }, (_, i) => i + 1),
        `the versions of ${id}`,
      )
    t.equal(events, writes, 'every write has its event')
    t.match(manifest, {
      plinth_backup: 1,
      version: String,
      format: Number,
      kind: store['MONGODB_URL'] === undefined ? 'sqlite' : 'mongodb',
    })
    t.equal(manifest.collections.find(({ name }) => name === 'books')?.rows, books.size)
    for (const name of ['_users', '_settings', '_events', '_types', '_grants', '_tokens', '_views'])
      t.ok(
        manifest.collections.some(entry => entry.name === name),
        name,
      )
    t.notOk(
      manifest.collections.some(({ name }) => name === '_sessions'),
      'without sessions',
    )
  })

  await t.test('the last backup is recorded', async t => {
    const last = async (): Promise<unknown> => (await fetch(`${service.url}/api/health/store`)).json()
    t.match(await last(), {
      last_backup: { file: 'while-running.plinth', bytes: (await stat(file)).size, rows: Number },
      last_conversion: null,
    })
    const answer = await fetch(`${service.url}/api/admin/backup?file=direct.plinth`, { method: 'POST' })
    t.equal(answer.status, 200)
    await writeFile(join(folder, 'direct.plinth'), Buffer.from(await answer.arrayBuffer()))
    t.match(await plinth('backup', '--verify', join(folder, 'direct.plinth')), { code: 0, stdout: /is whole/ })
    t.match(await last(), { last_backup: { file: 'direct.plinth' } })
    const recorded = await fetch(`${service.url}/api/events?type=Store.BackedUp`)
    const { data: events } = (await recorded.json()) as { data: unknown }
    t.match(events, [{ type: 'Store.BackedUp', data: { actor: 'urn:user:admin' } }], 'the event says who took all')
    const two = await Promise.all([1, 2].map(() => fetch(`${service.url}/api/admin/backup`, { method: 'POST' })))
    for (const { status } of two) t.ok([200, 409].includes(status))
    for (const each of two) await each.body?.cancel()
    t.match(await fetch(`${service.url}/api/admin/backup?name=x`, { method: 'POST' }), { status: 400 })
  })

  t.match(await plinth('backup', '--verify', file), { code: 0, stdout: /books/ })
  // A backup is the same file on both stores, and it is verified and refused without either.
  if (store['MONGODB_URL'] === undefined)
    await t.test('a damaged backup is found', async t => findDamages(t, place, file))

  await t.test('restore', async t => {
    const refused = await plinth('restore', '--replace', file)
    t.equal(refused.code, 3, `a service uses the store: ${refused.stderr}`)
    t.match(await fetch(`${service.url}/api/book?limit=1`), { status: 200 })
    await service.stop()
    t.match(await plinth('restore', file), { code: 1, stderr: /is not empty; --replace/ })
    const books = async (): Promise<string[]> => {
      const { code, stdout, stderr } = await plinth('export', 'book', '-', '--format', 'ndjson')
      t.equal(code, 0, stderr)
      return stdout.trimEnd().split('\n').toSorted()
    }
    const now = await books()
    const cut = join(folder, 'cut.plinth')
    await pack(cut, (await contentOf(file)).lines.slice(0, -1))
    t.match(await plinth('restore', '--replace', cut), { code: 1, stderr: /cut off/ })
    t.notMatch(
      (await readdir(folder)).join(),
      /-journal/,
      'and leaves nothing that a later restore could take for its own',
    )
    t.strictSame(await books(), now, 'a backup that is cut off changes nothing')
    await killRestore(place, file)
    t.strictSame(await books(), now, 'neither does a restore that is killed')
    await rm(join(folder, 'files'), { recursive: true })
    const done = await plinth('restore', '--replace', file)
    t.match(done, { code: 0, stdout: /Restored/ }, done.stderr)
    const again = join(folder, 'again.plinth')
    t.match(await plinth('backup', again), { code: 0 })
    t.strictSame(
      hashes((await contentOf(again)).manifest),
      hashes((await contentOf(file)).manifest),
      'the same content',
    )
    t.match(await plinth('doctor'), { code: 0 })
    const { manifest } = await contentOf(file)
    t.equal((await books()).length, manifest.collections.find(({ name }) => name === 'books')?.rows)
    const service2 = await serving(t, env, folder)
    await post(service2.url, '/api/book', { title: 'After' })
    for (const { location, bytes } of uploaded) {
      const content = await fetch(`${service2.url}${location}/content`)
      t.ok(Buffer.from(await content.arrayBuffer()).equals(bytes), `the ${bytes.length} bytes of ${location}`)
    }
    t.equal(await service2.stop(), 0)
  })

  if (other === undefined) return
  await t.test('from one kind of store to the other, and back', async t => {
    const there = await newPlace(t, other)
    const done = await there.plinth('restore', file)
    t.equal(done.code, 0, done.stderr)
    const back = join(there.folder, 'back.plinth')
    const made = await there.plinth('backup', back)
    t.equal(made.code, 0, made.stderr)
    t.strictSame(hashes((await contentOf(back)).manifest), hashes((await contentOf(file)).manifest))
    const service3 = await serving(t, there.env, there.folder)
    const found = (await (await fetch(`${service3.url}/api/book?q=book&count=true`)).json()) as { total: number }
    t.equal(found.total, 40, 'words are indexed')
    const versions = await fetch(`${service3.url}/api/book/${encodeURIComponent(ids[0] ?? '')}/versions`)
    t.ok(((await versions.json()) as { data: unknown[] }).data.length > 1)
  })
}

/** Damaged and forged backups are refused when they are verified and when they are restored. */
async function findDamages(t: Test, { folder, plinth }: Place, file: string): Promise<void> {
  const bytes = await readFile(file)
  const bad = join(folder, 'bad.plinth')
  const verify = async (pattern: RegExp, message: string): Promise<void> => {
    t.match(await plinth('backup', '--verify', bad), { code: 1, stderr: pattern }, message)
  }
  await writeFile(bad, bytes.subarray(0, bytes.length / 2))
  await verify(/cut off in the collection \w+/, 'cut off')
  for (const place of [0.2, 0.5, 0.9]) {
    const altered = Buffer.from(bytes)
    const at = Math.floor(bytes.length * place)
    altered[at] = (altered[at] ?? 0) ^ 0x10
    await writeFile(bad, altered)
    await verify(/damaged|cut off|altered/, `one byte at ${place}`)
  }
  const { lines } = await contentOf(file)
  const book = lines.findIndex(line => line.startsWith('{"id":"urn:book:'))
  await pack(
    bad,
    lines.map((line, i) => (i === book ? line.replace('Book', 'Bouk') : line)),
  )
  await verify(/books was altered/, 'another text')
  await pack(
    bad,
    lines.filter((_, i) => i !== book),
  )
  await verify(/books has \d+ rows/, 'without a document')
  await pack(bad, lines.slice(0, book + 3))
  await verify(/cut off in the collection books/, 'without an end')
  const manifest = lines.at(-1) ?? ''
  await pack(bad, [...lines.slice(0, -1), manifest.replace(/("name":"books".*?"sha256":")../, '$1zz')])
  await verify(/books was altered/, 'another manifest')
  const start = lines.findIndex(line => line.startsWith('{"collection":"books"'))
  const changed = (at: number, change: (line: string) => string): string[] =>
    lines.map((line, i) => (i === at ? change(line) : line))
  const hostile: [string[], RegExp][] = [
    [changed(0, line => line.replace('"kind":"', '"kind":"no-')), /manifest and the first line differ/],
    [
      changed(0, line => line.replace('"plinth_backup":1', '"plinth_backup":99')),
      /written by Plinth .*restore it with/,
    ],
    [
      changed(start, line => line.replace('"versions":true', '"versions":"yes"')),
      /"books" is not valid: .versions must be/,
    ],
    [
      changed(start, line => line.replaceAll('"name":"books"', '"name":"_users"')),
      /collection _users has another name/,
    ],
    [changed(start, line => line.replaceAll('"books"', '"a.b"')), /"a\.b" is not valid: .name must match/],
    [changed(start, line => line.replace('"columns":[', '"columns":[{"path":[]},')), /.columns.0 must have required/],
    [[...lines.slice(0, book), lines[start] ?? '', ...lines.slice(book)], /collection books occurs twice/],
    [
      [...lines.slice(0, book), lines[book] ?? '', ...lines.slice(book)],
      /lines of the collection books are not in order/,
    ],
    [changed(book, line => line.replace('"sequence_no":', '"sequence_no":-')), /damaged in the collection books/],
    [
      changed(book, line => line.replace('"data":{', '"data":[{').replace(/}$/, ']}')),
      /damaged in the collection books/,
    ],
    [changed(book, line => line.replace('"data":{', '"data":{"x":')), /damaged in the collection books/],
    [[...lines.slice(0, -1), '{"manifest":{"collections":7}}'], /its manifest is not valid/],
  ]
  const place2 = await newPlace(t, {})
  for (const [altered, message] of hostile) {
    await pack(bad, altered)
    await verify(message, String(message))
    t.match(await place2.plinth('restore', bad), { code: 1, stderr: message })
  }
  t.match(await place2.plinth('types', 'list'), { code: 0 }, 'nothing of them is left')
  await writeFile(bad, 'something else')
  await verify(/no backup/, 'another file')
  t.match(await plinth('backup', '--verify', join(folder, 'none')), { code: 1, stderr: /there is no such file/ })
  symlinkSync('/dev/null', join(folder, 'device'))
  t.match(await plinth('backup', join(folder, 'device')), { code: 1, stderr: /device: it is not a regular file/ })
}

void t.test('a client that does not read its backup is disconnected', async t => {
  const routes = join(packageRoot, 'dist/plugins/backup/routes.js')
  const directory = t.testdir({
    'impatient.mjs': `import { addBackupRoutes } from ${JSON.stringify(routes)}
      export default {
        name: 'impatient', version: '1.0.0', requires: ['documentStore'], provides: [], requestScopes: true,
        register({ app, contracts }) { addBackupRoutes(app, { store: contracts.documentStore, outside: new Map(), events: undefined }, 500); return {} },
      }`,
  })
  const { logger, lines } = keptLog()
  const plugins = { ...loadConfig({}).plugins, backup: false, './impatient.mjs': true }
  const app = await buildTestApp({ plugins, config: { directory }, logger })
  t.teardown(() => app.close())
  await app.request('POST', '/api/resource-types', { name: 'Blob', slug: 'blob', schema: { type: 'object' } })
  // More than the buffers of a connection take, whatever the compression.
  for (let i = 0; i < 16; i++)
    await app.request('POST', '/api/blob/_bulk', {
      operations: Array.from({ length: 8 }, () => ({
        op: 'create',
        data: { text: randomBytes(80_000).toString('base64') },
      })),
    })
  const base = new URL(await app.listen())
  const socket = connect(Number(base.port), base.hostname)
  t.teardown(() => socket.destroy())
  socket.on('error', () => undefined).pause()
  socket.write('POST /api/admin/backup HTTP/1.1\r\nHost: localhost\r\nContent-Length: 0\r\n\r\n')
  const ended = 'a backup was ended: its client reads nothing'
  await until(() => lines.some(({ msg }) => msg === ended))
  await until(async () => (await app.request('POST', '/api/admin/backup')).statusCode === 200)
  t.match(
    lines.filter(({ level }) => level >= 40),
    [{ level: 40, msg: ended }],
    'one line, and another backup can be made',
  )
})

/** Whether a restore has written something. */
async function hasBegun(env: Record<string, string>): Promise<boolean> {
  const { MONGODB_URL: url, SQLITE_PATH: path = '' } = env
  if (url === undefined) return existsSync(`${path}.restoring`)
  const client = await new MongoClient(url).connect()
  try {
    const names = await client.db().listCollections({}, { nameOnly: true }).toArray()
    return names.some(({ name }) => name.startsWith('_restoring.'))
  } finally {
    await client.close()
  }
}

/** End a restore by SIGKILL while it waits for the end of the file. */
async function killRestore({ env, folder }: Place, file: string): Promise<void> {
  const pipe = join(folder, 'pipe')
  await once(spawn('mkfifo', [pipe]), 'exit')
  const [command = '', ...before] = cliCommand
  const child = spawn(command, [...before, 'restore', '--replace', pipe], { env: bareEnvironment(env), cwd: folder })
  const bytes = await readFile(file)
  const hold = 'exec 3> "$3"; head -c "$1" "$2" >&3; cat'
  const feeder = spawn('sh', ['-c', hold, 'sh', String(bytes.length - 20), file, pipe], {
    stdio: ['pipe', 'ignore', 'ignore'],
  })
  const ended = once(child, 'exit')
  try {
    await until(() => hasBegun(env))
  } finally {
    child.kill('SIGKILL')
    feeder.kill('SIGKILL')
    await ended
  }
}

void t.test('backup and restore', async t => {
  const url = await ownDatabase()
  await (url === undefined ? run(t, {}) : run(t, { MONGODB_URL: url }, {}))
})

void t.test('a store of an earlier format is copied as it is', async t => {
  const { folder, env, plinth } = await newPlace(t, {})
  const path = env['SQLITE_PATH'] ?? ''
  await writeFile(path, gunzipSync(await readFile(join(packageRoot, 'test/fixtures/stored/sqlite-3.db.gz'))))
  const before = await sha256(path)
  const file = join(folder, 'old.plinth')
  const made = await plinth('backup', file)
  t.equal(made.code, 0, made.stderr)
  t.equal(await sha256(path), before)
  const { manifest } = await contentOf(file)
  t.match(manifest, { format: 3, kind: 'sqlite' })
  t.match(await plinth('backup', '--verify', file), { code: 0, stdout: /format 3/ })
  const copy = join(folder, 'copy.db')
  await copyFile(path, copy)
  const service = await serving(t, { SQLITE_PATH: copy, PLINTH_MODE: 'development' }, folder)
  const { last_conversion: conversion } = (await (await fetch(`${service.url}/api/health/store`)).json()) as {
    last_conversion: unknown
  }
  t.match(
    conversion,
    { from: 3, to: 5, rows: Number, seconds: Number },
    'the service converts a store, and keeps a record',
  )
  await service.stop()
  const restored = await callCli(['restore', file], { env: { SQLITE_PATH: join(folder, 'restored.db') }, cwd: folder })
  t.equal(restored.code, 0, restored.stderr)
  const again = join(folder, 'again.plinth')
  await callCli(['backup', again], { env: { SQLITE_PATH: join(folder, 'restored.db') }, cwd: folder })
  const lines = documentLines((await contentOf(again)).lines)
  t.ok(lines.length > 100)
  t.strictSame(lines, documentLines((await contentOf(file)).lines))
})

/** The lines of documents, without those of the collection that a conversion deletes. */
function documentLines(lines: readonly string[]): string[] {
  let collection: unknown
  return lines.slice(1, -1).filter(line => {
    const isDefinition = line.startsWith('{"collection":')
    if (isDefinition) collection = (JSON.parse(line) as { collection: string }).collection
    return !isDefinition && collection !== formerReferences
  })
}
