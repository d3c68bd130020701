import { isObject, parseJsonOrNothing, type JsonObject } from '../../../lib/json/index.ts'
import { parseInstant } from '../../../lib/query/index.ts'
import type { RowProblem } from '../../../lib/tabular/index.ts'
import type { CopiedPublication } from '../../dynamic-resources/contract.ts'

/**
 * The member of a row of a copy with what is public of a resource of a type with `x-drafts`: `{at, by}`, and `data` where the draft differs.
 * No property can have this name.
 */
const publishedMember = '@published'

/** The row of a draft with what is public of it. @param data what is public, without `@id`; undefined where the draft is the same */
export const withPublication = (
  row: JsonObject,
  { published_at = null, published_by = null }: JsonObject,
  data: JsonObject | undefined,
): JsonObject => ({
  ...row,
  [publishedMember]: { at: published_at, by: published_by, ...(data !== undefined && { data }) },
})

/** Split a row of a copy into the draft and what is public. @returns the problems of the member, if it has any */
export function readPublication({
  [publishedMember]: member,
  ...data
}: JsonObject): { data: JsonObject; published?: CopiedPublication } | readonly RowProblem[] {
  if (member === undefined) return { data }
  const read = typeof member === 'string' ? parseJsonOrNothing(member) : member // a cell of CSV
  const { at, by, data: own = data } = isObject(read) ? read : {}
  if (typeof at !== 'string' || parseInstant(at) === undefined || typeof by !== 'string' || !isObject(own))
    return [{ field: publishedMember, message: 'must be an object with at, by and perhaps data' }]
  return { data, published: { at, by, data: own } }
}
