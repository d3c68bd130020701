import { join } from 'node:path'
import fc from 'fast-check'
import t from 'tap'
import type { Test } from 'tap'
import { buildApp } from '../app.ts'
import { loadConfig } from '../config/load-config.ts'
import type { Config } from '../contracts/config.ts'
import { noStore } from '../../testing/no-store.ts'
import { definePlugin } from './manifest.ts'
import { order } from './order.ts'
import type { Orderable } from './order.ts'

// A fixed seed, unless one is given.
fc.configureGlobal({ seed: Number(process.env['PLINTH_TEST_SEED'] ?? 20261120) })

/** The module of a plugin as a text. */
function source(parts: {
  name: string
  requires?: string[]
  provides?: string[]
  more?: string
  register?: string
}): string {
  const { name, requires = [], provides = [], more = '', register = 'return {}' } = parts
  const head = JSON.stringify({ name, version: '1.0.0', requires, provides }).slice(1, -1)
  return `export default { ${head}, ${more} async register(context) { ${register} } }`
}

let starts = 0

/** Start the service with these modules as its plugins, `./<name>.mjs` each, in a new folder so that no module is cached. */
async function start(t: Test, modules: Record<string, string>, plugins?: Config['plugins']) {
  starts += 1
  const files = Object.fromEntries(Object.entries(modules).map(([name, text]) => [`${name}.mjs`, text]))
  const directory = join(t.testdir({ [String(starts)]: files }), String(starts))
  const all = Object.fromEntries(Object.keys(modules).map(name => [`./${name}.mjs`, true]))
  const config: Config = { ...loadConfig({}, directory), directory, plugins: plugins ?? all }
  const app = await buildApp(config, { logger: false, store: noStore(), pluginTimeout: 500 })
  t.teardown(() => app.close())
  return app
}

const refused = (t: Test, modules: Record<string, string>, message: RegExp, plugins?: Config['plugins']) =>
  t.rejects(start(t, modules, plugins), { name: 'ConfigurationError', message }, String(message))

t.test('plugins start after the plugins that provide what they require, in any order of the file', async t => {
  const note = (name: string) => `globalThis.started.push('${name}')`
  const modules = {
    a: source({ name: 'a', requires: ['deep'], register: `${note('a')}; return {}` }),
    b: source({ name: 'b', requires: ['middle'], provides: ['deep'], register: `${note('b')}; return { deep: 1 }` }),
    c: source({ name: 'c', provides: ['middle'], register: `${note('c')}; return { middle: context.contracts }` }),
  }
  const started: string[] = []
  Object.assign(globalThis, { started })
  await start(t, modules)
  await start(t, modules, { './c.mjs': true, './b.mjs': {}, './a.mjs': true })
  t.strictSame(started, ['c', 'b', 'a', 'c', 'b', 'a'])
})

t.test('the order is topological and depends only on names and contracts', async t => {
  const graph = fc.array(fc.record({ needs: fc.array(fc.nat(20), { maxLength: 4 }) }), { maxLength: 12 }).map(nodes =>
    nodes.map(({ needs }, index): Orderable => {
      const requires = [...new Set(needs.filter(need => need < index))].map(need => `c${need}`)
      return {
        name: `p${(index * 7) % 13}-${index}`,
        requires: requires as never[],
        provides: [`c${index}`] as never[],
      }
    }),
  )
  const sortedTheSame = fc.property(graph, fc.infiniteStream(fc.boolean()), (plugins, random) => {
    const shuffled = [...plugins].sort(() => (random.next().value === true ? 1 : -1))
    const sorted = order(plugins, [], [])
    const places = new Map(sorted.flatMap(({ provides }, place) => provides.map(name => [name as string, place])))
    const names = (list: readonly Orderable[]): string => list.map(({ name }) => name).join()
    return (
      names(order(shuffled, [], [])) === names(sorted) &&
      sorted.every(({ requires }, place) => requires.every(contract => (places.get(contract) ?? Infinity) < place))
    )
  })
  t.doesNotThrow(() => fc.assert(sortedTheSame))
})

