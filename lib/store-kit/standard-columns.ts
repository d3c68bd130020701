import type { ColumnKind, StandardColumn } from './document-store.ts'

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
