import { compileSchema } from '../../../kernel/index.ts'
import type { Json, JsonObject, ValidationFailure } from '../../../kernel/index.ts'

/** A validator for a value of any type: what the kernel compiles is the schema of an object, so that the value is wrapped into one. */
export function validatorOf({ $defs, ...schema }: JsonObject): (value: Json) => ValidationFailure[] {
  const definitions = $defs === undefined ? {} : { $defs }
  const { validate } = compileSchema({ type: 'object', properties: { value: schema }, ...definitions })
  return value =>
    validate({ value }).map(failure => ({
      ...failure,
      pointer: failure.pointer.replace(/^\/value/, ''),
      field: failure.field.replace(/^value\.?/, ''),
    }))
}
