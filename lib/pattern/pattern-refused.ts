/** A pattern that cannot be used. Its message says why, without the pattern: `has a look-ahead, …`. */
export class PatternRefused extends Error {
  override readonly name = 'PatternRefused'
}
