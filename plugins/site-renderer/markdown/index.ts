export { linkedRecords, plainText, richText } from './rich-text.ts'
export type { RichFormat } from './rich-text.ts'
