import { BadRequest } from '../../../kernel/index.ts'
import type { CompiledSchema, FoundReference } from '../../../lib/json-schema/index.ts'
import type { JsonObject } from '../../../lib/json/index.ts'

/** Data with too many references to search has none here; it is refused when it is written. */
export function findReferences({ referencesIn }: CompiledSchema, data: JsonObject): readonly FoundReference[] {
  try {
    return referencesIn(data)
  } catch (error) {
    if (error instanceof BadRequest) return []
    throw error
  }
}
