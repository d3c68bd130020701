import { ConfigurationError, StoreUnavailable, reasonOf } from '../errors.ts'
import { pluginAtFault } from './plugin-fault.ts'
import { inTime } from '../../lib/event-loop/index.ts'

/**
 * Run one step of loading a plugin, with a time limit. A loop that never ends keeps it from firing: that is for the supervisor of the process.
 * @param timeout ms
 * @param plugin its name; its key in the configuration until its manifest has been read
 * @param step the name of the step, for the message: `start`
 * @throws ConfigurationError naming the plugin when it throws, or has not finished in time
 */
export async function runStep<Result>(
  timeout: number,
  plugin: string,
  step: string,
  work: () => Promise<Result> | Result,
): Promise<Result> {
  try {
    return await inTime(Promise.resolve().then(work), timeout, () => {
      throw new ConfigurationError(`plugin "${plugin}" did not ${step} within ${timeout / 1000} s`, { plugin })
    })
  } catch (error) {
    throw named(plugin, step, error)
  }
}

/** Wrap the failure in an error that names the plugin. Errors that already explain themselves keep their class. */
function named(plugin: string, step: string, error: unknown): unknown {
  if (error instanceof ConfigurationError && pluginAtFault(error) !== undefined) return error
  if (error instanceof StoreUnavailable) return error
  return new ConfigurationError(`plugin "${plugin}" failed to ${step}: ${reasonOf(error)}`, { cause: error, plugin })
}
