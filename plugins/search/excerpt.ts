import { isObject } from '../../lib/json/index.ts'
import type { Json, JsonObject } from '../../lib/json/index.ts'
import { findWords, hasWords, searchableTexts } from '../../lib/store-kit/index.ts'
import type { ResourceType } from '../types/contract.ts'

/** Characters of the texts of a resource that are searched for an excerpt. */
const maxSearched = 100_000
/** Characters of an excerpt before the first word found, and in all. */
const maxBefore = 40
const maxLength = 160

/**
 * The text around the first word of a search that the label of a resource does not contain: plain text.
 * @param data as the caller sees them
 * @param words of `queryWords`
 * @returns undefined if the label contains all words, or the others are not found near the beginning of the texts
 */
export function excerptOf(
  type: ResourceType,
  data: JsonObject,
  label: string,
  words: readonly string[],
): string | undefined {
  const missing = words.filter(word => !hasWords({ label }, [word], []))
  if (missing.length === 0) return undefined
  const { compiled, schema } = type
  const properties = isObject(schema?.['properties']) ? schema['properties'] : {}
  let searched = 0
  for (const [name, value] of Object.entries(data)) {
    const property = properties[name]
    const mediaType = isObject(property) ? property['contentMediaType'] : undefined
    for (const text of searchableTexts({ [name]: value }, compiled.wordExceptions)) {
      const plain = plainText(text.slice(0, maxSearched - searched), mediaType)
      const at = findWords(plain, missing)
      if (at !== undefined) return cut(plain, at)
      searched += text.length
      if (searched >= maxSearched) return undefined
    }
  }
  return undefined
}

/** A text without the markup of its media type. */
function plainText(text: string, mediaType: Json | undefined): string {
  if (mediaType === 'text/html') return text.replaceAll(/<[^<>]*>/g, ' ')
  if (mediaType !== 'text/markdown') return text
  return text
    .replaceAll(/\[([^[\]]*)\]\([^()\s]*\)/g, '$1')
    .replaceAll(/^[ \t]{0,3}(?:#{1,6}|>|[-+*]) /gm, '')
    .replaceAll(/[*`|]|__|~~/g, '')
}

/** The part of a text around a position, in one line. */
function cut(text: string, at: number): string {
  const before = text.slice(Math.max(0, at - maxBefore), at)
  const start = at - (at > maxBefore ? before.replace(/^\S*\s+/u, '') : before).length
  const part = text.slice(start, start + maxLength)
  const isWhole = start + maxLength >= text.length
  const shown = isWhole ? part : part.replace(/(?<=.{100})\s+\S*$/su, '')
  const line = shown
    .replaceAll(/\p{Surrogate}/gu, '')
    .replaceAll(/\s+/gu, ' ')
    .trim()
  return `${start > 0 ? '… ' : ''}${line}${isWhole ? '' : ' …'}`
}
