import type { Column, ColumnKind } from '../store-kit/document-store.ts'
import type { DeclaredField } from '../json-schema/compiled-schema.ts'
import type { FieldSource } from './index.ts'

const types: Record<ColumnKind, Column['types']> = {
  text: ['string', 'null'],
  number: ['number'],
  boolean: ['boolean'],
  instant: ['string'],
  json: ['object'],
}

function column(path: string, kind: ColumnKind, further: Partial<Column> = {}): Column {
  return { path: path.split('.'), kind, many: false, indexed: true, unique: false, types: types[kind], ...further }
}

const columns: DeclaredField[] = [
  column('title', 'text'),
  column('status', 'text'),
  column('year', 'number', { types: ['integer'] }),
  column('price', 'number'),
  column('sold', 'boolean'),
  column('due', 'instant'),
  column('code', 'json', { types: ['integer', 'string', 'boolean'] }),
  column('any', 'json', { types: [] }),
  column('either', 'json', { types: ['string', 'array'], many: true }),
  column('notes', 'text', { indexed: false }),
  column('tags', 'text', { many: true, types: ['array'] }),
  column('address', 'json', { indexed: false }),
  column('address.city', 'text'),
  column('address.zip', 'text', { indexed: false }),
  column('meta', 'json', { indexed: false }),
  column('meta.color', 'text'),
  column('meta.created_at', 'number'),
  column('project', 'text'),
  { ...column('day', 'text'), format: 'date' },
  { ...column('days', 'text', { many: true, types: ['array'] }), format: 'date' },
  column('we[i]rd', 'text'),
  column('__proto__', 'text'),
]

const secrets = { includes: () => false }

/** A type with a schema. */
export const movie: FieldSource = {
  secrets,
  open: false,
  references: [{ path: ['project'], name: 'project', type_slugs: ['project'], restricts: [], many: false }],
  resolve: path => columns.find(each => each.path.join('.') === path.join('.')),
}
/** A type without one. */
export const open: FieldSource = { open: true, references: [], secrets, resolve: () => undefined }
