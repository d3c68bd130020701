/** The value of the field that an event comes from. */
export function eventValue({ target }: Event): string {
  const isField =
    target instanceof HTMLInputElement || target instanceof HTMLSelectElement || target instanceof HTMLTextAreaElement
  return isField ? target.value : ''
}
