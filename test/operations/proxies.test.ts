import { execFileSync, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { connect as connectHttp2, type ClientHttp2Session, type OutgoingHttpHeaders } from 'node:http2'
import { type AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { connect as connectTls } from 'node:tls'
import type { LightMyRequestResponse } from 'fastify'
import t from 'tap'
import type { Test } from 'tap'
import { errorCodes } from '../../kernel/error-codes.ts'
import { packageRoot } from '../../kernel/package-root.ts'
import { Browser } from '../../testing/internal/oidc/browser.ts'
import { administratorEmail, signedInApp, signInWith } from '../../testing/internal/signed-in.ts'
import type { SignedInApp } from '../../testing/internal/signed-in.ts'
import { until } from '../../testing/internal/until.ts'
import { freePort } from '../../testing/free-port.ts'

// The configurations in docs/operating/examples, with other ports and a certificate of its own, in front of a service in production mode.

const examples = join(packageRoot, 'docs', 'operating', 'examples')
const folder = mkdtempSync(join(tmpdir(), 'plinth-proxies-'))
t.teardown(() => rmSync(folder, { recursive: true, force: true }))
const certificate = join(folder, 'certificate.pem')
const key = join(folder, 'key.pem')

/** Where a proxy listens, and the service behind it. */
interface Addresses {
  port: number
  plainPort: number
  upstream: string
}

interface Proxy {
  name: string
  /** The program, also where only root has its folder in PATH. */
  binary: string | undefined
  /** Write the configuration. @returns the arguments and the environment of the program */
  prepare(addresses: Addresses): { args: string[]; env: Record<string, string> }
}

function find(name: string): string | undefined {
  const found = spawnSync('sh', ['-c', `PATH=$PATH:/usr/sbin command -v ${name}`], { encoding: 'utf8' }).stdout.trim()
  if (found !== '') return found
  if (process.env['PLINTH_REQUIRE_PROXIES'] === undefined) return undefined
  throw new Error(`PLINTH_REQUIRE_PROXIES is set, but there is no ${name}`)
}

/** Replace each text, all of which must occur. */
function adapt(text: string, replacements: readonly [from: string, to: string][]): string {
  return replacements.reduce((changed, [from, to]) => {
    if (!changed.includes(from)) throw new Error(`the example has no ${from}`)
    return changed.replace(from, () => to)
  }, text)
}

const nginx: Proxy = {
  name: 'nginx',
  binary: find('nginx'),
  prepare({ port, plainPort, upstream }) {
    const site = adapt(readFileSync(join(examples, 'nginx.conf'), 'utf8'), [
      ['server 127.0.0.1:8080;', `server ${upstream};`],
      ['listen 80;', `listen 127.0.0.1:${plainPort};`],
      ['listen 443 ssl http2;', `listen 127.0.0.1:${port} ssl http2;`],
      ['/etc/letsencrypt/live/cms.example.org/fullchain.pem', certificate],
      ['/etc/letsencrypt/live/cms.example.org/privkey.pem', key],
    ])
    const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
    const paths = temporary.map(name => `${name}_temp_path ${join(folder, name)};`).join('\n')
    const main = `daemon off; pid ${join(folder, 'nginx.pid')}; events {} http { access_log off; ${paths}\n${site} }`
    writeFileSync(join(folder, 'nginx.conf'), main)
    return { args: ['-e', 'stderr', '-p', folder, '-c', join(folder, 'nginx.conf')], env: {} }
  },
}

const caddy: Proxy = {
  name: 'Caddy',
  binary: find('caddy'),
  prepare({ port, plainPort, upstream }) {
    const site = adapt(readFileSync(join(examples, 'Caddyfile'), 'utf8'), [
      ['cms.example.org} {\n', `cms.example.org} {\n\ttls ${certificate} ${key}\n`],
    ])
    writeFileSync(join(folder, 'Caddyfile'), `{\n\tadmin off\n\thttp_port ${plainPort}\n}\n${site}`)
    return {
      args: ['run', '--adapter', 'caddyfile', '--config', join(folder, 'Caddyfile')],
      env: { HOME: folder, FRONTEND_URL: `https://localhost:${port}`, PLINTH_UPSTREAM: upstream },
    }
  },
}

interface Answer {
  status: number
  headers: Record<string, string | string[] | undefined>
  body: string
}

/** A connection to a proxy by HTTP/2, from an address of the loopback that is not that of the proxy. */
class Client {
  readonly session: ClientHttp2Session

  constructor(port: number) {
    const ca = readFileSync(certificate)
    const tls = {
      host: '127.0.0.1',
      port,
      localAddress: '127.0.0.2',
      servername: 'localhost',
      ca,
      ALPNProtocols: ['h2'],
    }
    this.session = connectHttp2(`https://localhost:${port}`, { createConnection: () => connectTls(tls) })
    this.session.on('error', () => undefined) // the requests report it
  }

  async ask(method: string, path: string, headers: OutgoingHttpHeaders = {}, body?: string): Promise<Answer> {
    const stream = this.session.request({ ':method': method, ':path': path, ...headers })
    stream.setEncoding('utf8').end(body)
    const [received] = (await once(stream, 'response')) as [Answer['headers'] & { ':status'?: number }]
    let text = ''
    for await (const part of stream) text += String(part)
    const { ':status': status = 0, ...named } = received
    return { status, headers: named, body: text }
  }

  /** What arrives of a stream, as soon as it contains this text. */
  async read(path: string, headers: OutgoingHttpHeaders, wanted: () => string, ready: () => unknown): Promise<string> {
    const stream = this.session.request({ ':method': 'GET', ':path': path, ...headers }).setEncoding('utf8')
    await once(stream, 'response')
    ready()
    let text = ''
    for await (const part of stream) {
      text += String(part)
      if (wanted() !== '' && text.includes(wanted())) break
    }
    return text
  }
}

async function start(t: Test, { binary = '', prepare }: Proxy, upstream: string, port: number): Promise<Addresses> {
  const addresses = { port, plainPort: await freePort(), upstream }
  const { args, env } = prepare(addresses)
  const child = spawn(binary, args, {
    env: { PATH: process.env['PATH'] ?? '', ...env },
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  let complaint = ''
  child.stderr.on('data', (part: Buffer) => (complaint += part.toString()))
  const ended = once(child, 'close')
  t.teardown(async () => {
    child.kill('SIGTERM')
    await ended
  })
  await until(async () => {
    if (child.exitCode !== null) throw new Error(complaint)
    const probe = new Client(port)
    const status = await probe.ask('GET', '/api/health').then(
      answer => answer.status,
      () => 0,
    )
    probe.session.destroy()
    return status === 200
  })
  return addresses
}

/** A plugin that shows how the service sees a request. */
const echo = `export default {
  name: 'echo', version: '1.0.0', requires: [], provides: [], contributes: { segments: ['echo'] },
  register({ app }) {
    app.get('/api/echo', { config: { access: 'public' } }, ({ ip, id }) => ({ ip, id }))
    return {}
  },
}`

async function serviceBehind(t: Test, port: number): Promise<{ service: SignedInApp; upstream: string }> {
  writeFileSync(join(folder, 'echo.mjs'), echo)
  const { plugins } = JSON.parse(readFileSync(join(packageRoot, 'config', 'default.json'), 'utf8')) as {
    plugins: Record<string, boolean>
  }
  const service = await signedInApp(t, {
    listen: true,
    signIn: { frontendUrl: `https://localhost:${port}` },
    config: { directory: folder, plugins: { ...plugins, './echo.mjs': true }, http: { trustProxy: ['127.0.0.1'] } },
  })
  const { port: upstream } = service.app.server.address() as AddressInfo
  return { service, upstream: `127.0.0.1:${upstream}` }
}

t.before(() => {
  const subject = ['-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost']
  const kind = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '2']
  execFileSync('openssl', ['req', '-x509', ...kind, '-keyout', key, '-out', certificate, ...subject], {
    stdio: 'ignore',
  })
})

for (const proxy of [nginx, caddy]) {
  if (proxy.binary === undefined) {
    t.pass(`the example for ${proxy.name} works`, { skip: `there is no ${proxy.name.toLowerCase()} here` })
    continue
  }
  t.test(`the example for ${proxy.name} works`, async t => {
    const port = await freePort()
    const { service, upstream } = await serviceBehind(t, port)
    const { plainPort } = await start(t, proxy, upstream, port)
    const http = new Client(port)
    t.teardown(() => http.session.destroy())

    const healthy = await http.ask('GET', '/api/health')
    t.equal(healthy.status, 200, 'over TLS')
    t.equal(http.session.alpnProtocol, 'h2', 'by HTTP/2')
    t.match(healthy.headers['strict-transport-security'], /max-age/)
    const plain = await fetch(`http://127.0.0.1:${plainPort}/book`, {
      redirect: 'manual',
      headers: { host: 'localhost' },
    })
    t.ok([301, 308].includes(plain.status), 'plain http is redirected')
    t.match(plain.headers.get('location'), /^https:\/\/.+\/book$/)

    const forged = { 'x-forwarded-for': '203.0.113.9', 'x-request-id': 'chosen-by-the-client' }
    const seen = await http.ask('GET', '/api/echo', forged)
    const { ip, id } = JSON.parse(seen.body) as { ip: string; id: string }
    t.equal(ip, '127.0.0.2', 'the address is that of the client, whatever it claims')
    t.equal(seen.headers['x-request-id'], id)
    t.match(id, /^[\da-f-]{32,36}$/, 'the id of the request is from the proxy')

    const through = async (method: string, url: string, body?: unknown, headers?: Record<string, string>) => {
      const json = body === undefined ? {} : { 'content-type': 'application/json' }
      const answer = await http.ask(
        method,
        url,
        { ...json, ...headers },
        body === undefined ? undefined : JSON.stringify(body),
      )
      const { status, headers: received, body: text } = answer
      return { statusCode: status, headers: received, body: text, json: () => JSON.parse(text) as unknown }
    }
    const request = through as unknown as SignedInApp['request']
    const browser = new Browser({ ...service, request }, service.frontendUrl)
    const claims = { email: administratorEmail, name: 'Root', email_verified: true }
    const root = await signInWith(browser, service.provider, 'root', claims)
    t.equal(root.me.role, 'admin', 'people sign in')

    const schema = { type: 'object', properties: { text: { type: 'string' } } }
    const made: LightMyRequestResponse = await root.request('POST', '/api/resource-types', {
      name: 'Note',
      slug: 'note',
      schema,
    })
    t.equal(made.statusCode, 201, made.body)
    const cookie = browser.jar.header(browser.origin)
    const rows = Array.from({ length: 300 }, () => JSON.stringify({ text: 'x'.repeat(10_000) })).join('\n')
    const imported = await http.ask(
      'POST',
      '/api/note/_import',
      { ...cookie, 'content-type': 'application/x-ndjson' },
      rows,
    )
    t.match(imported.body, /"loaded":300/, 'a file of 3 MB is imported')

    let created = ''
    const received = await http.read(
      '/api/events/stream',
      cookie,
      () => created,
      () => {
        // The stream is open: an event that happens now arrives although the answer does not end.
        void root.request('POST', '/api/note', { text: 'now' }).then(answer => {
          created = answer.json<{ id: string }>().id
        })
      },
    )
    t.ok(received.includes(created), 'events arrive as they come')
  })
}

t.test('the pages quote the examples', async t => {
  for (const [page, file] of [
    ['nginx.md', 'nginx.conf'],
    ['caddy.md', 'Caddyfile'],
    ['systemd.md', 'plinth.service'],
  ] as const) {
    const text = readFileSync(join(dirname(examples), page), 'utf8')
    t.ok(text.includes(`\n${readFileSync(join(examples, file), 'utf8')}\`\`\`\n`), `${page} quotes ${file}`)
  }
})

t.test('the runbook has every code of an answer that the operator can do something about', async t => {
  const runbook = readFileSync(join(dirname(examples), 'runbook.md'), 'utf8')
  for (const [code, status] of Object.entries(errorCodes).filter(([, status]) => status >= 500))
    t.match(runbook, new RegExp(`^\\| \`${code}\` +\\| ${status} `, 'm'))
})

t.test('the unit file is valid', async t => {
  const analyze = spawnSync('systemd-analyze', ['--version'])
  if (analyze.status !== 0) return void t.pass('the unit file', { skip: 'there is no systemd-analyze here' })
  const unit = join(folder, 'plinth.service')
  cpSync(join(examples, 'plinth.service'), unit)
  mkdirSync(join(folder, 'etc'), { recursive: true })
  writeFileSync(unit, readFileSync(unit, 'utf8').replace('/usr/bin/node', process.execPath))
  const { status, stderr } = spawnSync('systemd-analyze', ['verify', '--man=no', unit], { encoding: 'utf8' })
  t.equal(status, 0, stderr)
  t.notMatch(stderr, /Unknown|ignoring/i)
})
