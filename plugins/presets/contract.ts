/**
 * Bundles of resource types. Provided by the plugin `presets` when the types that are always there (the preset `core`) are: a plugin that names types of
 * theirs while it starts names this contract as `optional`, so that it starts later.
 */
export interface Presets {
  /** Names of the presets that are installed. */
  installed(): Promise<ReadonlySet<string>>
}

declare module '../../kernel/index.ts' {
  interface Contracts {
    presets: Presets
  }
}
