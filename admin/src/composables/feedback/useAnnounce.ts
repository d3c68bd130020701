import { readonly, ref } from 'vue'

const polite = ref('')
const assertive = ref('')

/** The texts for screen readers, which the frame renders in live regions. */
export const announced = { polite: readonly(polite), assertive: readonly(assertive) }

/**
 * Announce to screen readers what happened: “12 movies”, “Archived”.
 * @param options.now interrupts the current speech; for errors
 */
export function announce(text: string, options: { now?: boolean } = {}): void {
  const region = options.now === true ? assertive : polite
  region.value = region.value === text ? `${text}\u00a0` : text // a screen reader repeats a text only if it differs
}
