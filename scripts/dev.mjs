// Runs the service from the sources: compiles and bundles on every change, and restarts it after each compilation without errors. The admin is
// built on every change too; reload the page to see it.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { stampOf, viteBuild } from './build-admin.mjs'
import { bundle } from './build.mjs'

const root = dirname(dirname(fileURLToPath(import.meta.url)))
const compiler = spawn(
  process.execPath,
  [join(root, 'node_modules', 'typescript', 'bin', 'tsc'), '-p', root, '--watch', '--preserveWatchOutput'],
  { cwd: root, stdio: ['ignore', 'pipe', 'inherit'] },
)
rmSync(stampOf(root), { force: true }) // later builds are not compressed
const vite = viteBuild(root, join(root, 'dist', 'admin'))
const admin = spawn(process.execPath, [...vite.command, '--watch'], {
  ...vite.options,
  stdio: ['ignore', 'inherit', 'inherit'],
})
let service
let turn = Promise.resolve()
let ending = false

for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, end)
createInterface({ input: compiler.stdout }).on('line', line => {
  process.stderr.write(`${line}\n`)
  if (/Found 0 errors/.test(line)) turn = turn.then(restart)
})
compiler.on('exit', end)
admin.on('exit', end)

async function restart() {
  await stop()
  if (ending || bundle(root) !== 0) return
  service = spawn(process.execPath, [join(root, 'dist', 'kernel', 'main.js')], { cwd: root, stdio: 'inherit' })
}

async function stop() {
  if (service === undefined || service.exitCode !== null || service.signalCode !== null) return
  const exited = once(service, 'exit')
  service.kill('SIGTERM')
  await exited
}

async function end() {
  if (ending) return
  ending = true
  compiler.kill('SIGTERM')
  admin.kill('SIGTERM')
  await turn
  await stop()
  process.exit(0)
}
