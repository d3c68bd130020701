/** What the plugin `presets` tells others. Whoever names this contract starts when the types that every service has are there. */
export interface Presets {
  /** Slugs of the types that every service has from its first start on; nobody else brings them. */
  readonly coreTypes: readonly string[]
}

declare module '../../kernel/index.ts' {
  interface Contracts {
    presets: Presets
  }
}
