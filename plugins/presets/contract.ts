/** Information of the plugin `presets` for others. A plugin that requires this contract starts when the core types exist. */
export interface Presets {
  /** Slugs of the types that every service has from its first start on; no other plugin creates them. */
  readonly coreTypes: readonly string[]
}

declare module '../../kernel/index.ts' {
  interface Contracts {
    presets: Presets
  }
}
