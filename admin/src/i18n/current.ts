import { computed, ref } from 'vue'
import { isLanguage, languages, preferredLanguage } from './languages.ts'
import type { Direction, Language } from './languages.ts'

/** Key of the chosen language in the browser's storage. */
export const storedLanguage = 'plinth.language'
/** Key in the browser's storage that overrides the writing direction: `rtl` or `ltr`, for translating or testing the admin. */
const storedDirection = 'plinth.direction'

const savedLanguage = globalThis.localStorage?.getItem(storedLanguage) ?? ''
const savedDirection = globalThis.localStorage?.getItem(storedDirection) ?? ''

/** The language of the admin; components that read it while rendering update when it changes. */
export const currentLanguage = ref<Language>(
  isLanguage(savedLanguage) ? savedLanguage : preferredLanguage(globalThis.navigator?.languages ?? []),
)

/** The same as it is written where this person lives, as far as the browser tells: `en-GB`. For dates and times. */
export const locale = computed(
  () =>
    globalThis.navigator?.languages?.find(tag => tag.split('-')[0] === currentLanguage.value) ?? currentLanguage.value,
)

/** The writing direction of the admin; components that read it while rendering update when it changes. */
export const direction = computed<Direction>(() => {
  if (savedDirection === 'rtl' || savedDirection === 'ltr') return savedDirection
  return languages.find(({ tag }) => tag === currentLanguage.value)?.dir ?? 'ltr'
})
