import { execFile, execFileSync } from 'node:child_process'
import {
  chmodSync,
  closeSync,
  existsSync,
  mkdirSync,
  openSync,
  readFileSync,
  readdirSync,
  rmSync,
  statSync,
  writeFileSync,
  writeSync,
} from 'node:fs'
import { createServer as createHttpServer, type RequestListener } from 'node:http'
import { createServer, type AddressInfo, type Server } from 'node:net'
import { join } from 'node:path'
import { Readable, pipeline } from 'node:stream'
import { createServer as createTlsServer } from 'node:tls'
import t from 'tap'
import type { Test } from 'tap'
import { bareEnvironment, callCli, cliCommand, type CliResult } from '../../testing/index.ts'
import { client, startProvider } from '../../testing/internal/oidc/provider.ts'
import { isGuessable } from '../../cli/doctor/guessable.ts'
import { json, place, production, serving, unprivileged } from '../../cli/testing.ts'

async function listening(t: Test, server: Server): Promise<number> {
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  t.teardown(() => server.close())
  return (server.address() as AddressInfo).port
}

async function closedPort(): Promise<number> {
  const server = createServer()
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  await new Promise(resolve => server.close(resolve))
  return port
}

const httpServer = async (t: Test, listener: RequestListener): Promise<string> =>
  `http://127.0.0.1:${await listening(t, createHttpServer(listener))}`

/** An identity provider that answers the discovery document with these changes, and every request for tokens with this error. */
async function providerWith(
  t: Test,
  { document = {}, error = 'invalid_grant', status = 400, date = Date.now() } = {},
): Promise<string> {
  const issuer: string = await httpServer(t, ({ url }, response) => {
    const isDiscovery = url === '/.well-known/openid-configuration'
    const endpoints = { authorization_endpoint: `${issuer}/authorize`, token_endpoint: `${issuer}/token` }
    response
      .writeHead(isDiscovery ? 200 : status, { 'content-type': 'application/json', date: new Date(date).toUTCString() })
      .end(JSON.stringify(isDiscovery ? { issuer, ...endpoints, ...document } : { error }))
  })
  return issuer
}

/** What answers every request with blanks until its client is gone. */
const endlessProvider = (t: Test): Promise<string> =>
  httpServer(t, (_request, response) => {
    function* blanks(): Iterable<string> {
      while (!response.destroyed) yield ' '.repeat(65_536)
    }
    pipeline(Readable.from(blanks()), response, () => undefined)
  })

/** A mail server that knows one user. */
const mailServer = (t: Test): Promise<number> =>
  listening(
    t,
    createServer(socket => {
      socket.on('error', () => undefined).write('220 mail.test ESMTP\r\n')
      socket.on('data', (line: Buffer) => {
        const [word = '', ...rest] = line.toString().trim().split(' ')
        const isKnown = rest.at(-1) === Buffer.from('\0ada\0well').toString('base64')
        if (word === 'EHLO') socket.write('250-mail.test\r\n250 AUTH PLAIN\r\n')
        else if (word === 'AUTH') socket.write(isKnown ? '235 well\r\n' : '535 no\r\n')
        else socket.end('221 bye\r\n')
      })
    }),
  )

/** A server over TLS whose certificate no authority has signed. */
function selfSigned(t: Test, folder: string): Promise<number> {
  const [key, certificate] = [join(folder, 'key.pem'), join(folder, 'certificate.pem')]
  const kind = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-subj', '/CN=localhost']
  execFileSync('openssl', ['req', '-x509', ...kind, '-keyout', key, '-out', certificate], { stdio: 'ignore' })
  return listening(t, createTlsServer({ key: readFileSync(key), cert: readFileSync(certificate) }))
}

interface Case {
  name: string
  env?: Record<string, string>
  code: 0 | 1 | 3
  /** Must match a problem (with its remedy) of this check; of a check without problems, its warnings or its detail. */
  check: string
  finding: RegExp
}

interface Found {
  name: string
  ok: boolean
  detail: string
  problems: { message: string; remedy: string }[]
  warnings?: { message: string; remedy: string }[]
}

