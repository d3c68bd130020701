import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import t from 'tap'
import { packageRoot } from '../../kernel/package-root.ts'

/** Installing and compiling everything takes this long on a slow machine. */
const startTimeoutMs = 600_000

/** All packages that the service needs on one platform; with the native code for all of them it is 101 MB. */
const maxPackagesBytes = 70e6

/** The environment of a user's shell, without the variables that the test runner and npm set. */
const environment = {
  PATH: process.env['PATH'] ?? '',
  HOME: process.env['HOME'] ?? '',
  npm_config_prefer_offline: 'true',
  PORT: '0',
}

/** A copy of the working tree as in a clone: without ignored files. */
function cleanCopy(): string {
  const folder = mkdtempSync(join(tmpdir(), 'plinth-clone-'))
  const listed = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard', '-z'], {
    cwd: packageRoot,
    encoding: 'utf8',
    maxBuffer: 16 * 1024 * 1024,
  })
  for (const file of listed.split('\0').filter(file => file !== '')) {
    cpSync(join(packageRoot, file), join(folder, file), { recursive: true, force: true, mode: 0 })
  }
  return folder
}

/** Run `npm start`, request the health and the admin, and end it. @returns its output on stderr */
async function startAndAsk(folder: string, changes: Record<string, string>): Promise<string> {
  const child = spawn('npm', ['start', '--silent'], { cwd: folder, env: { ...environment, ...changes } })
  const exited = once(child, 'close')
  let errors = ''
  let output = ''
  child.stderr.setEncoding('utf8').on('data', (part: string) => (errors += part))
  const base = await new Promise<string>((resolve, reject) => {
    child.stdout.setEncoding('utf8').on('data', (part: string) => {
      output += part
      const url = /"url":"(http:[^"]+)"[^\n]*"msg":"started"/.exec(output)?.[1]
      if (url !== undefined) resolve(url)
    })
    child.once('close', () => reject(new Error(`npm start ended: ${errors}${output}`)))
  })
  try {
    t.strictSame(await (await fetch(`${base}/api/health`)).json(), { status: 'ok' })
    t.match(await (await fetch(`${base}/`, { headers: { accept: 'text/html' } })).text(), /<title>/)
  } finally {
    child.kill('SIGTERM')
  }
  t.strictSame(await exited, [0, null])
  return errors
}

const bytesIn = (folder: string): number =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter(entry => entry.isFile())
    .reduce((sum, { parentPath, name }) => sum + statSync(join(parentPath, name)).size, 0)

const npm = (folder: string, ...words: string[]): string =>
  execFileSync('npm', [...words, '--no-fund', '--no-audit', '--loglevel=error'], {
    cwd: folder,
    env: environment,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'pipe'],
  })

t.test('a clone starts with any NODE_ENV, and stays built without development dependencies', async t => {
  const folder = cleanCopy()
  t.teardown(() => rmSync(folder, { recursive: true, force: true }))
  t.not(dirname(folder), packageRoot)

  const first = await startAndAsk(folder, { NODE_ENV: 'production' })
  t.match(first, /installing dependencies\n(?:.*\n)*plinth: building\n(?:.*\n)*plinth: building the admin\n/)
  t.equal(await startAndAsk(folder, { NODE_ENV: 'production' }), '', 'the second start has nothing to do')

  npm(folder, 'prune', '--omit=dev')
  t.ok(bytesIn(join(folder, 'node_modules')) < maxPackagesBytes, 'only what runs on this platform is left')
  t.equal(await startAndAsk(folder, { NODE_ENV: 'production' }), '', 'after npm prune --omit=dev')

  rmSync(join(folder, 'node_modules'), { recursive: true })
  npm(folder, 'ci', '--omit=dev')
  t.ok(bytesIn(join(folder, 'node_modules')) < maxPackagesBytes, 'only what runs on this platform is installed')
  t.equal(await startAndAsk(folder, {}), '', 'after npm ci --omit=dev')
}).catch(t.threw)

t.setTimeout(startTimeoutMs)
