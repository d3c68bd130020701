import { ConfigurationError, StoreUnavailable } from '../errors.ts'
import { pluginAtFault, reasonOf } from './plugin-fault.ts'

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
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => {
      reject(new ConfigurationError(`plugin "${plugin}" did not ${step} within ${timeout / 1000} s`, { plugin }))
    }, timeout)
  })
  try {
    return await Promise.race([Promise.resolve().then(work), late])
  } catch (error) {
    throw named(plugin, step, error)
  } finally {
    clearTimeout(timer)
  }
}

/** Wrap the failure in an error that names the plugin. Errors that already explain themselves keep their class. */
function named(plugin: string, step: string, error: unknown): unknown {
  if (error instanceof ConfigurationError && pluginAtFault(error) !== undefined) return error
  if (error instanceof StoreUnavailable) return error
  return new ConfigurationError(`plugin "${plugin}" failed to ${step}: ${reasonOf(error)}`, { cause: error, plugin })
}
