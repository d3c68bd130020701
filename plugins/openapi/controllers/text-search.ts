import type { Condition } from '../../../kernel/index.ts'
import type { ResourceType } from '../../types/contract.ts'

/**
 * The conditions for items that contain a text, one for each text property that is not a reference; at least one must match. Undefined without a text.
 * @param hidden properties that are never shown
 */
export function textConditions(type: ResourceType, text: string, hidden: readonly string[]): Condition[] | undefined {
  if (text === '') return undefined
  const { columns, references } = type.compiled
  const left = new Set([...hidden, ...references.map(({ name }) => name)])
  return columns
    .filter(({ path, kind, types }) => path.length === 1 && kind === 'text' && types.includes('string'))
    .filter(({ path: [name = ''] }) => !left.has(name))
    .map(({ path }) => ({ target: { path }, kind: 'text', operator: 'like', operands: [text], field: path.join('.') }))
}
