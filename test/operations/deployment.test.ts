import { execFileSync, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { text } from 'node:stream/consumers'
import t from 'tap'
import { packageRoot } from '../../kernel/package-root.ts'

/** All packages that the service needs on one platform; with the native code for all of them it is 101 MB. */
const maxPackagesBytes = 95e6 // 20e6 of them are the optional sharp

/** The environment of a user's shell, without the variables that the test runner and npm set. */
const environment = {
  PATH: process.env['PATH'] ?? '',
  HOME: process.env['HOME'] ?? '',
  npm_config_prefer_offline: 'true',
  PORT: '0',
}

/**
 * A copy of the working tree as in a clone, without ignored files; but the admin is built already, and the compiler remembers what it compiled: building all
 * of it anew is what `npm run build` does before every run of these tests.
 */
function cleanCopy(): string {
  const folder = mkdtempSync(join(tmpdir(), 'plinth-clone-'))
  const listed = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard', '-z'], {
    cwd: packageRoot,
    encoding: 'utf8',
    maxBuffer: 16 * 1024 * 1024,
  })
  // With the times of the files, by which a build sees what has changed.
  const copy = (...words: string[]): unknown => execFileSync('cp', ['-a', ...words, folder], { cwd: packageRoot })
  copy('--parents', ...listed.split('\0').filter(file => file !== ''))
  copy('dist', 'THIRD-PARTY-NOTICES')
  rmSync(join(folder, 'dist', '.built'), { force: true })
  return folder
}

/**
 * A folder with an `npm` that installs by copying what is installed here, which is much faster; `npm ci` of the same lock file made it. It comes first in the
 * path of `npm start` alone.
 */
function copyingNpm(): string {
  const folder = mkdtempSync(join(tmpdir(), 'plinth-npm-'))
  const script = `#!/bin/sh
    [ "$1 $2" = 'ci --include=dev' ] && exec cp -a '${join(packageRoot, 'node_modules')}' .`
  writeFileSync(join(folder, 'npm'), script, { mode: 0o755 })
  return folder
}

/** Run `npm start`, request the health and the admin, and end it. @returns its output on stderr */
async function startAndAsk(folder: string, changes: Record<string, string>): Promise<string> {
  const child = spawn(npmCommand, ['start', '--silent'], { cwd: folder, env: { ...environment, ...changes } })
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

/** Run a command of the command line in a clone. @returns its output on stderr */
async function runCommand(folder: string, changes: Record<string, string>): Promise<string> {
  const command = [join(folder, 'bin', 'plinth.mjs'), '--version']
  const child = spawn(process.execPath, command, { cwd: folder, env: { ...environment, ...changes } })
  const [output, errors, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')])
  t.match([code, output], [0, /\d/], errors)
  return errors
}

const npmCommand = execFileSync('sh', ['-c', 'command -v npm'], { encoding: 'utf8' }).trim()

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
  const copying = copyingNpm()
  t.teardown(() => [folder, copying].forEach(made => rmSync(made, { recursive: true, force: true })))
  t.not(dirname(folder), packageRoot)

  const ended = spawnSync('true').pid
  mkdirSync(join(folder, 'dist', '.building'))
  writeFileSync(join(folder, 'dist', '.building', 'pid'), String(ended)) // as a build that was killed leaves it
  const first = { NODE_ENV: 'production', PATH: `${copying}:${environment.PATH}` }
  const [started, command] = await Promise.all([startAndAsk(folder, first), runCommand(folder, first)])
  t.match(started + command, /installing dependencies\n(?:.*\n)*plinth: building\n/)
  t.match(started + command, /plinth: waiting for process \d+, which builds in this folder\n/, 'one at a time')
  t.equal((started + command).split('plinth: building\n').length, 2, 'once')
  t.notOk(existsSync(join(folder, 'dist', '.building')))
  t.equal(await startAndAsk(folder, { NODE_ENV: 'production' }), '', 'the second start has nothing to do')

  npm(folder, 'prune', '--omit=dev')
  t.ok(bytesIn(join(folder, 'node_modules')) < maxPackagesBytes, 'only what runs on this platform is left')
  t.equal(await startAndAsk(folder, {}), '', 'after npm prune --omit=dev')
}).catch(t.threw)

t.setTimeout(300_000)
