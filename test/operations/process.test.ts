import { spawn } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { performance } from 'node:perf_hooks'
import t from 'tap'
import type { Test } from 'tap'
import { packageRoot } from '../../kernel/package-root.ts'
import { startMisbehaving } from '../../testing/internal/oidc/misbehaving.ts'
import { until } from '../../testing/internal/until.ts'

const main = join(import.meta.dirname, '../../kernel/main.js')

interface Started {
  /** The folder of the store, `plinth.db`. */
  directory: string
  child: ChildProcess
  /** Base address, once it has printed it. */
  base: Promise<string>
  /** All output so far. */
  said: { out: string; error: string }
  /** The exit code, once it ended. */
  exit: Promise<number | string | null>
}

interface StartOptions {
  environment?: Record<string, string>
  closeTimeout?: number
  /** Further settings of `http` and `log`. */
  http?: object
  log?: object
  command?: readonly string[]
}

/** Start the service on a separate store. */
function start(
  t: Test,
  {
    environment = {},
    closeTimeout = 10_000,
    http = {},
    log = {},
    command = [process.execPath, main],
  }: StartOptions = {},
): Started {
  const directory = mkdtempSync(join(tmpdir(), 'plinth-'))
  const config = { http: { closeTimeout, ...http }, log, plugins: { './slow.mjs': true } }
  writeFileSync(join(directory, 'plinth.json'), JSON.stringify(config))
  writeFileSync(join(directory, 'slow.mjs'), slow)
  // the test runner would make every Node process load parts of it first
  const child = spawn('env', ['-u', 'NODE_OPTIONS', ...command], {
    cwd: command[0] === 'npm' ? packageRoot : directory,
    env: {
      PATH: process.env['PATH'] ?? '',
      HOME: process.env['HOME'] ?? '',
      PORT: '0',
      SQLITE_PATH: join(directory, 'plinth.db'),
      PLINTH_CONFIG: join(directory, 'plinth.json'),
      ...environment,
    },
  })
  const said = { out: '', error: '' }
  child.stderr?.setEncoding('utf8').on('data', (part: string) => (said.error += part))
  const base = new Promise<string>((resolve, reject) => {
    child.stdout?.setEncoding('utf8').on('data', (part: string) => {
      said.out += part
      const url = /"url":"(http:[^"]+)"[^\n]*"msg":"started"/.exec(said.out)?.[1]
      if (url !== undefined) resolve(url)
    })
    child.once('exit', () => reject(new Error(`it ended: ${said.error}${said.out}`)))
  })
  base.catch(() => undefined)
  const exit = once(child, 'close').then(([code, signal]) => (code ?? signal) as number | string | null)
  t.teardown(async () => {
    child.kill('SIGKILL')
    await exit
    rmSync(directory, { recursive: true, force: true })
  })
  return { directory, child, base, said, exit }
}

/** A plugin whose requests take until a little after the service was told to end, or for ever. */
const slow = `
  const waiting = new Set()
  export default {
    name: 'slow', version: '1.0.0', requires: [], provides: [],
    register({ app }) {
      const config = { access: 'public' }
      app.get('/api/slow', { config }, () => new Promise(resolve => waiting.add(resolve)))
      app.get('/api/slow/count', { config }, () => waiting.size)
      app.get('/api/slow/ever', { config }, () => new Promise(() => waiting.add(() => {})))
      app.addHook('preClose', done => {
        setTimeout(() => { for (const resolve of waiting) resolve('done') }, 300)
        done()
      })
      return {}
    },
  }`

/** The lines of the log, which are the whole output outside of a terminal. */
const linesOf = ({ out }: Started['said']): Record<string, unknown>[] =>
  out
    .split('\n')
    .filter(line => line !== '')
    .map(line => JSON.parse(line) as Record<string, unknown>)

/** Send a request that stays open, and come back when it has arrived. */
async function open(base: string, path: string): Promise<{ answer: Promise<Response> }> {
  const answer = fetch(base + path)
  answer.catch(() => undefined)
  await until(async () => (await (await fetch(`${base}/api/slow/count`)).text()) === '1')
  return { answer }
}

const refuses = (base: string): Promise<boolean> =>
  fetch(`${base}/api/health`).then(
    () => false,
    () => true,
  )

