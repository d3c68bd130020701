import type { MarkedMembers } from '../../../lib/json-schema/index.ts'
import type { FilterGroup } from '../../../lib/query/index.ts'
import type { ResourceType } from '../../types/contract.ts'

/** Matches nothing. */
const nothing: FilterGroup = {
  conditions: [{ target: { column: 'id' }, kind: 'text', operator: 'in', operands: [], field: 'id' }],
  behind: [],
}

/**
 * Groups of filters for items that contain a text, one for each text property that is not a reference; none without a text.
 * @param writeOnly what is never shown
 */
export function textGroups(type: ResourceType, text: string, writeOnly: MarkedMembers): FilterGroup[] {
  if (text === '') return []
  const { columns, references } = type.compiled
  const left = new Set(references.map(({ name }) => name))
  const groups = columns
    .filter(({ path, kind, types }) => path.length === 1 && kind === 'text' && types.includes('string'))
    .filter(({ path }) => !left.has(path[0] ?? '') && !writeOnly.includes(path))
    .map(({ path }): FilterGroup => {
      const field = path.join('.')
      return { conditions: [{ target: { path }, kind: 'text', operator: 'like', operands: [text], field }], behind: [] }
    })
  return groups.length > 0 ? groups : [nothing]
}
