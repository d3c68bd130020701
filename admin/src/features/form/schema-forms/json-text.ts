import type { Json } from '../../../api/transport/json.ts'

/** The position where a text stops being JSON, and the reason: `json_<reason>` of the messages. */
export interface JsonFailure {
  line: number
  column: number
  reason: 'empty' | 'end' | 'value' | 'string' | 'control' | 'escape' | 'number' | 'name' | 'colon' | 'comma' | 'more'
}

/** Parse a text as JSON. Not all browsers report the position of an error, so it is determined here. */
export function readJson(text: string): { value: Json } | JsonFailure {
  try {
    const value: Json = JSON.parse(text)
    return { value }
  } catch {
    const scanner = new Scanner(text)
    const reason = scanner.run()
    const before = text.slice(0, scanner.at)
    const line = before.split('\n').length
    return { line, column: scanner.at - before.lastIndexOf('\n'), reason }
  }
}

type Reason = JsonFailure['reason']
const literal = /(?:true|false|null)/y
const number = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][-+]?\d+)?/y
const plain = /[^"\\\u0000-\u001f]+/y
const escaped = /\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})/y

/** Reads a text up to the first error; `at` is its position. */
class Scanner {
  at = 0
  readonly #text: string

  constructor(text: string) {
    this.#text = text
  }

  run(): Reason {
    this.#space()
    if (this.at === this.#text.length) return 'empty'
    const failed = this.#value()
    this.#space()
    return failed ?? 'more'
  }

  #value(): Reason | undefined {
    this.#space()
    const next = this.#text[this.at]
    if (next === undefined) return 'end'
    if (next === '{') return this.#list('}', () => this.#member())
    if (next === '[') return this.#list(']', () => this.#value())
    if (next === '"') return this.#string()
    if (next === '-' || (next >= '0' && next <= '9')) return this.#take(number) ? undefined : 'number'
    return this.#take(literal) ? undefined : 'value'
  }

  #list(close: string, element: () => Reason | undefined): Reason | undefined {
    this.at += 1
    this.#space()
    if (this.#skip(close)) return undefined
    for (;;) {
      const failed = element()
      if (failed !== undefined) return failed
      this.#space()
      if (this.#skip(close)) return undefined
      if (!this.#skip(',')) return this.at === this.#text.length ? 'end' : 'comma'
    }
  }

  #member(): Reason | undefined {
    this.#space()
    if (this.at === this.#text.length) return 'end'
    if (this.#text[this.at] !== '"') return 'name'
    const failed = this.#string()
    if (failed !== undefined) return failed
    this.#space()
    if (!this.#skip(':')) return this.at === this.#text.length ? 'end' : 'colon'
    return this.#value()
  }

  #string(): Reason | undefined {
    const start = this.at
    this.at += 1
    for (;;) {
      if (this.#take(plain) || this.#take(escaped)) continue
      if (this.#skip('"')) return undefined
      if (this.#text[this.at] === '\\') return 'escape'
      if (this.at < this.#text.length) return 'control'
      this.at = start
      return 'string'
    }
  }

  #space(): void {
    while (' \t\r\n'.includes(this.#text[this.at] ?? '-')) this.at += 1
  }

  #skip(character: string): boolean {
    if (this.#text[this.at] !== character) return false
    this.at += 1
    return true
  }

  #take(pattern: RegExp): boolean {
    pattern.lastIndex = this.at
    const found = pattern.exec(this.#text)
    if (found === null) return false
    this.at = pattern.lastIndex
    return true
  }
}
