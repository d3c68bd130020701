import { spawnSync } from 'node:child_process'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { createGzip } from 'node:zlib'
import t from 'tap'
import type { Test } from 'tap'
import { bareEnvironment, buildTestApp, callCli, cliCommand, runCli } from '../../testing/index.ts'
import type { CliResult } from '../../testing/index.ts'

const task = {
  type: 'object',
  properties: {
    title: { type: 'string' },
    slug: { type: 'string', 'x-unique': true },
    parent: { type: 'string', 'x-resource-type': 'task' },
    tags: { type: 'array', items: { type: 'string' } },
  },
  required: ['title'],
}

interface Place {
  folder: string
  env: Record<string, string>
  plinth(...args: string[]): Promise<CliResult>
}

/** A folder with its own store, and `plinth` on it. */
function placeIn(t: Test, name: string): Place {
  const folder = t.testdir({ [name]: {} })
  const env = { SQLITE_PATH: join(folder, 'store', 'plinth.db') }
  return { folder, env, plinth: (...args) => callCli(args, { env, cwd: folder }) }
}

async function withTasks(t: Test, count: number): Promise<Place> {
  const place = placeIn(t, 'tasks')
  const made = ['types', 'create', '--name', 'Task', '--slug', 'task', '--schema', JSON.stringify(task)]
  t.equal((await place.plinth(...made)).code, 0)
  const rows = Array.from({ length: count }, (_, index) => ({
    '@id': `urn:task:t${index}`,
    title: `Task ${index}`,
    slug: `s${index}`,
    tags: ['x'.repeat(200)],
    // Half of them refer to later rows, so that these references are set after all rows are loaded.
    parent: `urn:task:t${(index * 7 + 1) % count}`,
  }))
  writeFileSync(join(place.folder, 'tasks.ndjson'), rows.map(row => JSON.stringify(row)).join('\n'))
  return place
}

const lines = (text: string): string[] => text.split('\n').filter(line => line !== '')

interface Task {
  title: string
  parent?: string
}

const tasksOf = async ({ plinth }: Place): Promise<Map<string, Task>> =>
  new Map(
    lines((await plinth('export', 'task', '--format', 'ndjson')).stdout).map(line => {
      const row = JSON.parse(line) as Task
      return [row.title, row]
    }),
  )

t.test('an export to a command that stops reading ends without an error', async t => {
  const { folder, env, plinth } = await withTasks(t, 3000)
  t.match(await plinth('import', 'task', 'tasks.ndjson'), { code: 0, stdout: /3,000 loaded/ })
  const words = cliCommand.map(word => `'${word}'`).join(' ')
  const command = `${words} export task --format ndjson | head -n 2`
  const shell = { cwd: folder, env: bareEnvironment(env), encoding: 'utf8' } as const
  const head = spawnSync('bash', ['-o', 'pipefail', '-c', command], shell)
  t.equal(head.status, 0, head.stderr)
  t.equal(lines(head.stdout).length, 2)
  t.notMatch(head.stderr, /EPIPE|at /)
})

t.test('a killed import is continued without duplicates', async t => {
  const count = 4000
  const place = await withTasks(t, count)
  const killed = await runCli(['import', 'task', 'tasks.ndjson'], {
    env: place.env,
    cwd: place.folder,
    started: child => child.stderr?.once('data', () => child.kill('SIGKILL')),
  })
  t.equal(killed.code, null, 'it was killed during the import')
  const partly = (await tasksOf(place)).size
  t.ok(partly > 0 && partly < count, `${partly} were there`)
  const continued = await place.plinth('import', 'task', 'tasks.ndjson', '--json')
  t.match(JSON.parse(continued.stdout), { rows: count, created: count - partly, already_there: partly, refused: 0 })
  const there = await tasksOf(place)
  t.equal(there.size, count)
  for (let index = 0; index < count; index++) {
    const { parent } = there.get(`Task ${index}`) ?? {}
    if (parent !== `urn:task:t${(index * 7 + 1) % count}`) t.fail(`Task ${index} has the parent ${parent}`)
  }

  await place.plinth('resources', 'update', 'task', 't1', '--patch', '--data', '{"parent":null}')
  t.match(await place.plinth('import', 'task', 'tasks.ndjson'), { code: 4, stdout: /3,999 already there, 1 differ/ })
  t.notOk((await tasksOf(place)).get('Task 1')?.parent, 'resources that were changed since stay unchanged')
})