t.test('production mode: each mistake has a check, a remedy and an exit code', async t => {
  const { folder } = await place(t)
  const provider = await startProvider(['https://cms.example.org/api/auth/callback'])
  t.teardown(() => provider.stop())
  const write = (name: string, content: object | string): string => {
    writeFileSync(join(folder, name), typeof content === 'string' ? content : JSON.stringify(content))
    return join(folder, name)
  }
  const mail = await mailServer(t)
  const closed = await closedPort()
  const busy = await listening(t, createServer())
  const other = await place(t)
  const { url: otherService } = await serving(t, other.env, other.folder)
  const env = {
    PORT: '0',
    HOST: '127.0.0.1',
    SQLITE_PATH: join(folder, 'plinth.db'),
    IDP_ISSUER: provider.issuer,
    IDP_CLIENT_ID: client.id,
    IDP_CLIENT_SECRET: client.secret,
    FRONTEND_URL: 'https://cms.example.org',
    SESSION_SECRET: 'VxHqp0Ck5Rk2m0bW0yq3a7b3ZJ6C6l0o4rI1hXv8TtE=',
    PLINTH_CONFIG: write('plinth.json', { http: { trustProxy: ['127.0.0.1'] } }),
    SMTP_URL: `smtp://ada:well@127.0.0.1:${mail}`,
    MAIL_FROM: 'cms@example.org',
  }
  const threeYears = 3 * 365 * 86_400_000
  const cases: Case[] = [
    { name: 'nothing', code: 0, check: 'provider', finding: /accepts the client plinth-test/ },
    { name: 'nothing', code: 0, check: 'clock', finding: /agrees/ },
    { name: 'nothing', code: 0, check: 'mail', finding: /accepts mail/ },
    {
      name: 'provider away',
      env: { IDP_ISSUER: `http://127.0.0.1:${closed}` },
      code: 1,
      check: 'provider',
      finding: /127\.0\.0\.1:\d+ cannot be reached: .*ECONNREFUSED.*correct IDP_ISSUER/,
    },
    {
      name: 'wrong path of the issuer',
      env: { IDP_ISSUER: `${provider.issuer}/realms/none` },
      code: 1,
      check: 'provider',
      finding: /no discovery document .*\/realms\/none\/\.well-known.*status 404.*path of IDP_ISSUER/,
    },
    {
      name: 'issuer with another name',
      env: { IDP_ISSUER: provider.issuer.replace('127.0.0.1', 'localhost') },
      code: 1,
      check: 'provider',
      finding: /another issuer, "http:\/\/127\.0\.0\.1.*set IDP_ISSUER to exactly/,
    },
    {
      name: 'no OpenID provider',
      env: { IDP_ISSUER: await providerWith(t, { document: { token_endpoint: 7 } }) },
      code: 1,
      check: 'provider',
      finding: /names no token_endpoint/,
    },
    {
      name: 'provider that sends without end',
      env: { IDP_ISSUER: await endlessProvider(t) },
      code: 1,
      check: 'provider',
      finding: /openid-configuration answers no JSON object/,
    },
    {
      name: 'wrong client secret',
      env: { IDP_CLIENT_SECRET: 'wrong' },
      code: 1,
      check: 'provider',
      finding: /does not accept the client plinth-test .*set IDP_CLIENT_ID and IDP_CLIENT_SECRET/,
    },
    {
      name: 'unknown client',
      env: { IDP_CLIENT_ID: 'nobody' },
      code: 1,
      check: 'provider',
      finding: /does not accept the client nobody/,
    },
    {
      name: 'provider with a failure',
      env: { IDP_ISSUER: await providerWith(t, { error: 'server_error', status: 500 }) },
      code: 1,
      check: 'provider',
      finding: /token endpoint .* answers status 500/,
    },
    {
      name: 'clock years behind',
      env: { IDP_ISSUER: await providerWith(t, { date: Date.now() + threeYears }) },
      code: 1,
      check: 'clock',
      finding: /is 946\d{5} s behind that of the identity provider.*synchronise/,
    },
    {
      name: 'clock two minutes ahead',
      env: { IDP_ISSUER: await providerWith(t, { date: Date.now() - 121_000 }) },
      code: 1,
      check: 'clock',
      finding: /is 1[23]\d s ahead/,
    },
    {
      name: 'clock half a minute ahead',
      env: { IDP_ISSUER: await providerWith(t, { date: Date.now() - 30_000 }) },
      code: 0,
      check: 'clock',
      finding: /agrees/,
    },
    {
      name: 'mail server away',
      env: { SMTP_URL: 'smtp://127.0.0.1:9' },
      code: 1,
      check: 'mail',
      finding: /127\.0\.0\.1:9 cannot be used: .*ECONNREFUSED.*correct SMTP_URL/,
    },
    {
      name: 'mail server with a certificate of its own',
      env: { SMTP_URL: `smtps://localhost:${await selfSigned(t, folder)}` },
      code: 1,
      check: 'mail',
      finding: /self-signed certificate.*correct the host name in SMTP_URL.*NODE_EXTRA_CA_CERTS/,
    },
    {
      name: 'wrong password of the mail server',
      env: { SMTP_URL: `smtp://ada:ill@127.0.0.1:${mail}` },
      code: 1,
      check: 'mail',
      finding: /does not accept the user name or password/,
    },
    {
      name: 'no sender',
      env: { MAIL_FROM: '' },
      code: 1,
      check: 'configuration',
      finding: /SMTP_URL is set, but MAIL_FROM is not/,
    },
    {
      name: 'no mail server',
      env: { SMTP_URL: '' },
      code: 1,
      check: 'configuration',
      finding: /set SMTP_URL too, or remove MAIL_FROM/,
    },
    {
      name: 'secret of one letter',
      env: { SESSION_SECRET: 'a'.repeat(40) },
      code: 1,
      check: 'configuration',
      finding: /SESSION_SECRET can be guessed.*openssl rand/,
    },
    {
      name: 'previous secret that is known',
      env: { SESSION_SECRET_PREVIOUS: 'change-me-change-me-change-me-please' },
      code: 1,
      check: 'configuration',
      finding: /SESSION_SECRET_PREVIOUS can be guessed/,
    },
    {
      name: 'variables of others',
      env: { HOSTNAME: 'x', PLINTH_SERVICE_PORT: '80', PLINTH_PORT: 'tcp://x', TERM: 'x' },
      code: 0,
      check: 'configuration',
      finding: /production mode/,
    },
    {
      name: 'no proxy',
      env: { PLINTH_CONFIG: '' },
      code: 1,
      check: 'configuration',
      finding: /trustProxy is not set.*"trustProxy"/,
    },
    {
      name: 'path',
      env: { FRONTEND_URL: 'https://cms.example.org/cms' },
      code: 1,
      check: 'configuration',
      finding: /FRONTEND_URL must not have a path/,
    },
    {
      name: 'plain http',
      env: { FRONTEND_URL: 'http://cms.example.org' },
      code: 1,
      check: 'configuration',
      finding: /must begin with https/,
    },
    { name: 'short secret', env: { SESSION_SECRET: 'x' }, code: 1, check: 'configuration', finding: /32 characters/ },
    {
      name: 'secret in a file that is away',
      env: { SESSION_SECRET: '', SESSION_SECRET_FILE: 'none' },
      code: 1,
      check: 'configuration',
      finding: /none cannot be read/,
    },
    {
      name: 'half of sign-in',
      env: { IDP_CLIENT_SECRET: '' },
      code: 1,
      check: 'configuration',
      finding: /only half configured/,
    },
    { name: 'wrong port', env: { PORT: '70000' }, code: 1, check: 'configuration', finding: /PORT must be/ },
    {
      name: 'unknown key',
      env: { PLINTH_CONFIG: write('key.json', { http: { prot: 1 } }) },
      code: 1,
      check: 'configuration',
      finding: /http\.prot is not known/,
    },
    {
      name: 'no configuration file',
      env: { PLINTH_CONFIG: 'none.json' },
      code: 1,
      check: 'configuration',
      finding: /none\.json cannot be read/,
    },
    {
      name: 'unknown plugin',
      env: { PLINTH_CONFIG: write('plugin.json', { plugins: { evnts: true } }) },
      code: 1,
      check: 'plugins',
      finding: /the service has .*events, /,
    },
    {
      name: 'port of another program',
      env: { PORT: String(busy) },
      code: 1,
      check: 'port',
      finding: /another program or service listens at .*set PORT/,
    },
    {
      name: 'port of the service of another store',
      env: { PORT: new URL(otherService).port },
      code: 1,
      check: 'port',
      finding: /another program or service listens at/,
    },
    {
      name: 'address of another machine',
      env: { HOST: '192.0.2.1', PORT: '8080' },
      code: 1,
      check: 'port',
      finding: /EADDRNOTAVAIL.*set HOST/,
    },
    {
      name: 'MongoDB away',
      env: { MONGODB_URL: 'mongodb://ada:s3cret@127.0.0.1:9/plinth?serverSelectionTimeoutMS=300' },
      code: 3,
      check: 'store',
      finding: /127\.0\.0\.1:9.*start MongoDB/,
    },
    {
      name: 'no SQLite file',
      env: { SQLITE_PATH: write('text', 'no database, but long enough to be one. '.repeat(40)) },
      code: 1,
      check: 'store',
      finding: /is no SQLite database/,
    },
    {
      name: 'a folder instead of a SQLite file',
      env: { SQLITE_PATH: folder },
      code: 1,
      check: 'store',
      finding: /is a folder; SQLITE_PATH names a file/,
    },
    {
      name: 'a device instead of a SQLite file',
      env: { SQLITE_PATH: '/dev/null' },
      code: 1,
      check: 'store',
      finding: /is no regular file; SQLITE_PATH names a file/,
    },
    {
      name: 'store in use',
      env: other.env,
      code: 0,
      check: 'service',
      finding: /reaches its store; types and files are/,
    },
  ]
  for (const { name, env: changes, code, check, finding } of cases) {
    const result = await callCli(['doctor', '--json'], { env: { ...env, ...changes }, cwd: folder })
    t.equal(result.code, code, `${name}: ${result.stdout}`)
    const { checks } = json(result.stdout) as unknown as { checks: Found[] }
    const { detail = '', problems = [] } = checks.find(({ name }) => name === check) ?? {}
    t.equal(problems.length > 0, code !== 0, `${name} is found by the check ${check}`)
    t.match([...problems.flatMap(({ message, remedy }) => [message, remedy]), detail].join('; '), finding, name)
    for (const { remedy } of checks.flatMap(({ problems }) => problems)) t.ok(remedy.length > 10, `${name}: a remedy`)
    t.notMatch(result.stdout, /s3cret|VxHqp/, name)
  }
  t.strictSame(
    readdirSync(folder).filter(file => file.startsWith('plinth.db') || file.startsWith('.')),
    [],
    'it makes nothing',
  )
  const offline = { IDP_ISSUER: 'http://127.0.0.1:9', SMTP_URL: 'smtp://127.0.0.1:9' }
  const result = await callCli(['doctor', '--offline'], { env: { ...env, ...offline }, cwd: folder })
  t.match(result, { code: 0, stdout: /Everything is well/ })
  t.notMatch(result.stdout, /provider|mail/)
})

