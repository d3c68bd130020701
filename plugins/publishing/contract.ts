import type { Caller } from '../../kernel/index.ts'
import type { JsonObject } from '../../lib/json/index.ts'

/** Schedules that wait, for copies of a service. Provided by the plugin `publishing`. */
export interface ScheduleCopies {
  /** Those of an account, as the API shows them. */
  waiting(account_id: string): Promise<JsonObject[]>
  /**
   * Make the schedule of a copy: `{resource_id, action, at, version, created_by}`. `version` is `draft` or `published`, what the version to publish is in the copy.
   * It acts as `created_by`, if that is an active user of the account, else as the caller.
   * @returns false when the resource has one with this action and time
   * @throws `BadRequest`, `NotFound`, `Conflict`
   */
  restore(caller: Caller, row: JsonObject): Promise<boolean>
}

declare module '../../kernel/index.ts' {
  interface Contracts {
    scheduleCopies: ScheduleCopies
  }
}
