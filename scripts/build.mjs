import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'

const folders = ['kernel', 'plugins', 'test', 'bench']

/** Compile to `dist/`, if a source changed since that was done. Exits when it fails. */
export function buildChanged(root) {
  const stamp = join(root, 'dist', '.built')
  const sources = fingerprint(root)
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === sources) return
  process.stderr.write('plinth: building\n')
  build(root)
}

/** Compile to `dist/`, and take away what deleted sources left there. Exits when it fails. */
export function build(root) {
  const stamp = join(root, 'dist', '.built')
  const sources = fingerprint(root)
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

function compile(root, output) {
  const compiler = join(root, 'node_modules', 'typescript', 'bin', 'tsc')
  return (
    spawnSync(process.execPath, [compiler, '-p', root], { cwd: root, stdio: ['ignore', output, output] }).status ?? 1
  )
}

/** Every source with size and time; differs when anything was changed, added or deleted. */
function fingerprint(root) {
  const files = ['tsconfig.json', 'package-lock.json', ...folders.flatMap(folder => filesIn(root, folder, /\.ts$/))]
  return files
    .map(file => {
      const { mtimeMs, size } = statSync(join(root, file))
      return `${file} ${size} ${mtimeMs}`
    })
    .join('\n')
}

function removeStale(root) {
  for (const file of folders.flatMap(folder => filesIn(join(root, 'dist'), folder, /\.(?:js|js\.map|d\.ts)$/))) {
    const source = file.replace(/\.(?:js|js\.map|d\.ts)$/, '.ts')
    if (!existsSync(join(root, source))) rmSync(join(root, 'dist', file))
  }
}

function filesIn(root, folder, wanted) {
  const start = join(root, folder)
  if (!existsSync(start)) return []
  return readdirSync(start, { recursive: true, withFileTypes: true })
    .filter(entry => entry.isFile() && wanted.test(entry.name))
    .map(entry => relative(root, join(entry.parentPath ?? entry.path, entry.name)))
    .sort()
}
