import { mediaType } from '../../../../kernel/index.ts'
import type { JsonObject } from '../../../../lib/json/index.ts'

const urlEncoded = 'application/x-www-form-urlencoded'
const multipart = 'multipart/form-data'

export const isJsonType = (type: string): boolean => /^application\/(?:[^;]+\+)?json$/.test(type)

export const isForm = (type: string): boolean => type === urlEncoded || type === multipart

/** Whether bodies of this media type can be read. */
export const isReadable = (type: string): boolean => isJsonType(type) || isForm(type)

const ranges = new Map([
  ['*/*', ['application/json', urlEncoded, multipart]],
  ['application/*', ['application/json', urlEncoded]],
  ['multipart/*', [multipart]],
  ['application/*+json', ['application/json']], // no range of RFC 9110; generators for ASP.NET write it
])

/** For each media type, without parameters and in lower case, the key of `content` that applies: of several, the most specific one. */
export function keysByType(content: JsonObject): Map<string, string> {
  const stars = (key: string): number => key.split('*').length
  const keys = Object.keys(content).toSorted((one, other) => stars(other) - stars(one))
  return new Map(
    keys.flatMap(key => {
      const type = mediaType(key)
      return (ranges.get(type) ?? [type]).map(one => [one, key] as const)
    }),
  )
}
