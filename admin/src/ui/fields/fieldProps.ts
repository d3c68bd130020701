/** What every field takes. */
export interface FieldProps {
  label: string
  help?: string | undefined
  /** What is wrong, in words; empty when nothing is. */
  error?: string | undefined
  required?: boolean
  /** Write “required” out; only where most fields are not. */
  saysRequired?: boolean
  /** Screen readers alone get the label. */
  hidesLabel?: boolean
  disabled?: boolean
  /** Id of the control, for links that lead to it. */
  id?: string | undefined
}

/** The value of the field that an event comes from. */
export function eventValue({ target }: Event): string {
  const isField =
    target instanceof HTMLInputElement || target instanceof HTMLSelectElement || target instanceof HTMLTextAreaElement
  return isField ? target.value : ''
}