/** Run `doctor` as a user without the privileges of root. */
function asUser(env: Record<string, string>, cwd: string): Promise<CliResult> {
  const words: readonly string[] = [...unprivileged, ...cliCommand, 'doctor', '--json']
  const [command = '', ...args] = words
  return new Promise(resolve => {
    const child = execFile(command, args, { env: bareEnvironment(env), cwd }, (_error, stdout, stderr) =>
      resolve({ code: child.exitCode, stdout, stderr }),
    )
  })
}

t.test('files of the store that cannot be written are named under the store', async t => {
  const { folder, env, plinth } = await place(t)
  const path = join(folder, 'plinth.db')
  await plinth('types', 'list')
  const problemsOf = async (name: string): Promise<string> => {
    const { code, stdout } = await asUser(env, folder)
    t.equal(code, 1, stdout)
    const { checks } = json(stdout) as unknown as { checks: Found[] }
    t.strictSame(
      checks.filter(({ ok }) => !ok).map(({ name }) => name),
      [name],
    )
    return JSON.stringify(checks)
  }
  chmodSync(path, 0o400)
  t.match(await problemsOf('store'), /plinth\.db cannot be read and written by the user .*chown/)
  chmodSync(path, 0o600)
  writeFileSync(`${path}.lock`, '')
  chmodSync(`${path}.lock`, 0o400)
  t.match(await problemsOf('store'), /plinth\.db\.lock cannot be read and written/)
  rmSync(path)
  rmSync(`${path}.lock`)
  chmodSync(folder, 0o500)
  t.match((await asUser(env, folder)).stdout, /no file can be created in .*StateDirectory/)
  chmodSync(folder, 0o700)
})

