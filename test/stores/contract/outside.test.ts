import { execFile } from 'node:child_process'
import { extname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import t from 'tap'
import type { Test } from 'tap'
import type { Config } from '../../../kernel/index.ts'
import { createStore } from '../../../kernel/store.ts'
import { buildTestApp, callCli, storeSuite } from '../../../testing/index.ts'

const extension = extname(import.meta.filename)
const here = { store: { kind: `./memory-plugin${extension}` }, directory: import.meta.dirname }

/** A folder with `plinth-plugin-memory` in its `node_modules`. */
function withPackage(t: Test): string {
  const module = pathToFileURL(join(import.meta.dirname, `memory-plugin${extension}`)).href
  return t.testdir({
    node_modules: {
      'plinth-plugin-memory': {
        'package.json': JSON.stringify({ name: 'plinth-plugin-memory', type: 'module', exports: './index.js' }),
        'index.js': `export { default } from '${module}'`,
      },
    },
    'plinth.json': JSON.stringify({ store: { kind: 'plinth-plugin-memory' } }),
    'options.json': JSON.stringify({ store: { kind: 'plinth-plugin-memory', url: 'x' } }),
  })
}

await t.test('a store from outside passes the suite', async t => {
  await storeSuite(t, async () => {
    const store = await createStore(here.store, here)
    await store.open()
    return store
  })
})

await t.test('a service on a store that is an npm package', async t => {
  const directory = withPackage(t)
  const { request, close } = await buildTestApp({ config: { store: { kind: 'plinth-plugin-memory' }, directory } })
  t.teardown(close)
  const schema = { type: 'object', properties: { name: { type: 'string' } } }
  t.equal((await request('POST', '/api/resource-types', { name: 'Book', slug: 'book', schema })).statusCode, 201)
  const made = await request('POST', '/api/book', { name: 'Middlemarch' })
  t.equal(made.statusCode, 201)
  t.match((await request('GET', '/api/book?_filter[name][eq]=Middlemarch')).json(), {
    data: [{ type_slug: 'book' }],
    has_more: false,
  })
  const { data } = (await request('GET', '/api/admin/plugins?limit=100')).json<{ data: { name: string }[] }>()
  t.match(
    data.find(({ name }) => name === 'memory'),
    { key: 'plinth-plugin-memory', provides: ['documentStore'], errors: [] },
  )
})

await t.test('commands use the same store', async t => {
  const folder = withPackage(t)
  const plinth = (file: string, ...args: string[]) => callCli(args, { env: { PLINTH_CONFIG: join(folder, file) } })
  t.match(await plinth('plinth.json', 'doctor', '--offline'), { stdout: /ok +store +memory; 0 collections/ })
  t.match(await plinth('plinth.json', 'upgrade'), { code: 0, stdout: /Nothing to do/ })
  t.match(await plinth('plinth.json', 'types', 'list'), { code: 0 })
  t.match(await plinth('plinth.json', 'backup', join(folder, 'x')), { code: 1, stderr: /store memory has no backups/ })
  t.match(await plinth('plinth.json', 'doctor', '--repair'), { code: 1, stderr: /"memory" is not repaired/ })
  t.match(await plinth('options.json', 'types', 'list'), {
    code: 1,
    stderr: /plugin "plinth-plugin-memory": its options are not valid: url is not known/,
  })
})

const refused = async (t: Test, message: RegExp, config: Partial<Config>): Promise<void> => {
  const { plugins, ...others } = config
  const started = buildTestApp({ ...(plugins !== undefined && { plugins }), config: others })
  await t.rejects(started, { name: 'ConfigurationError', message }, String(message))
}

await t.test('a service has one store: what is missing, and which one is chosen', async t => {
  const mongodb = { kind: 'mongodb', url: 'mongodb://127.0.0.1:1/x' }
  await refused(
    t,
    /^plugin "mongodb" cannot be on: .* is "sqlite", chosen by .*MONGODB_URL.*, for which url is required \(.*MONGODB_URL/,
    { plugins: { mongodb: true } },
  )
  await refused(
    t,
    /^plugin "mongodb" cannot be on: .* is "sqlite", chosen by .*choose it: "store": \{"kind": "mongodb"/,
    {
      plugins: { sqlite: true, mongodb: { url: mongodb.url } },
    },
  )
  await refused(t, /^plugin "sqlite" cannot be on: .* is "mongodb", chosen by .*MONGODB_URL/, {
    plugins: { sqlite: true, mongodb: true },
    store: mongodb,
  })
  await refused(t, /^plugin "mongodb": its options are not valid: url is required \(.*MONGODB_URL/, {
    store: { kind: 'mongodb' },
  })
  await refused(t, /^plugin "sqlite" is off, but it is the store of this service/, { plugins: { sqlite: false } })
  await refused(t, /^plugin "health" cannot be the store: it does not provide "documentStore"/, {
    store: { kind: 'health' },
  })
  await refused(t, /^plugin "sqlit": there is no module at .*the service has .*sqlite, /, { store: { kind: 'sqlit' } })
  const { close } = await buildTestApp({ plugins: { sqlite: true, mongodb: false } })
  await close()
})

await t.test('only the driver of the store is loaded', async t => {
  const moduleAt = (path: string): string => JSON.stringify(new URL(path, import.meta.url).href)
  // In a process of its own: other tests of this one may have loaded the driver.
  const script = `
    import { createRequire } from 'node:module'
    import { buildTestApp } from ${moduleAt('../../../testing/app.js')}
    import { createStore } from ${moduleAt('../../../kernel/store.js')}
    const { cache } = createRequire(${JSON.stringify(import.meta.url)})
    const isLoaded = () => Object.keys(cache).some(file => file.includes('/node_modules/mongodb/'))
    const { close } = await buildTestApp()
    await close()
    const before = isLoaded()
    await createStore({ kind: 'mongodb', url: 'mongodb://127.0.0.1:1/x' })
    process.stdout.write(JSON.stringify([before, isLoaded()]))`
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '--eval', script])
  t.same(JSON.parse(stdout), [false, true])
})
