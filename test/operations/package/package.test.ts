import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import t from 'tap'
import type { Test } from 'tap'
import { packageRoot, version } from '../../../kernel/index.ts'
import { farewell, greetings, greetingsTest } from './greetings.ts'

// Third-party use: packs and installs the service and a plugin in an empty folder. The registry or npm's cache must contain the dependencies.

const run = promisify(execFile)
const folder = mkdtempSync(join(tmpdir(), 'plinth-package-'))
t.teardown(() => rmSync(folder, { recursive: true, force: true }))
const home = join(folder, 'home')
const key = 'plinth-plugin-greetings'
const compiler = join(packageRoot, 'node_modules', 'typescript', 'bin', 'tsc')
/** As `npm install @types/node` would install them. */
const typeRoots = join(packageRoot, 'node_modules', '@types')

/** Inherits nothing of this process: the options of the test runner would load it in every Node process. */
const environment = { PATH: process.env['PATH'] ?? '', HOME: process.env['HOME'] ?? '' }
const npm = (directory: string, ...args: string[]): Promise<{ stdout: string; stderr: string }> =>
  run('npm', args, { cwd: directory, env: environment })

interface Packed {
  filename: string
  files: { path: string }[]
}

async function pack(directory: string): Promise<Packed> {
  const { stdout } = await npm(directory, 'pack', '--json', '--ignore-scripts', '--pack-destination', folder)
  const [packed] = JSON.parse(stdout) as [Packed]
  return packed
}

const install = ({ filename }: Packed): Promise<unknown> =>
  npm(home, 'install', '--no-audit', '--no-fund', '--prefer-offline', join(folder, filename))

function write(directory: string, files: Readonly<Record<string, string>>): void {
  mkdirSync(directory, { recursive: true })
  for (const [name, text] of Object.entries(files)) writeFileSync(join(directory, name), text)
}

/** Start the installed service, and end it when the test ends. */
async function serve(t: Test, file: string, plugins: unknown): Promise<string> {
  writeFileSync(file, JSON.stringify({ plugins }))
  const child = spawn(join(home, 'node_modules', '.bin', 'plinth'), ['serve'], {
    cwd: home,
    env: { ...environment, PORT: '0', PLINTH_CONFIG: file },
  })
  const exit = once(child, 'close')
  t.teardown(async () => {
    child.kill('SIGTERM')
    await exit
  })
  let said = ''
  return new Promise<string>((resolve, reject) => {
    child.stderr.on('data', part => (said += String(part)))
    child.stdout.on('data', part => {
      said += String(part)
      const url = /"url":"(http:[^"]+)"[^\n]*"msg":"started"/.exec(said)?.[1]
      if (url !== undefined) resolve(url)
    })
    child.once('exit', () => reject(new Error(said)))
  })
}

const get = async (url: string): Promise<{ status: number; body: unknown }> => {
  const answer = await fetch(url)
  return { status: answer.status, body: await answer.json() }
}

let packed: Packed

t.before(async () => {
  await npm(packageRoot, 'run', 'declarations')
  packed = await pack(packageRoot)
  write(home, { 'package.json': JSON.stringify({ name: 'home', private: true, type: 'module' }) })
  await install(packed)
  const source = join(home, 'greetings')
  write(source, greetings)
  const nodeTypes = ['--types', 'node', '--typeRoots', typeRoots]
  await run(process.execPath, [compiler, '-p', source, ...nodeTypes], { cwd: source, env: environment })
  await install(await pack(source))
  rmSync(source, { recursive: true })
})