t.test('a full disk is named', async t => {
  const { folder } = await place(t)
  const disk = join(folder, 'disk')
  mkdirSync(disk)
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=16m', 'tmpfs', disk], { stdio: 'ignore' })
  } catch {
    t.pass('a full disk is named', { skip: 'this user cannot mount a file system' })
    return
  }
  t.teardown(() => execFileSync('umount', ['--lazy', disk]))
  const env = { SQLITE_PATH: join(disk, 'plinth.db') }
  await callCli(['types', 'list'], { env, cwd: folder })
  const doctor = (): Promise<CliResult> => callCli(['doctor'], { env, cwd: folder })
  t.match(await doctor(), { code: 1, stdout: /WRONG +disk .*nearly full: \d+ MB are free/s })
  const filler = openSync(join(disk, 'filler'), 'w')
  t.throws(
    () => {
      for (;;) writeSync(filler, Buffer.alloc(4096))
    },
    { code: 'ENOSPC' },
  )
  closeSync(filler)
  t.match(await doctor(), { code: 1, stdout: /WRONG +disk .*the disk of the store is full.*→ delete/s })
  t.ok(statSync(env.SQLITE_PATH).size > 0)
})

t.test('damage that keeps the store from opening is wrong, not away', async t => {
  const { folder, plinth } = await place(t)
  await plinth('types', 'list')
  const path = join(folder, 'plinth.db')
  const file = openSync(path, 'r+')
  writeSync(file, Buffer.alloc(3_900, 0xa5), 0, 3_900, 100) // the catalogue of the file, not its header
  closeSync(file)
  t.match(await plinth('doctor'), {
    code: 1,
    stdout: /WRONG +store .*plinth\.db is damaged.*→ put back a copy .*--repair/s,
  })
})