t.test('an impossible configuration stops startup with one line that names plugins and contract', async t => {
  await refused(
    t,
    { a: source({ name: 'a', requires: ['gone'] }) },
    /^plugin "a" requires the contract "gone", which no plugin provides; switch on one that does, or switch "a" off$/,
  )
  await refused(
    t,
    {
      a: source({ name: 'a', requires: ['gone'], provides: ['x'] }),
      b: source({ name: 'b', requires: ['x'], provides: ['y'] }),
      c: source({ name: 'c', requires: ['gone', 'y'] }),
      d: source({ name: 'd', provides: ['z'] }),
      e: source({ name: 'e', requires: ['x'] }),
      f: source({ name: 'f', requires: ['z'], more: 'optional: ["y"],' }),
    },
    /^plugin "a" requires .* or switch off, in this order: "c", "b", "e", "a"$/,
  )
  await refused(
    t,
    { a: source({ name: 'a', provides: ['x'] }), b: source({ name: 'b', provides: ['x'] }) },
    /^the contract "x" is provided twice, by plugin "a" and by plugin "b"/,
  )
  await refused(
    t,
    { a: source({ name: 'a', provides: ['documentStore'] }) },
    /"documentStore" is provided twice, by the kernel and by plugin "a"/,
  )
  await refused(
    t,
    {
      a: source({ name: 'a', requires: ['y'], provides: ['x'] }),
      b: source({ name: 'b', requires: ['x'], provides: ['y'] }),
    },
    /circle: plugin "a" requires "y", which plugin "b" provides; plugin "b" requires "x", which plugin "a" provides$/,
  )
  await refused(t, { a: source({ name: 'same' }), b: source({ name: 'same' }) }, /^two plugins are named "same"/)
  await refused(
    t,
    { a: source({ name: 'a', provides: ['x'] }) },
    /^plugin "a" says that it provides the contract "x", but does not$/,
  )
})

t.test('a broken plugin is named', async t => {
  await refused(t, { a: 'export default {' }, /^plugin "\.\/a\.mjs" failed to load: /)
  await refused(t, { a: 'throw new Error("no luck")' }, /^plugin "\.\/a\.mjs" failed to load: no luck$/)
  await refused(
    t,
    { a: 'await new Promise(() => setTimeout(() => {}, 60_000).unref())' },
    /^plugin "\.\/a\.mjs" did not finish to load within 0\.5 s$/,
  )
  await refused(t, { a: 'export const name = 1' }, /^plugin "\.\/a\.mjs": its manifest is not valid: /)
  await refused(t, { a: source({ name: 'A b' }) }, /manifest is not valid: name must match the pattern/)
  await refused(t, { a: source({ name: 'a', more: 'colour: 1,' }) }, /manifest is not valid: colour is not known/)
  for (const [wrong, right] of [
    ['screen', 'screens'],
    ['behaviors', 'behaviours'],
    ['command', 'commands'],
  ] as const) {
    await refused(
      t,
      { a: source({ name: 'a', more: `contributes: { ${wrong}: [] },` }) },
      new RegExp(
        `^plugin "./a.mjs": its manifest is not valid: contributes.${wrong} is not known; did you mean "${right}"\\?$`,
      ),
    )
  }
  await refused(
    t,
    { a: source({ name: 'a', register: 'throw new Error("no luck")' }) },
    /^plugin "a" failed to start: no luck$/,
  )
  await refused(
    t,
    { a: source({ name: 'a', register: 'await new Promise(() => {})' }) },
    /^plugin "a" did not finish to start within 0\.5 s$/,
  )
  await refused(
    t,
    { a: source({ name: 'a', register: 'context.onReady(() => new Promise(() => {})); return {}' }) },
    /^plugin "a" did not finish to get ready within 0\.5 s$/,
  )
  await refused(
    t,
    { a: source({ name: 'a', register: 'context.app.get("/api/open", () => 1); return {}' }) },
    /^plugin "a" failed to start: the route GET \/api\/open does not declare its config\.access$/,
  )
})

