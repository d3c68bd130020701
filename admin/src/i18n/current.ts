import { computed, ref } from 'vue'
import { isLanguage, languages, preferredLanguage } from './languages.ts'
import type { Direction, Language } from './languages.ts'

/** Where the choice is kept. */
export const storedLanguage = 'plinth.language'
/** Where a browser is told to write from another side than the language does: `rtl` or `ltr`, for those who translate or try the admin. */
const storedDirection = 'plinth.direction'

const remembered = globalThis.localStorage?.getItem(storedLanguage) ?? ''
const asked = globalThis.localStorage?.getItem(storedDirection) ?? ''

/** The language of the admin; reading it while rendering makes a component follow it. */
export const currentLanguage = ref<Language>(
  isLanguage(remembered) ? remembered : preferredLanguage(globalThis.navigator?.languages ?? []),
)

/** The side that the admin is written from; reading it while rendering makes a component follow it. */
export const direction = computed<Direction>(() => {
  if (asked === 'rtl' || asked === 'ltr') return asked
  return languages.find(({ tag }) => tag === currentLanguage.value)?.dir ?? 'ltr'
})
