import type { Config, DocumentStore, HealthCheck } from '../../kernel/index.ts'

export type { HealthCheck }

/** What checks are given. A plugin that checks its own state keeps that in its module. */
export interface HealthCheckContext {
  config: Config
  store: DocumentStore
}

/**
 * Checks that a plugin contributes: called for each `GET /api/health/checks`. They are cheap, take less than two seconds, and do not throw: a check that
 * throws or takes longer is reported as failing. They never make the service unready.
 */
export type HealthChecks = (context: HealthCheckContext) => HealthCheck[] | Promise<HealthCheck[]>

/** The result of all checks. */
export interface HealthReport {
  /** The worst status of a check. */
  status: HealthCheck['status']
  checks: HealthCheck[]
}

/** An instance of the service on the store. */
export interface Instance {
  id: string
  host: string
  pid: number
  version: string
  /** The commit that the service was built from, if the build knew it. */
  commit?: string
  /** Where it listens. */
  url: string
  /** RFC 3339. */
  started_at: string
  /** RFC 3339; the last of its regular writes. */
  last_seen_at: string
}

declare module '../../kernel/index.ts' {
  interface Contributions {
    /** Checks of `GET /api/health/checks`. Their names begin with the name of the plugin: `mail:queue`. */
    healthChecks?: HealthChecks
  }
}
