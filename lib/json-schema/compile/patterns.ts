import { RE2JS } from 're2js'

/** How many instructions a compiled pattern can have: the maximum cost of one character of a text. */
const maxInstructions = 5000
/** The same limit, estimated from the text alone, so that a pattern that is far too large is not even compiled. */
const maxGuessedCost = 100_000

/** A regular expression that runs in time linear in the text, for any pattern. */
export interface Pattern {
  test(text: string): boolean
  /** Number of its instructions. */
  cost: number
}

/**
 * Compile a regular expression of RE2 syntax.
 * @throws an error whose message says why it cannot be run
 */
export function compilePattern(source: string): Pattern {
  if (guessCost(source) > maxGuessedCost) throw new Error('it is too large')
  const expression = RE2JS.compile(source)
  const cost = expression.programSize()
  if (cost > maxInstructions) throw new Error('it is too large')
  return { cost, test: text => expression.test(text) }
}

/** An upper bound of the cost to compile a pattern: counted repetitions are expanded. */
export function guessCost(source: string): number {
  let repeats = 1
  for (const [, from = '', to = ''] of source.matchAll(/\{(\d+)(?:,(\d*))?\}/g))
    repeats += Math.max(Number(from), Number(to))
  return source.length * repeats
}
