import { execFileSync } from 'node:child_process'
import {
  chmodSync,
  closeSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  openSync,
  readFileSync,
  rmSync,
  writeFileSync,
  writeSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import t from 'tap'
import { serving, unprivileged } from '../../cli/testing.ts'
import { callCli } from '../../testing/index.ts'
import { Connection } from '../../plugins/sqlite/file/connection.ts'
import { newPaths } from '../../plugins/sqlite/testing.ts'

const newPath = await newPaths(t)
const pageSize = 4096
const rows = 3_000

interface Place {
  folder: string
  path: string
  plinth: (...args: string[]) => ReturnType<typeof callCli>
  env: Record<string, string>
}

/** A place for a store, which does not exist yet. */
function newPlace(): Place {
  const path = newPath()
  const folder = join(dirname(path), `for-${path.split('/').at(-1)}`)
  mkdirSync(folder)
  const env = { SQLITE_PATH: path }
  return { folder, path, plinth: (...args) => callCli(args, { env, cwd: folder }), env }
}

/** Fill a store with books and shelves. @returns its file */
async function fill(): Promise<string> {
  const { path, folder, plinth } = newPlace()
  const schema = JSON.stringify({
    type: 'object',
    properties: { title: { type: 'string', 'x-index': true }, text: { type: 'string' } },
  })
  const must = async (...args: string[]): Promise<void> => {
    const { code, stderr } = await plinth(...args)
    if (code !== 0) throw new Error(stderr)
  }
  const load = async (slug: string, count: number): Promise<void> => {
    const given = ['--name', slug, '--slug', slug, '--description', `All of ${slug}`, '--schema', schema]
    await must('types', 'create', ...given)
    const line = (_: unknown, i: number): string =>
      JSON.stringify({
        '@id': `urn:${slug}:n${i}`,
        title: `Title ${i}`,
        text: `${slug} ${i} ${'lorem ipsum '.repeat(30)}`,
      })
    writeFileSync(join(folder, `${slug}.ndjson`), Array.from({ length: count }, line).join('\n'))
    await must('import', slug, `${slug}.ndjson`)
  }
  await load('book', rows)
  await load('shelf', 50)
  return path
}

const original = await fill()

/** A copy of the store with books and shelves. */
function filled(): Place {
  const place = newPlace()
  copyFileSync(original, place.path)
  return place
}

/** The numbers of pages of a table or index, without its root. */
function leavesOf(path: string, name: string): number[] {
  const connection = new Connection(path)
  try {
    const sql = `SELECT pageno FROM dbstat WHERE name LIKE ? AND pagetype = 'leaf' ORDER BY path`
    return connection.all(sql, name).map(([page]) => Number(page))
  } finally {
    connection.close()
  }
}

function overwrite(path: string, pages: readonly number[]): void {
  const file = openSync(path, 'r+')
  for (const page of pages) writeSync(file, Buffer.alloc(pageSize, 0xa5), 0, pageSize, (page - 1) * pageSize)
  closeSync(file)
}

const linesOf = (file: string): number => readFileSync(file, 'utf8').split('\n').filter(Boolean).length

async function ask(url: string, path: string): Promise<[status: number, code: unknown]> {
  const answer = await fetch(url + path, { headers: { accept: 'application/problem+json' } })
  const body: unknown = await answer.json()
  return [answer.status, typeof body === 'object' && body !== null && 'code' in body ? body.code : undefined]
}

/** What is damaged, the request that meets it, and whether resources are lost. */
const damages: { title: string; name: string; asked: string; isLost: boolean }[] = [
  {
    title: 'a table',
    name: 'books',
    asked: '/api/book?limit=200&sort_by=meta.created_at&sort_order=asc',
    isLost: true,
  },
  {
    title: 'an index',
    name: 'books.by_created_at',
    asked: '/api/book?limit=1000&sort_by=meta.created_at&sort_order=asc',
    isLost: false,
  },
  { title: 'an index of words', name: 'books.words.%_data', asked: '/api/book?q=lorem', isLost: false },
]

for (const { title, name, asked, isLost } of damages) {
  await t.test(`pages of ${title} are damaged`, async t => {
    const { path, folder, plinth, env } = filled()
    const leaves = leavesOf(path, name)
    overwrite(path, leaves.slice(1, title === 'an index of words' ? undefined : 8))

    const { url, stop, log } = await serving(t, env, folder)
    t.equal((await fetch(`${url}/api/health/ready`)).status, 200)
    for (let i = 0; i < 10; i++) t.strictSame(await ask(url, asked), [503, 'store-damaged'])
    t.equal((await ask(url, '/api/shelf?limit=50'))[0], 200)
    t.equal((await ask(url, '/api/book/urn:book:n0'))[0], 200, 'what can be read is served')
    const body = JSON.stringify({ title: 'new', text: 'lorem new' })
    const headers = { 'content-type': 'application/json' }
    t.equal((await fetch(`${url}/api/shelf`, { method: 'POST', headers, body })).status, 201, 'and changed')
    const far = await plinth('export', 'book', 'far.ndjson', '--url', url)
    const copy = (await (await fetch(`${url}/api/_export`)).text()).split('\n')
    const books = copy.slice(
      copy.indexOf('{"file":"resources/book.ndjson"}'),
      copy.indexOf('{"file":"archived/book.ndjson"}'),
    )
    t.equal(books.length - 1, rows, 'a copy has a row for each book')
    const unreadable = books.filter(line =>
      line.includes('because the store of the exported service is damaged'),
    ).length
    t.equal(await stop(), 0)
    const named = log()
      .split('\n')
      .filter(line => line.includes('is damaged: requests'))
      .map(line => (JSON.parse(line) as { collection: string }).collection)
    t.strictSame(named, ['books'], 'one line in the log, with the collection')

    const near = await plinth('export', 'book', 'near.ndjson')
    for (const [file, { code, stderr }] of [
      ['far.ndjson', far],
      ['near.ndjson', near],
    ] as const) {
      const exported = linesOf(join(folder, file))
      if (isLost) {
        const skipped = Number(
          /book: (\d+) resources? (?:is|are) left out, because the store is damaged/.exec(stderr)?.[1],
        )
        t.ok(skipped > 10 && skipped < 500, stderr)
        t.strictSame([code, exported + skipped, unreadable], [4, rows, skipped], file)
      } else t.strictSame([code, exported, unreadable], [0, rows, 0], file)
    }

    const { code, stdout, stderr } = await plinth('doctor', '--repair')
    t.equal(code, isLost ? 4 : 0, stderr)
    t.match(stdout, isLost ? /books: 2,\d+ copied, at least \d+ lost/ : /books: 3,000 copied\n/)
    t.match(stdout, `${path}.repaired; ${path} was not changed`)
    t.match(await plinth('doctor', '--repair'), { code: 1, stderr: /repaired exists already/ })
    const repaired: typeof plinth = (...args) =>
      callCli(args, { env: { SQLITE_PATH: `${path}.repaired` }, cwd: folder })
    t.match(await repaired('doctor', '--offline'), { stdout: /ok +store / })
    t.match(await repaired('export', 'book', 'repaired.ndjson'), { code: 0 })
    t.equal(
      linesOf(join(folder, 'repaired.ndjson')),
      linesOf(join(folder, 'near.ndjson')),
      'every row that can be read',
    )
  })
}

await t.test('a damaged schema', async t => {
  const { path, plinth } = filled()
  overwrite(path, [1])
  t.match(await plinth('types', 'list'), { code: 1, stderr: /no SQLite database, or its first page is damaged/ })
  t.match(await plinth('doctor', '--repair'), { code: 1, stderr: /schema of .* cannot be read; put back a backup/ })
  t.notOk(existsSync(`${path}.repaired`))
  t.notOk(existsSync(`${path}.repaired.part`))
})

await t.test('a file that can only be read is served', async t => {
  const path = newPath()
  const env = { SQLITE_PATH: path }
  t.equal((await callCli(['types', 'list'], { env })).code, 0)
  chmodSync(path, 0o400)
  const { url, stop, log } = await serving(t, env, dirname(path), unprivileged)
  const refused = await fetch(`${url}/api/person`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', accept: 'application/problem+json' },
    body: JSON.stringify({ givenName: 'Ada', familyName: 'Lovelace' }),
  })
  t.match(
    [refused.status, await refused.json()],
    [
      503,
      { code: 'store-read-only', detail: /^the file of the store is read-only; nothing was changed, .* permissions/ },
    ],
  )
  t.strictSame(await ask(url, '/api/health/ready'), [503, 'store-read-only'])
  for (const read of ['/api/person', '/api/health', '/api/health/checks', '/api/health/instances', '/api/health/store'])
    t.equal((await ask(url, read))[0], 200, read)
  t.equal(await stop(), 0)
  t.equal(log().match(/writes to the store fail; the service is not ready/g)?.length, 1)
})

