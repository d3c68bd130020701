import type { Caller, PendingUpgrade } from '../../kernel/index.ts'
import type { Json, JsonObject } from '../../lib/json/index.ts'

/** Information of the plugin `presets` for others. A plugin that requires this contract starts when the core types exist. */
export interface Presets {
  /** Slugs of the types that every service has from its first start on; no other plugin creates them. */
  readonly coreTypes: readonly string[]
  /** Whether there is a preset with this name. */
  has(name: string): boolean
  /**
   * Record a preset as installed, for a copy of another service: its behaviours are switched on for its existing types, and these samples (ids by
   * label) are recorded as loaded by the caller's account. No type is created, no schema changed.
   */
  recordCopy(caller: Caller, name: string, samples: ReadonlyMap<string, string>): Promise<void>
  /** The installed presets, each with what {@link recordCopy} takes: for a copy of this service. */
  readCopies(caller: Caller): Promise<readonly { name: string; samples: ReadonlyMap<string, string> }[]>
  /** The changes that installed presets make to data of earlier versions, and that are not done yet. */
  planUpgrades(): Promise<readonly PendingUpgrade[]>
  /** Do them. */
  runUpgrades(): Promise<void>
}

/** A preset as data: `preset.json`, and the other files by slug. */
export interface PresetData {
  preset: JsonObject
  types: Record<string, Json>
  seed?: Record<string, Json>
}

/** The absolute path to the folder of a preset or of several, the data of a preset, or a list of these. */
export type ContributedPresets = string | PresetData | readonly ContributedPresets[]

declare module '../../kernel/index.ts' {
  interface Contracts {
    presets: Presets
  }

  interface Contributions {
    /** Presets that administrators can install. */
    presets?: ContributedPresets
  }
}
