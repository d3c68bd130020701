import type { Json, JsonObject } from './types.ts'
import { BadRequest } from '../../kernel/errors.ts'
import { setOwn } from './clone.ts'
import { forbiddenName, maximumDepth } from './limits.ts'
import { numberProblem } from './numbers.ts'
import { pointerOf } from './pointer.ts'
import { isWellFormed } from './well-formed.ts'

const number = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y
const whiteSpace = /[ \t\n\r]*/y
const escape = /\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})/y
const literals: readonly (readonly [string, Json])[] = [
  ['true', true],
  ['false', false],
  ['null', null],
]

const shorten = (text: string): string => (text.length <= 200 ? text : `${text.slice(0, 200)}…`)

/** A strict reader of one JSON text that knows where it is. For explaining; `JSON.parse` is many times faster. */
export class JsonReader {
  readonly #text: string
  readonly #maxDepth: number
  #at = 0
  readonly #path: (string | number)[] = []

  constructor(text: string, maxDepth = maximumDepth) {
    this.#text = text
    this.#maxDepth = maxDepth
  }

  /** The value. @throws `BadRequest` naming the first thing wrong and its place */
  read(): Json {
    const value = this.#value(0)
    this.#skipWhiteSpace()
    if (this.#at < this.#text.length) this.#fail('unexpected text after the end of the JSON')
    return value
  }

  #value(depth: number): Json {
    this.#skipWhiteSpace()
    const character = this.#text[this.#at]
    if (character === '{' || character === '[') {
      if (depth === this.#maxDepth) this.#fail(`the nesting is deeper than ${maximumDepth}`)
      this.#at++
      return character === '{' ? this.#object(depth + 1) : this.#array(depth + 1)
    }
    if (character === '"') return this.#string()
    for (const [word, value] of literals) {
      if (this.#text.startsWith(word, this.#at)) {
        this.#at += word.length
        return value
      }
    }
    return this.#number()
  }

  #object(depth: number): JsonObject {
    const result: JsonObject = {}
    if (this.#take('}')) return result
    do {
      this.#skipWhiteSpace()
      const start = this.#at
      if (this.#text[this.#at] !== '"') this.#unexpected()
      const key = this.#string()
      this.#path.push(key)
      if (key === forbiddenName) this.#fail(`a member must not be named ${forbiddenName}`, start)
      if (Object.hasOwn(result, key)) this.#fail('duplicate key', start)
      if (!this.#take(':')) this.#unexpected()
      setOwn(result, key, this.#value(depth))
      this.#path.pop()
    } while (this.#take(','))
    if (!this.#take('}')) this.#unexpected()
    return result
  }

  #array(depth: number): Json[] {
    const result: Json[] = []
    if (this.#take(']')) return result
    do {
      this.#path.push(result.length)
      result.push(this.#value(depth))
      this.#path.pop()
    } while (this.#take(','))
    if (!this.#take(']')) this.#unexpected()
    return result
  }

  #string(): string {
    const start = this.#at
    this.#skipString()
    const value = JSON.parse(this.#text.slice(start, this.#at)) as string
    if (value.includes('\0')) this.#fail('a string holds U+0000, which cannot be kept', start)
    if (!isWellFormed(value)) this.#fail('a string holds a lone surrogate, which is no character', start)
    return value
  }

  /** Go behind the closing quote of the string that begins here. */
  #skipString(): void {
    this.#at++
    for (;;) {
      const character = this.#text.charAt(this.#at)
      if (character === '"') break
      if (character === '\\') {
        this.#skipEscape()
        continue
      }
      if (character === '') this.#fail('the JSON ends too early: a string is not closed')
      if (character === '\0') this.#fail('a string holds U+0000, which cannot be kept')
      if (character < ' ') this.#fail('malformed JSON: a control character in a string must be escaped')
      this.#at++
    }
    this.#at++
  }

  #skipEscape(): void {
    escape.lastIndex = this.#at
    if (!escape.test(this.#text)) this.#fail('malformed JSON: an escape that JSON does not know')
    this.#at = escape.lastIndex
  }

  #number(): number {
    const start = this.#at
    number.lastIndex = start
    const token = number.exec(this.#text)?.[0]
    if (token === undefined) return this.#unexpected()
    const problem = numberProblem(token)
    if (problem !== undefined) this.#fail(problem)
    this.#at += token.length
    return Number(token)
  }

  #take(character: string): boolean {
    this.#skipWhiteSpace()
    if (this.#text[this.#at] !== character) return false
    this.#at++
    return true
  }

  #skipWhiteSpace(): void {
    whiteSpace.lastIndex = this.#at
    whiteSpace.exec(this.#text)
    this.#at = whiteSpace.lastIndex
  }

  #unexpected(): never {
    if (this.#at >= this.#text.length) this.#fail('the JSON ends too early')
    return this.#fail(`malformed JSON: unexpected ${JSON.stringify(String.fromCodePoint(this.#codePoint()))}`)
  }

  #codePoint(): number {
    return this.#text.codePointAt(this.#at) ?? 0
  }

  #fail(problem: string, at = this.#at): never {
    const before = this.#text.slice(0, at)
    const line = before.split('\n').length
    const column = at - before.lastIndexOf('\n')
    const pointer = this.#path.length === 0 ? '' : ` (${shorten(pointerOf(this.#path))})`
    throw new BadRequest(`${problem}, at line ${line}, column ${column}${pointer}`)
  }
}
