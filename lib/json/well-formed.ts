declare global {
  interface String {
    /** ECMAScript 2024, in every Node that this runs on; the types of `es2023` do not have it yet. */
    isWellFormed(): boolean
  }
}

/** Whether a text has no lone surrogate. */
export const isWellFormed = (text: string): boolean => text.isWellFormed()
