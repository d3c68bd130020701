// Runs tests with tap: `node scripts/test.mjs [stores | browser | operations] [<tap's options and files> …]`. Without a kind: what the product promises,
// on SQLite in memory. For named sources (`.ts`) nothing is built: each changed module is transpiled alone.
import { spawnSync } from 'node:child_process'
import { readdirSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { buildAdmin, isAdminBuilt } from './build-admin.mjs'
import { install, isInstalled } from './install.mjs'

const root = dirname(dirname(fileURLToPath(import.meta.url)))
const [first = '', ...others] = process.argv.slice(2)
const isKind = ['stores', 'browser', 'operations'].includes(first)
const named = (isKind ? others : process.argv.slice(2)).map(argument => argument.replace(/^dist\/(.*)\.js$/, '$1.ts'))
const kind = isKind ? first : (/^test\/(stores|browser|operations)\b/m.exec(named.join('\n'))?.[1] ?? 'domain')

/** Files whose flows run on MongoDB too. */
const flows = []

if (named.some(argument => argument.endsWith('.ts'))) await transpileSources()
else run('scripts/prepare.mjs', '--tools')
if (kind === 'stores') process.env.TEST_STORE = 'mongodb'
const files = named.some(argument => !argument.startsWith('-')) ? [] : filesOf(kind)
run('node_modules/tap/dist/esm/run.mjs', 'run', ...named.map(compiled), ...files)

function filesOf(kind) {
  if (kind !== 'domain') return [...testsIn(`test/${kind}`), ...(kind === 'stores' ? flows.map(compiled) : [])]
  return testsIn('kernel', 'lib', 'plugins', 'test').filter(
    file => !/^dist\/test\/(?:stores|browser|operations)\//.test(file),
  )
}

function testsIn(...folders) {
  return folders
    .flatMap(folder =>
      readdirSync(join(root, 'dist', folder), { recursive: true }).map(file => `dist/${folder}/${file}`),
    )
    .filter(file => file.endsWith('.test.js'))
}

/** The compiled file of a source; other arguments are tap's. */
function compiled(argument) {
  return argument.endsWith('.ts') ? `dist/${argument.replace(/\.ts$/, '.js')}` : argument
}

async function transpileSources() {
  if (!isInstalled(root, { runtimeOnly: false })) install(root)
  const { transpile } = await import('./transpile.mjs')
  transpile(root)
  if (kind === 'browser' && !isAdminBuilt(root)) buildAdmin(root)
}

function run(...command) {
  const { status } = spawnSync(process.execPath, command, { cwd: root, stdio: 'inherit' })
  if (status !== 0) process.exit(status ?? 1)
}
