import { createStore } from '../../kernel/store.ts'
import { readData, readMeta } from '../../lib/store-kit/index.ts'
import { buildTestApp } from '../../testing/index.ts'
import { testWithStore, testAllStores } from '../../testing/internal/each-store.ts'
import { until } from '../../testing/internal/until.ts'

const schema = { type: 'object', properties: { title: { type: 'string' } } }

testAllStores('the next start repairs an interrupted change of a type', async (t, { app, config, request }) => {
  await request('POST', '/api/resource-types', { name: 'Movie', slug: 'movie', schema })
  await app.close()

  const store = await createStore(config.store)
  await store.open()
  const definition = (await store.collections()).find(({ name }) => name === 'movies')
  const column = definition?.columns[0]
  if (definition === undefined || column === undefined) throw new Error('there is no collection of movies')
  await store.define({ ...definition, columns: [{ ...column, unique: true }] }, 'prepare')
  await store.define({ ...definition, name: 'never_made' })
  const type = await store.get('_types', 'urn:type:movie')
  if (type === undefined) throw new Error('there is no type')
  const meta = { ...readMeta(type), sequence_no: 2 }
  const document = { id: type.id, meta, data: { ...readData(type), moving: true } }
  await store.write([{ kind: 'replace', collection: '_types', document, expected: 1 }])
  await store.close()

  const next = await buildTestApp({ config: { store: config.store } })
  t.teardown(() => next.close())
  await next.listen() // after which it repairs
  const create = (): ReturnType<typeof request> => next.request('POST', '/api/movie', { title: 'Alien' })
  t.equal((await create()).statusCode, 201, 'the type can be written to again')
  let again = await create()
  await until(async () => again.statusCode !== 409 || (again = await create()).statusCode !== 409)
  t.equal(again.statusCode, 201, 'an unused prepared constraint is removed')
  await next.app.close()
  const after = await createStore(config.store)
  await after.open()
  const names = new Set((await after.collections()).map(({ name }) => name))
  await after.close()
  t.ok(names.has('movies'))
  t.notOk(names.has('never_made'), 'a collection without a type is removed')
})

testWithStore('a plugin does not start if a type has its path', async (t, { app, config, request }) => {
  await request('POST', '/api/resource-types', { name: 'Gadget', slug: 'gadget' })
  await app.close()
  const plugin = t.testdir({
    'gadgets.mjs': `export default {
      name: 'gadgets', version: '1.0.0', requires: [], provides: [], contributes: { segments: ['gadget'] }, register: () => ({}),
    }`,
    'routes.mjs': `export default {
      name: 'routes', version: '1.0.0', requires: [], provides: [],
      register({ app }) {
        app.get('/api/gadget/all', { config: { access: 'signed-in' } }, () => ({}))
        return {}
      },
    }`,
  })
  const plugins = { ...config.plugins, './gadgets.mjs': true }
  const started = buildTestApp({ plugins, config: { store: config.store, directory: plugin } })
  await t.rejects(started, { message: /gadgets.*\/api\/gadget/ })
  const served = buildTestApp({
    plugins: { ...config.plugins, './routes.mjs': true },
    config: { store: config.store, directory: plugin },
  })
  await t.rejects(served, { message: /^the plugin routes serves \/api\/gadget, but/, plugin: 'routes' })

  const fresh = await buildTestApp({ plugins, config: { directory: plugin } })
  t.teardown(() => fresh.close())
  const refused = await fresh.request('POST', '/api/resource-types', { name: 'Gadget', slug: 'gadget' })
  t.equal(refused.statusCode, 400, refused.body)
})
