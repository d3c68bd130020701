import { spawnSync } from 'node:child_process'
import { statSync } from 'node:fs'
import { join } from 'node:path'

/** Install what the lock file names, if that was not done since it changed. Exits when it fails. */
export function installMissing(root) {
  const installed = modified(join(root, 'node_modules', '.package-lock.json'))
  if (installed >= modified(join(root, 'package-lock.json'))) return
  process.stderr.write('plinth: installing dependencies\n')
  const { status } = spawnSync('npm', ['ci', '--no-fund', '--no-audit', '--loglevel=error'], {
    cwd: root,
    stdio: ['ignore', 2, 2],
    shell: process.platform === 'win32',
  })
  if (status !== 0) process.exit(status ?? 1)
}

function modified(path) {
  return statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0
}
