export { equalJson as equal } from '../../../../lib/json/objects.ts'
export { isObject } from '../../../../lib/json/types.ts'
export type { Json, JsonObject } from '../../../../lib/json/types.ts'

/** A copy that shares nothing with the original and contains no proxies of Vue. */
// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a value that survives JSON has the same shape
export const clone = <Value>(value: Value): Value => JSON.parse(JSON.stringify(value)) as Value
