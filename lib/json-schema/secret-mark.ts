import type { JsonObject } from '../json/types.ts'

/** Whether the keywords of a schema mark the values to which it applies. */
export type Mark = (keywords: JsonObject) => boolean

/** The mark of values that are never sent in answers: `writeOnly: true`, or `format: password`, which means the same. */
export const isSecretMark: Mark = ({ writeOnly, format }) => writeOnly === true || format === 'password'