await t.test('a store of the previous version is served from a full disk', async t => {
  const folder = join(dirname(newPath()), 'disk')
  mkdirSync(folder)
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=24m', 'tmpfs', folder], { stdio: 'ignore' })
  } catch {
    t.pass('left out', { skip: 'this user cannot mount a file system' })
    return
  }
  t.teardown(() => execFileSync('umount', ['--lazy', folder]))
  const path = join(folder, 'plinth.db')
  const env = { SQLITE_PATH: path }
  const person = JSON.stringify({ givenName: 'Ada', familyName: 'Lovelace' })
  const headers = { 'content-type': 'application/json', accept: 'application/problem+json' }
  const first = await serving(t, env, dirname(folder))
  const post = (url: string): Promise<Response> => fetch(`${url}/api/person`, { method: 'POST', headers, body: person })
  t.equal((await post(first.url)).status, 201)
  await first.stop()
  const before = new Connection(path)
  before.execute(
    `UPDATE "plinth.collections" SET definition = json_remove(definition, '$.transient')`,
    `DELETE FROM "plinth.collections" WHERE name IN ('_instances', '_backups')`,
    'DROP TABLE IF EXISTS _instances',
    ...['version', 'commit', 'conversion'].map(name => `ALTER TABLE "plinth.store" DROP COLUMN "${name}"`),
    'PRAGMA wal_checkpoint(TRUNCATE)',
  )
  before.close()
  // SQLite needs 32 KB for the memory that its connections share, and a little for the beginning of its log.
  const kept = join(folder, 'kept')
  writeFileSync(kept, Buffer.alloc(40_960))
  const filler = openSync(join(folder, 'filler'), 'w')
  t.throws(
    () => {
      for (;;) writeSync(filler, Buffer.alloc(4096))
    },
    { code: 'ENOSPC' },
  )
  closeSync(filler)
  rmSync(kept)

  const full = await serving(t, env, dirname(folder))
  t.equal((await ask(full.url, '/api/person'))[0], 200)
  t.strictSame(await ask(full.url, '/api/settings/log'), [200, undefined])
  t.equal((await ask(full.url, '/api/health/instances'))[0], 200)
  const refused = await post(full.url)
  t.match([refused.status, await refused.json()], [503, { code: 'store-full' }])
  t.strictSame(await ask(full.url, '/api/health/ready'), [503, 'store-full'])
  rmSync(join(folder, 'filler'))
  t.equal((await post(full.url)).status, 201, 'writes resume by themselves')
  t.equal((await ask(full.url, '/api/health/ready'))[0], 200)
  t.equal(await full.stop(), 0)
})
