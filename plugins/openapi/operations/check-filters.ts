import { compileSchema, notAColumn } from '../../../lib/json-schema/index.ts'
import { isObject } from '../../../lib/json/index.ts'
import type { Json, JsonObject } from '../../../lib/json/index.ts'
import { ProblemAt, pointTo } from '../document/problem.ts'

/** A list whose filters the document declares. */
interface FilteredList {
  pointer: string
  contextDefaults: Readonly<JsonObject>
}

/**
 * Check that the filters of a list in `x-context` name columns.
 * @param schema of the listed type
 * @throws ProblemAt
 */
export function checkFilters({ pointer, contextDefaults }: FilteredList, schema: JsonObject): void {
  const { resolve } = compileSchema(schema)
  const check = (name: string, at: string): void => {
    const field = resolve(name.split('.'))
    if (field?.kind === 'json')
      throw new ProblemAt(at, `"${name}" ${notAColumn(field.types)}; a list cannot filter by it`)
  }
  for (const keyword of ['filters', '_filters']) {
    const filters: Json = contextDefaults[keyword] ?? []
    for (const [index, filter] of [filters].flat().entries()) {
      if (!isObject(filter) || typeof filter['field'] !== 'string' || filter['operator'] === 'exists') continue
      const place = Array.isArray(filters) ? [index] : []
      check(filter['field'], pointTo(pointer, 'x-context', keyword, ...place, 'field'))
    }
  }
}
