// Leaves in `node_modules` what a built service needs on this machine: without development dependencies, and without the native code for other
// platforms, which two packages contain beside that for this one. Not needed to run, only to take half as much room.
// node scripts/prune.mjs [folder of the package]
import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync, rmSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = resolve(process.argv[2] ?? dirname(dirname(fileURLToPath(import.meta.url))))
const modules = join(root, 'node_modules')
const platform = `${process.platform}-${process.arch}`

const { status } = spawnSync(
  'npm',
  ['prune', '--omit=dev', '--ignore-scripts', '--no-fund', '--no-audit', '--loglevel=error'],
  {
    cwd: root,
    stdio: ['ignore', 2, 2],
    shell: process.platform === 'win32',
  },
)
if (status !== 0) process.exit(status ?? 1)
for (const folder of packages()) pruneNativeCode(folder)

function packages() {
  return readdirSync(modules)
    .filter(name => !name.startsWith('.'))
    .flatMap(name => (name.startsWith('@') ? readdirSync(join(modules, name)).map(one => join(name, one)) : [name]))
    .map(name => join(modules, name))
}

/** Of a package with native code for this platform, remove that for others, and its sources. One without it is left as it is. */
function pruneNativeCode(folder) {
  const prebuilt = join(folder, 'prebuilds')
  if (!existsSync(join(prebuilt, platform))) return
  for (const other of readdirSync(prebuilt)) {
    if (other !== platform) rmSync(join(prebuilt, other), { recursive: true })
  }
  if (existsSync(join(folder, 'binding.gyp'))) rmSync(join(folder, 'src'), { recursive: true, force: true })
}
