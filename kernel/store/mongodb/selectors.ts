import type { Condition, ListQuery } from '../../contracts/document-store.ts'
import type { KnownCollection } from './catalogue.ts'
import { exactly } from './conditions.ts'
import type { Terms } from './conditions.ts'
import { wordsIndex } from './indexes.ts'
import { isPlain, valueField } from './names.ts'
import type { Selection } from './selection.ts'
import { several } from './shadows.ts'

/** An index that finds the documents of a query by one of its conditions. */
export interface Selector {
  hint: string
  /** Bounds for the scan, beside account and status. */
  bounds: Terms
  /** When there are documents like this, the bounds miss some that the condition means. */
  unless?: Terms
}

/** The indexes, apart from that of the order, that could serve a query. */
export function selectorsOf(query: ListQuery, selection: Selection, orderField: string): Selector[] {
  const { indexOf } = selection.collection
  const selectors: Selector[] = selection.wordTerms.map(bounds => ({ hint: wordsIndex.name, bounds }))
  for (const [field, ranges] of selection.ranges) {
    const hint = indexOf.get(field)
    if (hint === undefined || field === orderField) continue
    for (const range of ranges) {
      if ('$in' in range) selectors.push({ hint, bounds: { [field]: { $in: [...range.$in, several] } } })
      else selectors.push({ hint, bounds: { [field]: range }, unless: { [field]: several } })
    }
  }
  for (const condition of query.conditions) {
    const field = itemsField(condition)
    const hint = field === undefined ? undefined : indexOf.get(field)
    const bounds = exactly(condition)
    if (hint !== undefined && bounds !== undefined) selectors.push({ hint, bounds })
  }
  return selectors
}

/** What lets an index serve the conditions of a count, for the database to choose from. */
export const indexBounds = ({ ranges, collection }: Selection): Terms[] =>
  [...ranges].flatMap(([field, known]) =>
    collection.indexOf.has(field)
      ? known.flatMap(range => ('$in' in range ? [{ [field]: { $in: [...range.$in, several] } }] : []))
      : [],
  )

/** The field that an index of a column with many values is on, for conditions that such an index serves. */
function itemsField({ target, kind, operator }: Condition): string | undefined {
  if ('column' in target || !isPlain(target.path) || ['ne', 'nin', 'exists', 'like'].includes(operator))
    return undefined
  return valueField(kind === 'instant' ? 'instants' : 'data', target.path)
}

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
