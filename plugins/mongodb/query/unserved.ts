import type { Condition } from '../../../lib/store-kit/document-store.ts'
import type { KnownCollection } from '../schema/catalogue.ts'
import { candidateFor } from './index-choice.ts'
import { selectedCondition } from './selection.ts'

/** The conditions, as the caller wrote their fields, that no index serves. */
export function unserved(conditions: readonly Condition[], collection: KnownCollection): string[] {
  const fields = conditions
    .filter(condition => candidateFor(selectedCondition(condition), collection) === undefined)
    .map(({ field }) => field)
  return [...new Set(fields)]
}
