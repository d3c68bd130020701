import { BadRequest } from '../../../kernel/index.ts'
import type { CompiledSchema, FoundReference } from '../../../lib/json-schema/index.ts'
import type { JsonObject } from '../../../lib/json/index.ts'
import { attempt, insteadOf } from '../../../lib/errors/index.ts'

/** Data with too many references to search has none here; it is refused when it is written. */
export const findReferences = ({ referencesIn }: CompiledSchema, data: JsonObject): readonly FoundReference[] =>
  attempt(() => referencesIn(data), insteadOf(BadRequest, []))
