/** Deepest nesting of arrays and objects in a body: a scalar has depth 0, `[]` has depth 1. */
export const maximumDepth = 64

/** The one member name that no text may have: JavaScript gives it a meaning of its own, and libraries lose or mistake it. */
export const forbiddenName = '__proto__'
