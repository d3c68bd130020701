import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { filesIn, fingerprint } from './sources.mjs'

const folders = ['kernel', 'lib', 'cli', 'plugins', 'testing', 'test', 'bench']

/** Whether `dist/` was compiled from the sources as they are. */
export function isBuilt(root) {
  const stamp = join(root, 'dist', '.built')
  return existsSync(stamp) && readFileSync(stamp, 'utf8') === sourcesOf(root)
}

/** Compile to `dist/`, and take away what deleted sources left there. Exits when it fails. */
export function build(root) {
  process.stderr.write('plinth: building\n')
  const stamp = join(root, 'dist', '.built')
  const sources = sourcesOf(root)
  rmSync(stamp, { force: true })
  removeStale(root)
  const state = join(root, 'dist', 'tsconfig.tsbuildinfo')
  const remembered = existsSync(state)
  let status = compile(root, remembered ? 'ignore' : 2)
  if (status !== 0 && remembered) {
    rmSync(state) // what the compiler remembers of the last run may be why
    status = compile(root, 2)
  }
  if (status !== 0) process.exit(status)
  writeFileSync(stamp, sources)
}

/** Types are checked by `npm run typecheck`, which takes longer than all that is needed to start. */
function compile(root, output) {
  const compiler = join(root, 'node_modules', 'typescript', 'bin', 'tsc')
  const command = [compiler, '-p', root, '--noCheck']
  return spawnSync(process.execPath, command, { cwd: root, stdio: ['ignore', output, output] }).status ?? 1
}

/** What the compiler reads. */
const sourcesOf = root =>
  fingerprint(root, [
    'tsconfig.json',
    ...folders.flatMap(folder => filesIn(root, folder, /\.ts$/)).filter(isServerSide),
  ])

/** Plugins may bring Vue files for the admin, which is built apart from the rest. */
const isServerSide = file => !/^plugins[/\\][^/\\]+[/\\]admin[/\\]/.test(file)

function removeStale(root) {
  for (const file of folders.flatMap(folder => filesIn(join(root, 'dist'), folder, /\.(?:js|js\.map|d\.ts)$/))) {
    const source = file.replace(/\.(?:js|js\.map|d\.ts)$/, '.ts')
    if (!existsSync(join(root, source))) rmSync(join(root, 'dist', file))
  }
}
