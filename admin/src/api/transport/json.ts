/** A value of JSON. */
export type Json = null | boolean | number | string | Json[] | JsonObject

/** An object of JSON. */
export interface JsonObject {
  [name: string]: Json
}

/** Whether it is an object of JSON: no list, not null. */
export const isObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Whether two values of JSON say the same; the order of properties means nothing. */
export function equal(a: unknown, b: unknown): boolean {
  if (a === b) return true
  if (Array.isArray(a)) return Array.isArray(b) && a.length === b.length && a.every((item, at) => equal(item, b[at]))
  if (!isObject(a) || !isObject(b)) return false
  const names = Object.keys(a)
  return (
    names.length === Object.keys(b).length && names.every(name => Object.hasOwn(b, name) && equal(a[name], b[name]))
  )
}

/** A copy that shares nothing with the original; proxies of Vue are left behind. */
// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- what JSON keeps of a value has its shape
export const clone = <Value>(value: Value): Value => JSON.parse(JSON.stringify(value)) as Value
