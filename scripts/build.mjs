import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join, sep } from 'node:path'
import { filesIn, fingerprint } from './sources.mjs'

const folders = ['kernel', 'lib', 'cli', 'plugins', 'testing', 'test', 'bench']

/** Whether `dist/` was compiled from the current sources. */
export function isBuilt(root) {
  const stamp = join(root, 'dist', '.built')
  return existsSync(stamp) && readFileSync(stamp, 'utf8') === sourcesOf(root)
}

/** Write the JavaScript of the sources to `dist/`, remove that of deleted ones, and bundle. Exits when it fails. */
export async function build(root) {
  process.stderr.write('plinth: building\n')
  const sources = sourcesOf(root)
  // A package that may have to be installed first.
  const { transpile } = await import('./transpile.mjs')
  transpile(root)
  rmSync(join(root, 'dist', '.transpiled')) // the bundle replaces modules
  const status = bundle(root)
  if (status !== 0) process.exit(status)
  writeFileSync(join(root, 'dist', '.built'), sources)
}

/**
 * Record the commit in `dist/`: `PLINTH_COMMIT` or `GIT_COMMIT` (for builds of images, which have no repository), else that of the repository in this
 * folder. Without either there is no record, or it stays the one of the package.
 */
export function recordCommit(root) {
  const given = process.env.PLINTH_COMMIT || process.env.GIT_COMMIT
  if (!given && !existsSync(join(root, '.git'))) return
  const git = () => spawnSync('git', ['rev-parse', 'HEAD'], { cwd: root, encoding: 'utf8' }).stdout?.trim()
  const commit = (given || git() || '').slice(0, 7)
  const file = join(root, 'dist', 'commit')
  if (!/^[0-9a-f]{7}$/.test(commit)) return rmSync(file, { force: true })
  if (!existsSync(file) || readFileSync(file, 'utf8') !== commit) writeFileSync(file, commit)
}

/** Join the modules. @returns the exit code */
export function bundle(root) {
  const { status } = spawnSync(process.execPath, [join(root, 'scripts', 'bundle.mjs')], {
    cwd: root,
    stdio: ['ignore', 2, 2],
  })
  return status ?? 1
}

/** What `dist/` is made from. */
const sourcesOf = root => fingerprint(root, ['tsconfig.json', 'scripts/bundle.mjs', ...serverSources(root)])

/** The sources of the service, the command line, their tests and the benchmarks, relative to the root. */
export const serverSources = root => folders.flatMap(folder => filesIn(root, folder, /\.ts$/)).filter(isServerSide)

/** Plugins can contain Vue files for the admin, which is built separately. */
const isServerSide = file => !/^plugins[/\\][^/\\]+[/\\]screens[/\\]/.test(file)

/** `bundle.mjs` replaces the chunks when it has the new ones. */
const isChunk = file => file.split(sep).includes('chunks')

/** Remove the output of deleted sources. */
export function removeStale(root) {
  for (const file of folders.flatMap(folder => filesIn(join(root, 'dist'), folder, /\.(?:js|js\.map|d\.ts)$/))) {
    const source = file.replace(/\.(?:js|js\.map|d\.ts)$/, '.ts')
    if (!existsSync(join(root, source)) && !isChunk(file)) rmSync(join(root, 'dist', file))
  }
}
