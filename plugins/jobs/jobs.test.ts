import { spawn } from 'node:child_process'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import type { Test } from 'tap'
import { loadConfig, packageRoot } from '../../kernel/index.ts'
import type { JsonObject } from '../../lib/json/index.ts'
import { bareEnvironment, buildTestApp, callCli, pluginSuite, runCli } from '../../testing/index.ts'
import type { TestApp } from '../../testing/index.ts'
import { movableClock } from '../../testing/internal/clock.ts'
import { onStoreOfRun } from '../../testing/internal/each-store.ts'
import { signedInApp } from '../../testing/internal/signed-in.ts'
import type { Client } from '../../testing/internal/signed-in.ts'
import { until } from '../../testing/internal/until.ts'
import type { JobRun } from './contract.ts'

for (const { name, run } of pluginSuite({ key: 'jobs', paths: ['/api/admin/jobs'] })) t.test(name, run)

/** A plugin with jobs, which its routes start. */
const tester = `
import { appendFileSync, existsSync } from 'node:fs'
import { setTimeout as wait } from 'node:timers/promises'
export default {
  name: 'tester', version: '1.0.0', requires: ['jobs', 'typeRegistry', 'resources', 'resourceReader'], provides: [],
  register({ app, contracts }) {
    const defined = {
      async echo(input, { caller, progress }) {
        progress(1, 2)
        return { input, caller: caller.id }
      },
      async fail() { throw new Error('out of paper') },
      async large() { return 'x'.repeat(2_000_000) },
      // Notes that it begins, and ends when a file exists, or when it is aborted, which it notes; the deaf one then goes on, and notes its end.
      async hold({ log, file, isDeaf = false }, { attempt, signal, progress }) {
        appendFileSync(log, 'begun\\n')
        signal.addEventListener('abort', () => appendFileSync(log + '.aborted', signal.reason.code + '\\n'))
        progress(attempt)
        while (!existsSync(file)) {
          if (!isDeaf) signal.throwIfAborted()
          await wait(10)
        }
        if (isDeaf) appendFileSync(log, 'ended\\n')
        return attempt
      },
      async tick() {},
    }
    // The slug of a type that has a file as its description changes when the file exists.
    contracts.typeRegistry.onRename(async ({ from }) => {
      const { description } = await contracts.typeRegistry.find(from)
      while (description.startsWith('/') && !existsSync(description)) await wait(10)
      return []
    })
    // A leaf or petal that has a file as its title is written when the file exists.
    contracts.resources.addBehaviour({ name: 'hold-leaf', types: ['leaf', 'petal'], before: async ({ data }) => {
      while (data.title.startsWith('/') && !existsSync(data.title)) await wait(10)
    } })
    // Archived resources of a type that has a file as its description are listed in their order when the file exists.
    const { resourceReader } = contracts
    const { select } = resourceReader
    resourceReader.select = async (scope, type, query) => {
      const { description } = type
      const isHeld = description.startsWith('/') && query?.status === 'archived' && query.sort !== undefined
      while (isHeld && !existsSync(description)) await wait(10)
      return select.call(resourceReader, scope, type, query)
    }
    const limits = { maxAttempts: 2, retryDelayMs: 10 }
    const jobs = Object.fromEntries(Object.entries(defined).map(([name, run]) =>
      [name, contracts.jobs.define({ name, run, ...limits, ...(name === 'tick' && { everyMs: Number(process.env.TICK_MS ?? 100) }) })]))
    app.post('/api/tester/:job', { config: { access: 'signed-in' }, schema: { body: { type: 'object' } } }, async ({ params, body, caller }, reply) => {
      const { input = {}, waitMs, ...options } = body
      if (waitMs === undefined) return reply.code(202).send(await jobs[params.job].start(input, { caller, ...options }))
      return jobs[params.job].attempt(input, { caller, waitMs, ...options })
    })
    return {}
  },
}`

const folder = t.testdir({ 'tester.mjs': tester })
const key = './tester.mjs'
/** The behaviour of the tester waits for a file. */
const patient = { 'dynamic-resources': { behaviourTimeout: 120_000 } }

/** A service with the jobs of the tester, on the store of another one if that is given. */
async function start(
  t: Test,
  { url, store, isOn = true, options = {} }: Setting & { store?: TestApp['config']['store'] },
): Promise<TestApp> {
  const { plugins } = loadConfig({})
  const service = await buildTestApp({
    plugins: {
      ...plugins,
      ...patient,
      jobs: { leaseSeconds: 60, deferAfterMs: 60_000, ...options },
      [key]: isOn,
    },
    ...(url !== undefined && { url }),
    config: { directory: folder, ...(store !== undefined && { store }) },
  })
  t.teardown(() => service.close())
  return service
}

interface Setting {
  url?: string | undefined
  isOn?: boolean
  options?: JsonObject
}

t.test('a job without a function is refused at the start', async t => {
  const idle = `export default { name: 'idle', version: '1.0.0', requires: ['jobs'], provides: [],
    register({ contracts }) { contracts.jobs.define({ name: 'rest' }); return {} } }`
  const plugins = { ...loadConfig({}).plugins, './idle.mjs': true }
  await t.rejects(buildTestApp({ plugins, config: { directory: t.testdir({ 'idle.mjs': idle }) } }), {
    message: 'plugin "idle" failed to start: the job idle:rest needs a function run',
  })
})

