import type { Condition, ResourceType } from '../../../kernel/index.ts'

/** The conditions of which one has to hold for an item to contain a text: one for each text property. Empty without a text. */
export function textConditions(type: ResourceType, text: string): Condition[] {
  if (text === '') return []
  return type.compiled.columns
    .filter(({ path, kind, types }) => path.length === 1 && kind === 'text' && types.includes('string'))
    .map(({ path }) => ({ target: { path }, kind: 'text', operator: 'like', operands: [text], field: path.join('.') }))
}
