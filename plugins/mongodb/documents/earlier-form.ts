import { pointerToken } from '../../../lib/json/index.ts'
import { readElements } from './bson.ts'
import type { StoredDocument } from '../../../lib/store-kit/document-store.ts'
import { decodeDocument, idOf } from './stored-document.ts'

/*
 * Documents as format 3 and earlier stored them: the JSON texts were in `text`, beside copies for queries.
 */

/** Finds documents of earlier formats. */
export const isEarlier = { text: { $exists: true } }

const names = new Set(['_id', 'document', 'text'])

/** A document, or a version, in the current or an earlier format; undefined for a document that was removed. */
export function decodeAny(bytes: Buffer): StoredDocument | undefined {
  const elements = readElements(bytes, names)
  const text = elements.get('text')
  if (text === undefined) return decodeDocument(bytes)
  const { meta, data }: Pick<StoredDocument, 'meta' | 'data'> = JSON.parse(text)
  return { id: idOf(elements), meta, data }
}

/** Where a document of an earlier format has the key of the date-time at a path: a text with the whole fraction of its second, which begins with `3`. */
export const earlierMoment = (path: readonly string[]): string =>
  ['moments', ...path.slice(0, -1).map(name => `${pointerToken(name)}/`), ...path.slice(-1).map(pointerToken)].join('.')
