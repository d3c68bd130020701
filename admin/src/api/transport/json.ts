import { isRecord } from '../../../../lib/json/types.ts'
import type { JsonObject } from '../../../../lib/json/types.ts'

export { equalJson as equal } from '../../../../lib/json/objects.ts'
export type { Json, JsonObject } from '../../../../lib/json/types.ts'

/** Whether a value is a JSON object: not a list, not null. Responses of the service contain nothing but JSON. */
export const isObject = (value: unknown): value is JsonObject => isRecord(value)

/** A copy that shares nothing with the original and contains no proxies of Vue. */
// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a value that survives JSON has the same shape
export const clone = <Value>(value: Value): Value => JSON.parse(JSON.stringify(value)) as Value
