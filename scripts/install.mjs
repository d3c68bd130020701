import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/** Install everything that the lock file names, whatever `NODE_ENV` says: what compiles and tests is among it. Exits when it fails. */
export function install(root) {
  process.stderr.write('plinth: installing dependencies\n')
  const { status } = spawnSync('npm', ['ci', '--include=dev', '--no-fund', '--no-audit', '--loglevel=error'], {
    cwd: root,
    stdio: ['ignore', 2, 2],
    shell: process.platform === 'win32',
  })
  if (status !== 0) process.exit(status ?? 1)
}

/**
 * Whether what the lock file names is installed, each in its version. Compares with what npm noted when it installed; times mean nothing, a
 * checkout changes them.
 * @param runtimeOnly look only for what the built service needs
 */
export function isInstalled(root, { runtimeOnly }) {
  const installed = packagesOf(join(root, 'node_modules', '.package-lock.json'))
  const wanted = packagesOf(join(root, 'package-lock.json'))
  return Object.entries(wanted).every(
    ([path, { version, optional, dev, devOptional }]) =>
      path === '' ||
      installed[path]?.version === version ||
      (optional === true && installed[path] === undefined) ||
      (runtimeOnly && (dev === true || devOptional === true)),
  )
}

function packagesOf(path) {
  try {
    return JSON.parse(readFileSync(path, 'utf8')).packages
  } catch (error) {
    if (error.code === 'ENOENT') return {}
    throw error
  }
}