t.test(
  'a plugin contributes only to extension points that a plugin declares, and what that plugin accepts',
  async t => {
    const contributing = (name: string, value: string) => ({
      a: source({ name: 'a', more: `contributes: { ${name}: ${value} },` }),
    })
    const readers = {
      list: source({
        name: 'list',
        more: 'extensionPoints: { shelves: { type: "array", items: { type: "string" } } },',
      }),
      check: source({
        name: 'check',
        more: 'extensionPoints: { rooms: value => value === 1 ? undefined : "rooms must be 1" },',
      }),
    }
    const off = { './a.mjs': true, './list.mjs': false, './check.mjs': false }
    await start(t, { ...contributing('shelves', '["a"]'), ...readers })
    await start(t, { ...contributing('rooms', '1'), ...readers })
    await refused(
      t,
      { ...contributing('shelves', '["a", 1]'), ...readers },
      /^plugin "a": its shelves are not valid: \[1\] must be /,
    )
    await refused(t, { ...contributing('rooms', '2'), ...readers }, /^plugin "a": rooms must be 1$/)
    await refused(
      t,
      { ...contributing('gardens', '[]'), ...readers },
      /^plugin "\.\/a\.mjs": its manifest is not valid: contributes\.gardens is not known: no plugin declares this extension point$/,
    )
    await start(t, { ...contributing('shelves', '7'), ...readers }, off)
    await start(t, contributing('openapiControllers', '7'))
    await refused(
      t,
      { ...contributing('shelve', '[]'), ...readers },
      /shelve is not known; did you mean "shelves"\?$/,
      off,
    )
    await refused(
      t,
      { ...readers, other: source({ name: 'other', more: 'extensionPoints: { rooms: {} },' }) },
      /^the extension point "rooms" is declared twice, by plugin "check" and by plugin "other"/,
    )
    const shared = { name: 'a', version: '1.0.0', requires: [], provides: [], register: () => ({}) } as const
    // @ts-expect-error -- no contract declares this extension point
    t.ok(definePlugin({ ...shared, contributes: { shelves: [] } }))
  },
)

t.test('options are validated against the schema of the manifest', async t => {
  const schema = {
    type: 'object',
    additionalProperties: false,
    required: ['size'],
    properties: { size: { type: 'integer' } },
  }
  const a = source({
    name: 'a',
    more: `options: ${JSON.stringify(schema)},`,
    register: 'globalThis.size = context.options.size; return {}',
  })
  await start(t, { a }, { './a.mjs': { size: 3 } })
  t.equal((globalThis as { size?: number }).size, 3)
  await refused(t, { a }, /^plugin "\.\/a\.mjs": its options are not valid: size is required$/)
  await refused(
    t,
    { a },
    /: size must be an integer; colour is not known$|: colour is not known; size must be an integer$/,
    {
      './a.mjs': { size: 'x', colour: 1 },
    },
  )
  await refused(t, { b: source({ name: 'b' }) }, /options are not valid: anything is not known$/, {
    './b.mjs': { anything: 1 },
  })
  await refused(
    t,
    { c: source({ name: 'c', more: 'options: { type: "nothing" },' }) },
    /^plugin "\.\/c\.mjs": the schema of its options is not valid/,
  )
})

t.test('an invalid schema of a route stops the start', async t => {
  const route = (schema: object): string =>
    `context.app.post('/api/a', { config: { access: 'public' }, schema: { body: ${JSON.stringify(schema)} } }, () => 1); return {}`
  await start(t, { a: source({ name: 'a', register: route({ type: 'object' }) }) })
  for (const schema of [{ type: 'nothing' }, { maximum: '5' }, { unknown: true }])
    await t.rejects(start(t, { a: source({ name: 'a', register: route(schema) }) }), {
      message: /POST: \/api\/a, due to/,
    })
})

