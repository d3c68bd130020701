import { fieldOf } from '../../../fields/registry.ts'
import type { FormTraits } from '../../../fields/registry.ts'
import { hasAlternatives } from '../../../schema/index.ts'
import type { Property } from '../../../schema/index.ts'

/** Texts of at most this length need half of the width. */
const maxHalf = 40

/** The width of a field; undefined means the whole width. See {@link FormTraits}. */
export function widthOf(property: Property): FormTraits['width'] {
  const width = hasAlternatives(property) ? undefined : fieldOf(property.kind).form?.width
  const { maxLength } = property.schema
  return width === 'line' && typeof maxLength === 'number' && maxLength <= maxHalf ? 'half' : width
}
