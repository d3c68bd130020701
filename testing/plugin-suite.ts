import type { Test } from 'tap'
import { loadConfig } from '../kernel/config.ts'
import { contract } from '../kernel/container.ts'
import type { Config } from '../kernel/contracts/config.ts'
import { findPlugins } from '../kernel/loader/index.ts'
import type { LoadedPlugin } from '../kernel/loader/index.ts'
import { buildTestApp } from './app.ts'
import type { TestApp, TestAppOptions } from './app.ts'

export interface PluginUnderTest {
  /** Its key in the configuration. */
  key: string
  /** Addresses that it serves with GET, and nobody else does. */
  paths: readonly string[]
  /** The application to test it in. */
  app?: TestAppOptions
}

const timeout = 10_000

/**
 * What every plugin promises: its manifest is valid, its contributions and routes are there when it is switched on, and gone with it
 * when it is switched off, and nothing else is. Plugins that require what it provides are switched off with it.
 * @param t the test to add to (tap)
 */
export async function pluginSuite(t: Test, { key, paths, app: options = {} }: PluginUnderTest): Promise<void> {
  const on = options.plugins ?? loadConfig({}).plugins
  const all = await findPlugins(withPlugins(on), timeout)
  const plugin = all.find(candidate => candidate.key === key)
  if (plugin === undefined) throw new Error(`the plugin ${key} is not switched on`)
  const gone = withDependents(plugin, all)
  const off = { ...on, ...Object.fromEntries(gone.map(one => [one.key, false])) }

  await t.test('switched on it serves its routes', async t => {
    const served = await start(t, { ...options, plugins: on })
    const without = await start(t, { ...options, plugins: off })
    for (const path of paths) {
      const { statusCode, body } = await served.request('GET', path)
      t.ok(statusCode !== 404 || body !== (await without.request('GET', path)).body, `GET ${path}`)
    }
    t.strictSame(missing(servedPaths(served), paths), [], 'and describes them')
  })

  await t.test('switched off it takes its routes and contributions with it', async t => {
    const served = await start(t, { ...options, plugins: off })
    for (const path of paths) t.equal((await served.request('GET', path)).statusCode, 404, `GET ${path}`)
    t.strictSame(missing(servedPaths(served), paths), [...paths], 'and does not describe them')
    const left = await findPlugins(withPlugins(off), timeout)
    t.notOk(
      left.some(({ manifest }) => manifest === plugin.manifest),
      'and contributes nothing',
    )
  })

  await t.test('switched off it leaves the others alone', async t => {
    const left = await findPlugins(withPlugins(off), timeout)
    const names = new Set(gone.map(({ manifest }) => manifest.name))
    const others = all.map(({ manifest }) => manifest.name).filter(name => !names.has(name))
    t.strictSame(new Set(left.map(({ manifest }) => manifest.name)), new Set(others))
  })
}

const missing = (all: readonly string[], wanted: readonly string[]): string[] =>
  wanted.filter(path => !all.includes(path))

function withPlugins(plugins: Config['plugins']): Config {
  return { ...loadConfig({}), plugins }
}

async function start(t: Test, options: TestAppOptions): Promise<TestApp> {
  const served = await buildTestApp(options)
  t.teardown(() => served.close())
  return served
}

/** The addresses that the service describes. */
const servedPaths = ({ app }: TestApp): string[] =>
  contract(app.diContainer, 'routes')
    .list()
    .map(({ path }) => path)

/** A plugin, and those that cannot start without it. */
function withDependents(plugin: LoadedPlugin, all: readonly LoadedPlugin[]): LoadedPlugin[] {
  const provided = new Set<string>(plugin.manifest.provides)
  const gone = [plugin]
  for (const other of all) {
    if (!other.manifest.requires.some(contract => provided.has(contract))) continue
    gone.push(other)
    for (const contract of other.manifest.provides) provided.add(contract)
  }
  return gone
}
