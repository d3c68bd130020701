/** Deepest nesting of arrays and objects in a body: a scalar has depth 0, `[]` has depth 1. */
export const maximumDepth = 64
