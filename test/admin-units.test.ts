import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { packageRoot } from '../kernel/package-root.ts'

// The server's compiler does not build the admin, so its tests are compiled here; tap ignores folders whose name starts with a dot.
const compiler = join(packageRoot, 'node_modules', 'typescript', 'bin', 'tsc')
const tests = join(packageRoot, 'admin', 'test')
const compiled = join(packageRoot, 'dist', '.admin-tests', 'admin', 'test')

const { status, stdout } = spawnSync(
  process.execPath,
  [compiler, '-p', join(packageRoot, 'admin', 'tsconfig.test.json')],
  {
    encoding: 'utf8',
  },
)
t.equal(status, 0, `the tests of the admin compile ${stdout}`)

for (const file of readdirSync(tests).filter(name => name.endsWith('.test.ts'))) {
  const script = join(compiled, file.replace(/\.ts$/, '.js'))
  const command = ['--import', join(tests, 'without-components.mjs'), script]
  if (existsSync(script)) void t.spawn(process.execPath, command, {}, `the admin: ${file}`)
}
