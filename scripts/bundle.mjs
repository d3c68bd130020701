// Bundles the modules of the service and the libraries that they use: loading a file takes longer than running most of them. The code is in few files
// (chunks), and in place of each compiled module is one that exports the same from there. So tests, plugins and threads import every module where the
// compiler wrote it, and each exists once.
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join, relative, sep } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { Ajv2020, _ } from 'ajv/dist/2020.js'
import standaloneCode from 'ajv/dist/standalone/index.js'
import { rolldown } from 'rolldown'
import { filesIn } from './sources.mjs'

/** Packages that find native code or other files by their own place, and a driver that only some services use. */
const external = /^(?:@photostructure\/sqlite|@seriousme\/openapi-schema-validator|mongodb|sharp|sodium-native)(?:\/|$)/

/** How a module finds files by its own place, which the bundle changes. */
const ownPlace = /\b__(?:dirname|filename)\b|\bimport\.meta\.(?:url|dirname|filename)\b/

/** Packages that do so only for what the service does not use: log transports in threads. */
const withoutFiles = /[/\\]node_modules[/\\](?:pino|thread-stream)[/\\]/

/** Not bundled: tests and what they use, the program itself, and files that Node loads by their path. */
const separate =
  /\.test\.ts$|\/testing[^/]*\.ts$|\/fixtures\/|^plugins\/[^/]+\/screens\/|^kernel\/(?:main|loader\/own-package-hook)\.ts$/

/** Modules that compile a schema which every start checks something with, and where the schema is. The bundle contains what Ajv compiles. */
const compiledChecks = {
  'kernel/config/config-check.ts': ['kernel/config/config-schema.js', 'configSchema'],
  'plugins/presets/reading/manifest-check.ts': ['plugins/presets/schemas.js', 'manifest'],
}

/** The name of the folders that contain the chunks. */
const chunks = 'chunks'

/** Replace the compiled modules in `dist/`. */
async function bundle(root) {
  const dist = join(root, 'dist')
  const modules = ['kernel', 'lib', 'cli', 'plugins']
    .flatMap(folder => filesIn(root, folder, /\.ts$/))
    .map(file => file.replaceAll(sep, '/'))
    .filter(file => !separate.test(file))
  let nameOf
  const build = await rolldown({
    cwd: root,
    input: Object.fromEntries(modules.map(file => [file.replace(/\.ts$/, ''), join(root, file)])),
    platform: 'node',
    treeshake: false, // all that a module exports can be used
    external,
    resolve: { alias: { awilix: 'awilix/browser' } }, // the same without a function that finds modules, for which the other loads fast-glob
    preserveEntrySignatures: 'allow-extension',
    checks: { ineffectiveDynamicImport: false }, // a module that is imported by `import()` can be an export of a library too
    plugins: [
      {
        name: 'compiled-checks',
        load(id) {
          const check = compiledChecks[relative(root, id).replaceAll(sep, '/')]
          return check && compileCheck(root, ...check)
        },
      },
      {
        name: 'plan',
        buildEnd() {
          nameOf = planChunks(root, modules, id => this.getModuleInfo(id))
        },
      },
    ],
  })
  const { output } = await build.generate({
    format: 'esm',
    sourcemap: true,
    minify: false, // the default removes calls whose result is not used, such as decodeURIComponent(path), which can throw
    comments: { legal: true, annotation: false, jsdoc: false },
    entryFileNames: '[name].js',
    chunkFileNames: ({ name }) => (name.includes('/') ? '[name].js' : `${chunks}/[name].js`),
    codeSplitting: {
      // What a module imports is planned for its own chunk, or for one that was planned before: no chunk needs one that needs it.
      groups: [{ debugName: chunks, name: id => nameOf(id), includeDependenciesRecursively: false }],
    },
  })
  await build.close()
  for (const [id, { code }] of output.flatMap(({ modules = {} }) => Object.entries(modules))) {
    if (id.includes('node_modules') && !withoutFiles.test(id) && ownPlace.test(code ?? ''))
      throw new Error(`${id} finds files by its own place: name its package in "external"`)
  }
  for (const file of filesIn(root, 'dist', /\.js(?:\.map)?$/)) {
    if (file.split(sep).includes(chunks)) rmSync(join(root, file))
  }
  for (const { fileName, code, source } of output) {
    mkdirSync(dirname(join(dist, fileName)), { recursive: true })
    writeFileSync(join(dist, fileName), code ?? source)
  }
}

