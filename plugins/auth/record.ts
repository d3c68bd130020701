import { sharedAccount } from '../../kernel/index.ts'
import type { Column, Condition, DocumentMeta } from '../../kernel/index.ts'

/** A column of texts. */
export const textColumn = (name: string, options: { unique?: boolean; many?: boolean } = {}): Column => ({
  path: [name],
  kind: 'text',
  many: options.many ?? false,
  indexed: true,
  unique: options.unique ?? false,
  types: options.many === true ? ['array', 'null'] : ['string', 'null'],
})

/** The condition that a property compares so with a text. */
export const textCondition = (name: string, operator: 'eq' | 'lt', value: string): Condition => ({
  target: { path: [name] },
  kind: 'text',
  operator,
  operands: [value],
  field: name,
})

/** The standard columns of a new document of this plugin. They belong to the shared account, as users may move. */
export function firstMeta(type_slug: string, created_by: string, now = Date.now()): DocumentMeta {
  const time = new Date(now).toISOString()
  return {
    type_slug,
    status: 'active',
    created_by,
    account_id: sharedAccount,
    sequence_no: 1,
    created_at: time,
    updated_at: time,
  }
}

/** The standard columns after a change. */
export const nextMeta = (meta: DocumentMeta, changes: Partial<DocumentMeta> = {}): DocumentMeta => ({
  ...meta,
  sequence_no: meta.sequence_no + 1,
  updated_at: new Date(Date.now()).toISOString(),
  ...changes,
})
