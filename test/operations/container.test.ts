import { execFileSync, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import t from 'tap'
import type { Test } from 'tap'
import { parse } from 'yaml'
import { packageRoot } from '../../kernel/package-root.ts'
import { until } from '../../testing/internal/until.ts'
import { freePort } from '../../testing/free-port.ts'

// There is no Docker where the tests run: the files are read, and the steps of the Dockerfile are done by hand.

const read = (file: string): string => readFileSync(join(packageRoot, file), 'utf8')
const environment = { PATH: process.env['PATH'] ?? '', HOME: process.env['HOME'] ?? '' }

/** The description of the variables that configure the service. */
const documented = read('config/README.md')

interface Service {
  image?: string
  build?: string
  restart?: string
  environment?: Record<string, string>
  volumes?: string[]
  secrets?: string[]
  ports?: string[]
  depends_on?: Record<string, { condition: string }>
  networks?: Record<string, unknown> | string[]
}
interface Compose {
  services: Record<string, Service>
  volumes: Record<string, unknown>
  secrets?: Record<string, { file: string }>
  networks?: Record<string, { ipam: { config: { subnet: string }[] } }>
}

const compose = (file: string): Compose => parse(read(file)) as Compose
const development = compose('docker-compose.yml')
const production = compose('docker-compose.production.yml')

t.test('the image contains the package, runs as a user who can write its data only, and knows its volume', async t => {
  const stages = read('Dockerfile').split(/^(?=FROM )/m)
  const [image = '', install = ''] = stages.toReversed()
  t.ok(stages.slice(1).every(stage => stage.startsWith('FROM node:24-slim')))
  t.match(image, /^COPY --from=install \/app \.\/$/m)
  t.equal(image.match(/^COPY /gm)?.length, 1)
  t.match(install, /^COPY --from=build \/plinth-\*\.tgz/m)
  t.match(install, /npm ci --omit=dev --ignore-scripts.*\n.* node scripts\/prune\.mjs /)
  t.match(image, /chown node:node \/data.*\nUSER node\nVOLUME \/data\n/)
  t.equal(image.match(/chown/g)?.length, 1)
  t.match(image, /^ENV .*PLINTH_CONTAINER=1 SQLITE_PATH=\/data\//m)
  t.match(image, /^HEALTHCHECK .*CMD \["node", "bin\/healthcheck\.mjs"\]$/m)
  const ignored = read('.dockerignore').split('\n')
  for (const name of ['.git', '.env', 'data', 'node_modules', 'dist', 'secrets']) t.ok(ignored.includes(name), name)
})

t.test('the compose files refer to what exists', async t => {
  for (const { services, volumes } of [development, production]) {
    for (const [name, service] of Object.entries(services)) {
      t.ok(name in development.services || service.image !== undefined, `${name} has an image`)
      for (const variable of Object.keys(service.environment ?? {}))
        t.ok(documented.includes(`\`${variable}\``) || ['TMPDIR', 'PLINTH_UPSTREAM'].includes(variable), variable)
      for (const volume of service.volumes ?? []) {
        const [source = ''] = volume.split(':')
        if (source.startsWith('./')) t.ok(existsSync(join(packageRoot, source)), source)
        else t.ok(source in volumes, `${source} is a named volume`)
      }
      for (const other of Object.keys(service.depends_on ?? {}))
        t.ok(other in development.services || other in services, other)
    }
  }
  t.equal(development.services['mongodb']?.image, 'mongo:8.0')
  t.match(development.services['plinth'], { build: '.', ports: ['127.0.0.1:8080:8080'], volumes: ['plinth:/data'] })
})

t.test('production adds restarts, sign-in, secrets from files, and a proxy that is trusted', async t => {
  const { services, secrets = {}, networks = {} } = production
  for (const [name, { restart }] of Object.entries(services)) t.equal(restart, 'unless-stopped', name)
  t.strictSame(Object.keys(services), ['mongodb', 'plinth', 'caddy'])
  const { environment: variables = {}, secrets: mounted = [] } = services['plinth'] ?? {}
  for (const name of ['FRONTEND_URL', 'IDP_CLIENT_ID']) t.match(variables[name], /^\$\{\w+:\?/, `${name} is required`)
  t.equal(variables['PLINTH_MODE'], 'production')
  for (const [name, value] of Object.entries(variables).filter(([name]) => name.endsWith('_FILE'))) {
    t.ok(mounted.includes(value.replace('/run/secrets/', '')), name)
    t.equal(secrets[value.replace('/run/secrets/', '')]?.file, `./secrets/${value.replace('/run/secrets/', '')}`)
  }
  const file = variables['PLINTH_CONFIG']?.replace('/app/', '') ?? ''
  const { http } = JSON.parse(read(file)) as { http: { trustProxy: string[] } }
  t.strictSame(
    networks['proxy']?.ipam.config.map(({ subnet }) => subnet),
    http.trustProxy,
  )
  t.ok(Object.keys(services['plinth']?.networks ?? {}).includes('proxy'))
  t.strictSame(services['caddy']?.networks, ['proxy'])
  const used = [...read('docs/operating/examples/Caddyfile').matchAll(/\{\$(\w+)/g)].map(([, name = '']) => name)
  t.strictSame(used.toSorted(), Object.keys(services['caddy']?.environment ?? {}).toSorted())
})

t.test('a release has provenance and a list of its parts, and the tests run on the Node of the image too', async t => {
  const { jobs } = parse(read('.github/workflows/release.yml')) as {
    jobs: Record<string, { permissions: Record<string, string>; steps: { run?: string; uses?: string }[] }>
  }
  const { permissions = {}, steps = [] } = jobs['publish'] ?? {}
  t.match(permissions, { 'id-token': 'write', attestations: 'write' })
  const text = steps.map(({ run, uses }) => run ?? uses ?? '').join('\n')
  for (const wanted of [/npm publish .*--provenance/, /npm sbom .*cyclonedx/, /attest-build-provenance/, /npm pack/])
    t.match(text, wanted)
  const ci = parse(read('.github/workflows/ci.yml')) as {
    jobs: { test: { strategy: { matrix: { include: { node: string | number }[] } } } }
  }
  const versions = new Set(ci.jobs.test.strategy.matrix.include.map(({ node }) => String(node)))
  const { engines } = JSON.parse(read('package.json')) as { engines: { node: string } }
  t.ok(versions.has(engines.node.replace('>=', '')), 'the oldest that is allowed')
  const [, image = ''] = /^FROM node:(\d+)-/m.exec(read('Dockerfile')) ?? []
  t.ok(versions.has(image), 'that of the image')
})

const script = join(packageRoot, 'bin', 'healthcheck.mjs')
const check = (cwd: string, env: Record<string, string> = {}) =>
  new Promise<number | null>(resolve => {
    const child = spawn(process.execPath, [script], { cwd, env: { ...environment, ...env }, stdio: 'ignore' })
    child.once('close', resolve)
  })

async function listening(t: Test, listener: RequestListener): Promise<string> {
  const server = createServer(listener)
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  t.teardown(() => server.close())
  return String((server.address() as AddressInfo).port)
}

t.test('the health check finds the service where its configuration puts it', async t => {
  const port = await listening(t, ({ url }, response) => response.writeHead(url === '/api/health' ? 200 : 500).end())
  const folder = t.testdir({
    'plinth.json': JSON.stringify({ http: { port: Number(port), host: '0.0.0.0' } }),
    env: { '.env': `PORT=${port}\n` },
  })
  t.equal(await check(folder, { PORT: port }), 0)
  t.equal(await check(folder, { PORT: port, HOST: '0.0.0.0' }), 0)
  t.equal(await check(folder, { PLINTH_CONFIG: 'plinth.json', PORT: '' }), 0)
  t.equal(await check(join(folder, 'env')), 0)
  t.equal(await check(folder, { PORT: '9' }), 1)
  t.equal(await check(folder, { PORT: await listening(t, (_request, response) => response.writeHead(503).end()) }), 1)
  t.equal(await check(folder, { PORT: await listening(t, (_request, response) => response.writeHead(404).end()) }), 0)
  t.equal(await check(folder, { PORT: await listening(t, () => undefined) }), 1, 'a service that does not answer')
  t.notMatch(read('bin/healthcheck.mjs'), /from '\./, 'it loads nothing of the service')
})

t.test('the steps of the Dockerfile make a service that starts', async t => {
  const folder = mkdtempSync(join(tmpdir(), 'plinth-image-'))
  t.teardown(() => rmSync(folder, { recursive: true, force: true }))
  const app = join(folder, 'app')
  const data = join(folder, 'data')
  for (const made of [app, data]) mkdirSync(made)
  const run = (command: string, ...args: string[]): unknown =>
    execFileSync(command, args, { cwd: app, env: environment, stdio: ['ignore', 'pipe', 'pipe'] })
  execFileSync('npm', ['pack', '--ignore-scripts', '--pack-destination', folder], {
    cwd: packageRoot,
    env: environment,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const tarball = readdirSync(folder).find(file => file.endsWith('.tgz')) ?? ''
  cpSync(join(packageRoot, 'package-lock.json'), join(app, 'package-lock.json'))
  run('tar', '-xzf', join(folder, tarball), '--strip-components=1')
  run(
    'npm',
    'ci',
    '--omit=dev',
    '--ignore-scripts',
    '--workspaces=false',
    '--no-fund',
    '--no-audit',
    '--prefer-offline',
  )
  run(process.execPath, 'scripts/prune.mjs')
  const { platform, arch } = process
  t.strictSame(readdirSync(join(app, 'node_modules/@photostructure/sqlite/prebuilds')), [`${platform}-${arch}`])
  for (const left of [
    'node_modules/typescript',
    'node_modules/vite',
    'node_modules/tap',
    'kernel',
    'test',
    'dist/test',
  ])
    t.notOk(existsSync(join(app, left)), left)
  t.ok(existsSync(join(app, 'docs/operating/examples/plinth.container.json')))
  t.ok(existsSync(join(app, 'THIRD-PARTY-NOTICES')))

  const image = { ...environment, NODE_ENV: 'production', PLINTH_CONTAINER: '1', SQLITE_PATH: join(data, 'plinth.db') }
  const main = [join(app, 'dist', 'kernel', 'main.js')]
  const bare = spawnSync(process.execPath, main, { cwd: app, env: image, encoding: 'utf8' })
  t.not(bare.status, 0)
  t.match(
    bare.stderr,
    /^plinth: nobody outside of this container could reach .*IDP_CLIENT_ID, .*PLINTH_MODE=development and HOST=0\.0\.0\.0.*\n$/,
  )
  const half = spawnSync(process.execPath, main, {
    cwd: app,
    env: { ...image, PLINTH_MODE: 'development' },
    encoding: 'utf8',
  })
  t.match(half.stderr, /HOST=0\.0\.0\.0/)

  writeFileSync(join(folder, 'plinth.json'), '{}')
  const free = String(await freePort())
  const env = { ...image, PLINTH_MODE: 'development', HOST: '0.0.0.0', PORT: free }
  const child = spawn(process.execPath, main, { cwd: app, env, stdio: ['ignore', 'ignore', 'inherit'] })
  const exited = once(child, 'close')
  t.teardown(() => child.kill('SIGKILL'))
  await until(async () => {
    if (child.exitCode !== null) throw new Error('the service ended')
    return (await check(app, env)) === 0
  })
  t.ok(existsSync(join(data, 'plinth.db')))
  child.kill('SIGTERM')
  await exited
  t.equal(await check(app, env), 1)
})

t.setTimeout(300_000)
