import { RE2JS } from 're2js'
import { isRe2, nameInRe2 } from './characters.ts'
import { maxRepeats, translatePattern } from './translate-pattern.ts'
import { PatternRefused, unicodePattern } from './unicode-pattern.ts'

/** How many instructions a compiled pattern can have: the maximum cost of one character of a text. */
const maxInstructions = 5000
/** The same limit, estimated from the text alone, so that a pattern that is far too large is not even compiled. */
const maxGuessedCost = 100_000
/** The guessed cost of a property of Unicode whose characters have to be looked up one by one. */
const costOfProperty = 20_000

/** A regular expression that runs in time linear in the text, for any pattern. */
export interface Pattern {
  test(text: string): boolean
  /** Number of its instructions. */
  cost: number
}

/**
 * Read a pattern of a schema: a regular expression of ECMA-262 with the flag `u`, or one without it that means the same with needless escapes left out.
 * @returns the pattern, valid with the flag: what is stored and published
 * @throws PatternRefused for one that is invalid, or cannot be run
 */
export function readPattern(source: string): string {
  checkSize(source)
  const pattern = unicodePattern(source)
  compileRe2(translatePattern(pattern))
  return pattern
}

/**
 * Compile a pattern, which means what it means in ECMA-262. A stored one of the old kind, which is valid in the syntax of RE2 alone, is compiled
 * as that.
 * @throws PatternRefused for one that cannot be run
 */
export function compilePattern(source: string): Pattern {
  checkSize(source)
  try {
    return compileRe2(translatePattern(unicodePattern(source)))
  } catch (error) {
    if (!(error instanceof PatternRefused) || !isRe2(source)) throw error
    return compileRe2(source)
  }
}

function checkSize(source: string): void {
  if (guessCost(source) > maxGuessedCost) throw tooLarge()
}

const tooLarge = (): PatternRefused => new PatternRefused('is too large to be run')

function compileRe2(text: string): Pattern {
  const expression = RE2JS.compile(text)
  const cost = expression.programSize()
  if (cost > maxInstructions) throw tooLarge()
  return { cost, test: value => expression.test(value) }
}

/** An upper bound of the cost to compile a pattern: counted repetitions are expanded, except those too long to be run, which are refused by name. */
export function guessCost(source: string): number {
  let repeats = 1
  for (const [, from = '', to = ''] of source.matchAll(/\{(\d+)(?:,(\d*))?\}/g)) {
    const count = Math.max(Number(from), Number(to))
    if (count <= maxRepeats) repeats += count
  }
  const properties = new Set(Array.from(source.matchAll(/\\[pP]\{([^}]*)\}/g), ([, name = '']) => name))
  const lookedUp = [...properties].filter(name => nameInRe2(name) === undefined).length
  return source.length * repeats + lookedUp * costOfProperty
}