t.test('a running service is asked for its readiness', async t => {
  let ready = { status: 200, body: {} }
  const url = await httpServer(t, (request, response) => {
    const answers: Record<string, typeof ready> = {
      '/api/health': { status: 200, body: { status: 'ok' } },
      '/api/health/ready': ready,
    }
    const { status, body } = answers[request.url ?? ''] ?? { status: 404, body: {} }
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
  })
  const doctor = (): Promise<CliResult> => callCli(['doctor', '--url', url])
  t.match(await doctor(), { code: 0, stdout: /answers and reaches its store/ })
  ready = { status: 503, body: { code: 'store-full', detail: 'the disk of the store is full' } }
  t.match(await doctor(), { code: 1, stdout: /not ready: the disk of the store is full/ })
  ready = { status: 503, body: { code: 'store-unavailable', detail: 'the store cannot be reached' } }
  t.match(await doctor(), { code: 3, stdout: /not ready: the store cannot be reached/ })
})

t.test('secrets that can be guessed', async t => {
  for (const secret of [
    'a'.repeat(40),
    'abc'.repeat(13),
    '12345678901234567890123456789012',
    'abcdefghijklmnopqrstuvwxyz0123456789',
    'correct horse battery staple',
    'change-me-to-a-random-secret-please',
    'this-is-a-very-long-session-secret',
    'passwordpasswordpasswordpassword1',
  ])
    t.ok(isGuessable(secret), secret)
  for (let tries = 0; tries < 200; tries++) {
    const bytes = globalThis.crypto.getRandomValues(Buffer.alloc(32))
    for (const secret of [bytes.toString('base64'), bytes.toString('hex'), bytes.toString('hex', 0, 16)])
      t.notOk(isGuessable(secret), secret)
  }
})