/** The contents of an exported folder, in an order that does not depend on that of resources created in one millisecond. */
const contentsOf = (folder: string): Record<string, string[]> =>
  Object.fromEntries(
    readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter(name => name.endsWith('.ndjson'))
      .sort()
      .map(name => [name, readFileSync(join(folder, name), 'utf8').split('\n').sort()]),
  )

t.test('a killed import of everything can be continued', async t => {
  const here = await withTasks(t, 3000)
  t.equal((await here.plinth('import', 'task', 'tasks.ndjson')).code, 0)
  const folder = join(here.folder, 'everything')
  t.equal((await here.plinth('export', '--all', folder)).code, 0)
  const env = { SQLITE_PATH: join(here.folder, 'there', 'plinth.db') }
  const there = (...args: string[]): Promise<CliResult> => callCli(args, { env, cwd: here.folder })
  const killed = await runCli(['import', '--all', folder], {
    env,
    cwd: here.folder,
    started: child =>
      child.stderr?.on('data', (text: Buffer) => {
        if (text.toString().includes('resources/task')) child.kill('SIGKILL')
      }),
  })
  t.equal(killed.code, null, 'it was killed during the import')
  const again = await there('import', '--all', folder)
  t.match(again, { code: 0, stdout: /task: 3,000 rows: \d.* loaded, \d.* already there/ }, again.stderr)
  const copy = join(here.folder, 'again')
  t.equal((await there('export', '--all', copy)).code, 0)
  t.strictSame(contentsOf(copy), contentsOf(folder))
})

t.test('a compressed file of 100 MB needs little memory', async t => {
  const app = await buildTestApp()
  t.teardown(() => app.close())
  const schema = { ...task, additionalProperties: false }
  t.equal((await app.request('POST', '/api/resource-types', { name: 'Task', slug: 'task', schema })).statusCode, 201)
  const base = await app.listen()
  const row = JSON.stringify({ title: 'x'.repeat(1_000_000), unknown: 'y'.repeat(40_000) })
  const count = 100
  const before = heldBytes()
  let most = 0
  let answers = 0
  async function* rows(): AsyncGenerator<string> {
    for (let sent = 0; sent < count; sent++) yield `${row}\n`
  }
  const packed = Readable.from(rows()).pipe(createGzip({ level: 1 }))
  const large = await fetch(`${base}/api/task/_import?rejects=true`, {
    method: 'POST',
    headers: { 'content-type': 'application/x-ndjson', 'content-encoding': 'gzip' },
    body: packed,
    duplex: 'half',
  })
  const reader = large.body?.getReader()
  let last = ''
  for (let read = await reader?.read(); read?.done === false; read = await reader?.read()) {
    if (answers++ % 100 === 0) most = Math.max(most, heldBytes() - before)
    last = Buffer.from(read.value).toString().slice(-300)
  }
  t.match(last, /"refused":100\}\}\n$/)
  t.ok(answers > 1000, 'measured while it was read')
  t.ok(most < 50 * 1024 * 1024, `100 MB took ${Math.round(most / 1024 / 1024)} MiB`)
})

/** The memory of this process that is in use: what else is resident depends on when garbage is collected. */
function heldBytes(): number {
  setFlagsFromString('--expose-gc')
  const collect: unknown = runInNewContext('gc')
  if (typeof collect === 'function') collect()
  const { heapUsed, external } = process.memoryUsage()
  return heapUsed + external
}
