export { plainText, richText } from './rich-text.ts'
export type { RichFormat, RichText } from './rich-text.ts'
