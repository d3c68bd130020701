import { spawnSync } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { createWriteStream, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { createGzip } from 'node:zlib'
import t from 'tap'
import type { Test } from 'tap'
import type { JobRun } from '../../plugins/jobs/contract.ts'
import { hasEnded, reached } from '../../plugins/transfer/testing-imports.ts'
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
    // Half of them refer to later rows.
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

/** The service on the store of a place goes on with what a killed command has left. @returns how many rows its import has written */
async function resumed(t: Test, path: string): Promise<JobRun['progress']> {
  const app = await buildTestApp({ config: { store: { kind: 'sqlite', path } } })
  t.teardown(() => app.close())
  const { data } = (await app.request('GET', '/api/admin/jobs?name=transfer:import')).json<{ data: [JobRun] }>()
  const { state, attempt, progress } = await reached(app, data[0], hasEnded)
  t.match([state, attempt], ['done', 2])
  await app.close()
  return progress
}

const killWhenRowsAreWritten = (child: ChildProcess): void => {
  child.stderr?.on('data', figures => /: [1-9]/.test(String(figures)) && child.kill('SIGKILL'))
}

t.test('a killed import goes on without duplicates', async t => {
  const count = 20_000
  const place = await withTasks(t, count)
  const configuration = join(place.folder, 'plinth.json')
  writeFileSync(configuration, JSON.stringify({ plugins: { jobs: { leaseSeconds: 1 } } }))
  const killed = await runCli(['import', 'task', 'tasks.ndjson'], {
    env: { ...place.env, PLINTH_CONFIG: configuration },
    cwd: place.folder,
    started: killWhenRowsAreWritten,
  })
  t.equal(killed.code, null, 'it was killed during the import')
  t.strictSame(await resumed(t, place.env['SQLITE_PATH'] ?? ''), { done: count, total: count })
  const there = await tasksOf(place)
  t.strictSame(
    [...there.keys()],
    Array.from({ length: count }, (_, index) => `Task ${index}`),
    'in their order',
  )
  for (let index = 0; index < count; index++) {
    const { parent } = there.get(`Task ${index}`) ?? {}
    if (parent !== `urn:task:t${(index * 7 + 1) % count}`) t.fail(`Task ${index} has the parent ${parent}`)
  }

  await place.plinth('resources', 'update', 'task', 't1', '--patch', '--data', '{"parent":null}')
  t.match(await place.plinth('import', 'task', 'tasks.ndjson'), { code: 4, stdout: /19,999 already there, 1 differ/ })
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

t.test('a killed import of everything goes on', async t => {
  const here = await withTasks(t, 15_000)
  t.equal((await here.plinth('import', 'task', 'tasks.ndjson')).code, 0)
  const folder = join(here.folder, 'everything')
  t.equal((await here.plinth('export', '--all', folder)).code, 0)
  const configuration = join(here.folder, 'plinth.json')
  writeFileSync(configuration, JSON.stringify({ plugins: { jobs: { leaseSeconds: 1 } } }))
  const env = { SQLITE_PATH: join(here.folder, 'there', 'plinth.db') }
  const there = (...args: string[]): Promise<CliResult> => callCli(args, { env, cwd: here.folder })
  const killed = await runCli(['import', '--all', folder], {
    env: { ...env, PLINTH_CONFIG: configuration },
    cwd: here.folder,
    started: killWhenRowsAreWritten,
  })
  t.equal(killed.code, null, 'it was killed during the import')
  t.strictSame(await resumed(t, env.SQLITE_PATH), { done: 15_000, total: 15_000 })
  const copy = join(here.folder, 'again')
  t.equal((await there('export', '--all', copy)).code, 0)
  t.strictSame(contentsOf(copy), contentsOf(folder))
})

t.test('files of 100 MB need little memory, in the service and in the command that sends them', async t => {
  const folder = t.testdir()
  const app = await buildTestApp({ config: { store: { kind: 'sqlite', path: join(folder, 'plinth.db') } } })
  t.teardown(() => app.close())
  const schema = { ...task, additionalProperties: false }
  t.equal((await app.request('POST', '/api/resource-types', { name: 'Task', slug: 'task', schema })).statusCode, 201)
  const base = await app.listen()
  const row = `${JSON.stringify({ title: randomBytes(500_000).toString('hex'), unknown: 'y'.repeat(40_000) })}\n`
  const rows = (): Readable => Readable.from(Array.from({ length: 100 }, () => row))
  const before = heldBytes()
  let most = 0
  const measuring = setInterval(() => (most = Math.max(most, heldBytes() - before)), 500)
  t.teardown(() => clearInterval(measuring))
  const checkMost = (): boolean => t.ok(most < 50 * 1024 * 1024, `100 MB took ${Math.round(most / 1024 / 1024)} MiB`)

  const sent = await fetch(`${base}/api/task/_import?rejects=true`, {
    method: 'POST',
    headers: { 'content-type': 'application/x-ndjson', 'content-encoding': 'gzip', prefer: 'respond-async' },
    body: rows().pipe(createGzip({ level: 1 })),
    duplex: 'half',
    redirect: 'error', // otherwise all that was sent is kept for a redirect
  })
  t.equal(sent.status, 202)
  const ended = await reached(app, (await sent.json()) as JobRun, hasEnded)
  t.match(ended, { state: 'done', progress: { done: 100, total: 100 } })
  t.match(ended['result'], [{ problem: { rows: 100 } }, { omitted_rejects: 100 }, { result: { refused: 100 } }])
  checkMost()

  await pipeline(rows(), createWriteStream(join(folder, 'tasks.ndjson')))
  const imported = await callCli(['import', 'task', 'tasks.ndjson', '--url', base, '--as', 'admin@example.org'], {
    cwd: folder,
  })
  t.match(imported, { code: 4, stdout: /100 refused/ })
  checkMost()
})

/** The memory of this process that is in use: what else is resident depends on when garbage is collected. */
function heldBytes(): number {
  setFlagsFromString('--expose-gc')
  const collect: unknown = runInNewContext('gc')
  if (typeof collect === 'function') collect()
  const { heapUsed, external } = process.memoryUsage()
  return heapUsed + external
}