t.test('the package has the published test helpers and no others', async t => {
  const paths = packed.files.map(({ path }) => path)
  for (const path of ['bin/plinth.mjs', 'dist/kernel/main.js', 'dist/testing/index.js', 'dist/testing/mongodb.d.ts'])
    t.ok(paths.includes(path), path)
  t.ok(paths.includes('plugins/mongodb/role.json'), 'operators create the role from it')
  const forTests = /(?:^|\/)test(?:ing)?[-./]|\.test\.|(?:^|\/)(?:test|bench|fixtures)\//
  t.strictSame(
    paths.filter(path => forTests.test(path.replace(/^dist\/testing\//, ''))),
    [],
  )
})

t.test('an installed service runs an installed plugin, with a store in its working directory', async t => {
  const file = join(home, 'plinth.json')
  const base = await serve(t, file, { [key]: { greeting: 'Ahoy' } })
  t.match(await get(`${base}/api/greetings`), { status: 200, body: { greeting: 'Ahoy', canCreate: true } })
  t.match(await get(`${base}/api/greetings/me`), {
    status: 404,
    body: { message: 'nobody to greet at /api/greetings/me' },
  })
  t.match(await get(`${base}/api/resource-types/presets`), { status: 200, body: { data: Array } })
  t.match(await (await fetch(base, { headers: { accept: 'text/html' } })).text(), /<div id="app">/, 'and the admin')
  t.ok(readFileSync(join(home, 'data', 'plinth.db')).length > 0)
})

t.test('the tests of the plugin, in TypeScript, compile and pass with the runner of Node', async t => {
  const options = { target: 'es2023', module: 'nodenext', strict: true, skipLibCheck: false, types: ['node'] }
  const config = { compilerOptions: options, files: ['greetings.test.ts'] }
  write(home, { 'greetings.test.ts': greetingsTest, 'tsconfig.json': JSON.stringify(config) })
  await run(process.execPath, [compiler, '-p', home, '--typeRoots', typeRoots], { cwd: home, env: environment })
  const { stdout } = await run(process.execPath, ['--test', 'greetings.test.js'], { cwd: home, env: environment })
  t.match(stdout, /pass 4[^]*fail 0/)
})

t.test('the package of a new plugin is installed and tested as the command says', async t => {
  const create = (name: string) =>
    run(join(home, 'node_modules', '.bin', 'plinth'), ['plugin', 'new', name], { cwd: home, env: environment })
  const { stdout } = await create('vouchers')
  await t.rejects(create('plinth-plugin-vouchers'), { message: /EEXIST.*'plinth-plugin-vouchers'/ }, 'the same package')
  t.match(stdout, 'cd plinth-plugin-vouchers && npm install && npm test')
  const made = join(home, 'plinth-plugin-vouchers')
  await npm(made, 'install', '--no-audit', '--no-fund', '--prefer-offline')
  t.match((await npm(made, 'test')).stdout, /pass 4[^]*fail 0/)
  const index = join(made, 'index.js')
  writeFileSync(
    index,
    readFileSync(index, 'utf8').replace("({ message: 'hello' })", "{ throw new Error('no voucher') }"),
  )
  const failed = await npm(made, 'test').catch((error: unknown) => error as { stdout: string })
  t.match(failed.stdout, /no voucher[^]*index\.js/, 'a test shows why the answer is 500')
})

t.test('a plugin next to a configuration file elsewhere finds the service that loads it', async t => {
  const elsewhere = join(folder, 'elsewhere')
  write(elsewhere, { 'farewell.mjs': farewell })
  const base = await serve(t, join(elsewhere, 'plinth.json'), { './farewell.mjs': true, [key]: true })
  t.match(await get(`${base}/api/farewell`), { status: 200, body: { version } })
  t.match(await get(`${base}/api/greetings`), { status: 200 }, 'packages next to the service are found too')
})

t.test('a plugin for another version stops the start with one sentence', async t => {
  const file = join(home, 'node_modules', key, 'package.json')
  writeFileSync(file, readFileSync(file, 'utf8').replace('>=0.1.0 <1.0.0', '^99.0.0'))
  await t.rejects(serve(t, join(home, 'plinth.json'), { [key]: true }), {
    message: new RegExp(`plugin "${key}": needs plinth \\^99.0.0 .*, and this is plinth ${version}`),
  })
})
