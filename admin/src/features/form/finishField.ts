/** Let a field that takes its text when it is left take it now: keys that save leave none. */
export function finishField(): void {
  const { activeElement: field } = document
  if (field?.matches('input[type="text"], textarea')) field.dispatchEvent(new Event('change', { bubbles: true }))
}
