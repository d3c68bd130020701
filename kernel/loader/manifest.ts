import type { ContractName, PluginManifest } from '../contracts/plugin.ts'
import { ConfigurationError } from '../errors.ts'
import { compile, failures } from '../validation.ts'

/**
 * Declare a plugin; `index.ts` of a plugin exports the result by default. At run time it does nothing: it ties the names in `requires`
 * and `provides` to the types that `register` receives and returns.
 */
export function definePlugin<const Requires extends ContractName = never, const Provides extends ContractName = never>(
  manifest: PluginManifest<Requires, Provides>,
): PluginManifest<Requires, Provides> {
  return manifest
}

const names = { type: 'array', uniqueItems: true, items: { type: 'string', minLength: 1 } }

const manifestSchema = {
  type: 'object',
  required: ['name', 'version', 'requires', 'provides', 'register'],
  additionalProperties: false,
  properties: {
    name: { type: 'string', pattern: '^[a-z][a-z0-9]*(-[a-z0-9]+)*$' },
    version: { type: 'string', minLength: 1 },
    requires: names,
    provides: names,
    optional: names,
    options: { type: 'object' },
    contributes: { type: 'object' },
    extensionPoints: { type: 'object' },
    requestScopes: { type: 'boolean' },
    prepare: {},
    register: {},
  },
}

let validate: ReturnType<typeof compile> | undefined

/**
 * Check the export of a plugin's module. A test checks those of the service's own plugins, so that a start need not compile the schema for them.
 * @param key the plugin's key in the configuration, for the message
 * @param isOwn whether the plugin is part of the service
 * @throws ConfigurationError naming the plugin and everything that is wrong
 */
export function readManifest(key: string, exported: unknown, isOwn: boolean): PluginManifest {
  if (isOwn && isManifest(exported)) return exported
  validate ??= compile(manifestSchema)
  const problems = failures(validate, exported).map(
    ({ field, message }) => `${field || 'the default export'} ${message}`,
  )
  if (problems.length === 0 && !isManifest(exported)) problems.push('register must be a function')
  if (problems.length > 0 || !isManifest(exported)) {
    throw new ConfigurationError(`plugin "${key}": its manifest is not valid: ${problems.join('; ')}`)
  }
  return exported
}

const isManifest = (value: unknown): value is PluginManifest =>
  typeof value === 'object' && value !== null && 'register' in value && typeof value.register === 'function'
