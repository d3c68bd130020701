import { RE2JS } from 're2js'

/** Instructions that a compiled pattern may have: what one character of a text may cost. */
const maxInstructions = 5000
/** The same, guessed from the text alone, so that what is far too large is not even compiled. */
const maxGuessedCost = 100_000

/** A regular expression that runs in time linear in the text, whatever it is. */
export interface Pattern {
  test(text: string): boolean
  /** Instructions that it is made of. */
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

/** What a pattern may cost to compile: counted repetitions are written out. */
export function guessCost(source: string): number {
  let repeats = 1
  for (const [, from = '', to = ''] of source.matchAll(/\{(\d+)(?:,(\d*))?\}/g))
    repeats += Math.max(Number(from), Number(to))
  return source.length * repeats
}
