import { mediaType } from '../../../../kernel/index.ts'

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
])

/** The media types for a key of `content`, without parameters and in lower case. */
export function mediaTypesOf(key: string): string[] {
  const type = mediaType(key)
  return ranges.get(type) ?? [type]
}
