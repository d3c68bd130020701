import { h } from 'vue'
import AgentText from '../../value/AgentText.vue'
import { lazy } from '../registry.ts'
import type { FieldKind, ShowProps } from '../registry.ts'

/** A user who can sign in: who created or changed a resource. No property of a schema has this kind. */
export const agent: FieldKind = {
  kind: 'agent',
  tester: () => -1,
  show: ({ value }: ShowProps) => h(AgentText, { urn: String(value) }),
  cell: { width: 136 },
  filter: {
    comparisons: ['eq', 'ne', 'in', 'nin', 'filled', 'empty'],
    input: lazy(async () => (await import('../inputs.ts')).AgentFilter),
    picksSeveral: true,
  },
}
