import { compileSchema } from '../../../lib/json-schema/index.ts'
import type { ValidationFailure } from '../../../lib/json-schema/index.ts'
import { isObject, mapValues } from '../../../lib/json/index.ts'
import type { Json, JsonObject } from '../../../lib/json/index.ts'

/**
 * A validator for a value of any type: the kernel compiles the schema of an object, so the value is wrapped into one. Extensions are removed:
 * they do not restrict values, and some are only allowed in the schema of a type.
 */
export function documentValidatorOf(schema: JsonObject): (value: Json) => ValidationFailure[] {
  const { $defs, ...inner } = withoutExtensions(schema)
  const definitions = $defs === undefined ? {} : { $defs }
  const { validate } = compileSchema({ type: 'object', properties: { value: inner }, ...definitions })
  return value =>
    validate({ value }).map(failure => ({
      ...failure,
      pointer: failure.pointer.replace(/^\/value/, ''),
      field: failure.field.replace(/^value\.?/, ''),
    }))
}

/** Keywords whose value is data. */
const dataKeywords: ReadonlySet<string> = new Set(['const', 'default', 'enum', 'example', 'examples', 'required'])
/** Keywords whose value is an object of schemas by name. */
const mapKeywords: ReadonlySet<string> = new Set(['properties', 'patternProperties', '$defs', 'dependentSchemas'])

function withoutExtensions(schema: JsonObject): JsonObject {
  const inner = (value: Json): Json => (isObject(value) ? withoutExtensions(value) : value)
  const kept = Object.entries(schema).filter(([name]) => !name.startsWith('x-'))
  return mapValues(Object.fromEntries(kept), (value, name) => {
    if (dataKeywords.has(name)) return value
    if (Array.isArray(value)) return value.map(inner)
    return mapKeywords.has(name) && isObject(value) ? mapValues(value, inner) : inner(value)
  })
}
