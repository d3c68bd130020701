import { CommandFailed, exitCode } from '../../../kernel/index.ts'
import { readJsonRow } from './json-text.ts'
import { largestRow, tooLarge, type RefusedRow, type Row, type Rows } from './rows.ts'

/** The text of one element of an array; null when it is larger than a row may be. */
interface Element {
  line: number
  text: string | null
}

type Place = 'before' | 'first' | 'element' | 'after' | 'next' | 'end'

const quote = 0x22
const backslash = 0x5c
const newline = 0x0a

/**
 * Cuts the text of a JSON array into the texts of its elements as it arrives, holding no more than one of them.
 * It follows only quotes and brackets; whether an element is JSON is for whoever reads it.
 */
export class ElementSplitter {
  #place: Place = 'before'
  #line = 1
  #depth = 0
  #inString = false
  #escaped = false
  #from = 0
  #held = ''
  #dropped = false
  #beganAt = 1

  /** The elements that end in this portion of text. Throws `CommandFailed` where the text is no array. */
  push(text: string): Element[] {
    const elements: Element[] = []
    this.#from = 0
    for (let i = 0; i < text.length; i++) {
      const unit = text.charCodeAt(i)
      if (unit === newline) this.#line++
      if (this.#place === 'element') {
        if (this.#inString) this.#string(unit, text, i, elements)
        else i = this.#inElement(unit, text, i, elements)
      } else if (!isSpace(unit)) this.#between(unit, text, i)
    }
    if (this.#place === 'element') this.#hold(text.slice(this.#from))
    return elements
  }

  /** Throws `CommandFailed` when the array is not complete. */
  finish(): void {
    if (this.#place !== 'end') throw this.#wrong('the file ends before the array does')
  }

  #string(unit: number, text: string, at: number, elements: Element[]): void {
    if (this.#escaped) this.#escaped = false
    else if (unit === backslash) this.#escaped = true
    else if (unit === quote) {
      this.#inString = false
      if (this.#depth === 0) elements.push(this.#take(text, at + 1))
    }
  }

  /** @returns where to go on: one back when the element ended before this unit */
  #inElement(unit: number, text: string, at: number, elements: Element[]): number {
    if (unit === quote) this.#inString = true
    else if (unit === 0x7b || unit === 0x5b) this.#depth++
    else if (unit === 0x7d || unit === 0x5d) {
      if (this.#depth === 0) {
        elements.push(this.#take(text, at))
        return at - 1
      }
      if (--this.#depth === 0) elements.push(this.#take(text, at + 1))
    } else if (unit === 0x2c && this.#depth === 0) {
      elements.push(this.#take(text, at))
      return at - 1
    }
    return at
  }

  #between(unit: number, text: string, at: number): void {
    const character = text[at] ?? ''
    if (this.#place === 'before' && character === '[') this.#place = 'first'
    else if (this.#place === 'before')
      throw this.#wrong(`the file is no JSON array: it begins with ${character}${hint(character)}`)
    else if (character === ']' && (this.#place === 'first' || this.#place === 'after')) this.#place = 'end'
    else if (this.#place === 'after' && character === ',') this.#place = 'next'
    else if (this.#place === 'end') throw this.#wrong(`unexpected ${character} after the array`)
    else if (this.#place === 'after' || character === ',' || character === ']' || character === '}')
      throw this.#wrong(`unexpected ${character} between the elements of the array`)
    else this.#begin(unit, at)
  }

  #begin(unit: number, at: number): void {
    this.#place = 'element'
    this.#from = at
    this.#held = ''
    this.#dropped = false
    this.#beganAt = this.#line
    this.#depth = unit === 0x7b || unit === 0x5b ? 1 : 0
    this.#inString = unit === quote
    this.#escaped = false
  }

  #take(text: string, end: number): Element {
    this.#place = 'after'
    this.#hold(text.slice(this.#from, end))
    const whole = this.#dropped ? null : this.#held.trimEnd()
    this.#held = ''
    return { line: this.#beganAt, text: whole }
  }

  #hold(text: string): void {
    if (this.#dropped || this.#held.length + text.length > largestRow) {
      this.#dropped = true
      this.#held = ''
    } else this.#held += text
  }

  #wrong = (what: string): CommandFailed => new CommandFailed(`line ${this.#line}: ${what}`, exitCode.failed)
}

const hint = (character: string): string =>
  character === '{' ? '; with --format ndjson it is read as one object on each line' : ''

const isSpace = (unit: number): boolean => unit === 0x20 || unit === newline || unit === 0x0d || unit === 0x09

/** The rows of a JSON array, read as it arrives. */
export async function* readJsonArray(texts: AsyncIterable<string>): Rows {
  const splitter = new ElementSplitter()
  const read = ({ line, text }: Element): Row | RefusedRow => (text === null ? tooLarge(line) : readJsonRow(line, text))
  let number = 0
  const numbered = (element: Element): Row | RefusedRow => ({ ...read(element), number: ++number })
  for await (const text of texts) yield splitter.push(text).map(numbered)
  splitter.finish()
}
