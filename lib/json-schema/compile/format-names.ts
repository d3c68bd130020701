import type { Json } from '../../json/types.ts'
import { furtherFormats, standardNames } from '../formats.ts'

export const isKnownFormat = (name: string): boolean => standardNames.has(name) || furtherFormats.has(name)

export const knownFormats = (): string[] => [...standardNames, ...furtherFormats.keys()].sort()

/** What is wrong with a format, a text; undefined for one that is known. */
export function formatProblem(name: Json): string | undefined {
  if (typeof name !== 'string' || isKnownFormat(name)) return undefined
  const shown = JSON.stringify(name.slice(0, 100))
  return `unknown format ${shown}: leave it out (unknown=drop does); known are ${knownFormats().join(', ')}`
}