const begin = async (
  t: Test,
  { request }: Pick<TestApp, 'request'>,
  job: string,
  body: object = {},
): Promise<JobRun> => {
  const answer = await request('POST', `/api/tester/${job}`, body)
  t.equal(answer.statusCode, 202, answer.body)
  return answer.json<JobRun>()
}

const read = async ({ request }: Pick<TestApp, 'request'>, { id }: Pick<JobRun, 'id'>): Promise<JobRun> =>
  (await request('GET', `/api/admin/jobs/${id}`)).json<JobRun>()

async function reaches(service: Pick<TestApp, 'request'>, run: JobRun, ...states: string[]): Promise<JobRun> {
  let now = await read(service, run)
  await until(async () => states.includes(now.state) || states.includes((now = await read(service, run)).state))
  return now
}

const cancel = ({ request }: Pick<TestApp, 'request'>, { id }: Pick<JobRun, 'id'>) =>
  request('POST', `/api/admin/jobs/${id}/cancel`)

const cancelledRun = {
  state: 'dead',
  error: { status: 409, code: 'job-cancelled', detail: 'the run was cancelled' },
  due_at: null,
  ended_at: String,
}

const list = async (service: TestApp, query = ''): Promise<JobRun[]> =>
  (await service.request('GET', `/api/admin/jobs?limit=200${query}`)).json<{ data: JobRun[] }>().data

const linesOf = (file: string): number => (existsSync(file) ? readFileSync(file, 'utf8').split('\n').length - 1 : 0)

