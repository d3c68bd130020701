import { isRecord } from '../../../../lib/json/types.ts'
import type { JsonObject } from '../../../../lib/json/types.ts'

export { equalJson as equal } from '../../../../lib/json/objects.ts'
export type { Json, JsonObject } from '../../../../lib/json/types.ts'

/** Whether it is an object of JSON: no list, not null. What the service answers is JSON all the way down. */
export const isObject = (value: unknown): value is JsonObject => isRecord(value)

/** A copy that shares nothing with the original; proxies of Vue are left behind. */
// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- what JSON keeps of a value has its shape
export const clone = <Value>(value: Value): Value => JSON.parse(JSON.stringify(value)) as Value
