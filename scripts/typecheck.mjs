// Checks the types of the three programs at the same time. What each knows of unchanged files is kept in dist/.
import { spawn } from 'node:child_process'
import { mkdirSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = dirname(dirname(fileURLToPath(import.meta.url)))
const programs = {
  service: ['typescript/bin/tsc', '.'],
  'admin-tests': ['typescript/bin/tsc', 'admin/tsconfig.test.json'],
  admin: ['vue-tsc/bin/vue-tsc.js', 'admin'],
}

mkdirSync(join(root, 'dist'), { recursive: true })
const statuses = await Promise.all(
  Object.entries(programs).map(([name, [compiler, project]]) => {
    const state = join(root, 'dist', `${name}.tsbuildinfo`)
    const options = ['--noEmit', '--incremental', '--tsBuildInfoFile', state, '-p', project]
    const child = spawn(process.execPath, [join('node_modules', compiler), ...options], { cwd: root, stdio: 'inherit' })
    return new Promise((resolve, reject) => child.once('error', reject).once('exit', code => resolve(code ?? 1)))
  }),
)
process.exit(Math.max(...statuses))
