import type { DocumentStatus } from '../../kernel/index.ts'
import type { TypeRule, WantedTypeChange } from './contract.ts'
import { isSameText } from './record.ts'
import type { StoredType, TypeRecord } from './record.ts'

/** Who wants a change. */
type Asker = Pick<WantedTypeChange, 'caller' | 'by'>

/** Hold a change against the rules of other plugins. @throws `Conflict` from the first that refuses it */
export function checkRulesOfPlugins(
  rules: readonly TypeRule[],
  asker: Asker,
  current: StoredType,
  next: TypeRecord,
  status: DocumentStatus,
): void {
  const changes = new Set<'slug' | 'schema' | 'status'>()
  if (next.slug !== current.record.slug) changes.add('slug')
  if (!isSameText(next.schema, current.record.schema)) changes.add('schema')
  if (status === 'archived' && current.meta.status === 'active') changes.add('status')
  if (changes.size === 0) return
  for (const rule of rules) rule({ ...asker, slug: current.record.slug, changes })
}
