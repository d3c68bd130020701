import { readJsonRow } from './json-row.ts'
import { FileError, largestRow } from './rows.ts'
import type { BadRow, FileRow, RowReader } from './rows.ts'

type Place = 'before' | 'first' | 'element' | 'after' | 'next' | 'end'

/** Reads a JSON array as it arrives: it follows quotes and brackets alone, and holds no more than one element. */
export class ArrayReader implements RowReader {
  #place: Place = 'before'
  #line = 1
  #began = 1
  #depth = 0
  #isText = false
  #isEscaped = false
  #held = ''
  #isTooLarge = false

  push(text: string): (FileRow | BadRow)[] {
    const rows: (FileRow | BadRow)[] = []
    let from = 0
    for (let at = 0; at < text.length; at++) {
      const character = text[at] ?? ''
      if (character === '\n') this.#line++
      if (this.#place !== 'element') {
        if (/\s/.test(character)) continue
        this.#between(character)
        if (this.#is('element')) from = at
      } else if (this.#endsBefore(character)) {
        rows.push(this.#take(text.slice(from, at)))
        at-- // what ended it stands between elements
      } else if (this.#isText) this.#inText(character)
      else this.#inElement(character)
    }
    if (this.#is('element')) this.#hold(text.slice(from))
    return rows
  }

  finish(): (FileRow | BadRow)[] {
    if (this.#place !== 'end') throw new FileError('arrayEnds', { line: this.#line })
    return []
  }

  #is = (place: Place): boolean => this.#place === place

  #endsBefore(character: string): boolean {
    return !this.#isText && this.#depth === 0 && (character === ',' || character === ']')
  }

  #inText(character: string): void {
    if (this.#isEscaped) this.#isEscaped = false
    else if (character === '\\') this.#isEscaped = true
    else if (character === '"') this.#isText = false
  }

  #inElement(character: string): void {
    if (character === '"') this.#isText = true
    else if (character === '{' || character === '[') this.#depth++
    else if (character === '}' || character === ']') this.#depth--
  }

  #between(character: string): void {
    if (this.#place === 'before') {
      if (character !== '[') throw new FileError('noArray', { line: this.#line })
      this.#place = 'first'
    } else if (character === ']' && (this.#place === 'first' || this.#place === 'after')) this.#place = 'end'
    else if (this.#place === 'after' && character === ',') this.#place = 'next'
    else if (this.#place === 'first' || this.#place === 'next') this.#begin(character)
    else throw new FileError('betweenElements', { line: this.#line, character })
  }

  #begin(character: string): void {
    if (character === ',' || character === ']' || character === '}')
      throw new FileError('betweenElements', { line: this.#line, character })
    this.#place = 'element'
    this.#began = this.#line
    this.#inElement(character)
  }

  #hold(text: string): void {
    this.#isTooLarge ||= this.#held.length + text.length > largestRow
    this.#held = this.#isTooLarge ? '' : this.#held + text
  }

  #take(end: string): FileRow | BadRow {
    this.#hold(end)
    const [text, isTooLarge] = [this.#held, this.#isTooLarge]
    this.#held = ''
    this.#isTooLarge = false
    this.#place = 'after'
    return isTooLarge
      ? { line: this.#began, reason: { key: 'tooLarge' }, row: null }
      : readJsonRow(this.#began, text.trimEnd())
  }
}
