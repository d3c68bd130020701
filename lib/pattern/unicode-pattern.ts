/** A pattern that cannot be used. Its message is the reason, without the pattern: `has a look-ahead, …`. */
export class PatternRefused extends Error {
  override readonly name = 'PatternRefused'
}

/** Punctuation that is no syntax: a backslash before it is an error with the flag `u`, and does nothing without it. */
const needlesslyEscaped = new Set('!"#%&\',-:;<=>@_`~')

/**
 * A regular expression of ECMA-262 in the form for the flag `u`: one that is valid only without the flag is rewritten where that does not change its
 * meaning. `\@` becomes `@`, and `[\w-.]` becomes `[\w\-.]`.
 * @throws PatternRefused for anything else
 */
export function unicodePattern(source: string): string {
  const problem = syntaxProblem(source, 'u')
  const pattern = problem === undefined ? source : modernized(source)
  if (pattern === undefined) {
    throw new PatternRefused(`is not a regular expression of ECMA-262 with the flag u: ${problem}`)
  }
  return pattern
}

/** The pattern rewritten for the flag `u`; undefined when it has no such form. */
function modernized(source: string): string | undefined {
  if (syntaxProblem(source, '') !== undefined) return undefined
  // With the character's number in place of the escape nothing else can come about, such as the `{1,2}` in `a{1\,2}`.
  const isSame = syntaxProblem(rewrite(source, hexEscape), 'u') === undefined
  return isSame ? rewrite(source, character => character) : undefined
}

const hexEscape = (character: string): string => `\\x${character.charCodeAt(0).toString(16).padStart(2, '0')}`

function rewrite(source: string, unescape: (character: string) => string): string {
  let text = ''
  let at = 0
  while (at < source.length) {
    const next = source.charAt(at + 1)
    if (source.charAt(at) === '\\') {
      text += needlesslyEscaped.has(next) ? unescape(next) : `\\${next}`
      at += 2
    } else if (source.charAt(at) === '[') {
      const end = endOfClass(source, at)
      text += rewriteClass(source.slice(at, end))
      at = end
    } else text += source.charAt(at++)
  }
  return text
}

/** The index after the bracket that closes a class. */
function endOfClass(source: string, start: number): number {
  for (let at = start + 1; at < source.length; at++) {
    if (source.charAt(at) === '\\') at++
    else if (source.charAt(at) === ']') return at + 1
  }
  return source.length
}

const classParts = /\\[pP]\{[^}]*\}|\\[^]|[^]/gu
const isClassEscape = (part: string | undefined): boolean => part !== undefined && /^\\(?:[dDsSwW]|[pP]\{)/.test(part)

/** Escape the hyphens of a class that would be a range from or to a class escape. */
function rewriteClass(text: string): string {
  const open = text.startsWith('[^') ? '[^' : '['
  const parts = text.slice(open.length, -1).match(classParts) ?? []
  let written = open
  for (let at = 0; at < parts.length; at++) {
    const part = parts[at] ?? ''
    const last = parts[at + 2]
    const isLone = part === '-' && at > 0 && at < parts.length - 1
    written += isLone ? '\\-' : part
    if (parts[at + 1] !== '-' || last === undefined) continue
    const isRange = !isClassEscape(part) && !isClassEscape(last)
    written += isRange ? `-${last}` : `\\-${last === '-' && at + 3 < parts.length ? '\\-' : last}`
    at += 2
  }
  return `${written}]`
}

/** What is wrong with a pattern by the grammar of ECMA-262. */
function syntaxProblem(source: string, flags: 'u' | ''): string | undefined {
  try {
    void new RegExp(source, flags)
    return undefined
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error
    return error.message.slice(error.message.lastIndexOf(': ') + 2).toLowerCase()
  }
}
