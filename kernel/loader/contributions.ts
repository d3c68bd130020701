import type { Contribution, ContributionCheck, ExtensionPoint, PluginManifest } from '../contracts/plugin.ts'
import { ConfigurationError } from '../errors.ts'
import { compile, failures } from '../validation.ts'
import type { LoadedPlugin } from './load.ts'
import { memoizeByObject } from '../../lib/json/index.ts'

const texts = { type: 'array', uniqueItems: true, items: { type: 'string', minLength: 1 } }

const mustBeFunction =
  (name: string) =>
  (value: unknown): string | undefined =>
    typeof value === 'function' ? undefined : `${name} must be a function`

/** The extension points that the kernel and the command line read. */
const ownPoints: NonNullable<PluginManifest['extensionPoints']> = {
  commands: mustBeFunction('commands'),
  hosts: { type: 'string', minLength: 1 },
  segments: texts,
  jsonMediaTypes: texts,
  routeTarget: mustBeFunction('routeTarget'),
  doctor: mustBeFunction('doctor'),
  outsideData: mustBeFunction('outsideData'),
  upgrade: value =>
    typeof value === 'object' && value !== null && 'plan' in value && 'run' in value
      ? undefined
      : 'upgrade must have the functions plan and run',
}

/** All contributions by extension point, in the order in which the plugins start. */
export class AllContributions {
  readonly #byPoint = new Map<string, unknown[]>()

  /** @param plugins whose contributions were checked, in the order in which they start */
  constructor(plugins: readonly LoadedPlugin[]) {
    for (const { manifest } of plugins) {
      for (const [name, value] of Object.entries(manifest.contributes ?? {}))
        this.#byPoint.set(name, [...(this.#byPoint.get(name) ?? []), { plugin: manifest.name, value }])
    }
  }

  to<Name extends ExtensionPoint>(name: Name): readonly Contribution<Name>[] {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- checkContributions has checked the values
    return (this.#byPoint.get(name) ?? []) as readonly Contribution<Name>[]
  }
}

/**
 * Check that a plugin declares each extension point that a plugin contributes to, and check what is contributed. Contributions to a point whose plugin
 * is off are not used, so that only the name is checked.
 * @param plugins those that are on
 * @param others manifests of plugins that are present but off; read only for points that no plugin that is on declares
 * @throws ConfigurationError naming the plugin and the extension point
 */
export async function checkContributions(
  plugins: readonly LoadedPlugin[],
  others: AsyncIterable<PluginManifest>,
): Promise<void> {
  const undeclared = new Set<string>()
  const points = declaredPoints(plugins)
  for (const { manifest, isOwn } of plugins) {
    for (const [name, value] of Object.entries(manifest.contributes ?? {})) {
      const point = points.get(name)
      if (point === undefined) undeclared.add(name)
      // A test checks what the service's own plugins contribute to each other.
      else if (!(isOwn && point.isOwn)) checkValue(manifest.name, name, point.check, value)
    }
  }
  if (undeclared.size === 0) return
  const known = new Set(points.keys())
  for await (const { extensionPoints = {} } of others) {
    for (const name of Object.keys(extensionPoints)) {
      known.add(name)
      undeclared.delete(name)
    }
    if (undeclared.size === 0) return
  }
  refuseUndeclared(plugins, undeclared, known)
}

interface DeclaredPoint {
  /** The plugin that declares it, for messages. */
  owner: string
  /** Whether the service itself declares it. */
  isOwn: boolean
  check: ContributionCheck
}

/** The extension points of the plugins that are on. @throws ConfigurationError naming both plugins when two declare the same */
function declaredPoints(plugins: readonly LoadedPlugin[]): ReadonlyMap<string, DeclaredPoint> {
  const points = new Map(
    Object.entries(ownPoints).map(([name, check]) => [name, { owner: 'the kernel', isOwn: true, check }]),
  )
  for (const { manifest, isOwn } of plugins) {
    const owner = `plugin "${manifest.name}"`
    for (const [name, check] of Object.entries(manifest.extensionPoints ?? {})) {
      const other = points.get(name)
      if (other !== undefined) {
        throw new ConfigurationError(
          `the extension point "${name}" is declared twice, by ${other.owner} and by ${owner}; switch one of them off`,
        )
      }
      points.set(name, { owner, isOwn, check })
    }
  }
  return points
}

function checkValue(plugin: string, name: string, check: ContributionCheck, value: unknown): void {
  const problem = typeof check === 'function' ? check(value) : failing(name, check, value)
  if (problem !== undefined) throw new ConfigurationError(`plugin "${plugin}": ${problem}`, { plugin })
}

const compiledOnce = memoizeByObject(compile)

/** What is wrong with a value by the JSON Schema of its extension point. */
function failing(name: string, schema: object, value: unknown): string | undefined {
  const problems = failures(compiledOnce(schema), value).map(
    ({ field, message }) => `${field || 'the value'} ${message}`,
  )
  return problems.length === 0 ? undefined : `its ${name} are not valid: ${problems.join('; ')}`
}

/** @throws ConfigurationError naming the first plugin that contributes to an extension point that does not exist, and all such points */
function refuseUndeclared(
  plugins: readonly LoadedPlugin[],
  undeclared: ReadonlySet<string>,
  known: ReadonlySet<string>,
): void {
  for (const { key, manifest } of plugins) {
    const names = Object.keys(manifest.contributes ?? {}).filter(name => undeclared.has(name))
    if (names.length === 0) continue
    const unknown = names.map(name => `contributes.${name}`).join(', ')
    throw new ConfigurationError(
      `plugin "${key}": its manifest is not valid: ${unknown} is not known; known are ${[...known].sort().join(', ')}`,
      { plugin: manifest.name },
    )
  }
}
