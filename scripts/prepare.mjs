// Prepares a clone to run: installs and builds what is missing. A built service needs only the runtime dependencies, so a
// deployment without development dependencies is not changed.
// `--tools`: the development dependencies are needed in any case (tests, benchmarks). `--force`: build in any case. `--unbundled`: only compile, for the
// coverage of each module; the next build bundles again.
// Runs before there is a node_modules, so it needs only Node and npm.
import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'
import { buildAdmin, isAdminBuilt } from './build-admin.mjs'
import { build, isBuilt, recordCommit } from './build.mjs'
import { install, isInstalled } from './install.mjs'

const root = dirname(dirname(fileURLToPath(import.meta.url)))
const force = process.argv.includes('--force')
const isUnbundled = process.argv.includes('--unbundled')
const compile = force || isUnbundled || !isBuilt(root)
const bundle = force || !isAdminBuilt(root)
const tools = compile || bundle || process.argv.includes('--tools')

if (!isInstalled(root, { runtimeOnly: !tools })) install(root)
if (compile) build(root, { isUnbundled })
recordCommit(root)
if (bundle) buildAdmin(root)
