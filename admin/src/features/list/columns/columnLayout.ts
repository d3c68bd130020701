import type { ResourceType } from '../../../api/index.ts'
import { defaultColumns } from '../../../schema/columns.ts'
import type { Column } from '../../../schema/columns.ts'
import { fieldOf } from '../../../fields/registry.ts'
import type { View } from '../../../composables/view/view.ts'

/** Which columns are shown, in which order, and the widths that the user chose. */
export interface Layout {
  columns: string[]
  widths: Readonly<Record<string, number>>
}

/** The columns with these keys, in this order; keys of removed columns are ignored. When none is left, the usual columns. */
export function columnsShown(all: readonly Column[], keys: readonly string[], usualKeys: readonly string[]): Column[] {
  const byKey = new Map(all.map(column => [column.key, column]))
  const pick = (wanted: readonly string[]): Column[] =>
    [...new Set(wanted)].map(key => byKey.get(key)).filter(column => column !== undefined)
  const chosen = pick(keys)
  return chosen.length > 0 ? chosen : pick(usualKeys)
}

/** Move a column to this place. */
export function placed<Item>(items: readonly Item[], item: Item, at: number): Item[] {
  const others = items.filter(one => one !== item)
  return others.length === items.length ? [...items] : [...others.slice(0, at), item, ...others.slice(at)]
}

/** Show a hidden column, at the end; hide a shown column, unless it is the last one. */
export function toggled(keys: readonly string[], key: string): string[] {
  if (!keys.includes(key)) return [...keys, key]
  return keys.length > 1 ? keys.filter(one => one !== key) : [...keys]
}

/** The first sort direction of a column: newest first, largest first. */
export const usualOrder = ({ kind }: Pick<Column, 'kind'>): 'asc' | 'desc' =>
  fieldOf(kind).cell.sortsDescending ? 'desc' : 'asc'

/** Why a list cannot be sorted by a column, as a message key; undefined when it can be. */
export function whyNotSorted(column: Column, hasSchema: boolean): string | undefined {
  if (column.isSortable) return undefined
  if (!hasSchema) return 'list.sortNoSchema'
  if (column.refersTo !== undefined && column.items === undefined) return 'list.sortNoName'
  return column.items !== undefined || column.kind === 'object' ? 'list.sortNoOrder' : 'list.sortNoIndex'
}

/** The columns that a list shows by default; for archived resources also when they were archived, and who created them. */
export function usualColumns(
  type: Pick<ResourceType, 'schema'> | undefined,
  columns: readonly Column[],
  status: View['status'],
): readonly string[] {
  if (type === undefined) return []
  const meta = (name: string): string[] => columns.filter(one => one.isMeta && one.name === name).map(({ key }) => key)
  const own =
    type.schema === undefined
      ? [
          ...columns
            .filter(({ isMeta }) => !isMeta)
            .slice(0, 6)
            .map(({ key }) => key),
          ...meta('updated_at'),
        ]
      : defaultColumns(type)
  if (status === 'active') return own.length > 1 ? own : [...meta('id'), ...own]
  const [first = 'id', ...rest] = own
  const others = rest.filter(key => !meta('updated_at').includes(key)).slice(0, 3)
  return [first, ...meta('updated_at'), ...meta('@archived_by'), ...meta('created_by'), ...others]
}
