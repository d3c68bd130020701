/** The props of every field. */
export interface FieldProps {
  label: string
  help?: string | undefined
  /** Error message; empty when there is none. */
  error?: string | undefined
  required?: boolean
  /** Show the word “required”; only where most fields are optional. */
  saysRequired?: boolean
  /** Show the label only to screen readers. */
  hidesLabel?: boolean
  disabled?: boolean
  /** Id of the control, for links to it. */
  id?: string | undefined
}

/** The value of the field that emitted an event. */
export function eventValue({ target }: Event): string {
  const isField =
    target instanceof HTMLInputElement || target instanceof HTMLSelectElement || target instanceof HTMLTextAreaElement
  return isField ? target.value : ''
}