onStoreOfRun('jobs', async (t, url) => {
  const files = t.testdir()
  const first = await start(t, { url: url ?? join(files, 'plinth.db') })
  const { store } = first.config

  await t.test('runs end, are tried again, and are listed', async t => {
    const done = await reaches(first, await begin(t, first, 'echo', { input: { n: 1 } }), 'done', 'dead')
    t.match(done, {
      name: 'tester:echo',
      state: 'done',
      attempt: 1,
      error: null,
      progress: { done: 1, total: 2 },
      result: { input: { n: 1 }, caller: 'urn:user:admin' },
      started_by: 'urn:user:admin',
      due_at: null,
      ended_at: String,
    })
    const failed = await reaches(first, await begin(t, first, 'fail'), 'dead')
    t.match(failed, { attempt: 2, error: { status: 500, code: 'internal-error', detail: 'out of paper' } })
    const large = await reaches(first, await begin(t, first, 'large'), 'dead')
    t.match(large, { attempt: 1, error: { status: 413, code: 'payload-too-large' } })
    await begin(t, first, 'echo', { input: { text: 'x'.repeat(900_000) } })
    t.match(await list(first, '&state=dead'), [{ name: 'tester:large' }, { name: 'tester:fail' }])
    t.match(await list(first, '&name=tester:fail&state=dead'), [{ id: failed.id }])
    t.strictSame(await list(first, '&name=tester:fail&state=done'), [])
    t.notOk((await list(first)).some(run => 'result' in run || 'input' in run))
    const page = (await first.request('GET', '/api/admin/jobs?limit=1&count=true')).json()
    t.match(page, { data: [{}], has_more: true, cursor: /./, total: Number })
    for (const query of ['state=other', 'colour=red', 'limit=0', 'cursor=x'])
      t.equal((await first.request('GET', `/api/admin/jobs?${query}`)).statusCode, 400, query)
    t.equal((await first.request('GET', '/api/admin/jobs/none')).statusCode, 404)
    const plugins = (await first.request('GET', '/api/admin/plugins?limit=100')).json<{ data: JsonObject[] }>()
    t.match(JSON.stringify(plugins), /"part":"job fail"/)
  })

  await t.test('of runs with the same key one is open', async t => {
    const [log, file] = [join(files, 'key.log'), join(files, 'key.end')]
    const run = await begin(t, first, 'hold', { key: 'a', input: { log, file } })
    await reaches(first, run, 'running')
    const again = await first.request('POST', '/api/tester/hold', { key: 'a', input: { log, file } })
    t.equal(again.statusCode, 409, again.body)
    const deferred = await first.request('POST', '/api/tester/hold', { key: 'a', waitMs: 1, input: { log, file } })
    t.equal(deferred.statusCode, 409, deferred.body)
    writeFileSync(file, '')
    t.match(await reaches(first, run, 'done'), { progress: { done: 1, total: null }, result: 1 })
    t.equal(
      (await reaches(first, await begin(t, first, 'hold', { key: 'a', input: { log, file } }), 'done')).attempt,
      1,
    )
  })

  await t.test('a run is cancelled', async t => {
    const [log, file] = [join(files, 'cancel.log'), join(files, 'cancel.end')]
    const run = await begin(t, first, 'hold', { key: 'c', input: { log, file } })
    await until(() => linesOf(log) === 1)
    const answer = await cancel(first, run)
    t.equal(answer.statusCode, 200, answer.body)
    t.match(answer.json(), { ...cancelledRun, id: run.id, attempt: 1 })
    t.equal(readFileSync(`${log}.aborted`, 'utf8'), 'job-cancelled\n', 'its work is aborted at once')
    const again = await cancel(first, run)
    t.equal(again.statusCode, 409)
    t.match(again.body, /has ended already: it is dead/)
    t.equal((await cancel(first, { id: 'none' })).statusCode, 404)
    t.match(await list(first, '&state=dead&name=tester:hold'), [{ id: run.id, attempt: 1 }])

    const deaf = await begin(t, first, 'hold', { key: 'c', input: { log, file, isDeaf: true } })
    await until(() => linesOf(log) === 2)
    t.equal((await cancel(first, deaf)).statusCode, 200, 'the key was free')
    const waiting = await begin(t, first, 'echo', { key: 'c', delayMs: 600_000 })
    t.match((await cancel(first, waiting)).json(), { ...cancelledRun, attempt: 0, started_at: null })
    writeFileSync(file, '')
    await until(() => linesOf(log) === 3)
    const done = await reaches(first, await begin(t, first, 'hold', { input: { log, file } }), 'done')
    t.match((await cancel(first, done)).body, /has ended already: it is done/)
    t.match(await read(first, deaf), cancelledRun, 'work that goes on changes nothing')
    t.match(await read(first, run), cancelledRun)

    let tick: JobRun | undefined
    await until(async () => {
      tick = (await list(first, '&name=tester:tick&state=waiting'))[0]
      return tick !== undefined && (await cancel(first, tick)).statusCode === 200
    })
    const since = tick?.id ?? ''
    await until(async () => (await list(first, '&name=tester:tick&state=done')).some(({ id }) => id > since))
  })

  await t.test('what takes long goes on as a run', async t => {
    const [log, file] = [join(files, 'late.log'), join(files, 'late.end')]
    const short = await first.request('POST', '/api/tester/echo', { waitMs: 60_000, input: { n: 2 } })
    t.match(short.json(), { ended: true, result: { input: { n: 2 } } })
    t.equal((await first.request('POST', '/api/tester/fail', { waitMs: 60_000 })).statusCode, 500)
    const long = (await first.request('POST', '/api/tester/hold', { waitMs: 1, input: { log, file } })).json()
    t.match(long, { ended: false, run: { state: 'running', attempt: 1 }, location: `/api/admin/jobs/` })
    t.equal(long.run.started_at, long.run.created_at, 'the attempt began with the request')
    writeFileSync(file, '')
    t.match(await reaches(first, long.run, 'done'), { result: 1, attempt: 1 })
    t.equal(linesOf(log), 1)
  })

  await t.test('a change of a type that takes long goes on as a run', async t => {
    const { request } = first
    const file = join(files, 'types.end')
    const change = (method: string, body: object, prefer: string, slug = 'held') =>
      request(method, `/api/resource-types/${slug}`, body, { prefer, accept: 'application/problem+json, */*' })
    const properties = { title: { type: 'string' } }
    await request('POST', '/api/resource-types', {
      name: 'Film',
      slug: 'film',
      schema: { type: 'object', properties },
    })
    await request('POST', '/api/film', { title: 'Alien' })
    t.equal((await change('PATCH', { description: 'a' }, 'wait=60', 'film')).statusCode, 200, 'a short one does not')
    const schema = { type: 'object', properties: { ...properties, year: { type: 'integer', 'x-index': true } } }
    const accepted = await change('PUT', { schema }, 'handling=lenient, Respond-Async', 'film')
    t.equal(accepted.statusCode, 202, accepted.body)
    const run = accepted.json<JobRun>()
    t.match(run, { name: 'types:change', state: 'running', attempt: 1, started_by: 'urn:user:admin' })
    t.equal(accepted.headers.location, `/api/admin/jobs/${encodeURIComponent(run.id)}`)
    const type = (await request('GET', '/api/resource-types/film')).json<object>()
    t.strictSame((await reaches(first, run, 'done', 'dead'))['result'], { ...type, schema })
    t.equal((await request('GET', '/api/film?sort_by=year')).statusCode, 200)

    const refused = { schema: { type: 'object', properties: { title: { type: 'integer' } } } }
    const problem = (await change('PUT', refused, 'wait=60', 'film')).json<object>()
    t.match(problem, { status: 409, code: 'conflict' })
    const failed = (await change('PUT', refused, 'respond-async', 'film')).json<JobRun>()
    t.strictSame((await reaches(first, failed, 'done', 'dead')).error, problem)
    const archived = (await change('DELETE', undefined as never, 'respond-async', 'film')).json<JobRun>()
    t.match(await reaches(first, archived, 'done', 'dead'), { state: 'done', result: null })

    await request('POST', '/api/resource-types', { name: 'Held', slug: 'held', description: file })
    const held = await change('PATCH', { slug: 'free' }, 'wait=1')
    t.equal(held.statusCode, 202, held.body)
    const again = await change('PATCH', { description: 'b' }, 'wait=60')
    t.match(again.json(), { status: 409, detail: /^held: .*\/api\/admin\/jobs\/urn:job-run:/ })
    t.equal((await change('PATCH', { description: 'b' }, 'wait=60', 'film')).statusCode, 200, 'of this type alone')
    writeFileSync(file, '')
    t.match(await reaches(first, held.json<JobRun>(), 'done', 'dead'), { result: { slug: 'free' } })
    t.equal((await request('GET', '/api/resource-types/free')).statusCode, 200)
    const lasting = join(files, 'lasting.end')
    await request('POST', '/api/resource-types', { name: 'Lasting', slug: 'lasting', description: lasting })
    const unwanted = (await change('PATCH', { slug: 'gone' }, 'respond-async', 'lasting')).json<JobRun>()
    t.match((await cancel(first, unwanted)).json(), cancelledRun)
    writeFileSync(lasting, '')
    t.equal((await change('PATCH', { description: 'b' }, 'wait=60', 'lasting')).statusCode, 200, 'nothing has changed')
    t.equal((await request('GET', '/api/resource-types/gone')).statusCode, 404)
    const preset = '/api/resource-types/presets/tasks'
    const key = { 'idempotency-key': 'tasks', prefer: 'respond-async' }
    const installed = await request('POST', preset, undefined, key)
    t.match(await reaches(first, installed.json<JobRun>(), 'done', 'dead'), {
      name: 'presets:install',
      state: 'done',
    })
    const repeated = await request('POST', preset, undefined, key)
    t.equal(repeated.headers['idempotency-replayed'], 'true')
    t.equal(repeated.headers.location, installed.headers.location)
  })

  await t.test('a recurring job has one run at a time', async () => {
    await until(async () => (await list(first, '&name=tester:tick&state=done')).length > 2)
    const open = await list(first, '&name=tester:tick')
    t.equal(open.filter(({ state }) => state === 'waiting' || state === 'running').length, 1)
  })

  await t.test('a stopped service goes on at its next start; what no plugin defines waits', async t => {
    const [log, file] = [join(files, 'stop.log'), join(files, 'stop.end')]
    const run = await begin(t, first, 'hold', { input: { log, file } })
    await until(() => linesOf(log) === 1)
    const unwanted = await begin(t, first, 'echo', { delayMs: 600_000 })
    await first.app.close()
    const without = await start(t, { url, store, isOn: false })
    t.match(await read(without, run), {
      state: 'waiting',
      attempt: 0,
      error: { code: 'job-not-defined', detail: /tester:hold/ },
    })
    const base = await without.listen()
    const shown = await callCli(['jobs', 'list', '--state', 'waiting', '--name', 'tester:hold', '--url', base])
    t.match(shown.stdout, /^name +state .*\ntester:hold +waiting +0\/2 /)
    t.match(JSON.parse((await callCli(['jobs', 'list', '--json', '--url', base])).stdout), { has_more: Boolean })
    t.equal((await callCli(['jobs', 'list', '--state', 'x', '--url', base])).code, 1)
    const cancelling = ['jobs', 'cancel', unwanted.id, '--url', base]
    t.match(await callCli(cancelling), { code: 0, stderr: /^urn:job-run:\S+ \(tester:echo\) cancelled\n$/ })
    t.match(await read(without, unwanted), cancelledRun)
    t.match(await callCli(cancelling), { code: 1, stderr: /has ended already: it is dead/ })
    await without.app.close()
    writeFileSync(file, '')
    const second = await start(t, { url, store, options: { historyRuns: 1, deferAfterMs: 1 } })
    t.match(await reaches(second, run, 'done'), { attempt: 1, result: 1 })
    t.equal(linesOf(log), 2)
    await until(async () => (await list(second, '&name=tester:echo')).length === 1)

    const end = join(files, 'command.end')
    await second.request('POST', '/api/resource-types', { name: 'Kept', slug: 'kept', description: end })
    const address = await second.listen()
    const command = callCli(['types', 'update', 'kept', '--slug', 'given', '--json', '--url', address])
    await until(async () => (await list(second, '&name=types:change&state=running')).length === 1)
    writeFileSync(end, '')
    t.match(JSON.parse((await command).stdout), { slug: 'given' })

    const [rows, held] = [join(files, 'leaves.ndjson'), join(files, 'leaves.end')]
    await second.request('POST', '/api/resource-types', { name: 'Leaf', slug: 'leaf' })
    writeFileSync(rows, `{"title": "${held}"}${' '.repeat(1024 * 1024)}\n`.repeat(9))
    const importing = callCli(['import', 'leaf', rows, '--url', address])
    await until(async () => (await list(second, '&name=transfer:import&state=running')).length === 1)
    writeFileSync(held, '')
    t.match(await importing, { code: 0, stdout: /^leaf: 9 rows: 9 loaded/ })

    // A batch ends after 4 MiB: the first one is written when the import is cancelled, two may be under way, the last ones have not begun.
    await second.request('POST', '/api/resource-types', { name: 'Petal', slug: 'petal' })
    const barrier = join(files, 'cancel-import.end')
    const batch = ['a', 'b', 'c', 'd', 'e'].map(letter => letter.repeat(900_000))
    const titles = [...batch, barrier, ...batch, ...batch, ...batch, 'last']
    const large = join(files, 'petals.ndjson')
    writeFileSync(large, titles.map(title => `${JSON.stringify({ title })}\n`).join(''))
    const interrupted = await runCli(['import', 'petal', large, '--url', address], {
      started: child => child.stderr?.once('data', () => child.kill('SIGINT')), // its progress
    })
    t.match(interrupted, { code: 130, stderr: /plinth: interrupted\n$/ })
    const id = /plinth jobs cancel (\S+)/.exec(interrupted.stderr)?.[1] ?? ''
    const petals = async () =>
      (await second.request('GET', '/api/petal?count=true&limit=1')).json<{ total: number }>().total
    const keptRows = async () => {
      const { collections } = (await second.request('GET', '/api/admin/store/stats')).json<{
        collections: { name: string; rows: number }[]
      }>()
      return collections.reduce((sum, { name, rows }) => sum + (name.startsWith('_transfer_') ? rows : 0), 0)
    }
    await until(async () => (await petals()) >= 5)
    t.match((await cancel(second, { id })).json(), cancelledRun)
    writeFileSync(barrier, '')
    await until(async () => (await keptRows()) <= 2) // of the import before its report
    t.ok((await petals()) < titles.length, 'the rows so far are kept, and no more are imported')
    await second.app.close()
  })

  await t.test('another process takes over from one that was killed', async t => {
    const [log, file] = [join(files, 'kill.log'), join(files, 'kill.end')]
    const configuration = join(folder, 'killed.json')
    const plugins = { ...patient, jobs: { leaseSeconds: 3 }, [key]: true }
    writeFileSync(configuration, JSON.stringify({ plugins, ...(url === undefined && { store }) }))
    const child = spawn('env', ['-u', 'NODE_OPTIONS', process.execPath, join(packageRoot, 'dist/kernel/main.js')], {
      cwd: folder,
      env: bareEnvironment({
        PORT: '0',
        PLINTH_CONFIG: configuration,
        TICK_MS: '600000', // see below: it writes seldom, so that it is not killed in a transaction
        ...(url !== undefined && { MONGODB_URL: url }),
      }),
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    t.teardown(() => child.kill('SIGKILL'))
    const closed = new Promise(resolve => child.once('close', resolve))
    let out = ''
    child.stdout.setEncoding('utf8').on('data', (part: string) => (out += part))
    const started = (): { url: string } | undefined => {
      const line = out.split('\n').find(one => one.includes('"msg":"started"'))
      return line === undefined ? undefined : JSON.parse(line)
    }
    await until(() => started() !== undefined)
    const answer = await fetch(`${started()?.url ?? ''}/api/tester/hold`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ input: { log, file } }),
    })
    const run = (await answer.json()) as JobRun
    await until(() => linesOf(log) === 1)
    const send = async (method: string, path: string, body: object, headers: object = {}): Promise<Response> =>
      fetch(`${started()?.url ?? ''}${path}`, {
        method,
        headers: { 'content-type': 'application/json', ...headers },
        body: JSON.stringify(body),
      })
    // MongoDB keeps what a process locked that was killed in a transaction for a minute: this one is killed between two reports.
    const shown = async (): Promise<JobRun> =>
      (await (await fetch(`${started()?.url ?? ''}/api/admin/jobs/${run.id}`)).json()) as JobRun
    await until(async () => (await shown()).progress !== null)
    // A batch ends after 4 MiB: the first one is written and noted, then two rows of the second one are written.
    const leaf = { type: 'object', properties: { title: { type: 'string' } } }
    await send('PUT', '/api/resource-types/leaf', { schema: leaf }, { 'if-match': '*' })
    const titles = ['a', 'b', 'c', 'd', 'e'].map(letter => letter.repeat(900_000))
    const rows = [...titles, 'same', 'same', file, 'last'].map(title => ({ title }))
    const sent = await send('POST', '/api/leaf/_import?rejects=true', rows, { prefer: 'respond-async' })
    t.equal(sent.status, 202)
    const imported = (await sent.json()) as JobRun
    const leaves = async (): Promise<unknown> =>
      ((await (await fetch(`${started()?.url ?? ''}/api/leaf?count=true&limit=1`)).json()) as JsonObject)['total']
    await until(async () => (await leaves()) === 16)
    // The export has kept the leaves, and waits for those that are archived.
    await send('PATCH', '/api/resource-types/leaf', { description: file }, { 'if-match': '*' })
    const exporting = await fetch(`${started()?.url ?? ''}/api/_export`, { headers: { prefer: 'respond-async' } })
    t.equal(exporting.status, 202)
    const exported = (await exporting.json()) as JobRun
    await until(async () => {
      const answer = await fetch(`${started()?.url ?? ''}/api/admin/jobs/${exported.id}`)
      return Number(((await answer.json()) as JobRun).progress?.['done']) >= 16
    })
    let changed: JobRun | undefined
    if (url === undefined) {
      const properties = { title: { type: 'string' } }
      await send('POST', '/api/resource-types', {
        name: 'Book',
        slug: 'book',
        schema: { type: 'object', properties },
      })
      const operations = Array.from({ length: 600 }, (_, n) => ({ op: 'create', data: { title: `Book ${n}` } }))
      t.equal((await send('POST', '/api/book/_bulk', { operations })).status, 200)
      const schema = { type: 'object', properties: { title: { type: 'string', 'x-index': true } } }
      const ifMatch = { 'if-match': '*', prefer: 'respond-async' }
      const accepted = await send('PUT', '/api/resource-types/book', { schema }, ifMatch)
      t.equal(accepted.status, 202)
      changed = (await accepted.json()) as JobRun
    }
    child.kill('SIGKILL')
    await closed
    const patiently = { leaseSeconds: 3600 } // longer than this test waits
    const next = await start(t, { url, store, options: patiently })
    if (changed !== undefined) {
      t.match(await reaches(next, changed, 'done', 'dead'), { state: 'done', result: { slug: 'book' } })
      t.equal((await next.request('GET', '/api/book?sort_by=title&count=true')).json<{ total: number }>().total, 600)
    }
    await until(() => linesOf(log) === 2)
    writeFileSync(file, '')
    t.match(await reaches(next, run, 'done'), { attempt: 2, result: 2 })
    const [report] = [(await reaches(next, imported, 'done', 'dead'))['result']].flat()
    t.strictSame(report, { result: { loaded: 9, updated: 0, there: 0, differs: 0, refused: 0 } })
    t.equal((await next.request('GET', '/api/leaf?count=true')).json<{ total: number }>().total, 18)
    const copied = await reaches(next, exported, 'done', 'dead')
    t.match(copied, { state: 'done', attempt: 2 })
    const copy = (await next.request('GET', String(copied.href))).body
    t.equal(copied.progress?.['done'], copy.match(/^\{"row":\{"@id":/gm)?.length, 'each resource once')
    t.match(copy, /"title":"a{900000}"/)
    if (url === undefined) return
    const other = await start(t, { url, store, options: patiently })
    const both = [next, other]
    const shared = { log: join(files, 'both.log'), file }
    const runs = await Promise.all(
      both.flatMap(one => [1, 2, 3, 4, 5].map(() => begin(t, one, 'hold', { input: shared }))),
    )
    for (const one of runs) t.match(await reaches(other, one, 'done'), { attempt: 1 })
    t.equal(linesOf(shared.log), 10, 'each was done once')
    const lost = { log: join(files, 'lost.log'), file: join(files, 'never') }
    const held = await begin(t, next, 'hold', { input: lost })
    await until(async () => (await read(other, held)).progress !== null)
    t.equal((await cancel(other, held)).statusCode, 200)
    const aborted = `${lost.log}.aborted`
    await until(() => existsSync(aborted))
    t.equal(
      readFileSync(aborted, 'utf8'),
      'job-cancelled\n',
      'the instance that does the work notices it, although it has nothing to report',
    )
  })
})

void t.test('a run is shown to administrators, and to who started it', async t => {
  const { plugins } = loadConfig({})
  const service = await signedInApp(t, {
    plugins: { ...plugins, [key]: true },
    config: { directory: folder },
  })
  const root = await service.signIn('root')
  const [ann, bob] = [await service.signIn('ann'), await service.signIn('bob')]
  const run = await begin(t, ann, 'fail')
  const seen = await reaches(root, run, 'dead')
  t.match(seen.error, { detail: 'out of paper' })
  t.match((await read(ann, run)).error, { status: 500, detail: 'internal server error' })
  t.equal((await bob.request('GET', `/api/admin/jobs/${run.id}`)).statusCode, 404)
  t.equal((await service.request('GET', `/api/admin/jobs/${run.id}`)).statusCode, 401)
  t.equal((await ann.request('GET', '/api/admin/jobs')).statusCode, 403)
  t.equal((await root.request('GET', '/api/admin/jobs')).statusCode, 200)

  const [one, two] = [
    await begin(t, ann, 'echo', { delayMs: 600_000 }),
    await begin(t, ann, 'echo', { delayMs: 600_000 }),
  ]
  t.equal((await cancel(bob, one)).statusCode, 404)
  t.equal((await cancel(service, one)).statusCode, 401)
  t.equal((await cancel(ann, one)).statusCode, 200)
  t.equal((await cancel(root, two)).statusCode, 200)
})

/**
 * A plugin with jobs that note what they do under `globalThis.runs`, and go on when they are let go. Collections that are prepared, and rows that are
 * written, wait likewise while something is held.
 */
const holder = `
import { setTimeout as wait } from 'node:timers/promises'
export default {
  name: 'holder', version: '1.0.0', requires: ['jobs', 'documentStore', 'resources'], provides: [],
  register({ app, contracts: { jobs, documentStore: store, resources } }) {
    const { runs } = globalThis
    const held = async () => {
      if (!runs.isHeld) return
      runs.waiting += 1
      while (runs.isHeld) await wait(5)
    }
    const { define } = store
    store.define = async (definition, phase, options) => {
      if (phase === 'prepare') await held()
      return define.call(store, definition, phase, options)
    }
    resources.addBehaviour({ name: 'hold-note', types: ['note'], before: held })
    const right = ({ type }) => (type === undefined ? 'administrator' : { action: 'odrl:modify', type })
    const defined = {
      member: jobs.define({ name: 'member', right: () => ({ action: 'odrl:modify', type: 'note' }), async run(input, { caller, admit }) {
        runs.begun += 1
        await held()
        return { secret: 'rows', caller: (await admit()).id, before: caller.id }
      } }),
      patient: jobs.define({ name: 'patient', right, async run(input, { signal }) {
        runs.waiting += 1
        await new Promise((resolve, reject) => signal.addEventListener('abort', () => reject(new Error('stopped'))))
      } }),
    }
    app.post('/api/holder/:job', { config: { access: 'signed-in' }, schema: { body: { type: 'object' } } }, async ({ params, body, caller }, reply) => {
      return reply.code(202).send(await defined[params.job].start({}, { caller, ...body }))
    })
    return {}
  },
}`

interface Runs {
  isHeld: boolean
  waiting: number
  begun: number
}

onStoreOfRun('runs end with the rights of who started them', async (t, url) => {
  const runs: Runs = { isHeld: false, waiting: 0, begun: 0 }
  Object.assign(globalThis, { runs })
  const plugins = {
    ...loadConfig({}).plugins,
    'dynamic-resources': { behaviourTimeout: 60_000 },
    './holder.mjs': true,
  }
  const directory = t.testdir({ 'holder.mjs': holder })
  const app = await signedInApp(t, {
    ...(url !== undefined && { url }),
    plugins,
    config: { directory, http: { ...loadConfig({}).http, rateLimit: false } },
  })
  const root = await app.signIn('root')
  const second = await app.signIn('second')
  const mia = await app.signIn('mia')
  const change = (who: Client, body: object) => root.request('PUT', `/api/users/${who.me.id}`, body)
  await change(second, { role: 'admin' })
  await root.request('PUT', '/api/settings/roles', { roles: ['writer', 'none'] })
  const properties = { title: { type: 'string' } }
  const type = { name: 'Note', slug: 'note', schema: { type: 'object', properties } }
  t.equal((await root.request('POST', '/api/resource-types', type)).statusCode, 201)
  const actions = ['odrl:read', 'odrl:modify']
  const roles = { member: { '*': actions }, writer: { note: actions }, none: {} }
  t.equal((await root.request('PUT', '/api/settings/role-access', { roles })).statusCode, 200)

  type Ask = Client['request']
  const read = async (ask: Ask, { id }: JobRun): Promise<JobRun> =>
    (await ask('GET', `/api/admin/jobs/${id}`)).json<JobRun>()
  /** Start a run that is held, do something, let it go, and read how it ended. */
  const ended = async (begin: () => ReturnType<Ask>, meanwhile: () => unknown): Promise<JobRun> => {
    Object.assign(runs, { isHeld: true, waiting: 0 })
    const begun = await begin()
    if (begun.statusCode !== 202) throw new Error(begun.body)
    const run = begun.json<JobRun>()
    await until(() => runs.waiting > 0)
    await meanwhile()
    runs.isHeld = false
    await until(async () => ['done', 'dead'].includes((await read(root.request, run)).state))
    return read(root.request, run)
  }
  const refused = (detail: RegExp) => ({ state: 'dead', error: { status: 403, code: 'forbidden', detail } })
  const start = (ask: Ask) => () => ask('POST', '/api/holder/member', {})
  const impersonate = () => second.request('POST', '/api/admin/impersonate', { agent_id: mia.me.id })
  const stop = () => second.request('POST', '/api/admin/stop-impersonation')
  /** Sign in again after a change that ended the sessions. */
  const signIn = async (who: Client, login: string): Promise<void> => {
    Object.assign(who, await app.signIn(login))
  }

  await t.test('an impersonation', async t => {
    await impersonate()
    t.match(await ended(start(second.request), stop), refused(/the impersonation is over$/))
    await impersonate()
    const again = async () => {
      await stop()
      await impersonate()
    }
    t.match(await ended(start(second.request), again), refused(/the impersonation is over$/), 'another one is another')
    t.match(
      await ended(start(second.request), () => change(second, { role: 'member' })),
      refused(/no administrator any more$/),
    )
    await change(second, { role: 'admin' })
    await impersonate()
    t.match(
      await ended(start(second.request), () => change(second, { status: 'disabled' })),
      refused(/the user is disabled$/),
    )
    await change(second, { status: 'active' })
    await signIn(second, 'second')
    await impersonate()
    t.match(
      await ended(start(second.request), () => second.request('POST', '/api/auth/logout')),
      refused(/the impersonation is over$/),
    )
    await signIn(second, 'second')
    await impersonate()
    t.match(await ended(start(second.request), () => undefined), { state: 'done', started_by: mia.me.id })
    const clock = movableClock(t)
    t.match(await ended(start(second.request), () => clock.pass(60 * 60_000)), refused(/the impersonation is over$/))
  })
  await signIn(second, 'second')
  await signIn(mia, 'mia')

  /** Requests with a new API token of this user. */
  const withToken = async (who: Client, settings: object = {}): Promise<{ ask: Ask; revoke: () => unknown }> => {
    const { id, token } = (
      await who.request('POST', '/api/auth/tokens', { name: 'machine', type_slugs: null, actions: null, ...settings })
    ).json<{ id: string; token: string }>()
    const ask: Ask = (method, path, body, headers) =>
      app.request(method, path, body, { authorization: `Bearer ${token}`, ...headers })
    return { ask, revoke: () => who.request('DELETE', `/api/auth/tokens/${id}`) }
  }

  await t.test('a token', async t => {
    const token = await withToken(mia)
    t.match(await ended(start(token.ask), token.revoke), refused(/the API token was revoked or has expired$/))
    const expires_at = new Date(Date.now() + 60 * 60_000).toISOString()
    const short = await withToken(mia, { expires_at })
    t.match(await ended(start(short.ask), () => undefined), { state: 'done' })
    const clock = movableClock(t)
    t.match(
      await ended(start(short.ask), () => clock.pass(60 * 60_000)),
      refused(/the API token was revoked or has expired$/),
    )
  })
  await signIn(mia, 'mia')

  await t.test('the user and the role', async t => {
    t.match(await ended(start(mia.request), () => mia.request('POST', '/api/auth/logout')), { state: 'done' })
    await signIn(mia, 'mia')
    t.match(await ended(start(mia.request), () => change(mia, { role: 'writer' })), { state: 'done' }, 'still allowed')
    t.match(
      await ended(start(mia.request), () => change(mia, { role: 'none' })),
      refused(/it needs odrl:modify on note$/),
    )
    await change(mia, { role: 'member' })
    t.match(
      await ended(start(mia.request), () => change(mia, { status: 'disabled' })),
      refused(/the user is disabled$/),
    )
    await change(mia, { status: 'active' })
    await signIn(mia, 'mia')
    const patient = () => second.request('POST', '/api/holder/patient', {})
    t.match(
      await ended(patient, () => change(second, { role: 'member' })),
      refused(/only an administrator may do this$/),
      'work that only looks at its signal is stopped',
    )
    runs.begun = 0
    const later = (await mia.request('POST', '/api/holder/member', { delayMs: 300 })).json<JobRun>()
    await change(mia, { role: 'none' })
    await until(async () => (await read(root.request, later)).state === 'dead')
    t.equal(runs.begun, 0, 'a run that waits is not begun')
    await change(mia, { role: 'member' })
    await change(second, { role: 'admin' })
  })

  await t.test('who sees the result', async t => {
    const run = await ended(start(mia.request), () => undefined)
    const result = { secret: 'rows', caller: mia.me.id, before: mia.me.id }
    t.notOk('result' in run, 'an administrator does not')
    t.strictSame((await read(mia.request, run))['result'], result)
    await impersonate()
    t.strictSame((await read(second.request, run))['result'], result)
    await stop()
    await change(mia, { role: 'none' })
    const seen = await read(mia.request, run)
    t.equal(seen.state, 'done')
    t.notOk('result' in seen, 'not without the right')
    await change(mia, { role: 'member' })
  })

  await t.test('what runs do for the service itself', async t => {
    const deferred = { prefer: 'respond-async' }
    const changed = (ask: Ask, n: number) => () =>
      ask(
        'PATCH',
        '/api/resource-types/note',
        { schema: { properties: { [`more${n}`]: { type: 'string', 'x-unique': true } } } },
        deferred,
      )
    const installed = (ask: Ask) => () => ask('POST', '/api/resource-types/presets/tasks', undefined, deferred)
    const token = await withToken(second)
    t.match(await ended(changed(token.ask, 1), token.revoke), refused(/revoked/))
    t.match(
      await ended(changed(second.request, 2), () => change(second, { role: 'member' })),
      refused(/only an administrator/),
    )
    await change(second, { role: 'admin' })
    const other = await withToken(second)
    t.match(await ended(installed(other.ask), other.revoke), refused(/revoked/))
    t.match(await ended(installed(second.request), () => change(second, { status: 'disabled' })), refused(/disabled/))
    await change(second, { status: 'active' })
    await signIn(second, 'second')
    const { body } = await root.request('GET', '/api/resource-types/note')
    t.notMatch(body, /more/, 'the type is as it was')
    t.equal((await root.request('GET', '/api/resource-types/project')).statusCode, 404, 'nothing was written')
    t.match(await ended(changed(second.request, 3), () => undefined), { state: 'done' })

    const imported = (ask: Ask, name: string) => () => {
      const rows = Array.from({ length: 50 }, (_, n) => ({ title: `${name} ${n}` }))
      return ask('POST', '/api/note/_import', rows, deferred)
    }
    await impersonate()
    t.match(await ended(imported(second.request, 'first'), stop), refused(/the impersonation is over$/))
    await impersonate()
    t.match(await ended(imported(second.request, 'second'), () => undefined), { state: 'done' })
    await stop()
  })
})
