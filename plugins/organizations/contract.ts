/** The extension point `flat-shapes` moved to `plinth/contracts/dynamic-resources`; this path is for plugins of version 0.2. */
export type { FlatViews } from '../dynamic-resources/contract.ts'
