import type { Json } from '../../json/types.ts'
import { furtherFormats } from '../formats.ts'

/** The standard formats of `formats.ts` by name, without the code that tests them. */
const standardNames: ReadonlySet<string> = new Set(
  (
    'date time date-time iso-time iso-date-time duration uri uri-reference uri-template url email hostname ipv4 ipv6 regex uuid json-pointer json-pointer-uri-fragment relative-json-pointer ' +
    'byte int32 int64 float double password binary iri iri-reference idn-email idn-hostname'
  ).split(' '),
)

export const isKnownFormat = (name: string): boolean => standardNames.has(name) || furtherFormats.has(name)

export const knownFormats = (): string[] => [...standardNames, ...furtherFormats.keys()].sort()

/** What is wrong with a format, a text; undefined for one that is known. */
export function formatProblem(name: Json): string | undefined {
  if (typeof name !== 'string' || isKnownFormat(name)) return undefined
  const shown = JSON.stringify(name.slice(0, 100))
  return `unknown format ${shown}: leave it out (unknown=drop does); known are ${knownFormats().join(', ')}`
}
