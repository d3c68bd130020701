import { anyCharacter, classEscapes, noCharacter, notLineEnd, writeCharacter, writeProperty } from './characters.ts'
import { PatternRefused } from './unicode-pattern.ts'

/** How often RE2 repeats something at most, repetitions inside of repetitions multiplied. */
export const maxRepeats = 1000
const maxDepth = 200

/**
 * Translate a pattern to the syntax of RE2, in which every character and class is written so that it has the meaning of ECMA-262.
 * @param pattern valid with the flag `u`
 * @throws PatternRefused for what does not run in linear time, naming it
 */
export function translatePattern(pattern: string): string {
  const translation = new Translation(pattern)
  return translation.alternatives(0).text
}

/** A part in the syntax of RE2. */
interface Part {
  text: string
  /** How often its innermost part is repeated. */
  repeats: number
}

const part = (text: string): Part => ({ text, repeats: 1 })

const escapes: ReadonlyMap<string, number> = new Map([
  ['0', 0x00],
  ['t', 0x09],
  ['n', 0x0a],
  ['v', 0x0b],
  ['f', 0x0c],
  ['r', 0x0d],
])

const beyondLinear = 'which cannot be run in time linear in the text'

class Translation {
  readonly #pattern: string
  #at = 0

  constructor(pattern: string) {
    this.#pattern = pattern
  }

  alternatives(depth: number): Part {
    if (depth > maxDepth) throw new PatternRefused(`has groups nested deeper than ${maxDepth}`)
    const texts: string[] = []
    let repeats = 1
    for (;;) {
      let text = ''
      while (this.#at < this.#pattern.length && !this.#isNext('|') && !this.#isNext(')')) {
        const one = this.#quantified(depth)
        text += one.text
        repeats = Math.max(repeats, one.repeats)
      }
      texts.push(text)
      if (!this.#take('|')) return { text: texts.join('|'), repeats }
    }
  }

  #quantified(depth: number): Part {
    const one = this.#atom(depth)
    const quantifier = this.#match(/(?:[*+?]|\{(\d+)(?:(,)(\d*))?\})\??/y)
    if (quantifier === undefined) return one
    const [whole, from, comma, to] = quantifier
    if (from === undefined) return { ...one, text: `${one.text}${whole.charAt(0)}` }
    const count = to === undefined || to === '' ? Number(from) : Number(to)
    const repeats = one.repeats * Math.max(1, count)
    if (repeats > maxRepeats) {
      const nested = one.repeats > 1 ? ', multiplied by those inside of it' : ''
      throw new PatternRefused(
        `has the repetition ${whole.slice(0, 40)}, which is longer than can be run: at most ${maxRepeats}${nested}`,
      )
    }
    return { text: `${one.text}{${Number(from)}${comma ?? ''}${to ? Number(to) : ''}}`, repeats }
  }

  #atom(depth: number): Part {
    if (this.#take('.')) return part(notLineEnd)
    if (this.#take('^')) return part('^')
    if (this.#take('$')) return part('$')
    if (this.#isNext('(')) return this.#group(depth)
    if (this.#take('[')) return part(this.#class())
    if (this.#isNext('\\')) return part(this.#escape())
    return part(writeCharacter(this.#character()))
  }

  #group(depth: number): Part {
    const [opening = '('] = this.#match(/\((?:\?(?:<?[=!]|<[^>]*>|[^(]*?:|))?/y) ?? []
    if (/^\(\?<?[=!]/.test(opening)) {
      throw new PatternRefused(
        `has a ${opening.startsWith('(?<') ? 'look-behind' : 'look-ahead'} ${opening}…), ${beyondLinear}`,
      )
    }
    if (/^\(\?[a-z-]+:/.test(opening))
      throw new PatternRefused(`has a group with flags ${opening}…), which are not supported`)
    const { text, repeats } = this.alternatives(depth + 1)
    this.#at++ // its closing parenthesis
    return { text: `(?:${text})`, repeats }
  }

  #escape(): string {
    const reference = this.#match(/\\(?:[1-9]\d*|k<[^>]*>)/y)
    if (reference !== undefined) throw new PatternRefused(`has the back-reference ${reference[0]}, ${beyondLinear}`)
    const boundary = this.#match(/\\[bB]/y)
    if (boundary !== undefined) return boundary[0]
    const set = this.#set()
    return set === undefined ? writeCharacter(this.#character()) : `[${set}]`
  }

  /** A class, after its opening bracket. */
  #class(): string {
    const isNegated = this.#take('^')
    let members = ''
    while (!this.#take(']')) members += this.#range()
    if (members === '') return isNegated ? anyCharacter : noCharacter
    return `[${isNegated ? '^' : ''}${members}]`
  }

  #range(): string {
    const set = this.#set()
    if (set !== undefined) return set
    const from = writeCharacter(this.#character())
    const isRange = this.#isNext('-') && this.#pattern.charAt(this.#at + 1) !== ']'
    if (!isRange) return from
    this.#at++
    return `${from}-${writeCharacter(this.#character())}`
  }

  /** A class escape as members of a class, if one is next. */
  #set(): string | undefined {
    const [, letter, sign, property] = this.#match(/\\(?:([dDwWsS])|([pP])\{([^}]*)\})/y) ?? []
    if (letter !== undefined) return classEscapes.get(letter)
    return property === undefined ? undefined : writeProperty(property, sign === 'P')
  }

  /** The code point that is next, escaped or not. */
  #character(): number {
    const pair = this.#match(/\\u(d[89ab][\da-f]{2})\\u(d[c-f][\da-f]{2})/iy)
    if (pair !== undefined) {
      const [, high = '', low = ''] = pair
      return String.fromCharCode(parseInt(high, 16), parseInt(low, 16)).codePointAt(0) ?? 0
    }
    const [number, braced, four, two] = this.#match(/\\(?:u\{([\da-f]+)\}|u([\da-f]{4})|x([\da-f]{2}))/iy) ?? []
    if (number !== undefined) return parseInt(braced ?? four ?? two ?? '', 16)
    const control = this.#match(/\\c([A-Za-z])/y)
    if (control !== undefined) return (control[1] ?? '').charCodeAt(0) % 32
    const isEscaped = this.#take('\\')
    const codePoint = this.#pattern.codePointAt(this.#at) ?? 0
    const character = String.fromCodePoint(codePoint)
    this.#at += character.length
    if (!isEscaped) return codePoint
    return character === 'b' ? 0x08 : (escapes.get(character) ?? codePoint)
  }

  #isNext(character: string): boolean {
    return this.#pattern.charAt(this.#at) === character
  }

  #take(character: string): boolean {
    const isNext = this.#isNext(character)
    if (isNext) this.#at++
    return isNext
  }

  /** What a sticky expression matches here, which is then behind. */
  #match(expression: RegExp): RegExpExecArray | undefined {
    expression.lastIndex = this.#at
    const match = expression.exec(this.#pattern)
    if (match === null) return undefined
    this.#at = expression.lastIndex
    return match
  }
}
