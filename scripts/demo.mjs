// Runs the service on a store of its own (data/demo.db) with presets and their sample data: something to look at, and nothing to lose.
import { spawn, spawnSync } from 'node:child_process'
import { mkdirSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import './prepare.mjs'

const presets = ['tasks', 'website', 'meal-planning']

const root = dirname(dirname(fileURLToPath(import.meta.url)))
const data = join(root, 'data')
mkdirSync(data, { recursive: true })

// Of what may be configured here only what cannot lead to another store: no file, no sign-in, no .env of the working directory.
const kept = ['PATH', 'HOME', 'SystemRoot', 'TEMP', 'TMP', 'TMPDIR', 'NODE_OPTIONS', 'PORT', 'HOST', 'LOG_LEVEL']
const env = {
  ...Object.fromEntries(kept.flatMap(name => (process.env[name] === undefined ? [] : [[name, process.env[name]]]))),
  PLINTH_MODE: 'development',
  SQLITE_PATH: join(data, 'demo.db'),
}
const options = { cwd: data, env, stdio: 'inherit' }

const plinth = join(root, 'bin', 'plinth.mjs')
const { status } = spawnSync(process.execPath, [plinth, 'seed', ...presets], options)
if (status !== 0) process.exit(status ?? 1)

const service = spawn(process.execPath, [join(root, 'dist', 'kernel', 'main.js')], options)
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => service.kill(signal))
service.on('exit', code => process.exit(code ?? 1))
