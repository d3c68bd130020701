import type { Format } from 'ajv'
import { fullFormats } from 'ajv-formats/dist/formats.js'
import { dateTime, isUrl, iri, iriReference, base64 } from './own-formats.ts'

/**
 * Formats by name: those of `ajv-formats`, and the internationalised ones of the standard. Some are replaced: `date-time` is RFC 3339 to the
 * letter, `url` and `byte` run in time linear in the text.
 */
const formats = new Map<string, Format>([
  ...Object.entries(fullFormats),
  ['date-time', dateTime],
  ['url', isUrl],
  ['byte', base64],
  ['iri', iri],
  ['iri-reference', iriReference],
  ['idn-email', /^[^\s@]+@[^\s@]+$/],
  ['idn-hostname', (text: string) => text.length <= 253 && /^[^\s./:@]+(?:\.[^\s./:@]+)*\.?$/.test(text)],
])

export const isKnownFormat = (name: string): boolean => formats.has(name)

/** Every format by its name. */
export const allFormats = (): Record<string, Format> => Object.fromEntries(formats)
