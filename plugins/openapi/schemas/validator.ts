import { compileSchema, mapSchemas } from '../../../lib/json-schema/index.ts'
import type { ValidationFailure } from '../../../lib/json-schema/index.ts'
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

const withoutExtensions = (schema: JsonObject): JsonObject =>
  mapSchemas(schema, one => Object.fromEntries(Object.entries(one).filter(([name]) => !name.startsWith('x-'))))
