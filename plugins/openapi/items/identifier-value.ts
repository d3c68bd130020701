import { BadRequest } from '../../../kernel/index.ts'
import type { JsonObject, Scalar } from '../../../lib/json/index.ts'
import type { IdentifierPart } from '../contract.ts'
import { readScalar } from '../operations/parameters/scalars.ts'

/**
 * The value of one part of the identifier in a request, converted to the type of the property, whatever the type of its parameter.
 * @throws BadRequest for an array or an object
 */
export function identifierValue(
  { property, types, valueName }: IdentifierPart,
  values: Readonly<JsonObject>,
): Scalar | undefined {
  const value = valueName === undefined ? undefined : values[valueName]
  if (value === undefined || value === null) return undefined
  if (typeof value === 'object')
    throw new BadRequest(`${property} identifies the item: it cannot be an array or an object`)
  const isText = types.includes('string') || types.length === 0
  if (typeof value === 'string' || isText) {
    const read = isText ? String(value) : readScalar(String(value), { types: new Set(types) })
    return typeof read === 'object' ? String(value) : read
  }
  return value
}
