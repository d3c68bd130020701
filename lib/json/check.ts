import { InvalidInput } from '../errors/index.ts'
import { positionIn } from './members.ts'
import { numberProblem } from './numbers.ts'
import { pointerOf } from './pointer.ts'

/** Deepest nesting of arrays and objects in a body: a scalar has depth 0, `[]` has depth 1. */
export const maxNesting = 64

/** The one member name that no text can contain: it has a special meaning in JavaScript, and libraries lose or misinterpret it. */
const forbiddenName = '__proto__'
const maxPointerLength = 200

const whiteSpace = /[ \t\n\r]*/y
const escape = /\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})/y
const literal = /true|false|null/y
const number = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y

/**
 * Check a JSON text character by character against the rules of {@link import('./parse.ts').parseJson}.
 * @throws `InvalidInput` naming the first rule that is violated, and the position
 */
export function checkJson(text: string, maxDepth: number): void {
  if (text.trim() === '') throw new InvalidInput('the body is empty; it must be JSON')
  new JsonChecker(text, maxDepth).check()
}

/** Reads a text from beginning to end, and keeps the position. */
class JsonChecker {
  readonly #text: string
  readonly #maxDepth: number
  readonly #path: (string | number)[] = []
  #at = 0

  constructor(text: string, maxDepth: number) {
    this.#text = text
    this.#maxDepth = maxDepth
  }

  check(): void {
    this.#value(0)
    this.#skip(whiteSpace)
    if (this.#at < this.#text.length) this.#fail('unexpected text after the end of the JSON')
  }

  #value(depth: number): void {
    this.#skip(whiteSpace)
    const character = this.#text[this.#at]
    if (character === '{' || character === '[') {
      if (depth === this.#maxDepth) this.#fail(`the nesting is deeper than ${maxNesting}`)
      this.#at++
      if (character === '{') this.#object(depth + 1)
      else this.#array(depth + 1)
    } else if (character === '"') this.#string()
    else if (!this.#skip(literal)) this.#number()
  }

  #object(depth: number): void {
    const names = new Set<string>()
    if (this.#take('}')) return
    do {
      this.#skip(whiteSpace)
      const start = this.#at
      if (this.#text[start] !== '"') this.#unexpected()
      const name = this.#string()
      this.#path.push(name)
      if (name === forbiddenName) this.#fail(`a member must not be named ${forbiddenName}`, start)
      if (names.has(name)) this.#fail('duplicate key', start)
      names.add(name)
      if (!this.#take(':')) this.#unexpected()
      this.#value(depth)
      this.#path.pop()
    } while (this.#take(','))
    if (!this.#take('}')) this.#unexpected()
  }

  #array(depth: number): void {
    if (this.#take(']')) return
    let index = 0
    do {
      this.#path.push(index++)
      this.#value(depth)
      this.#path.pop()
    } while (this.#take(','))
    if (!this.#take(']')) this.#unexpected()
  }

  #string(): string {
    const start = this.#at
    this.#skipString()
    const value = String(JSON.parse(this.#text.slice(start, this.#at)))
    if (value.includes('\0')) this.#fail('a string contains U+0000, which cannot be kept', start)
    if (/\p{Surrogate}/u.test(value)) this.#fail('a string contains a lone surrogate, which is no character', start)
    return value
  }

  /** Move past the closing quote of the string that begins here. */
  #skipString(): void {
    this.#at++
    for (let character = this.#text.charAt(this.#at); character !== '"'; character = this.#text.charAt(this.#at)) {
      if (character === '') this.#fail('the JSON ends too early: a string is not closed')
      if (character === '\0') this.#fail('a string contains U+0000, which cannot be kept')
      if (character < ' ') this.#fail('malformed JSON: a control character in a string must be escaped')
      if (character !== '\\') this.#at++
      else if (!this.#skip(escape)) this.#fail('malformed JSON: an escape that JSON does not know')
    }
    this.#at++
  }

  #number(): void {
    const start = this.#at
    if (!this.#skip(number)) this.#unexpected()
    const problem = numberProblem(this.#text.slice(start, this.#at))
    if (problem !== undefined) this.#fail(problem, start)
  }

  /** Move past the match of a sticky pattern. @returns whether it matched */
  #skip(pattern: RegExp): boolean {
    pattern.lastIndex = this.#at
    if (!pattern.test(this.#text)) return false
    this.#at = pattern.lastIndex
    return true
  }

  #take(character: string): boolean {
    this.#skip(whiteSpace)
    if (this.#text[this.#at] !== character) return false
    this.#at++
    return true
  }

  #unexpected(): never {
    const code = this.#text.codePointAt(this.#at)
    if (code === undefined) return this.#fail('the JSON ends too early')
    return this.#fail(`malformed JSON: unexpected ${JSON.stringify(String.fromCodePoint(code))}`)
  }

  #fail(problem: string, at = this.#at): never {
    const { line, column } = positionIn(this.#text, at)
    const path = pointerOf(this.#path)
    const shown = path.length <= maxPointerLength ? path : `${path.slice(0, maxPointerLength)}…`
    const message = `${problem}, at line ${line}, column ${column}`
    throw new InvalidInput(`${message}${path === '' ? '' : ` (${shown})`}`, {
      problems: [{ pointer: path, code: 'invalid-json', message, params: { line, column } }],
    })
  }
}
