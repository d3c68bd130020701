import type { Json } from '../../../lib/json/index.ts'

/** A place in a template. Its marks are of the area of Unicode for private use, which no text of the service contains. */
export const place = (name: string): string => `\u{E000}${name}\u{E001}`

const places = /("\u{E000}\w+\u{E001}"|\u{E000}\w+\u{E001})/u

/**
 * Prepare the JSON text of a value with places in its texts, because most of it is the same for all types. A text that is a place alone can become any value.
 * @returns a function that fills the places
 */
export function templateOf(value: Json): (values: ReadonlyMap<string, Json>) => string {
  const parts = JSON.stringify(value)
    .split(places)
    .map((text, index) => {
      if (index % 2 === 0) return text
      const isWhole = text.startsWith('"')
      return { name: isWhole ? text.slice(2, -2) : text.slice(1, -1), isWhole }
    })
  return values => {
    const texts = new Map([...values].map(([name, one]) => [name, JSON.stringify(one)]))
    return parts
      .map(part => {
        if (typeof part === 'string') return part
        const text = texts.get(part.name) ?? '""'
        return part.isWhole ? text : text.slice(1, -1)
      })
      .join('')
  }
}