/** The code of a check (https://ajv.js.org/standalone.html), compiled as `kernel/validation.ts` would do it. */
async function compileCheck(root, module, name) {
  const load = file => import(pathToFileURL(join(root, 'dist', file)).href)
  const [{ checkOptions }, { [name]: schema }] = await Promise.all([load('kernel/validation.js'), load(module)])
  const ajv = new Ajv2020({ ...checkOptions, code: { source: true, esm: true, formats: _`allFormats()` } })
  const formats = JSON.stringify(join(root, 'lib/json-schema/compile/formats.ts'))
  const code = standaloneCode.default(ajv, ajv.compile(schema))
  return { code: `import { allFormats } from ${formats}\n${code}`, moduleType: 'js' }
}

/**
 * Decide which modules share a chunk: those that the threads of SQLite need, those that every command needs, those that loading the plugins needs, those that a
 * start needs, and the others by the `import()`s that need them. Modules of a plugin have chunks of their own, in its folder: errors are attributed to a plugin by the files in their stack.
 * @param infoOf what rolldown knows about a module
 * @returns a function that names the chunk of a module
 */
function planChunks(root, modules, infoOf) {
  const at = file => join(root, file)
  const names = new Map()
  const assign = (ids, name) => {
    for (const id of ids) {
      const plugin = /^plugins[/\\]([^/\\]+)/.exec(relative(root, id))?.[1]
      if (!names.has(id)) names.set(id, `${plugin === undefined ? '' : `plugins/${plugin}/`}${chunks}/${name}`)
    }
  }
  /** A module and all that it imports, and they. */
  const neededBy = (id, found = new Set()) => {
    const info = infoOf(id)
    if (found.has(id) || info === null || info.isExternal) return found
    found.add(id)
    for (const imported of info.importedIds) neededBy(imported, found)
    return found
  }
  assign(neededBy(at('plugins/sqlite/threads/thread.ts')), 'thread')
  assign(neededBy(at('cli/main.ts')), 'command')
  const plugins = modules.filter(file => /^plugins\/[^/]+\/index\.ts$/.test(file))
  for (const file of ['cli/contributions.ts', ...plugins]) assign(neededBy(at(file)), 'plugins')
  assign(neededBy(at('kernel/process/serve.ts')), 'service')

  const users = new Map()
  const pending = [...names.keys()]
  const seen = new Set(pending)
  for (const id of pending) {
    for (const imported of infoOf(id)?.dynamicallyImportedIds ?? []) {
      if (seen.has(imported)) continue
      seen.add(imported)
      for (const needed of neededBy(imported)) {
        if (names.has(needed)) continue
        users.set(needed, [...(users.get(needed) ?? []), imported])
        pending.push(needed)
      }
    }
  }
  const shared = []
  for (const [id, [first, ...others]] of users) {
    const together = [first, ...others].join()
    if (others.length > 0 && !shared.includes(together)) shared.push(together)
    assign([id], others.length > 0 ? `shared-${shared.indexOf(together)}` : nameAfter(relative(root, first)))
  }
  return id => names.get(id) ?? null
}

const nameAfter = file =>
  file
    .replace(/^node_modules[/\\]@?/, '')
    .replace(/\.[a-z]+$/, '')
    .replaceAll(/[^a-z0-9]+/gi, '-')

await bundle(dirname(dirname(fileURLToPath(import.meta.url))))
