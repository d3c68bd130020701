import { readJsonRow } from './json-row.ts'
import type { Reading } from './read.ts'
import { maxRowLength, TabularError, tooLarge, type LineRow } from './rows.ts'

/** The text of one element of an array; null when it exceeds the maximum size of a row. */
interface Element {
  line: number
  text: string | null
}

type State = 'before' | 'first' | 'element' | 'after' | 'next' | 'end'

const quote = 0x22
const backslash = 0x5c
const newline = 0x0a

/**
 * Splits the text of a JSON array into the texts of its elements as it arrives, with at most one of them in memory.
 * It follows only quotes and brackets; the reader of an element checks whether it is JSON.
 */
class ElementSplitter {
  #state: State = 'before'
  #line = 1
  #depth = 0
  #inString = false
  #escaped = false
  /** Where the element continues in the current text. */
  #from = 0
  #element = ''
  #isTooLarge = false
  #elementLine = 1

  /** The elements that end in this portion of text. @throws TabularError when the text is not an array */
  push(text: string): Element[] {
    const elements: Element[] = []
    this.#from = 0
    for (let i = 0; i < text.length; i++) {
      const unit = text.charCodeAt(i)
      if (unit === newline) this.#line++
      if (this.#state === 'element') {
        if (this.#inString) this.#readString(unit, text, i, elements)
        else i = this.#readElement(unit, text, i, elements)
      } else if (!isSpace(unit)) this.#readBetween(unit, text, i)
    }
    if (this.#state === 'element') this.#append(text.slice(this.#from))
    return elements
  }

  /** @throws TabularError when the array is not complete */
  finish(): void {
    if (this.#state !== 'end') throw this.#fault('the file ends before the array does')
  }

  #readString(unit: number, text: string, at: number, elements: Element[]): void {
    if (this.#escaped) this.#escaped = false
    else if (unit === backslash) this.#escaped = true
    else if (unit === quote) {
      this.#inString = false
      if (this.#depth === 0) elements.push(this.#endElement(text, at + 1))
    }
  }

  /** @returns where to continue: one position back when the element ended before this unit */
  #readElement(unit: number, text: string, at: number, elements: Element[]): number {
    if (unit === quote) this.#inString = true
    else if (unit === 0x7b || unit === 0x5b) this.#depth++
    else if (unit === 0x7d || unit === 0x5d) {
      if (this.#depth === 0) {
        elements.push(this.#endElement(text, at))
        return at - 1
      }
      if (--this.#depth === 0) elements.push(this.#endElement(text, at + 1))
    } else if (unit === 0x2c && this.#depth === 0) {
      elements.push(this.#endElement(text, at))
      return at - 1
    }
    return at
  }

  #readBetween(unit: number, text: string, at: number): void {
    const character = text[at] ?? ''
    if (this.#state === 'before' && character === '[') this.#state = 'first'
    else if (this.#state === 'before')
      throw this.#fault(`this is no JSON array: it begins with ${character}${hint(character)}`)
    else if (character === ']' && (this.#state === 'first' || this.#state === 'after')) this.#state = 'end'
    else if (this.#state === 'after' && character === ',') this.#state = 'next'
    else if (this.#state === 'end') throw this.#fault(`unexpected ${character} after the array`)
    else if (this.#state === 'after' || character === ',' || character === ']' || character === '}')
      throw this.#fault(`unexpected ${character} between the elements of the array`)
    else this.#beginElement(unit, at)
  }

  #beginElement(unit: number, at: number): void {
    this.#state = 'element'
    this.#from = at
    this.#element = ''
    this.#isTooLarge = false
    this.#elementLine = this.#line
    this.#depth = unit === 0x7b || unit === 0x5b ? 1 : 0
    this.#inString = unit === quote
    this.#escaped = false
  }

  #endElement(text: string, end: number): Element {
    this.#state = 'after'
    this.#append(text.slice(this.#from, end))
    const whole = this.#isTooLarge ? null : this.#element.trimEnd()
    this.#element = ''
    return { line: this.#elementLine, text: whole }
  }

  #append(text: string): void {
    this.#isTooLarge ||= this.#element.length + text.length > maxRowLength
    this.#element = this.#isTooLarge ? '' : this.#element + text
  }

  #fault = (what: string): TabularError => new TabularError(what, this.#line)
}

const hint = (character: string): string =>
  character === '{'
    ? '; rows inside of an object (data, features) are given as that array alone, and an object on each line is NDJSON'
    : ''

const isSpace = (unit: number): boolean => unit === 0x20 || unit === newline || unit === 0x0d || unit === 0x09

/** The rows of a JSON array, read as it arrives. */
export async function* readJsonArray(
  texts: AsyncIterable<string>,
  reading: Omit<Reading, 'format'>,
): AsyncIterable<LineRow[]> {
  const splitter = new ElementSplitter()
  for await (const text of texts)
    yield splitter
      .push(text)
      .map(({ line, text: row }) => (row === null ? tooLarge(line) : readJsonRow(line, row, reading)))
  if (reading.isBeginning !== true) splitter.finish()
}