/** A signal, also sent twice, lets the open requests end, and then the process, with 0. */
async function drains(
  { base, child, exit }: Pick<Started, 'child' | 'exit'> & { base: string },
  signal: NodeJS.Signals,
): Promise<void> {
  const { answer } = await open(base, '/api/slow')
  child.kill(signal)
  child.kill(signal) // as npm does, beside the terminal
  await until(() => refuses(base))
  t.equal(await (await answer).text(), 'done', 'the open request is answered')
  t.equal(await exit, 0)
}

t.test('its life is logged, without secrets, and its address is in use meanwhile', async t => {
  const { directory, base, said, child, exit } = start(t, { environment: { LOG_LEVEL: 'debug' } })
  const url = `${await base}/api/health?access_token=s3cret&code=s3cret&q=visible`
  const headers = { authorization: 'Bearer s3cret', cookie: 'svc_session=s3cret', 'x-request-id': 'request-0001' }
  const answer = await fetch(url, { headers })
  t.strictSame(await answer.json(), { status: 'ok' })
  const second = start(t, { environment: { PORT: new URL(await base).port } })
  t.equal(await second.exit, 1)
  t.match(second.said.error, /^plinth: .*EADDRINUSE.*set PORT/)
  await drains({ base: await base, child, exit }, 'SIGHUP')
  const debug = 20
  const all = linesOf(said)
  const lines = all.filter(({ level, msg }) => Number(level) > debug && !String(msg).startsWith('Server listening'))
  t.strictSame(
    lines.map(({ msg }) => msg),
    ['starting', 'started', 'stopping', 'stopped'],
  )
  const [starting, started, stopping, stopped] = lines
  t.match(starting, { version: /^\d/, mode: 'development', store: 'sqlite' })
  t.match(started, { version: /^\d/, url: await base })
  t.match([stopping, stopped], [{ signal: 'SIGHUP' }, { signal: 'SIGHUP' }])
  t.match(
    all.find(({ reqId }) => reqId === 'request-0001'),
    { msg: 'answered', status: 200, req: { method: 'GET', url: /access_token=…&code=…&q=…$/ } },
  )
  t.notMatch(said.out + said.error, /s3cret/)
  const files = readdirSync(directory).filter(name => name.startsWith('plinth.db'))
  t.strictSame(files, ['plinth.db', 'plinth.db.lock'], 'the file of the store is complete by itself')
})

t.test('on a terminal it also prints its addresses', async t => {
  const node = [process.execPath, main].join(' ')
  const { base, said, child, exit } = start(t, { command: ['script', '-qec', `exec ${node}`, '/dev/null'] })
  await base
  await until(async () => said.out.includes('Development mode'))
  t.match(said.out, /Admin +http:\/\/127\.0\.0\.1:\d+\/\r?\n/)
  t.match(said.out, /API +http:\/\/127\.0\.0\.1:\d+\/api\/docs\r?\n/)
  t.match(said.out, /Development mode: there is no authorization/)
  child.kill('SIGTERM')
  await exit
})

t.test('before it stops it can be taken out of a load balancer', async t => {
  const { base, child, exit } = start(t, { http: { drainDelayMs: 3000 } })
  const ready = async (): Promise<{ status: number; body: Record<string, unknown> }> => {
    const headers = { accept: 'application/problem+json', connection: 'close' }
    const answer = await fetch(`${await base}/api/health/ready`, { headers })
    return { status: answer.status, body: (await answer.json()) as Record<string, unknown> }
  }
  t.strictSame(await ready(), { status: 200, body: { status: 'ok' } })
  child.kill('SIGTERM')
  await until(async () => (await ready()).status === 503)
  t.match(await ready(), { status: 503, body: { status: 503, code: 'draining' } })
  t.equal((await fetch(`${await base}/api/health`)).status, 200, 'new connections are served')
  t.equal((await fetch(`${await base}/api/persons`)).status, 200)
  t.equal(await exit, 0)
})

t.test('a request that does not end is aborted', async t => {
  const { base, child, exit } = start(t, { closeTimeout: 500 })
  const { answer } = await open(await base, '/api/slow/ever')
  child.kill('SIGTERM')
  await t.rejects(answer)
  t.equal(await exit, 0)
})

