import type { Json } from '../../../api/index.ts'
import type { Column, Property } from '../../../schema/index.ts'

/** Kinds that can be edited in place: single values, except long text. */
const inPlace: ReadonlySet<Property['kind']> = new Set<Property['kind']>([
  'text',
  'email',
  'uri',
  'image',
  'colour',
  'date',
  'time',
  'date-time',
  'duration',
  'number',
  'integer',
  'boolean',
  'enum',
  'reference',
])

/** Whether the cells of a column can be edited. */
export const isEditable = ({ isMeta, isReadOnly, kind }: Pick<Column, 'isMeta' | 'isReadOnly' | 'kind'>): boolean =>
  !isMeta && !isReadOnly && inPlace.has(kind)

/** The value for a merge patch: null removes a property; a required text is sent even if it is empty, and the service validates it. */
export function patchValue(value: Json | undefined, { kind, isRequired }: Pick<Property, 'kind' | 'isRequired'>): Json {
  if (value === undefined || value === null) return null
  if (value === '') return isRequired && (kind === 'text' || kind === 'long-text') ? '' : null
  return value
}

/** What is wrong with a typed value, as a message key, before a request is sent. */
export function problemWith(value: Json | undefined, { kind }: Pick<Property, 'kind'>): string | undefined {
  if (value === null || value === undefined || value === '') return undefined
  if (kind === 'integer' && !Number.isSafeInteger(value)) return 'list.noInteger'
  return kind === 'number' && typeof value !== 'number' ? 'list.noNumber' : undefined
}
