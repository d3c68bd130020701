/** A failure of a plugin, while it answered a request or otherwise. The log has more under the same request id; a message could hold what nobody should read. */
export interface PluginFailure {
  /** RFC 3339. */
  time: string
  /** `x-request-id` of the answer, and `reqId` in the log; empty where there was no request. */
  request_id: string
  method: string
  /** Address of the route, with its parameters by name. */
  route: string
  /** What of the plugin failed, where it was no route of its own: `change listener`, `background task`, `behaviour` … */
  part?: string
}

/** A plugin that is switched on. */
export interface RunningPlugin {
  /** Its key in the configuration. */
  key: string
  name: string
  version: string
  /** Names of contracts. */
  requires: readonly string[]
  optional: readonly string[]
  provides: readonly string[]
  /** What it adds to, by name: `commands`, `segments`, `screens` … */
  contributes: readonly string[]
  /** How long its `register` took, ms. */
  startup_ms: number
  /** The latest of its failures since the start, newest first. */
  errors: readonly PluginFailure[]
}

/** The plugins that are switched on, as the loader knows them. Provided by the kernel. */
export interface Plugins {
  /** All of them, by name; those that are still to start too, until the service is ready. */
  list(): readonly RunningPlugin[]

  /** Name of the plugin that is being started; undefined when all of them are. */
  readonly starting: string | undefined

  /**
   * Note a failure of a plugin outside of any request; whoever notes it logs it too.
   * @param part what failed: `change listener`, `background task`
   */
  failed(name: string, part: string): void

  /** Name of the plugin that an error comes from, by what it says itself or by its stack; else of the one that is being started, if any is. */
  blame(error: unknown): string | undefined
}
