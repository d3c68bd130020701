import { isObject } from '../api/transport/json.ts'
import type { Json, JsonObject } from '../api/transport/json.ts'

const amounts = /(?:amount|balance|budget|cost|fee|pay|price|salary|total|value)$/i

/** Whether a property has a name of an amount of money. */
export const isAmountName = (name: string): boolean => amounts.test(name)

/**
 * The name of the property that contains the currency of an amount: `priceCurrency` or `price_currency` for `price`; also `currency` if the
 * property has a name of an amount. Undefined for other numbers.
 * @param names names of the properties of the same object
 */
export function currencyPropertyOf(name: string, names: Iterable<string>): string | undefined {
  const others = new Set(names)
  const own = [`${name}Currency`, `${name}_currency`, ...(isAmountName(name) ? ['currency', 'priceCurrency'] : [])]
  return own.find(other => other !== name && others.has(other))
}

/** The currency (ISO 4217) of an amount in an object; undefined for other numbers. */
export function currencyIn(object: Json | undefined, name: string): string | undefined {
  if (!isObject(object)) return undefined
  const property = currencyPropertyOf(name, Object.keys(object))
  const currency = property === undefined ? undefined : object[property]
  return typeof currency === 'string' && /^[A-Z]{3}$/.test(currency) ? currency : undefined
}

/** An object that contains only an amount and its currency: `{"amount": 12.5, "currency": "EUR"}`, or `value` for `amount`. */
export function moneyIn(object: JsonObject): { amount: number; currency: string } | undefined {
  const { amount, value, currency, ...others } = object
  const number = amount ?? value
  const isMoney = typeof number === 'number' && typeof currency === 'string' && Object.keys(others).length === 0
  return isMoney && (amount === undefined || value === undefined) ? { amount: number, currency } : undefined
}
