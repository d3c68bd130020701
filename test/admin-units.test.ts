import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import t from 'tap'
import { packageRoot } from '../kernel/package-root.ts'

// The server's compiler does not build the admin, so its tests are compiled here, without a check of their types, which `npm run typecheck` does; tap
// ignores folders whose name starts with a dot.
const compiler = join(packageRoot, 'node_modules', 'typescript', 'bin', 'tsc')
const tests = join(packageRoot, 'admin', 'test')
const compiled = join(packageRoot, 'dist', '.admin-tests', 'admin', 'test')

const { status, stdout } = spawnSync(
  process.execPath,
  [compiler, '-p', join(packageRoot, 'admin', 'tsconfig.test.json'), '--noCheck'],
  {
    encoding: 'utf8',
  },
)
t.equal(status, 0, `the tests of the admin compile ${stdout}`)

// All in one process, because each would load Vue again.
const files = readdirSync(tests)
  .filter(name => name.endsWith('.test.ts'))
  .map(name => join(compiled, name.replace(/\.ts$/, '.js')))
  .filter(file => existsSync(file))
t.ok(files.length > 1)
const imports = files.map(file => `await import(${JSON.stringify(pathToFileURL(file).href)})`).join('\n')
const options = ['--import', join(tests, 'without-components.mjs'), '--input-type=module']
void t.spawn(process.execPath, [...options, '--eval', imports], {}, 'the tests of the admin')
