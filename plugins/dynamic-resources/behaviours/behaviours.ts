import { ConfigurationError, PluginFault } from '../../../kernel/index.ts'
import type { Contribution } from '../../../kernel/index.ts'
import type { Behaviour } from '../contract.ts'
import type { ResourceType } from '../../types/contract.ts'

/** A behaviour, and the plugin that contributed it. */
export interface SuppliedBehaviour {
  plugin: string
  behaviour: Behaviour
}

/** All behaviours, and which of them a type has. */
export class Behaviours {
  readonly #byName = new Map<string, SuppliedBehaviour>()
  /** Behaviours that run without being named by the type. */
  readonly #always: SuppliedBehaviour[] = []

  /**
   * @param contributed the behaviours that plugins contribute
   * @throws `ConfigurationError` naming the plugin when another one has contributed a behaviour of the same name
   */
  constructor(contributed: readonly Contribution<'behaviours'>[] = []) {
    for (const { plugin, value } of contributed) for (const behaviour of value) this.#supply(plugin, behaviour)
  }

  /**
   * Run a behaviour from now on, also for types that do not name it.
   * @throws `PluginFault` for a value that is not a behaviour
   */
  add(plugin: string, behaviour: Behaviour): void {
    if (!isBehaviour(behaviour)) throw new PluginFault(plugin, `it adds what is no behaviour: ${shape}`)
    this.#always.push({ plugin, behaviour })
  }

  /** The behaviours that run on changes of a type, each once, in the order in which the type names them. */
  of({ slug, behaviours }: ResourceType): readonly SuppliedBehaviour[] {
    const named = behaviours.flatMap(name => this.#byName.get(name) ?? [])
    const found = new Map([...this.#always, ...named].map(supplied => [supplied.behaviour.name, supplied]))
    return [...found.values()].filter(({ behaviour }) => behaviour.types.includes(slug))
  }

  #supply(plugin: string, behaviour: Behaviour): void {
    const other = this.#byName.get(behaviour.name)
    if (other !== undefined) {
      throw new ConfigurationError(
        `plugin "${plugin}": the behaviour ${behaviour.name} is brought by plugin "${other.plugin}" already`,
        { plugin },
      )
    }
    this.#byName.set(behaviour.name, { plugin, behaviour })
  }
}

/** The check of the contribution `behaviours`. */
export const checkBehaviours = (value: unknown): string | undefined =>
  Array.isArray(value) && value.every(isBehaviour)
    ? undefined
    : `"behaviours" must be a list of behaviours, each with ${shape}`

/** What a behaviour consists of, for messages. */
const shape =
  'a name, a list of types, and where it has them "maintains" (lists of properties by type) and a function "before"'

function isBehaviour(value: unknown): value is Behaviour {
  if (typeof value !== 'object' || value === null) return false
  const parts: { name?: unknown; types?: unknown; maintains?: unknown; before?: unknown } = value
  const { name, types, maintains = {}, before } = parts
  if (typeof name !== 'string' || !/^[a-z][a-z0-9]*(-[a-z0-9]+)*$/.test(name) || !isNames(types)) return false
  if (typeof maintains !== 'object' || maintains === null || !Object.values(maintains).every(isNames)) return false
  return before === undefined || typeof before === 'function'
}

const isNames = (value: unknown): boolean => Array.isArray(value) && value.every(name => typeof name === 'string')