t.test('doctor says what is wrong and what to do', async t => {
  const { folder, plinth, env } = await place(t)
  const early = await plinth('doctor')
  t.match(early, { code: 0, stdout: /ok +plugins .*ok +store +sqlite; .*will be made/s }, early.stderr)
  t.notOk(existsSync(env['SQLITE_PATH'] ?? ''), 'and makes nothing')
  t.notOk(existsSync(`${env['SQLITE_PATH']}.lock`))
  await plinth('types', 'list')
  const well = await plinth('doctor')
  t.match(
    well,
    { code: 0, stdout: /ok +configuration .*ok +plugins .*types.*ok +store +sqlite .*Everything is well/s },
    well.stderr,
  )
  const doctor = (more: Record<string, string>): Promise<CliResult> =>
    callCli(['doctor'], { env: { ...env, ...more }, cwd: folder })
  t.match(await doctor({ PORT: 'x' }), { code: 1, stdout: /WRONG +configuration .*PORT must be.*1 thing is wrong/s })
  t.match(await doctor({ PLINTH_MODE: 'production' }), { code: 1, stdout: /set IDP_CLIENT_ID, .*, SESSION_SECRET\n/ })
  const { SESSION_SECRET: _left, PLINTH_CONFIG: _out, ...incomplete } = production(folder)
  t.match(await doctor(incomplete), { code: 1, stdout: /WRONG +configuration .*SESSION_SECRET must be set/s })
  t.match(await doctor({ MONGODB_URL: 'mongodb://127.0.0.1:9/plinth?serverSelectionTimeoutMS=300' }), {
    code: 3,
    stdout: /ok +plugins .*WRONG +store .*→ start MongoDB/s,
  })
  writeFileSync(join(folder, 'not-a-folder'), '')
  t.match(await doctor({ SQLITE_PATH: join(folder, 'not-a-folder', 'x.db') }), {
    code: 1,
    stdout: /WRONG +store .*→ .*SQLITE_PATH/s,
  })
  mkdirSync(join(folder, 'broken'))
  writeFileSync(join(folder, 'broken', 'index.mjs'), 'throw new Error("worn out")')
  writeFileSync(join(folder, 'config.json'), '{"plugins":{"./broken":true}}')
  const broken = await plinth('doctor', '--config', 'config.json')
  t.match(broken, { code: 1, stdout: /WRONG +plugins .*\.\/broken.*worn out.*ok +store/s })
  const failing = `export default { name: 'late', version: '1.0.0', requires: [], provides: [],
    register() { throw new Error('came too late') } }`
  writeFileSync(join(folder, 'late.mjs'), failing)
  writeFileSync(join(folder, 'late.json'), '{"plugins":{"./late.mjs":true}}')
  const late = await plinth('doctor', '--config', 'late.json')
  t.match(late, { code: 1, stdout: /WRONG +plugins .*came too late.*ok +store/s })
  const list = await plinth('types', 'list', '--config', 'config.json')
  t.match(list, { code: 1, stderr: /^plinth: .*worn out/ }, 'and so does everything else')
  t.match(await plinth('--help', '--config', 'config.json'), { code: 0, stdout: /doctor/ })
})

t.test('doctor asks a service without the plugin health nothing that it cannot tell', async t => {
  const { folder, env, plinth } = await place(t)
  writeFileSync(join(folder, 'quiet.json'), '{"plugins":{"health":false}}')
  const { url } = await serving(t, { ...env, PLINTH_CONFIG: 'quiet.json' }, folder)
  const found = { code: 0, stdout: /ok +service .*without the plugin health/ }
  t.match(await plinth('doctor', '--config', 'quiet.json'), found)
  t.match(await callCli(['doctor', '--url', url]), found)
})

t.test('completion knows the commands and options of the plugins', async t => {
  const { plinth } = await place(t)
  for (const shell of ['bash', 'zsh', 'fish']) {
    const { code, stdout } = await plinth('completion', shell)
    t.equal(code, 0)
    t.match(stdout, /resources.*infer/s, shell)
  }
  t.match(await plinth('completion', 'tcsh'), { code: 2 })
})
