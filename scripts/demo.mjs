// Runs the service on a separate store (data/demo*.db), for demonstration. `npm run demo` installs presets with their
// sample data; `npm run demo -- openapi` builds the service from docs/examples/library.yaml and fills it through the operations of that document.
import { spawn, spawnSync } from 'node:child_process'
import { mkdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import './prepare.mjs'

const presets = ['tasks', 'website', 'meal-planning']

const [which = 'presets', ...more] = process.argv.slice(2)
if (!['presets', 'openapi'].includes(which) || more.length > 0) {
  process.stderr.write('npm run demo, or npm run demo -- openapi\n')
  process.exit(2)
}

const root = dirname(dirname(fileURLToPath(import.meta.url)))
const examples = join(root, 'docs', 'examples')
const data = process.env['PLINTH_DEMO_DATA'] ?? join(root, 'data')
mkdirSync(data, { recursive: true })

// Only variables that cannot lead to another store are passed on: no configuration file, no sign-in, no .env of the working directory.
const kept = ['PATH', 'HOME', 'SystemRoot', 'TEMP', 'TMP', 'TMPDIR', 'NODE_OPTIONS', 'PORT', 'HOST', 'LOG_LEVEL']
const env = {
  ...Object.fromEntries(kept.flatMap(name => (process.env[name] === undefined ? [] : [[name, process.env[name]]]))),
  PLINTH_MODE: 'development',
  ...(which === 'openapi'
    ? { SQLITE_PATH: join(data, 'demo-openapi.db'), OPENAPI_DOCUMENT: join(examples, 'library.yaml') }
    : { SQLITE_PATH: join(data, 'demo.db') }),
}
const options = { cwd: data, env, stdio: 'inherit' }

if (which === 'presets') {
  const plinth = join(root, 'bin', 'plinth.mjs')
  const { status } = spawnSync(process.execPath, [plinth, 'seed', '--drafts', ...presets], options)
  if (status !== 0) process.exit(status ?? 1)
}

const stdio = which === 'openapi' ? ['ignore', 'pipe', 'inherit'] : 'inherit'
if (which === 'presets') {
  const address = `http://localhost:${process.env.PORT || 8080}`
  process.stdout.write(`\n  admin  ${address}/\n  site   ${address}/site\n\n`)
}
const service = spawn(process.execPath, [join(root, 'dist', 'kernel', 'main.js')], { ...options, stdio })
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => service.kill(signal))
service.on('exit', code => process.exit(code ?? 1))

if (which === 'openapi') {
  let output = ''
  const fill = part => {
    output += part
    const url = /"url":"(http:[^"]+)"[^\n]*"msg":"started"/.exec(output)?.[1]
    if (url === undefined) return
    service.stdout.off('data', fill)
    fillLibrary(url).catch(error => {
      process.stderr.write(`plinth: the library could not be filled: ${error.message}\n`)
      service.kill('SIGTERM')
    })
  }
  service.stdout.setEncoding('utf8').on('data', fill)
  service.stdout.pipe(process.stdout)
}

/** Post the initial data of the library, unless it exists already, and print where to look. */
async function fillLibrary(url) {
  const begun = await (await fetch(`${url}/api/library/authors?limit=1`)).json()
  const items = begun.length > 0 ? [] : JSON.parse(readFileSync(join(examples, 'library.json'), 'utf8'))
  for (const { path, body } of items) {
    const headers = { 'content-type': 'application/json' }
    const answer = await fetch(`${url}/api${path}`, { method: 'POST', headers, body: JSON.stringify(body) })
    if (!answer.ok) throw new Error(`POST ${path}: ${answer.status} ${await answer.text()}`)
  }
  const lines = [
    '',
    'A library, from docs/examples/library.yaml. Look at',
    `  ${url}/book           its books, in the admin`,
    `  ${url}/api/docs       its operations`,
    `  curl '${url}/api/library/books?genre=novel&limit=2'`,
    `  curl ${url}/api/library/books/978-0141439549`,
    'How it is made: docs/openapi.md',
    '',
  ]
  process.stdout.write(lines.join('\n'))
}
