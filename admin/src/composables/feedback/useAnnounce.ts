import { readonly, ref } from 'vue'

const polite = ref('')
const assertive = ref('')

/** What screen readers are told; the frame shows it to them. */
export const announced = { polite: readonly(polite), assertive: readonly(assertive) }

/**
 * Tell people who do not see the page what happened: “12 movies”, “Archived”.
 * @param options.now interrupts what is being read; for errors
 */
export function announce(text: string, options: { now?: boolean } = {}): void {
  const region = options.now === true ? assertive : polite
  region.value = region.value === text ? `${text}\u00a0` : text // the same text again is said again
}