t.test('a second signal ends it immediately', async t => {
  const { base, child, exit } = start(t, { closeTimeout: 60_000 })
  await open(await base, '/api/slow/ever')
  const begin = performance.now()
  child.kill('SIGTERM')
  const again = setInterval(() => child.kill('SIGTERM'), 100)
  t.equal(await exit, 1)
  clearInterval(again)
  t.ok(performance.now() - begin < 10_000)
})

t.test('npm forwards the signal', async t => {
  const { base, child, exit } = start(t, { command: ['npm', 'start', '--silent'] })
  const { answer } = await open(await base, '/api/slow')
  child.kill('SIGTERM')
  t.equal(await (await answer).text(), 'done', 'the open request is answered')
  t.equal(await exit, 0)
})

const signIn = { IDP_CLIENT_ID: 'i', IDP_CLIENT_SECRET: 's', FRONTEND_URL: 'https://cms.example.org' }

t.test('with an identity provider it is production mode, whatever NODE_ENV says', async t => {
  const provider = await startMisbehaving()
  const environment = {
    ...signIn,
    IDP_ISSUER: provider.issuer,
    SESSION_SECRET: 'x'.repeat(32),
    HOST: '127.0.0.1',
    SQLITE_PATH: join(t.testdir(), 'plinth.db'),
  }
  const { base, said, child, exit } = start(t, { environment: { ...environment, NODE_ENV: 'development' } })
  const headers = { 'x-dev-agent': 'admin@example.com' }
  t.equal((await fetch(`${await base}/api/auth/me`, { headers })).status, 401)
  t.match(linesOf(said).at(-1), { msg: 'started', mode: 'production' })
  t.notMatch(said.out, /[Dd]evelopment/)
  child.kill('SIGUSR1')
  await until(async () => said.out.includes('SIGUSR1'))
  t.notMatch(said.error, /[Dd]ebugger/, 'there is no inspector')
  child.kill('SIGTERM')
  t.equal(await exit, 0)
  await provider.stop() // only the first start needs it
  const next = start(t, { environment })
  t.equal((await fetch(`${await next.base}/api/auth/me`)).status, 401)
  next.child.kill('SIGTERM')
  t.equal(await next.exit, 0)
})

t.test('a service that cannot run prints the reason in one line, and ends with an exit code', async t => {
  const cases: [Record<string, string>, number, RegExp][] = [
    [{ PLINTH_WORKERS: '2' }, 78, /^plinth: PLINTH_WORKERS is not supported any more; .*several instances on MongoDB/],
    [{ PLINTH_CONFIG: 'none.json' }, 78, /^plinth: the configuration file .*none\.json cannot be read/],
    [{ HOST: '192.0.2.1', PLINTH_MODE: 'development' }, 78, /^plinth: .*EADDRNOTAVAIL.*set HOST/],
    [{ HOST: '0.0.0.0' }, 78, /^plinth: in development mode everyone who reaches the service/],
    [{ PLINTH_MODE: 'production' }, 78, /^plinth: production mode needs an identity provider/],
    [
      { ...signIn, SESSION_SECRET: 'x'.repeat(32), IDP_ISSUER: 'http://127.0.0.1:9' },
      1,
      /^plinth: plugin "auth" failed to start: the first start needs the identity provider http:\/\/127\.0\.0\.1:9, .*: \w.*; `plinth doctor`/,
    ],
    [
      { MONGODB_URL: 'mongodb://who:s3cret@127.0.0.1:1/x?replicaSet=r' },
      3,
      /^plinth: the store cannot be reached: no answer from MongoDB at 127\.0\.0\.1:1\/x$/m,
    ],
  ]
  for (const [changes, code, message] of cases) {
    const { said, exit } = start(t, { environment: changes })
    t.equal(await exit, code, JSON.stringify(changes))
    t.match(said.error, message)
    t.equal(said.error.trim().split('\n').length, 1, said.error)
  }
})

t.test('exhausted file descriptors are logged once', async t => {
  const limited = ['bash', '-c', 'ulimit -n 64; exec "$0" "$@"', process.execPath, main]
  const { base, said, child, exit } = start(t, { command: limited })
  const url = await base
  const { hostname, port } = new URL(url)
  const sockets = Array.from({ length: 80 }, () => connect(Number(port), hostname).on('error', () => undefined))
  await until(async () => said.out.includes('no file descriptor is left'))
  for (const socket of sockets) socket.destroy()
  await until(async () => (await fetch(`${url}/api/health`).catch(() => undefined))?.status === 200)
  child.kill('SIGTERM')
  t.equal(await exit, 0)
  const lines = linesOf(said).filter(({ msg }) => String(msg).startsWith('no file descriptor is left'))
  t.match(lines, [{ level: 40, code: 'EMFILE' }])
})

