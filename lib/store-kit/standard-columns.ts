import type { ColumnKind, Sort, StandardColumn } from './document-store.ts'

/** The type as which the values of each standard column are compared. */
export const standardColumnKinds: Readonly<Record<StandardColumn, ColumnKind>> = {
  id: 'text',
  type_slug: 'text',
  status: 'text',
  created_by: 'text',
  account_id: 'text',
  sequence_no: 'number',
  created_at: 'instant',
  updated_at: 'instant',
}

export const isStandardColumn = (name: string): name is StandardColumn => Object.hasOwn(standardColumnKinds, name)

/** The default order of a list: `created_at desc, id desc`. */
export const newestFirst: Sort = {
  target: { column: 'created_at' },
  kind: 'instant',
  direction: 'desc',
  field: 'created_at',
}
