import { ConfigurationError } from '../../kernel/index.ts'

interface Attachable {
  name: string
  attach: unknown
}

/**
 * The controllers or middleware that plugins contribute.
 * @throws ConfigurationError naming the plugin whose contribution is not a list of them
 */
export function readContributed<Kind extends Attachable>(
  contributed: readonly { plugin: string; value: unknown }[],
): Kind[] {
  return contributed.flatMap(({ plugin, value }) => {
    if (Array.isArray(value) && value.every((one): one is Kind => isAttachable(one))) return value
    throw new ConfigurationError(
      `plugin "${plugin}": controllers and middleware must be lists of objects with a name and a function attach`,
    )
  })
}

const isAttachable = (value: unknown): value is Attachable =>
  typeof value === 'object' &&
  value !== null &&
  'name' in value &&
  typeof value.name === 'string' &&
  'attach' in value &&
  typeof value.attach === 'function'
