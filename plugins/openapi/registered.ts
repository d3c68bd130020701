import { ConfigurationError } from '../../kernel/index.ts'

interface Attachable {
  name: string
  attach: unknown
}

/** Name of this plugin, to which the standard controllers and middleware belong. */
export const pluginName = 'openapi'

/** The available controllers or middleware, each with its plugin. */
export class Registered<Kind extends Attachable> {
  readonly #plugins = new Map<Kind, string>()

  /**
   * @param kind for messages
   * @param standard those of this plugin
   * @param contributed those that plugins contribute
   * @throws ConfigurationError naming the plugin whose contribution uses a name twice
   */
  constructor(
    kind: 'controller' | 'middleware',
    standard: readonly Kind[],
    contributed: readonly { plugin: string; value: readonly Kind[] }[] = [],
  ) {
    for (const one of standard) this.#plugins.set(one, pluginName)
    for (const { plugin, value } of contributed) {
      for (const one of value) {
        const taken = this.list.find(({ name }) => withoutEnding(name) === withoutEnding(one.name))
        if (taken !== undefined) {
          throw new ConfigurationError(
            `plugin "${plugin}": there is a ${kind} "${one.name}" already, of plugin "${this.pluginOf(taken)}"`,
            { plugin },
          )
        }
        this.#plugins.set(one, plugin)
      }
    }
  }

  /** In the order in which they are tried. */
  get list(): readonly Kind[] {
    return [...this.#plugins.keys()]
  }

  pluginOf(one: Kind): string {
    return this.#plugins.get(one) ?? pluginName
  }
}

/** Controllers can be named with or without this suffix. */
export const withoutEnding = (name: string): string => name.replace(/Controller$/, '')

/** The check of the contributions to one of the extension points. */
export const checkAttachable =
  (point: 'openapiControllers' | 'openapiMiddleware') =>
  (value: unknown): string | undefined =>
    Array.isArray(value) && value.every(isAttachable)
      ? undefined
      : `${point} must be a list of objects with a name and a function attach`

const isAttachable = (value: unknown): value is Attachable =>
  typeof value === 'object' &&
  value !== null &&
  'name' in value &&
  typeof value.name === 'string' &&
  value.name !== '' &&
  'attach' in value &&
  typeof value.attach === 'function'

/** Why its types have no `x-drafts`: the operations of a document write and read one state of an item. */
export const noDrafts = 'the items of an OpenAPI document cannot be drafts'
