import type { Condition, DocumentMeta } from '../../../lib/store-kit/document-store.ts'
import type { JsonObject } from '../../../lib/json/types.ts'
import { readData, readMeta } from '../../../lib/store-kit/document-texts.ts'
import { holds, holdsAny } from '../../../lib/store-kit/evaluate.ts'
import { hasWords } from '../../../lib/store-kit/words/search-words.ts'
import { isQueryable } from '../documents/field-names.ts'
import type { StoredForm } from '../documents/stored-document.ts'
import { decodeDocument } from '../documents/stored-document.ts'

/** The remaining conditions, to be tested on the documents that MongoDB finds. */
export interface DocumentTest {
  /** The fields that the test needs. */
  projection: Record<string, 1>
  passes(form: StoredForm): boolean
}

/** Conditions that MongoDB does not evaluate. */
interface UntoldConditions {
  conditions: readonly Condition[]
  /** As in a query. */
  anyOf: readonly (readonly Condition[])[] | undefined
}

/**
 * A test for conditions that MongoDB cannot express, and for words.
 * @param except as for `hasWords`
 * @returns undefined when there is nothing to test
 */
export function testOf(
  untold: UntoldConditions,
  words: readonly string[],
  except: readonly string[],
): DocumentTest | undefined {
  if (untold.conditions.length + words.length === 0 && untold.anyOf === undefined) return undefined
  return words.length === 0 && allConditions(untold).every(isInCopy)
    ? testOnCopy(untold)
    : testOnText(untold, words, except)
}

const allConditions = ({ conditions, anyOf = [] }: UntoldConditions): Condition[] => [...conditions, ...anyOf.flat()]

function hold({ conditions, anyOf }: UntoldConditions, meta: DocumentMeta, id: string, data: JsonObject): boolean {
  if (!conditions.every(condition => holds(condition, meta, id, data))) return false
  return anyOf === undefined || holdsAny(anyOf, meta, id, data)
}

/** Whether the typed copy contains every property that the condition needs. */
const isInCopy = ({ target }: Condition): boolean => 'path' in target && target.path.every(isQueryable)

/** A scan of many documents fetches only the relevant properties of each. */
function testOnCopy(untold: UntoldConditions): DocumentTest {
  const roots = allConditions(untold).map(({ target }) => ('path' in target ? `data.${target.path[0] ?? ''}` : ''))
  return {
    projection: Object.fromEntries(roots.map(root => [root, 1])),
    passes({ _id, data }) {
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the copy is made of JSON, and is read as plain objects
      const values = data as JsonObject | undefined
      return values !== undefined && hold(untold, noMeta, _id, values)
    },
  }
}

/** The copy is not used to test conditions on standard columns. */
const noMeta: DocumentMeta = {
  type_slug: '',
  status: 'active',
  created_by: '',
  account_id: '',
  sequence_no: 0,
  created_at: '',
  updated_at: '',
}

function testOnText(untold: UntoldConditions, words: readonly string[], except: readonly string[]): DocumentTest {
  return {
    projection: { text: 1 },
    passes({ _id, text }) {
      if (text === undefined) return false
      const document = decodeDocument(_id, text)
      const data = readData(document)
      return hold(untold, readMeta(document), _id, data) && (words.length === 0 || hasWords(data, words, except))
    },
  }
}
