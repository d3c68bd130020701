import { ConfigurationError } from '../errors.ts'

/**
 * Do one step of loading a plugin, in bounded time.
 * @param step what the plugin does, for the message: `register`
 * @throws ConfigurationError naming the plugin when it throws, or has not finished after `ms`
 */
export async function within<Result>(
  ms: number,
  plugin: string,
  step: string,
  work: () => Promise<Result> | Result,
): Promise<Result> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => {
      reject(new ConfigurationError(`plugin "${plugin}" did not finish to ${step} within ${ms / 1000} s`))
    }, ms)
  })
  try {
    return await Promise.race([Promise.resolve().then(work), late])
  } catch (error) {
    throw named(plugin, step, error)
  } finally {
    clearTimeout(timer)
  }
}

/** The failure as one that names the plugin. Those that say by themselves what is wrong keep their class. */
function named(plugin: string, step: string, error: unknown): unknown {
  if (error instanceof ConfigurationError && error.message.startsWith('plugin "')) return error
  if (error instanceof Error && error.name === 'StoreUnavailable') return error
  const reason = error instanceof Error ? error.message : String(error)
  return new ConfigurationError(`plugin "${plugin}" failed to ${step}: ${reason}`, { cause: error })
}
