// Prepares a clone to run: installs and builds what is missing. A built service needs only the runtime dependencies, so a
// deployment without development dependencies is not changed.
// `--tools`: what tests, checks and benchmarks need is installed too. `--force`: build in any case. `--unbundled`: each module alone,
// for the coverage of each; the next build bundles again.
// Runs before there is a node_modules, so it needs only Node and npm.
import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'
import { whileAlone } from './alone.mjs'
import { buildAdmin, isAdminBuilt } from './build-admin.mjs'
import { build, isBuilt, recordCommit } from './build.mjs'
import { install, isInstalled } from './install.mjs'

const root = dirname(dirname(fileURLToPath(import.meta.url)))
const force = process.argv.includes('--force')
const isUnbundled = process.argv.includes('--unbundled')
const tools = process.argv.includes('--tools')

/** What is missing now. */
function findMissing() {
  const compile = force || isUnbundled || !isBuilt(root)
  const bundle = force || !isAdminBuilt(root)
  return { compile, bundle, packages: !isInstalled(root, tools ? 'tools' : compile || bundle ? 'build' : 'run') }
}

if (Object.values(findMissing()).includes(true))
  await whileAlone(root, async () => {
    const { compile, bundle, packages } = findMissing()
    if (packages) install(root, { tools })
    if (isUnbundled) (await import('./transpile.mjs')).transpile(root)
    else if (compile) await build(root)
    if (bundle) buildAdmin(root)
  })
recordCommit(root)
