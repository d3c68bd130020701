import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/** Install everything in the lock file, whatever `NODE_ENV` says, because it includes the tools to compile and test. Exits when it fails. */
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
 * Whether the packages of the lock file are installed, each in its version. Compares with the record that npm writes when it installs; times are
 * not compared, because a checkout changes them.
 * @param runtimeOnly check only the packages that the built service needs
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
