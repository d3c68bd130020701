import { deepStrictEqual, notStrictEqual, ok, strictEqual } from 'node:assert/strict'
import { loadConfig } from '../kernel/config/load-config.ts'
import type { Config } from '../kernel/contracts/config.ts'
import { findPlugins } from '../kernel/loader/index.ts'
import type { LoadedPlugin } from '../kernel/loader/index.ts'
import { buildTestApp } from './app.ts'
import type { TestApp, TestAppOptions } from './app.ts'

export interface PluginUnderTest {
  /** Its key in the configuration. */
  key: string
  /** Addresses that it serves with GET, and no other plugin does. */
  paths: readonly string[]
  /** The application to test it in; `./` keys and npm packages are resolved against `config.directory`. */
  app?: TestAppOptions
}

/** One check, for any test runner: `test(name, run)`. */
export interface PluginCheck {
  name: string
  /** @throws AssertionError (`node:assert`) when the plugin fails the check; other errors when it does not start */
  run(): Promise<void>
}

const timeoutMs = 10_000

/**
 * What every plugin must do: its manifest is valid, its contributions and routes exist when it is switched on and disappear
 * when it is switched off, without other effects. Plugins that require its contracts are switched off with it. No test runner is needed:
 * `for (const { name, run } of pluginSuite({ key, paths })) test(name, run)`, with `test` of tap, `node:test`, Vitest or another.
 * @returns the checks, which are independent of each other
 */
export function pluginSuite({ key, paths, app: options = {} }: PluginUnderTest): readonly PluginCheck[] {
  return [
    {
      name: `${key}: switched on it serves its routes, and describes them`,
      run: async () => {
        const { on, off } = await readSettings(key, options)
        const unserved = await withApp({ ...options, plugins: on }, async served => {
          const answers = await Promise.all(
            paths.map(async path => ({ path, ...readAnswer(await served.request('GET', path)) })),
          )
          for (const { path, status, body } of answers) ok(status < 500, `GET ${path}: ${status} ${body}`)
          deepStrictEqual(missing(servedPaths(served), paths), [], 'paths that are served and not described')
          return answers.filter(({ status }) => status === 404)
        })
        if (unserved.length === 0) return
        await withApp({ ...options, plugins: off }, async without => {
          for (const { path, body } of unserved) {
            notStrictEqual(body, (await without.request('GET', path)).body, `GET ${path} is not served`)
          }
        })
      },
    },
    {
      name: `${key}: switched off it takes its routes and contributions with it`,
      run: async () => {
        const { plugin, off } = await readSettings(key, options)
        await withApp({ ...options, plugins: off }, async served => {
          for (const path of paths) strictEqual((await served.request('GET', path)).statusCode, 404, `GET ${path}`)
          deepStrictEqual(missing(servedPaths(served), paths), [...paths], 'paths that are still described')
        })
        const left = await findPlugins(configOf(options, off), timeoutMs)
        strictEqual(
          left.map(({ manifest }) => manifest.name).includes(plugin.manifest.name),
          false,
          'it is still loaded',
        )
      },
    },
    {
      name: `${key}: switched off it leaves the others alone`,
      run: async () => {
        const { all, gone, off } = await readSettings(key, options)
        const left = await findPlugins(configOf(options, off), timeoutMs)
        deepStrictEqual(namesOf(left), namesOf(all.filter(one => !gone.includes(one))))
      },
    },
  ]
}

interface Settings {
  plugin: LoadedPlugin
  all: readonly LoadedPlugin[]
  /** The plugin, and those that cannot start without it. */
  gone: readonly LoadedPlugin[]
  /** `config.plugins` with the plugin, and without it. */
  on: Config['plugins']
  off: Config['plugins']
}

async function readSettings(key: string, options: TestAppOptions): Promise<Settings> {
  const on = options.plugins ?? loadConfig({}).plugins
  const all = await findPlugins(configOf(options, on), timeoutMs)
  const plugin = all.find(candidate => candidate.key === key)
  if (plugin === undefined) throw new Error(`the plugin ${key} is not switched on`)
  const gone = withDependents(plugin, all)
  return { plugin, all, gone, on, off: { ...on, ...Object.fromEntries(gone.map(one => [one.key, false])) } }
}

function configOf({ config: changes }: TestAppOptions, plugins: Config['plugins']): Config {
  const base = loadConfig({})
  return { ...base, ...changes, http: { ...base.http, ...changes?.http }, plugins }
}

async function withApp<Result>(options: TestAppOptions, use: (served: TestApp) => Promise<Result>): Promise<Result> {
  const served = await buildTestApp(options)
  try {
    return await use(served)
  } finally {
    await served.close()
  }
}

const readAnswer = ({ statusCode, body }: { statusCode: number; body: string }) => ({ status: statusCode, body })

const missing = (all: readonly string[], wanted: readonly string[]): string[] =>
  wanted.filter(path => !all.includes(path))

const namesOf = (plugins: readonly LoadedPlugin[]): string[] => plugins.map(({ manifest }) => manifest.name).sort()

/** The paths that the service describes. */
const servedPaths = ({ app }: TestApp): string[] =>
  app.diContainer
    .resolve('routes')
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
