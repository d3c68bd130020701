// Prepares a clone to run: installs and builds what is missing. A built service needs only the runtime dependencies, so a
// deployment without development dependencies is not changed.
// `--tools`: what tests, checks and benchmarks need is installed too. `--force`: build in any case. `--unbundled`: each module alone,
// for the coverage of each; the next build bundles again.
// Runs before there is a node_modules, so it needs only Node and npm.
import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'
import { buildAdmin, isAdminBuilt } from './build-admin.mjs'
import { build, isBuilt, recordCommit } from './build.mjs'
import { install, isInstalled } from './install.mjs'

const root = dirname(dirname(fileURLToPath(import.meta.url)))
const force = process.argv.includes('--force')
const isUnbundled = process.argv.includes('--unbundled')
const compile = force || !isBuilt(root)
const bundle = force || !isAdminBuilt(root)
const tools = process.argv.includes('--tools')

if (!isInstalled(root, tools ? 'tools' : compile || bundle ? 'build' : 'run')) install(root, { tools })
if (isUnbundled) (await import('./transpile.mjs')).transpile(root)
else if (compile) await build(root)
recordCommit(root)
if (bundle) buildAdmin(root)
