import { ConfigurationError } from '../../../kernel/index.ts'
import type { Behaviour, ResourceType } from '../../../kernel/index.ts'

const none: readonly Behaviour[] = []

/** The behaviours that there are, and which of them a type has. */
export class Behaviours {
  readonly #byName = new Map<string, Behaviour>()
  /** Those that run whatever the type says. */
  readonly #always: Behaviour[] = []
  #known = new WeakMap<ResourceType, readonly Behaviour[]>()

  /**
   * @param contributed the contributions `behaviours` of plugins
   * @throws `ConfigurationError` naming the plugin for what is no list of behaviours, or brings a name that another one has brought
   */
  constructor(contributed: readonly { plugin: string; value: unknown }[] = []) {
    for (const { plugin, value } of contributed) {
      if (!Array.isArray(value) || !value.every(isBehaviour)) {
        throw new ConfigurationError(
          `plugin "${plugin}": "behaviours" must be a list of behaviours, each with a name, a list of types and functions`,
        )
      }
      for (const behaviour of value) this.#supply(plugin, behaviour)
    }
  }

  /** Let a behaviour run from now on, whatever the types say. */
  add(behaviour: Behaviour): void {
    this.#always.push(behaviour)
    this.#known = new WeakMap()
  }

  /** Those that run on changes of a type, each once, in the order in which the type names them. */
  of(type: ResourceType): readonly Behaviour[] {
    let known = this.#known.get(type)
    if (known === undefined) {
      known = this.#find(type)
      this.#known.set(type, known)
    }
    return known
  }

  #find({ slug, behaviours }: ResourceType): readonly Behaviour[] {
    const named = behaviours.flatMap(name => this.#byName.get(name) ?? [])
    const found = new Map([...this.#always, ...named].map(behaviour => [behaviour.name, behaviour]))
    const concerned = [...found.values()].filter(({ types }) => types.includes(slug))
    return concerned.length === 0 ? none : concerned
  }

  #supply(plugin: string, behaviour: Behaviour): void {
    if (this.#byName.has(behaviour.name)) {
      throw new ConfigurationError(`plugin "${plugin}": another plugin brings a behaviour ${behaviour.name} already`)
    }
    this.#byName.set(behaviour.name, behaviour)
  }
}

function isBehaviour(value: unknown): value is Behaviour {
  if (typeof value !== 'object' || value === null) return false
  const { name, types, before }: { name?: unknown; types?: unknown; before?: unknown } = value
  const named = typeof name === 'string' && /^[a-z][a-z0-9]*(-[a-z0-9]+)*$/.test(name)
  const typed = Array.isArray(types) && types.every(slug => typeof slug === 'string')
  return named && typed && (before === undefined || typeof before === 'function')
}
