import type { Format } from 'ajv'
import { fullFormats } from 'ajv-formats/dist/formats.js' // not the plugin: threads of stores would load Ajv for it
import { furtherFormats } from '../formats.ts'

const dateTimeForm = /^\d{4}-\d\d-\d\d[Tt](?:[01]\d|2[0-3]):\d\d:\d\d(?:\.\d+)?(?:[Zz]|[+-]\d\d:\d\d)$/

/** Whether a text is a `date-time` of RFC 3339. A leap second is only allowed at the end of a day in UTC. */
const dateTime = (text: string): boolean => dateTimeForm.test(text) && isOf(fullFormats['date-time'], text)

const urlParts = /^(?:https?|ftp):\/\/([^\s/?#]+)(?:[/?#]\S*)?$/i
const hostAndPort = /^(\[[0-9a-f:.]+\]|[^\s:@[\]]+)(?::\d{1,5})?$/i

/** Whether a text is an absolute http, https or ftp URL. */
function isUrl(text: string): boolean {
  const authority = urlParts.exec(text)?.[1]
  if (authority === undefined) return false
  return hostAndPort.test(authority.slice(authority.lastIndexOf('@') + 1)) && URL.canParse(text)
}

const base64Characters = /^[A-Za-z0-9+/]*={0,2}$/

/** Whether a text is base64 (RFC 4648, section 4), padded. */
const base64 = (text: string): boolean => text.length % 4 === 0 && base64Characters.test(text)

// In addition to the characters of a URI, RFC 3987 allows those beyond ASCII that are neither controls nor private
const iriCharacters = /^(?:[A-Za-z0-9\-._~:/?#[\]@!$&'()*+,;=]|%[0-9A-Fa-f]{2}|[^\u0000-\u009f\ud800-\udfff])*$/u
const schemeOfIri = /^[A-Za-z][A-Za-z0-9+\-.]*:/

/** Whether a text is an IRI reference (RFC 3987). */
const iriReference = (text: string): boolean => iriCharacters.test(text) && text.split('#').length <= 2

/** Whether a text is an IRI with a scheme (RFC 3987). */
const iri = (text: string): boolean => schemeOfIri.test(text) && iriReference(text)

/**
 * The formats of `ajv-formats` and the internationalised ones of the standard. Some are replaced: `date-time` follows RFC 3339 exactly: no blank for the T, no offset without minutes, `url` and
 * `byte` run in time linear in the text.
 */
const standardFormats: Readonly<Record<string, Format>> = {
  ...fullFormats,
  'date-time': dateTime,
  url: isUrl,
  byte: base64,
  iri,
  'iri-reference': iriReference,
  'idn-email': /^[^\s@]+@[^\s@]+$/,
  'idn-hostname': (text: string) => text.length <= 253 && /^[^\s./:@]+(?:\.[^\s./:@]+)*\.?$/.test(text),
}

/** Whether a text is in a format, as the service decides it; true for a format that is not known. */
export function hasFormat(text: string, name: string): boolean {
  const further = furtherFormats.get(name)
  if (further !== undefined) return further.test(text, () => undefined)
  return !Object.hasOwn(standardFormats, name) || isOf(standardFormats[name], text)
}

/** Whether a text is in a format of Ajv; true for one of numbers. */
function isOf(format: Format | undefined, text: string): boolean {
  const isOfNumbers = typeof format === 'object' && 'type' in format && format.type === 'number'
  const test: unknown = typeof format === 'object' && 'validate' in format ? format.validate : format
  if (test instanceof RegExp) return test.test(text)
  return isOfNumbers || typeof test !== 'function' || Reflect.apply(test, undefined, [text]) === true
}

/**
 * Every format by its name.
 * @param spend called with the steps that a format takes in addition to reading the text
 */
export const allFormats = (spend: (steps: number) => void = () => {}): Record<string, Format> => ({
  ...standardFormats,
  ...Object.fromEntries([...furtherFormats].map(([name, { test }]) => [name, (text: string) => test(text, spend)])),
})
