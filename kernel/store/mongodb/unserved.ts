import type { Condition } from '../../contracts/document-store.ts'
import type { KnownCollection } from './catalogue.ts'

/** The conditions, as the caller wrote their fields, that no index serves. */
export function unserved(conditions: readonly Condition[], { definition, indexOf }: KnownCollection): string[] {
  const indexed = (path: readonly string[]): boolean =>
    definition.columns.some(column => column.indexed && column.path.join('.') === path.join('.'))
  const fields = conditions
    .filter(({ target, operator }) => {
      if (['like', 'ne', 'nin'].includes(operator)) return true
      return 'path' in target ? !indexed(target.path) : !indexOf.has(target.column) && target.column !== 'id'
    })
    .map(({ field }) => field)
  return [...new Set(fields)]
}
