#!/usr/bin/env node
// The command line. In a clone it first installs and builds what is missing; a package that was built before publication contains no sources to check.
import { existsSync } from 'node:fs'
import module from 'node:module'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = dirname(dirname(fileURLToPath(import.meta.url)))

if (existsSync(join(root, 'tsconfig.json')) && existsSync(join(root, 'scripts'))) {
  const { build, isBuilt, recordCommit } = await import('../scripts/build.mjs')
  // What was built from this lock file was built with its packages.
  if (!isBuilt(root) || !existsSync(join(root, 'node_modules'))) {
    const { install, isInstalled } = await import('../scripts/install.mjs')
    const { whileAlone } = await import('../scripts/alone.mjs')
    await whileAlone(root, async () => {
      const compile = !isBuilt(root)
      if (!isInstalled(root, compile ? 'build' : 'run')) install(root, { tools: false })
      if (!compile) return
      await build(root)
      recordCommit(root)
    })
  }
}

// Compiled code is kept beside the modules, where nobody can write who cannot write these; Node.js has it from 22.1.
module.enableCompileCache?.(join(root, 'dist', '.compile-cache'))
const { main } = await import('../dist/cli/main.js')
await main()
