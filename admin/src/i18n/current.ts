import { ref } from 'vue'
import { isLanguage, preferredLanguage } from './languages.ts'
import type { Language } from './languages.ts'

/** Where the choice is kept. */
export const storedLanguage = 'plinth.language'

const remembered = globalThis.localStorage?.getItem(storedLanguage) ?? ''

/** The language of the admin; reading it while rendering makes a component follow it. */
export const currentLanguage = ref<Language>(
  isLanguage(remembered) ? remembered : preferredLanguage(globalThis.navigator?.languages ?? []),
)
