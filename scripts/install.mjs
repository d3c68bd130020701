import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/**
 * Install packages of the lock file, whatever `NODE_ENV` says: those that build the service and run it, and with `tools` those of `test/package.json`
 * too (tests, checks, benchmarks). Exits when it fails.
 */
export function install(root, { tools }) {
  process.stderr.write('plinth: installing dependencies\n')
  const command = ['ci', '--include=dev', ...(tools ? [] : ['--workspaces=false'])]
  const { status } = spawnSync('npm', [...command, '--no-fund', '--no-audit', '--loglevel=error'], {
    cwd: root,
    stdio: ['ignore', 2, 2],
    shell: process.platform === 'win32',
  })
  if (status !== 0) process.exit(status ?? 1)
}

/**
 * Whether the packages of the lock file are installed, each in its version. Compares with the record that npm writes when it installs; times are
 * not compared, because a checkout changes them.
 * @param wantedFor `run` (the built service), `build`, or `tools` (tests, checks, benchmarks), each with what the one before it needs
 */
export function isInstalled(root, wantedFor) {
  const installed = packagesOf(join(root, 'node_modules', '.package-lock.json'))
  const { '': own, ...wanted } = packagesOf(join(root, 'package-lock.json'))
  const builders = new Set(Object.keys(own.devDependencies).map(name => `node_modules/${name}`))
  return Object.entries(wanted).every(([path, { version, optional, dev, devOptional }]) => {
    if (installed[path]?.version === version) return true
    const isMissing = installed[path] === undefined
    if (optional === true && isMissing) return true
    if (wantedFor === 'tools' || !(dev === true || devOptional === true)) return false
    return wantedFor === 'run' || (isMissing && !builders.has(path))
  })
}

function packagesOf(path) {
  try {
    return JSON.parse(readFileSync(path, 'utf8')).packages
  } catch (error) {
    if (error.code === 'ENOENT') return {}
    throw error
  }
}
