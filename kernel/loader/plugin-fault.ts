import { HttpError } from '../errors.ts'

/**
 * A plugin broke its contract, or failed while it worked for another plugin. Over HTTP it is a 500 without details; the log and the list of
 * plugins name the plugin.
 */
export class PluginFault extends Error {
  /** Name of the plugin. */
  readonly plugin: string

  /** @param what what the plugin did, beginning in lower case: `its behaviour "x" failed: …` */
  constructor(plugin: string, what: string, options?: ErrorOptions) {
    super(`plugin "${plugin}": ${what}`, options)
    this.name = 'PluginFault'
    this.plugin = plugin
  }
}

/** A plugin did not finish in time; 503. */
export class PluginTimeout extends HttpError {
  static override readonly code: string = 'plugin-timeout'
  readonly statusCode = 503
  /** Name of the plugin. */
  readonly plugin: string

  /** @param message for the caller */
  constructor(plugin: string, message: string) {
    super(message, { code: 'handler-timeout' })
    this.plugin = plugin
  }
}

/** The plugin that an error names as its cause, if any. */
export function pluginAtFault(error: unknown): string | undefined {
  if (typeof error !== 'object' || error === null || !('plugin' in error)) return undefined
  return typeof error.plugin === 'string' ? error.plugin : undefined
}
