import type { Condition } from '../../../kernel/index.ts'
import type { MarkedMembers } from '../../../lib/json-schema/index.ts'
import type { ResourceType } from '../../types/contract.ts'

/**
 * The conditions for items that contain a text, one for each text property that is not a reference; at least one must match. Undefined without a text.
 * @param writeOnly what is never shown
 */
export function textConditions(type: ResourceType, text: string, writeOnly: MarkedMembers): Condition[] | undefined {
  if (text === '') return undefined
  const { columns, references } = type.compiled
  const left = new Set(references.map(({ name }) => name))
  return columns
    .filter(({ path, kind, types }) => path.length === 1 && kind === 'text' && types.includes('string'))
    .filter(({ path }) => !left.has(path[0] ?? '') && !writeOnly.includes(path))
    .map(({ path }) => ({ target: { path }, kind: 'text', operator: 'like', operands: [text], field: path.join('.') }))
}
