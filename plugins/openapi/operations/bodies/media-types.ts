import { mediaType } from '../../../../kernel/index.ts'

export const urlEncoded = 'application/x-www-form-urlencoded'
export const multipart = 'multipart/form-data'

export const isJsonType = (type: string): boolean => /^application\/(?:[^;]+\+)?json$/.test(type)

/** Whether bodies of this media type can be read. */
export const isReadable = (type: string): boolean => isJsonType(type) || type === urlEncoded || type === multipart

const ranges = new Map([
  ['*/*', ['application/json', urlEncoded, multipart]],
  ['application/*', ['application/json', urlEncoded]],
  ['multipart/*', [multipart]],
])

/** The media types for a key of `content`, without parameters and in lower case. */
export function mediaTypesOf(key: string): string[] {
  const type = mediaType(key)
  return ranges.get(type) ?? [type]
}