t.test('who asked for what is logged, without values', async t => {
  const { base, said, child, exit } = start(t, { log: { access: true, slowMs: 1 } })
  const ask = async (path: string, headers = {}, rest: RequestInit = {}): Promise<Response> =>
    fetch((await base) + path, { ...rest, headers })
  const id = { 'x-request-id': 'request-0002' }
  const list = await ask(
    '/api/person?_filter[givenName][like]=s3cret&_filter[or][0][email][eq]=s3cret&sort_by=name',
    id,
  )
  t.equal(list.status, 200)
  await ask('/api/slow/count', { 'x-request-id': 'request-0003' }, { method: 'HEAD' })
  t.equal((await ask('/api/health', { authorization: 'Bearer s3cret', 'x-request-id': 'request-0004' })).status, 200)
  for (let i = 0; i < 3; i++) t.equal((await ask('/api/persons', { authorization: 'Bearer s3cret' })).status, 401)
  const events = (await (await ask('/api/events?type=Token.Refused')).json()) as { data: object[] }
  t.match(events.data, [{ subject: 'urn:address:127.0.0.1', data: { address: '127.0.0.1' } }])
  t.equal(events.data.length, 1, 'one a minute for each address')
  child.kill('SIGINT')
  t.equal(await exit, 0)
  const lines = linesOf(said)
  t.match(lines.at(-1), { msg: 'stopped', signal: 'SIGINT' })
  const of = (reqId: string, msg: string): object[] =>
    lines.filter(line => line['reqId'] === reqId && line['msg'] === msg)
  const who = { method: 'GET', route: '/api/:typeSlug', type: 'person', user: /^urn:user:/, address: '127.0.0.1' }
  const bytes = Buffer.byteLength(await list.text())
  t.match(of('request-0002', 'request'), [{ ...who, level: 30, status: 200, ms: Number, bytes }])
  t.match(of('request-0002', 'a request was slow'), [
    { ...who, level: 40, filter: ['givenName like', 'or 0 email eq'], sort: 'name asc' },
  ])
  t.match(of('request-0003', 'request'), [{ method: 'HEAD', bytes: 0 }])
  t.equal(of('request-0004', 'request').length, 1)
  t.notMatch(said.out + said.error, /s3cret/)
})

t.test('unfinished bodies do not fill the memory', async t => {
  const { child, base } = start(t)
  const { port } = new URL(await base)
  const spaces = Buffer.alloc(8 * 1024 * 1024, ' ')
  const open = (path: string, length: number): Promise<string> =>
    new Promise((resolve, reject) => {
      const socket = connect(Number(port), '127.0.0.1').setEncoding('utf8')
      t.teardown(() => socket.destroy())
      socket.on('error', reject).once('data', (answer: string) => resolve(answer))
      const head = `POST ${path} HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: ${length}\r\n\r\n`
      socket.write(head)
      socket.write(spaces.subarray(0, length - 1), () => setImmediate(resolve, 'it was sent'))
    })
  // Without the maps of files, such as that of the store and the program itself.
  const residentMiB = () =>
    Number(/RssAnon:\s+(\d+) kB/.exec(readFileSync(`/proc/${child.pid}/status`, 'utf8'))?.[1]) / 1024
  await Promise.all(Array.from({ length: 500 }, () => open('/api/auth/logout', 1024 * 1024)))
  t.equal((await fetch(`http://localhost:${port}/api/health`)).status, 200)
  t.ok(residentMiB() < 400, `${residentMiB()} MiB after bodies that no route takes`)
  const large = await Promise.all(Array.from({ length: 150 }, () => open('/api/person/_bulk', 8 * 1024 * 1024)))
  t.ok(
    residentMiB() < 400,
    `${residentMiB()} MiB after large bodies: ${[...new Set(large.map(answer => answer.slice(9, 12)))].join()}`,
  )
  const refused = large.filter(answer => answer.startsWith('HTTP/1.1 503'))
  t.ok(refused.length > 100, `${refused.length} are refused`)
  t.match(refused[0], /retry-after: 5/i)
})
