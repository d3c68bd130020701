/** Formats, languages, and messages besides `t`. */
export { hasText, language, languages, withMessages } from '../i18n/index.ts'
export { compareTexts, formatBytes, formatDateTime, formatList, formatNumber } from '../i18n/format.ts'
export { totalText } from '../composables/feedback/words.ts'
