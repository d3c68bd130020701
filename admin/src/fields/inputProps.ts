import type { Labels } from '../api/index.ts'
import type { Property } from '../schema/index.ts'
import type { FieldProps } from '../ui/fields/fieldProps.ts'

/**
 * The props of an input for one value: in a cell, in a filter, or in a form, with `v-model`. A value that was not typed yet, or was cleared, is
 * undefined, null, or the empty text.
 */
export interface InputProps extends FieldProps {
  property: Property
  labels?: Labels | undefined
  /** Offer an empty choice. */
  clearable?: boolean
  readonly?: boolean
}

/** The props of a field of `ui/fields` among those of an input. */
export function fieldPropsOf(props: InputProps): FieldProps & { readonly?: boolean | undefined } {
  const { label, help, error, required, saysRequired, hidesLabel, disabled, id, readonly } = props
  return { label, help, error, required, saysRequired, hidesLabel, disabled, id, readonly }
}
