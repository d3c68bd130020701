import { spawnSync } from 'node:child_process'
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { compressIn } from './compress.mjs'
import { filesIn, fingerprint } from './sources.mjs'

/** Whether `dist/admin` was built from the current sources. */
export function isAdminBuilt(root) {
  const stamp = stampOf(root)
  const isWhole = [stamp, noticesOf(root), join(root, 'dist', 'look')].every(path => existsSync(path))
  return isWhole && readFileSync(stamp, 'utf8') === sourcesOf(root)
}

/** Build the admin into a folder next to `dist/admin`, compress it, and then replace `dist/admin` as a whole. Exits when it fails. */
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
  copyLook(root)
  writeNotices(root, JSON.parse(readFileSync(join(served, '.third-party.json'), 'utf8')))
  writeFileSync(stampOf(root), sources)
}

/** Copy what other pages of the service have in common with the admin: its colours and sizes, and its type. */
function copyLook(root) {
  const look = join(root, 'dist', 'look')
  mkdirSync(look, { recursive: true })
  copyFileSync(join(root, 'admin', 'src', 'styles', 'tokens.css'), join(look, 'tokens.css'))
  const fonts = join(root, 'node_modules', '@fontsource-variable', 'inter', 'files')
  copyFileSync(join(fonts, 'inter-latin-wght-normal.woff2'), join(look, 'inter.woff2'))
}

const noticesOf = root => join(root, 'THIRD-PARTY-NOTICES')

/** The licences of the packages whose code is in the bundle, most of which require that copies contain them. */
function writeNotices(root, packages) {
  const entries = packages.map(({ name, version, licence, text }) => `${name} ${version} (${licence})\n\n${text}\n`)
  const introduction =
    'Plinth contains code of the packages below: in the admin, in the folders dist/admin and dist/look. Packages that npm installs beside Plinth, whose code is also in the folders dist/chunks and dist/plugins/*/chunks, have their licences in their own folders. The optional package sharp uses the library libvips (node_modules/@img/sharp-*), which has the licence LGPL-3.0-or-later.\n'
  writeFileSync(noticesOf(root), [introduction, ...entries].join(`\n${'-'.repeat(80)}\n\n`))
}

/** The arguments for Node.js with which Vite builds the admin into a folder. */
export function viteBuild(root, folder) {
  const vite = join(root, 'node_modules', 'vite', 'bin', 'vite.js')
  const command = [vite, 'build', 'admin', '--outDir', folder, '--emptyOutDir', '--logLevel', 'warn']
  return { command, options: { cwd: root } }
}

/** The file that records from which sources `dist/admin` was built. */
export const stampOf = root => join(root, 'dist', '.admin-built')

function sourcesOf(root) {
  const plugins = readdirSync(join(root, 'plugins')).map(name => join('plugins', name, 'screens'))
  return fingerprint(
    root,
    ['admin', ...plugins].flatMap(folder => filesIn(root, folder, /^[^.]/)),
  )
}
