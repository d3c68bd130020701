import { BadRequest } from '../../../kernel/index.ts'
import { quote, readBoolean } from '../../../lib/query/index.ts'
import type { ResourceType } from '../../types/contract.ts'
import type { Form } from './resource-text.ts'

/** What an answer is requested to contain about referenced resources. */
export interface WantedRelations {
  /** Names of the references of which the referenced resources follow as nodes of the graph. */
  include: readonly string[]
  labels: boolean
  /** The languages of labels, the preferred one first. */
  languages: readonly string[]
}

/** The query parameters that {@link readWanted} reads. */
export const relationParameters = ['include', 'labels'] as const

/**
 * Read `include` (names of references, separated by commas) and `labels`.
 * @param types those of the resources in the answer; a name must be one of a reference of one of them
 * @param languages the languages of the reader, the preferred one first
 * @returns undefined when neither is requested
 * @throws `BadRequest` for an unknown name, and for labels in JSON-LD, which has no place for them
 */
export function readWanted(
  types: readonly ResourceType[],
  query: ReadonlyMap<string, string>,
  form: Form,
  languages: readonly string[],
): WantedRelations | undefined {
  const labels = readBoolean('labels', query.get('labels'))
  if (labels && form === 'json-ld') throw new BadRequest('labels: JSON-LD has no place for them; ask for JSON')
  const names = query.get('include')?.split(',')
  if (names === undefined) return labels ? { include: [], labels, languages } : undefined
  const known = new Set(types.flatMap(({ compiled }) => compiled.referenceNames))
  const include = [...new Set(names)]
  for (const name of include) {
    if (known.has(name)) continue
    const what = types.length === 1 ? `of the type ${types[0]?.slug}` : 'of those that refer to it'
    const there = known.size === 0 ? 'there are none' : `there are ${[...known].join(', ')}`
    throw new BadRequest(`include: ${quote(name)} is no reference ${what}; ${there}`)
  }
  return { include, labels, languages }
}
