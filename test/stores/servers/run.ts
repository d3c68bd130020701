import { execFileSync, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { packageRoot } from '../../../kernel/index.ts'
import { Servers, withClient } from './servers.ts'
import { checkSharded, shardCollection } from './sharded.ts'

/* Runs a step of the tests on MongoDB's own server, see `README.md`: `node dist/test/stores/servers/run.js <step> [<test file> …]`. */

const mongod = process.env['MONGOD_BINARY']
if (mongod === undefined) throw new Error('MONGOD_BINARY must name a mongod')
const servers = new Servers(mongod)

/** What a test needs of an external server, and nothing of one that it starts itself. */
const ofStore = [
  'dist/test/stores/mongodb/documents.test.js',
  'dist/test/stores/mongodb/mongodb.test.js',
  'dist/test/stores/contract/mongodb.test.js',
  'dist/test/stores/stored-mongodb.test.js',
  'dist/test/stores/two-instances.test.js',
]
const planTests = 'dist/test/stores/mongodb/plans.test.js'

interface Run {
  status: number
  output: string
}

/** Run a script of the repository, and show its output. */
async function run(args: readonly string[], environment: Record<string, string>): Promise<Run> {
  const { MONGOD_BINARY: _binary, ...inherited } = process.env
  const child = spawn(process.execPath, args, { cwd: packageRoot, env: { ...inherited, ...environment } })
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text
      process.stdout.write(text)
    })
  const [status] = (await once(child, 'close')) as [number | null]
  return { status: status ?? 1, output }
}

/** Run tests, all of them if none are named. @throws when one fails */
async function runTests(files: readonly string[], environment: Record<string, string>): Promise<string> {
  const { status, output } = await run(['scripts/test.mjs', ...files], environment)
  if (status !== 0) throw new Error('tests failed')
  return output
}

/** @throws when the service starts with this URL, or does not say this */
async function expectRefusal(url: string, reason: RegExp): Promise<void> {
  const { status, output } = await run(['bin/plinth.mjs', 'doctor'], { MONGODB_URL: url })
  if (status === 0 || !reason.test(output)) throw new Error(`doctor should have failed with ${String(reason)}`)
}

/** Access control: users with the role of `plugins/mongodb/role.json`, and with plain `readWrite`. */
async function startWithRoles(): Promise<{ least: string; reader: string }> {
  const keyFile = join(await servers.folder(), 'key')
  await writeFile(keyFile, randomBytes(96).toString('base64'), { mode: 0o400 })
  const address = await servers.start('rs0', ['--auth', '--keyFile', keyFile])
  const role: { privileges: { actions: string[] }[] } = JSON.parse(
    await readFile(join(packageRoot, 'plugins/mongodb/role.json'), 'utf8'),
  )
  const url = (user: string): string => `mongodb://${user}:${user}@${address}/plinth?replicaSet=rs0&authSource=admin`
  await withClient(`mongodb://${address}/?directConnection=true`, {}, async client => {
    await client.db('admin').command({ createUser: 'root', pwd: 'root', roles: ['root'] })
  })
  await withClient(url('root'), {}, async client => {
    const admin = client.db('admin')
    // On every database, because each test has its own. The README names the optional ones; only tests need the last two.
    const optional = [
      'dbStats',
      'collStats',
      'compact',
      'renameCollectionSameDB',
      'dropDatabase',
      'bypassDocumentValidation',
    ]
    const actions = [...(role.privileges[0]?.actions ?? []), ...optional]
    const privileges = [
      { resource: { db: '', collection: '' }, actions },
      { resource: { cluster: true }, actions: ['replSetGetStatus'] },
    ]
    await admin.command({ createRole: 'plinth', roles: [], privileges })
    await admin.command({ createUser: 'least', pwd: 'least', roles: ['plinth'] })
    await admin.command({ createUser: 'reader', pwd: 'reader', roles: ['readWriteAnyDatabase'] })
  })
  return { least: url('least'), reader: url('reader') }
}

