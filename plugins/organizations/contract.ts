import type { FlatShape } from '../../lib/flat/index.ts'

declare module '../../kernel/index.ts' {
  interface Contributions {
    /** Flat shapes of types. That of the type `person` is the shape of the members of organizations. */
    'flat-shapes'?: readonly FlatShape[]
  }
}
