import type { Json } from '../../../api/index.ts'
import type { Column, Property } from '../../../schema/index.ts'

/** What can be changed where it stands: one value, that is no long text. */
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

/** Whether a column can be changed in its cells. */
export const isEditable = ({ isMeta, isReadOnly, kind }: Pick<Column, 'isMeta' | 'isReadOnly' | 'kind'>): boolean =>
  !isMeta && !isReadOnly && inPlace.has(kind)

/** What a merge patch says for what was typed: null takes a property away; a required text stays, if only empty, for the service to judge. */
export function patchValue(value: Json | undefined, { kind, isRequired }: Pick<Property, 'kind' | 'isRequired'>): Json {
  if (value === undefined || value === null) return null
  if (value === '') return isRequired && (kind === 'text' || kind === 'long-text') ? '' : null
  return value
}

/** What is wrong with what was typed, as the name of a text, before anybody else is asked. */
export function problemWith(value: Json | undefined, { kind }: Pick<Property, 'kind'>): string | undefined {
  if (value === null || value === undefined || value === '') return undefined
  if (kind === 'integer' && !Number.isSafeInteger(value)) return 'list.noInteger'
  return kind === 'number' && typeof value !== 'number' ? 'list.noNumber' : undefined
}