/** A certificate of an own authority for the address of the tests. */
async function makeCertificates(): Promise<{ authority: string; server: string }> {
  const folder = await servers.folder()
  const path = (name: string): string => join(folder, name)
  /** A certificate of two days for a name, with these options. */
  const certify = (name: string, subject: string, options: readonly string[]): Buffer => {
    const files = ['-keyout', path(`${name}.key`), '-out', path(`${name}.crt`)]
    const request = ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '2', '-subj', subject]
    return execFileSync('openssl', [...request, ...options, ...files], { stdio: 'pipe' })
  }
  const authority = path('authority.crt')
  certify('authority', '/CN=authority', [])
  const address = ['-addext', 'subjectAltName=IP:127.0.0.1,DNS:localhost']
  const signer = ['-CA', authority, '-CAkey', path('authority.key')]
  certify('server', '/CN=server', [...address, ...signer])
  const parts = await Promise.all(['server.key', 'server.crt'].map(name => readFile(path(name), 'utf8')))
  await writeFile(path('server.pem'), parts.join(''))
  return { authority, server: path('server.pem') }
}

/** The tests that `suite` and `roles` run; all of them if none are named. */
const [, , name = '', ...named] = process.argv

const steps: Record<string, () => Promise<void>> = {
  /** Everything; the tests start servers of their own, which are stopped, killed and misled. */
  async suite() {
    await runTests(named, { MONGOD_BINARY: mongod })
  },

  /** Everything with access control and the role of the README; less is refused. */
  async roles() {
    const { least, reader } = await startWithRoles()
    await expectRefusal(reader, /collMod/)
    await runTests(named, { MONGODB_URL: least })
    await runTests([planTests], { MONGODB_URL: least })
  },

  /** Plans of lists among many documents. */
  async plans() {
    await runTests([planTests], { MONGOD_BINARY: mongod, PLINTH_PLAN_DOCUMENTS: '200000' })
  },

  /** Three members that step down, are killed and isolated, both secondaries down under writes; builds of indexes that hang. */
  async members() {
    const files = ['dist/test/stores/mongodb/replica-set.test.js', 'dist/test/stores/mongodb/index-builds.test.js']
    const output = await runTests(files, { MONGOD_BINARY: mongod })
    if (/^# NOT RUN/m.test(output)) throw new Error('a test was left out')
  },

  /** Two shards behind a router: collections that are not sharded, and some that are. */
  async sharded() {
    const mongos = process.env['MONGOS_BINARY']
    if (mongos === undefined) throw new Error('MONGOS_BINARY must name a mongos')
    const idle = ['--setParameter', 'periodicNoopIntervalSecs=1']
    const config = await servers.start('config', ['--configsvr'])
    const shards = [
      await servers.start('one', ['--shardsvr', ...idle]),
      await servers.start('two', ['--shardsvr', ...idle]),
    ]
    const router = await servers.startRouter(mongos, `config/${config}`)
    const url = `mongodb://${router}/plinth`
    await withClient(url, {}, async client => {
      for (const [i, name] of ['one', 'two'].entries())
        await client.db('admin').command({ addShard: `${name}/${shards[i]}` })
    })
    const { output } = await run(['bin/plinth.mjs', 'doctor'], { MONGODB_URL: url })
    if (!output.includes('periodicNoopIntervalSecs')) throw new Error('doctor should have warned of a sharded cluster')
    await runTests(ofStore, { MONGODB_URL: url })
    await checkSharded(`mongodb://${router}/sharded`, shardCollection, shards.length)
  },

  /** TLS with an own authority; without it the start is refused. */
  async tls() {
    const { authority, server } = await makeCertificates()
    const flags = ['--tlsMode', 'requireTLS', '--tlsCertificateKeyFile', server, '--tlsCAFile', authority]
    const options = { tls: true, tlsCAFile: authority }
    const address = await servers.start('rs0', [...flags, '--tlsAllowConnectionsWithoutCertificates'], options)
    const url = `mongodb://${address}/plinth?replicaSet=rs0&tls=true`
    await expectRefusal(url, /TLS with MongoDB at .* failed/)
    await runTests(ofStore, { MONGODB_URL: `${url}&tlsCAFile=${encodeURIComponent(authority)}` })
  },
}

const step = steps[name]
if (step === undefined) throw new Error(`a step is one of ${Object.keys(steps).join(', ')}`)
try {
  await step()
} finally {
  await servers.stop()
}
