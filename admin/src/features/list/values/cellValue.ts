import type { Json } from '../../../api/index.ts'
import { fieldOf } from '../../../fields/registry.ts'
import type { Column, Property } from '../../../schema/index.ts'

/** Whether the cells of a column can be edited. */
export const isEditable = ({ isMeta, isReadOnly, kind }: Pick<Column, 'isMeta' | 'isReadOnly' | 'kind'>): boolean =>
  !isMeta && !isReadOnly && fieldOf(kind).cell.input !== undefined

/** The value for a merge patch: null removes a property; a required text is sent even if it is empty, and the service validates it. */
export function patchValue(value: Json | undefined, { kind, isRequired }: Pick<Property, 'kind' | 'isRequired'>): Json {
  if (value === undefined || value === null) return null
  if (value === '') return isRequired && fieldOf(kind).isProse ? '' : null
  return value
}

/** What is wrong with a typed value, as a message key, before a request is sent. */
export function problemWith(value: Json | undefined, { kind }: Pick<Property, 'kind'>): string | undefined {
  if (value === null || value === undefined || value === '') return undefined
  return fieldOf(kind).cell.problem?.(value)
}
