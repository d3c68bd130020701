import { ConfigurationError, StoreUnavailable } from '../errors.ts'
import { pluginAtFault, reasonOf } from './plugin-fault.ts'

/** A plugin, and where its code is. */
export interface PluginPlace {
  /** Name of the plugin; its key in the configuration as long as its manifest was not read. */
  plugin: string
  /** See `LoadedPlugin`. */
  location: string
}

/** Something that a plugin does while the service starts. */
export interface PluginStep extends PluginPlace {
  /** What it does: `load`, `start`, `get ready`. */
  step: string
}

/** What bounds the steps of plugins. */
export interface StepLimits {
  /** How long each step may take, ms. */
  timeout: number
  /** Is told which step begins, and, with undefined, that it has ended. One step comes after the other. */
  onStep?: ((step: PluginStep | undefined) => void) | undefined
}

/**
 * Do one step of loading a plugin, in bounded time.
 * @param step what the plugin does, for the message: `start`
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

/** The failure as one that names the plugin. Those that say by themselves what is wrong keep their class. */
function named(plugin: string, step: string, error: unknown): unknown {
  if (error instanceof ConfigurationError && pluginAtFault(error) !== undefined) return error
  if (error instanceof StoreUnavailable) return error
  return new ConfigurationError(`plugin "${plugin}" failed to ${step}: ${reasonOf(error)}`, { cause: error, plugin })
}
