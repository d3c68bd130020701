import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { compressIn } from './compress.mjs'
import { filesIn, fingerprint } from './sources.mjs'

/** Whether `dist/admin` was built from the sources as they are. */
export function isAdminBuilt(root) {
  const stamp = stampOf(root)
  return existsSync(stamp) && readFileSync(stamp, 'utf8') === sourcesOf(root)
}

/** Build the admin beside `dist/admin`, compress it, and put it there as a whole. Exits when it fails. */
export function buildAdmin(root) {
  process.stderr.write('plinth: building the admin\n')
  const sources = sourcesOf(root)
  const built = join(root, 'dist', '.admin')
  const served = join(root, 'dist', 'admin')
  rmSync(stampOf(root), { force: true })
  const { command, options } = viteBuild(root, built)
  const { status } = spawnSync(process.execPath, command, { ...options, stdio: ['ignore', 'ignore', 2] })
  if (status !== 0) process.exit(status ?? 1)
  compressIn(join(built, 'assets'))
  rmSync(served, { recursive: true, force: true })
  renameSync(built, served)
  writeFileSync(stampOf(root), sources)
}

/** What Node.js is to run so that Vite builds the admin into a folder. */
export function viteBuild(root, folder) {
  const vite = join(root, 'node_modules', 'vite', 'bin', 'vite.js')
  const command = [vite, 'build', 'admin', '--outDir', folder, '--emptyOutDir', '--logLevel', 'warn']
  return { command, options: { cwd: root } }
}

/** Where it is noted what `dist/admin` was built from. */
export const stampOf = root => join(root, 'dist', '.admin-built')

function sourcesOf(root) {
  const plugins = readdirSync(join(root, 'plugins')).map(name => join('plugins', name, 'admin'))
  return fingerprint(
    root,
    ['admin', ...plugins].flatMap(folder => filesIn(root, folder, /^[^.]/)),
  )
}
