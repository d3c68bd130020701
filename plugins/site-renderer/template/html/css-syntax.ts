/** A place in a style sheet that browsers do not read as its author intended. */
interface CssProblem {
  message: string
  /** From 1. */
  line: number
  /** From 1. */
  column: number
}

const closing: Readonly<Record<string, string>> = { '{': '}', '(': ')', '[': ']' }
const maxProblems = 20

/** Comments, strings (a string ends with its line), addresses without quotes, escapes, brackets, ends of declarations, and everything between them. */
const tokens =
  /\/\*[\s\S]*?(?:\*\/|$)|"(?:[^"\\\n]|\\(?:\r\n|[\s\S]))*"?|'(?:[^'\\\n]|\\(?:\r\n|[\s\S]))*'?|(?<=\burl)\(\s*(?:[^\s"'()\\]|\\[\s\S])+\s*\)|\\[\s\S]|[{}()[\];]|[^\s"'\\{}()[\];/]+|\s+|\//gi

/**
 * Find what makes browsers drop parts of a style sheet: comments, strings and blocks that are not closed, brackets without a partner, and
 * declarations without a colon. Properties and values are not checked.
 */
export function findCssProblems(css: string): CssProblem[] {
  const problems: CssProblem[] = []
  const open: { bracket: string; at: number }[] = []
  let statement = ''
  let start = 0
  const report = (at: number, message: string): void => {
    if (problems.length >= maxProblems) return
    const before = css.slice(0, at)
    problems.push({ message, line: before.split('\n').length, column: at - before.lastIndexOf('\n') })
  }
  const endDeclaration = (): void => {
    const text = statement.trim()
    if (open.at(-1)?.bracket === '{' && text !== '' && !text.startsWith('@') && !text.includes(':'))
      report(start, `"${text.slice(0, 60)}" is no declaration: a colon is missing`)
    statement = ''
  }
  const close = (bracket: string, at: number): void => {
    const last = open.at(-1)
    if (last !== undefined && closing[last.bracket] === bracket) open.pop()
    else report(at, `"${bracket}" closes nothing`)
  }
  for (const { 0: token, index: at } of css.matchAll(tokens)) {
    if (token.startsWith('/*')) {
      if (token.length < 4 || !token.endsWith('*/')) report(at, 'the comment is not closed')
      continue
    }
    if (/^["']/.test(token) && (token.length < 2 || token.at(-1) !== token[0]))
      report(at, `the string is not closed: ${token.slice(0, 60)}`)
    const isEnd = token === '}' || (token === ';' && [undefined, '{'].includes(open.at(-1)?.bracket))
    if (isEnd) endDeclaration()
    if (token === '}' || token === ')' || token === ']') close(token, at)
    if (token in closing) open.push({ bracket: token, at })
    if (token === '{') statement = ''
    else if (!isEnd) {
      if (statement.trim() === '') start = at
      statement += token
    }
  }
  for (const { bracket, at } of open) report(at, `"${bracket}" is not closed`)
  return problems
}