t.test('keys locate a plugin and cannot point outside', async t => {
  const odd = [
    '../a',
    './../a',
    './a/../../b',
    '/etc/passwd',
    'a/b',
    '.',
    './',
    'file:///a',
    'C:\\a',
    'Health',
    '__proto__x',
    'node:fs',
    './.hidden',
  ]
  for (const key of odd) await refused(t, {}, /the key is neither a plugin's name, nor an npm package/, { [key]: true })
  await refused(t, {}, /^plugin "no-such": there is no module at /, { 'no-such': true })
  await refused(t, {}, /^plugin "@nobody\/none": the npm package is not installed/, { '@nobody/none': true })
  await refused(t, {}, /^plugin "\.\/none\.mjs": there is no module at /, { './none.mjs': true })
  await refused(t, {}, /the key is neither a plugin's name/, { '../a': false })
  await refused(t, {}, /^plugin "no-such": there is no module at /, { 'no-such': false })
  await refused(t, {}, /^plugin "meal-plannin": .*; did you mean "meal-planning"\?$/, { 'meal-plannin': false })
  await refused(t, {}, /^plugin "\.\/none\.mjs": there is no module at /, { './none.mjs': false })
  await start(t, {}, { 'meal-planning': false, persons: false })

  const directory = t.testdir({
    node_modules: {
      'plinth-plugin-shop': { 'package.json': '{"exports":"./main.mjs"}', 'main.mjs': source({ name: 'shop' }) },
    },
    folder: { 'index.mjs': source({ name: 'folder' }) },
  })
  const config = {
    ...loadConfig({}, directory),
    directory,
    plugins: { 'plinth-plugin-shop': true, './folder': true, health: true },
  }
  const app = await buildApp(config, { logger: false, store: noStore() })
  t.equal((await app.inject('/api/health')).statusCode, 200)
  await app.close()
})

t.test('a plugin has its own scope, and its contributions are known at startup', async t => {
  const app = await start(t, {
    a: source({
      name: 'a',
      requires: ['x'],
      more: 'contributes: { colours: ["red"] },',
      register: `
        context.app.get('/api/a', { config: { access: 'public' } }, request => ({ decorated: request.colour ?? null }))
        return {}`,
    }),
    b: source({
      name: 'b',
      provides: ['x'],
      more: 'contributes: { colours: ["blue"] }, extensionPoints: { colours: { type: "array", items: { type: "string" } } },',
      register: `
        context.app.decorateRequest('colour', 'blue')
        context.app.addHook('onRequest', async request => { if (request.headers.fail) throw new Error('secret reason') })
        context.app.get('/api/b', { config: { access: 'public' } }, request => [request.colour, context.contributions('colours'), context.contributions('none')])
        return { x: {} }`,
    }),
  })
  t.strictSame((await app.inject('/api/a')).json(), { decorated: null })
  t.strictSame((await app.inject({ url: '/api/a', headers: { fail: '1' } })).statusCode, 200, 'hooks are scoped')
  t.strictSame((await app.inject('/api/b')).json(), [
    'blue',
    [
      { plugin: 'b', value: ['blue'] },
      { plugin: 'a', value: ['red'] },
    ],
    [],
  ])
  const failed = await app.inject({ url: '/api/b', headers: { fail: '1' } })
  t.strictSame(
    [failed.statusCode, failed.json()],
    [500, { message: 'internal server error' }],
    'an error affects only its own request',
  )
})

t.test('a plugin prepares the whole application before the hooks of the service', async t => {
  const prepare = `prepare({ app, config }) {
    app.addHook('onRequest', async request => { request.headers['x-mode'] = config.mode })
  },`
  const app = await start(t, {
    b: source({ name: 'b', more: prepare }),
    a: source({
      name: 'a',
      register: `
        context.app.get('/api/a', { config: { access: 'public' } }, request => request.headers['x-mode'])
        return {}`,
    }),
  })
  t.equal((await app.inject('/api/a')).body, 'development', 'also on routes of plugins that start earlier')
  await refused(
    t,
    { a: source({ name: 'a', more: 'prepare() { throw new Error("no luck") },' }) },
    /^plugin "a" failed to prepare: no luck$/,
  )
})

t.test('plugins close in reverse order, and one that fails does not prevent the others from closing', async t => {
  const closed: string[] = []
  Object.assign(globalThis, { closed })
  const app = await start(t, {
    a: source({
      name: 'a',
      provides: ['x'],
      register: 'context.onClose(() => { globalThis.closed.push("a") }); return { x: 1 }',
    }),
    b: source({
      name: 'b',
      requires: ['x'],
      register: 'context.onClose(() => { globalThis.closed.push("b"); throw new Error("no") }); return {}',
    }),
  })
  await app.close()
  t.strictSame(closed, ['b', 'a'])
})
