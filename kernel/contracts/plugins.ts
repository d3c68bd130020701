/** A failure of a plugin, in a request or elsewhere. The log has the details under the same request id; a message could contain confidential data. */
export interface PluginFailure {
  /** RFC 3339. */
  time: string
  /** `x-request-id` of the answer, and `reqId` in the log; empty outside of a request. */
  request_id: string
  method: string
  /** Path pattern of the route, with its parameters by name. */
  route: string
  /** Which part of the plugin failed, if it was not one of its own routes: `change listener`, `background task`, `behaviour` … */
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
  /** Names of its contributions: `commands`, `segments`, `screens` … */
  contributes: readonly string[]
  /** How long its `register` took, ms. */
  startup_ms: number
  /** The most recent of its failures since the start, newest first. */
  errors: readonly PluginFailure[]
}

/** The plugins that are switched on. Provided by the kernel. */
export interface Plugins {
  /** All of them, by name; until the service is ready, also those that have not started yet. */
  list(): readonly RunningPlugin[]

  /**
   * Record a failure of a plugin outside of any request; the caller logs it, too.
   * @param part what failed: `change listener`, `background task`
   */
  failed(name: string, part: string): void
}
