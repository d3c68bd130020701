// Makes a clone ready to run: installs and builds what is missing. `--force` builds in any case.
// Runs before there is a node_modules, so it needs nothing but Node and npm.
import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'
import { buildAdmin, buildAdminChanged } from './build-admin.mjs'
import { build, buildChanged } from './build.mjs'
import { installMissing } from './install.mjs'

const root = dirname(dirname(fileURLToPath(import.meta.url)))

installMissing(root)
if (process.argv.includes('--force')) {
  build(root)
  buildAdmin(root)
} else {
  buildChanged(root)
  buildAdminChanged(root)
}
