// Runs tests with tap: `node scripts/test.mjs [stores | browser | operations] [<tap's options and files> …]`. Without a kind: what the product promises,
// on SQLite in memory. For named sources (`.ts`) nothing is built: each changed module is transpiled alone.
import { spawn, spawnSync } from 'node:child_process'
import { readdirSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { whileAlone } from './alone.mjs'
import { buildAdmin, isAdminBuilt } from './build-admin.mjs'
import { install, isInstalled } from './install.mjs'

const root = dirname(dirname(fileURLToPath(import.meta.url)))
const [first = '', ...others] = process.argv.slice(2)
const isKind = ['stores', 'browser', 'operations'].includes(first)
const named = isKind ? others : process.argv.slice(2)
const kind = isKind
  ? first
  : (/^(?:dist\/)?test\/(stores|browser|operations)\//m.exec(named.join('\n'))?.[1] ?? 'domain')

/** Files whose flows run on MongoDB too: each goes through one area as clients do. */
const flows = [
  'plugins/dynamic-resources/publishing/publishing.test.ts',
  'plugins/dynamic-resources/reading/list.test.ts',
  'plugins/dynamic-resources/resources.test.ts',
  'plugins/events/events.test.ts',
  'plugins/files/files.test.ts',
  'plugins/jobs/jobs.test.ts',
  'plugins/openapi/openapi.test.ts',
  'plugins/search/search.test.ts',
  'plugins/transfer/everything.test.ts',
  'plugins/transfer/import.test.ts',
  'plugins/types/types.test.ts',
  'test/idempotency.test.ts',
  'test/operations/backup.test.ts',
  'test/operations/movies.test.ts',
]

if (named.some(argument => argument.endsWith('.ts'))) await transpileSources()
else run('scripts/prepare.mjs', '--tools')
const files = named.some(argument => !argument.startsWith('-')) ? [] : filesOf(kind)
const mongo = kind === 'stores' ? await startSharedMongo() : null
const stores =
  kind === 'stores' ? { TEST_STORE: 'mongodb', ...(mongo !== null && { TEST_MONGODB_URL: mongo.url() }) } : {}
const status = await runTap([...named.map(compiled), ...files], { ...process.env, ...stores })
await mongo?.stop()
process.exit(status)

/** One server for all files that need nothing of it but a database. */
async function startSharedMongo() {
  const { startMongo } = await import(pathToFileURL(join(root, 'dist/testing/mongodb.js')))
  return process.env.MONGODB_URL ? null : startMongo()
}

/** tap in a process group of its own: what a test that did not end has left running (services, servers, browsers) is ended with it. */
function runTap(names, env) {
  const command = ['node_modules/tap/dist/esm/run.mjs', 'run', ...names]
  const unrecorded = `--import=${pathToFileURL(join(root, 'scripts/unrecorded.mjs')).href}`
  const NODE_OPTIONS = [env.NODE_OPTIONS, unrecorded].filter(Boolean).join(' ')
  const tap = spawn(process.execPath, command, {
    cwd: root,
    env: { ...env, NODE_OPTIONS },
    stdio: 'inherit',
    detached: true,
  })
  const end = signal => {
    if (tap.pid === undefined) return // it was not started
    try {
      process.kill(-tap.pid, signal)
    } catch (error) {
      if (error.code !== 'ESRCH') throw error // nothing is left
    }
  }
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'])
    process.on(signal, () => {
      end(signal)
      setTimeout(end, 5_000, 'SIGKILL').unref() // whoever does not listen
    })
  return new Promise((resolve, reject) => {
    tap.once('error', reject)
    tap.once('exit', code => {
      end('SIGKILL')
      resolve(code ?? 1)
    })
  })
}

function filesOf(kind) {
  if (kind !== 'domain') return [...testsIn(`test/${kind}`), ...(kind === 'stores' ? flows.map(compiled) : [])]
  return testsIn('kernel', 'lib', 'plugins', 'test').filter(
    file => !/^dist\/test\/(?:stores|browser|operations)\//.test(file),
  )
}

function testsIn(...folders) {
  return folders
    .flatMap(folder =>
      readdirSync(join(root, 'dist', folder), { recursive: true, encoding: 'utf8' }).map(
        file => `dist/${folder}/${file}`,
      ),
    )
    .filter(file => file.endsWith('.test.js'))
}

/** The compiled file of a source; other arguments are tap's. */
function compiled(argument) {
  return argument.endsWith('.ts') ? `dist/${argument.replace(/\.ts$/, '.js')}` : argument
}

async function transpileSources() {
  if (!isInstalled(root, 'tools')) await whileAlone(root, () => install(root, { tools: true }))
  const { transpile } = await import('./transpile.mjs')
  await whileAlone(root, () => {
    transpile(root)
    if (kind === 'browser' && !isAdminBuilt(root)) buildAdmin(root)
  })
}

function run(...command) {
  const { status } = spawnSync(process.execPath, command, { cwd: root, stdio: 'inherit' })
  if (status !== 0) process.exit(status ?? 1)
}
