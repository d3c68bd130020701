import { removeSecrets } from '../../../lib/json-schema/index.ts'
import type { Condition, DocumentMeta, SearchedTexts } from '../../../lib/store-kit/document-store.ts'
import type { JsonObject } from '../../../lib/json/types.ts'
import { holds, holdsAny } from '../../../lib/store-kit/evaluate.ts'
import { hasWords } from '../../../lib/store-kit/words/search-words.ts'
import { draftOf, wholeDocument } from '../documents/stored-document.ts'

/** The remaining conditions, to be tested on the documents that MongoDB finds. */
export interface DocumentTest {
  /** The fields that the test needs. */
  projection: Readonly<Record<string, 1>>
  passes(elements: ReadonlyMap<string, string>): boolean
}

/** Conditions that MongoDB does not evaluate. */
interface UntoldConditions {
  conditions: readonly Condition[]
  /** As in a query. */
  anyOf: readonly (readonly Condition[])[] | undefined
}

/**
 * A test for conditions that MongoDB cannot express, and for words.
 * @param searched what the words are searched in
 * @returns undefined when there is nothing to test
 */
export function testOf(
  untold: UntoldConditions,
  words: readonly string[],
  searched: SearchedTexts,
): DocumentTest | undefined {
  const { conditions, anyOf = [] } = untold
  if (conditions.length + words.length === 0 && untold.anyOf === undefined) return undefined
  const roots = [...conditions, ...anyOf.flat()].map(({ target }) => ('path' in target ? target.path[0] : undefined))
  return {
    projection: (words.length === 0 && propertiesOnly(roots)) || wholeDocument,
    passes(elements) {
      if (!elements.has('data')) return false
      const { id, meta, data } = draftOf(elements)
      return (
        hold(untold, meta, id, data) &&
        (words.length === 0 || hasWords(removeSecrets(searched.secret, data), words, searched.except))
      )
    },
  }
}

/** The projection of these properties; undefined when one of them cannot be named in it. A scan of many documents then fetches only these. */
export function propertiesOnly(roots: readonly (string | undefined)[]): Record<string, 1> | undefined {
  const isNameable = (root: string | undefined): root is string => root !== undefined && /^[^$.\0][^.\0]*$/.test(root)
  return roots.every(isNameable) ? Object.fromEntries(roots.map(root => [`data.${root}`, 1])) : undefined
}

function hold({ conditions, anyOf }: UntoldConditions, meta: DocumentMeta, id: string, data: JsonObject): boolean {
  if (!conditions.every(condition => holds(condition, meta, id, data))) return false
  return anyOf === undefined || holdsAny(anyOf, meta, id, data)
}
