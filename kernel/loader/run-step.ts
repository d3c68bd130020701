import { ConfigurationError, StoreUnavailable } from '../errors.ts'
import { pluginAtFault, reasonOf } from './plugin-fault.ts'

/** A plugin, and where its code is. */
export interface PluginPlace {
  /** Name of the plugin; its key in the configuration until its manifest has been read. */
  plugin: string
  /** See `LoadedPlugin`. */
  location: string
}

/** A step of a plugin while the service starts. */
export interface PluginStep extends PluginPlace {
  /** The step: `load`, `start`, `get ready`. */
  step: string
}

/** Limits of the steps of plugins. */
export interface StepLimits {
  /** Time limit of each step, ms. */
  timeout: number
  /** Called when a step begins, and with undefined when it has ended. Steps run one after the other. */
  onStep?: ((step: PluginStep | undefined) => void) | undefined
}

/**
 * Run one step of loading a plugin, with a time limit.
 * @param step the name of the step, for the message: `start`
 * @throws ConfigurationError naming the plugin when it throws, or has not finished in time
 */
export async function runStep<Result>(
  { timeout, onStep }: StepLimits,
  place: PluginPlace,
  step: string,
  work: () => Promise<Result> | Result,
): Promise<Result> {
  const { plugin } = place
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => {
      reject(
        new ConfigurationError(`plugin "${plugin}" did not finish to ${step} within ${timeout / 1000} s`, { plugin }),
      )
    }, timeout)
  })
  onStep?.({ ...place, step })
  try {
    return await Promise.race([Promise.resolve().then(work), late])
  } catch (error) {
    throw named(plugin, step, error)
  } finally {
    clearTimeout(timer)
    onStep?.(undefined)
  }
}

/** Wrap the failure in an error that names the plugin. Errors that already explain themselves keep their class. */
function named(plugin: string, step: string, error: unknown): unknown {
  if (error instanceof ConfigurationError && pluginAtFault(error) !== undefined) return error
  if (error instanceof StoreUnavailable) return error
  return new ConfigurationError(`plugin "${plugin}" failed to ${step}: ${reasonOf(error)}`, { cause: error, plugin })
}
