import type { Caller } from '../../kernel/index.ts'
import type { JsonObject } from '../../lib/json/index.ts'
import type { WriteOperation } from '../../lib/store-kit/index.ts'

/** A stored setting, shared by all accounts. */
export interface Setting {
  value: JsonObject
  /** The operation that makes a write commit only if the setting still has this value. */
  check: WriteOperation
}

/** A change of a setting, before it is written. */
export interface SettingChange {
  /** The setting's name, the last part of `urn:settings:<name>`. */
  name: string
  caller: Caller
  before: JsonObject
  after: JsonObject
}

/** A plugin's rule for changes of a setting. @returns operations to add to the same write; an error that it throws refuses the change */
export type SettingRule = (change: SettingChange) => WriteOperation[] | Promise<WriteOperation[]>

/**
 * Settings of the whole instance: one document per name, each with a value from the first start on. Provided by the plugin `settings`,
 * which also defines the names and the schemas of their values.
 */
export interface Settings {
  /** The current setting, read from the store. Throws for an unknown name. */
  get(name: string): Promise<Setting>

  /**
   * The value of a setting, cached while the store's change feed is current: the same frozen object until something changes. For use in
   * every request. Throws for an unknown name.
   */
  current(name: string): Promise<JsonObject>

  /**
   * The operations that change a setting and record the event, for a write of the caller's own: it commits only if the setting has not
   * changed. A `WriteRefused` with the reason `stale` means that it has; plan again. Slugs in the new value are not checked.
   * @param change returns the new value; the same object for no change, which needs no operation
   */
  plan(caller: Caller, name: string, change: (value: JsonObject) => JsonObject): Promise<WriteOperation[]>

  /** Register a rule for changes of this setting. */
  addRule(name: string, rule: SettingRule): void
}

declare module '../../kernel/index.ts' {
  interface Contracts {
    settings: Settings
  }
}
