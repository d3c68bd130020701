import { RE2JS } from 're2js'

/** From a code point to another one, both included. */
type Range = readonly [from: number, to: number]

const last = 0x10ffff
const everything: readonly Range[] = [[0, last]]

/** White space and line ends of ECMA-262. */
const whiteSpace: readonly Range[] = [
  [0x09, 0x0d],
  [0x20, 0x20],
  [0xa0, 0xa0],
  [0x1680, 0x1680],
  [0x2000, 0x200a],
  [0x2028, 0x2029],
  [0x202f, 0x202f],
  [0x205f, 0x205f],
  [0x3000, 0x3000],
  [0xfeff, 0xfeff],
]
const lineEnds: readonly Range[] = [
  [0x0a, 0x0a],
  [0x0d, 0x0d],
  [0x2028, 0x2029],
]

/** A character as RE2 reads it, in and outside of a class. */
export const writeCharacter = (codePoint: number): string => {
  const text = String.fromCodePoint(codePoint)
  return /^[A-Za-z0-9]$/.test(text) ? text : `\\x{${codePoint.toString(16)}}`
}

const writeRanges = (ranges: readonly Range[]): string =>
  ranges.map(([from, to]) => `${writeCharacter(from)}${from === to ? '' : `-${writeCharacter(to)}`}`).join('')

function complement(ranges: readonly Range[]): Range[] {
  const left: Range[] = []
  let next = 0
  for (const [from, to] of ranges) {
    if (from > next) left.push([next, from - 1])
    next = to + 1
  }
  if (next <= last) left.push([next, last])
  return left
}

/** Every character, and none, as a class of RE2. */
export const anyCharacter = `[${writeRanges(everything)}]`
export const noCharacter = `[^${writeRanges(everything)}]`
/** `.` */
export const notLineEnd = `[${writeRanges(complement(lineEnds))}]`

/** Class escapes as members of a class of RE2. */
export const classEscapes: ReadonlyMap<string, string> = new Map([
  ['d', '0-9'],
  ['D', '\\D'],
  ['w', '0-9A-Za-z_'],
  ['W', '\\W'],
  ['s', writeRanges(whiteSpace)],
  ['S', writeRanges(complement(whiteSpace))],
])

/** The short names of general categories, which RE2 supports, by their long ones. */
const categories: ReadonlyMap<string, string> = new Map(
  (
    'Letter L Cased_Letter LC Uppercase_Letter Lu Lowercase_Letter Ll Titlecase_Letter Lt Modifier_Letter Lm Other_Letter Lo ' +
    'Mark M Combining_Mark M Nonspacing_Mark Mn Spacing_Mark Mc Enclosing_Mark Me Number N Decimal_Number Nd digit Nd Letter_Number Nl ' +
    'Other_Number No Punctuation P punct P Connector_Punctuation Pc Dash_Punctuation Pd Open_Punctuation Ps Close_Punctuation Pe ' +
    'Initial_Punctuation Pi Final_Punctuation Pf Other_Punctuation Po Symbol S Math_Symbol Sm Currency_Symbol Sc Modifier_Symbol Sk ' +
    'Other_Symbol So Separator Z Space_Separator Zs Line_Separator Zl Paragraph_Separator Zp Other C Control Cc cntrl Cc Format Cf ' +
    'Surrogate Cs Private_Use Co Unassigned Cn'
  )
    .match(/\S+ \S+/g)
    ?.map((pair): [string, string] => {
      const [long = '', short = ''] = pair.split(' ')
      return [long, short]
    }) ?? [],
)

/** Members of a class by property; as many as there are names. */
const properties = new Map<string, { positive: string; negative: string }>()

/**
 * A property of Unicode as members of a class of RE2.
 * @param expression what is between the braces of `\p{…}`; valid
 */
export function writeProperty(expression: string, isNegated: boolean): string {
  const known = properties.get(expression) ?? findProperty(expression)
  properties.set(expression, known)
  return isNegated ? known.negative : known.positive
}

function findProperty(expression: string): { positive: string; negative: string } {
  const name = nameInRe2(expression)
  if (name !== undefined) return { positive: `\\p{${name}}`, negative: `\\P{${name}}` }
  const ranges = rangesOf(expression)
  return { positive: writeRanges(ranges), negative: writeRanges(complement(ranges)) }
}

/** The name of the same property in RE2, if it has one. */
export function nameInRe2(expression: string): string | undefined {
  const [key = '', value] = expression.split('=')
  const name = value ?? key
  if (key === 'Script_Extensions' || key === 'scx') return undefined
  const candidate = categories.get(name) ?? name
  return isRe2(`\\p{${candidate}}`) ? candidate : undefined
}

/** Whether a text is valid in the syntax of RE2. */
export function isRe2(source: string): boolean {
  try {
    RE2JS.compile(source)
    return true
  } catch {
    return false
  }
}

/** Code points among which a property can change from one to the next; between them, in private and unassigned planes, it is the same. */
const varied: readonly Range[] = [
  [0, 0xd7ff],
  [0xe000, 0x3ffff],
  [0xe0000, 0xeffff],
]

/** Ask the engine of JavaScript which characters have a property. */
function rangesOf(expression: string): Range[] {
  const property = new RegExp(`^\\p{${expression}}$`, 'u')
  const found: [number, number][] = []
  const note = (from: number, to: number): void => {
    if (!property.test(String.fromCodePoint(from))) return
    const before = found.at(-1)
    if (before !== undefined && before[1] === from - 1) before[1] = to
    else found.push([from, to])
  }
  const noteEach = ([from, to]: Range): void => {
    for (let codePoint = from; codePoint <= to; codePoint++) note(codePoint, codePoint)
  }
  const [basic = [0, 0], upper = [0, 0], tags = [0, 0]] = varied
  noteEach(basic)
  note(0xd800, 0xdfff)
  noteEach(upper)
  for (let plane = 0x40000; plane <= 0x100000; plane += 0x10000) {
    if (plane === tags[0]) noteEach(tags)
    else {
      note(plane, plane + 0xfffd)
      noteEach([plane + 0xfffe, plane + 0xffff]) // no characters
    }
  }
  return found
}
