import type { Caller } from '../../kernel/index.ts'
import type { JsonObject } from '../../lib/json/index.ts'
import type { WriteOperation } from '../../lib/store-kit/index.ts'

/** A setting as it is kept, shared by all accounts. */
export interface Setting {
  value: JsonObject
  /** The operation that makes a write commit only while this is the setting's value. */
  check: WriteOperation
}

/** A change to a setting, before it is written. */
export interface SettingChange {
  /** The setting's name, the last part of `urn:settings:<name>`. */
  name: string
  caller: Caller
  before: JsonObject
  after: JsonObject
}

/** What a plugin has to say to changes of a setting. @returns operations to add to the same write; what it throws refuses the change */
export type SettingRule = (change: SettingChange) => WriteOperation[] | Promise<WriteOperation[]>

/**
 * Settings of the whole instance: one document per name, each with a value from the first start on. Provided by the plugin `settings`,
 * which also says which names there are and what their values look like.
 */
export interface Settings {
  /** The setting as it is now, read from the store. Throws for a name that there is not. */
  get(name: string): Promise<Setting>

  /**
   * The value of a setting, cached while the store's change feed is current: the same frozen object for as long as nothing changed. For what
   * every request asks. Throws for a name that there is not.
   */
  current(name: string): Promise<JsonObject>

  /**
   * The operations that change a setting and record that, for a write of the caller's own: it commits only if the setting is still what it
   * was. A `WriteRefused` with the reason `stale` means that it no longer was; plan again. Slugs in the new value are not checked.
   * @param change gives the new value; the same object for no change, which needs no operation
   */
  plan(caller: Caller, name: string, change: (value: JsonObject) => JsonObject): Promise<WriteOperation[]>

  /** Add a rule for changes of this setting; it is asked from now on. */
  addRule(name: string, rule: SettingRule): void
}

declare module '../../kernel/index.ts' {
  interface Contracts {
    settings: Settings
  }
}
