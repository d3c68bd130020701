import { pluralOf } from '../plural/index.ts'

const control = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu
const graphemes = new Intl.Segmenter(undefined, { granularity: 'grapheme' })
const wide =
  /^(?:\p{Extended_Pictographic}|[\u1100-\u115f\u2e80-\u303e\u3041-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6]|[\u{1f300}-\u{1faff}\u{20000}-\u{3fffd}])/u
const ascii = /^[\x20-\x7e]*$/

/** A text as one line without characters that control the terminal: data can contain escape sequences, line breaks and direction marks. */
export const plain = (text: string): string => text.replace(control, character => (character === '\n' ? ' ' : '\u00b7'))

/** The number of terminal columns that a text takes. */
export function displayWidth(text: string): number {
  if (ascii.test(text)) return text.length
  let width = 0
  for (const { segment } of graphemes.segment(text)) width += wide.test(segment) ? 2 : 1
  return width
}

/** A text of at most `width` columns; an ellipsis replaces what was cut off. */
export function cut(text: string, width: number): string {
  if (displayWidth(text) <= width) return text
  let kept = ''
  let used = 0
  for (const { segment } of graphemes.segment(text)) {
    const next = used + (wide.test(segment) ? 2 : 1)
    if (next > width - 1) break
    kept += segment
    used = next
  }
  return width < 1 ? '' : `${kept}…`
}

/** A text padded with spaces to `width` columns. */
export const pad = (text: string, width: number, side: 'left' | 'right' = 'right'): string => {
  const spaces = ' '.repeat(Math.max(0, width - displayWidth(text)))
  return side === 'right' ? text + spaces : spaces + text
}

/** A whole number with a comma between thousands, the same in every locale. */
export const thousands = (count: number): string => String(Math.round(count)).replace(/\B(?=(\d{3})+$)/g, ',')

/** A number of things: `1 row`, `3,201 rows`. @param noun in the singular */
export const countText = (count: number, noun: string): string =>
  `${thousands(count)} ${count === 1 ? noun : pluralOf(noun)}`

/** A size with its unit, in kB or MB of the SI: `12 kB`, `3.4 MB`, `1,230 MB`. @param bytes rounded up to 1 kB, except 0 */
export function sizeText(bytes: number): string {
  const kilobytes = Math.ceil(bytes / 1e3)
  if (kilobytes < 1e3) return `${kilobytes} kB`
  return bytes < 1e7 ? `${(bytes / 1e6).toFixed(1)} MB` : `${thousands(bytes / 1e6)} MB`
}
