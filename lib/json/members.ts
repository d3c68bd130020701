import { InvalidInput } from '../errors/index.ts'

/** How many members an object can have, unless configured otherwise. */
export const maxMembers = 5000

/** The shortest member of many: a name of one character at least, a value, and what separates them. */
const minMemberLength = 6

const quote = 0x22
const comma = 0x2c
const backslash = 0x5c

/**
 * Check how many members the objects of a JSON text have, before it is parsed: an object with very many takes long to create, whatever its size
 * in bytes. A text that is too short to have such an object is not read. Other mistakes in the text are left to the parser.
 * @throws `InvalidInput` naming the position of the first member that is too many
 */
export function checkMembers(text: string, maxObjectMembers: number): void {
  const at = findExcess(text, maxObjectMembers)
  if (at === -1) return
  const { line, column } = positionIn(text, at)
  const what = `an object has more than ${maxObjectMembers} members (http.maxObjectMembers)`
  throw new InvalidInput(`${what}, at line ${line}, column ${column}`)
}

/** Whether the object that is the value of a JSON text has more members than this. */
export const hasMoreMembers = (text: string, count: number): boolean => findExcess(text, count, 1) !== -1

/**
 * The position of the first member that is too many; -1 if there is none.
 * @param maxDepth only objects down to this depth count; that of the outermost is 1
 */
function findExcess(text: string, max: number, maxDepth = Infinity): number {
  if (text.length < max * minMemberLength) return -1
  /** The number of members of each open object so far; NaN for an array. */
  const counts: number[] = []
  let count = Number.NaN
  for (let at = 0; at < text.length; at++) {
    const unit = text.charCodeAt(at)
    if (unit === quote) at = endOfString(text, at)
    else if (unit === comma) {
      if (++count > max && counts.length <= maxDepth) return at
    } else if (unit === 0x7b || unit === 0x5b) {
      counts.push(count)
      count = unit === 0x7b ? 1 : Number.NaN
    } else if (unit === 0x7d || unit === 0x5d) count = counts.pop() ?? Number.NaN
  }
  return -1
}

/** The position of the closing quote, or of the end of the text. */
function endOfString(text: string, start: number): number {
  for (let end = text.indexOf('"', start + 1); end !== -1; end = text.indexOf('"', end + 1)) {
    let before = end - 1
    while (text.charCodeAt(before) === backslash) before--
    if ((end - before) % 2 === 1) return end
  }
  return text.length
}

/** Where an index is in a text, both from 1. */
export function positionIn(text: string, at: number): { line: number; column: number } {
  const before = text.slice(0, at)
  return { line: before.split('\n').length, column: at - before.lastIndexOf('\n') }
}
