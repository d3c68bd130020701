import { RE2JS } from 're2js'

const longest = 5000
/** Instructions that a compiled pattern may have: what one character of a text may cost. */
const mostInstructions = 5000

/** A regular expression that runs in time linear in the text, whatever it is. */
export interface Pattern {
  test(text: string): boolean
}

/**
 * Compile a regular expression of RE2 syntax.
 * @throws an error whose message says why it cannot be run
 */
export function compilePattern(source: string): Pattern & { cost: number } {
  if (source.length > longest) throw new Error(`it is longer than ${longest} characters`)
  const expression = RE2JS.compile(source)
  const cost = expression.programSize()
  if (cost > mostInstructions) throw new Error('it is too large')
  return { cost, test: text => expression.test(text) }
}

/** Why a `pattern` cannot be used, or undefined. */
export function patternProblem(source: string): string | undefined {
  try {
    compilePattern(source)
    return undefined
  } catch (error) {
    const reason = error instanceof Error ? error.message : 'it is malformed'
    return `is not a regular expression that can be run (RE2 syntax): ${reason.slice(0, 200)}`
  }
}
