import { BadRequest, ValidationFailed, isObject, pointerOf } from '../../kernel/index.ts'
import type { Json, JsonObject, ResourceType, ValidationBudget, ValidationFailure } from '../../kernel/index.ts'

/** Names of what every resource has besides its properties. A body cannot set them; a schema may have properties of these names. */
const columns = new Set('id type_slug status account_id created_by sequence_no created_at updated_at'.split(' '))

/**
 * Check a body before anything is done with it: an object, of properties alone.
 * @throws `BadRequest` naming what does not belong there
 */
export function checkProperties(type: ResourceType, body: Json | undefined): JsonObject {
  if (!isObject(body)) {
    const message = 'the body must be a JSON object: the properties of the resource'
    throw new BadRequest(message, {
      code: 'validation-failed',
      problems: [{ pointer: '', code: 'type', message: 'must be an object' }],
    })
  }
  let wrong: string[] | undefined
  for (const name in body) {
    if (isWritable(type, name)) continue
    wrong = [...(wrong ?? []), name]
  }
  if (wrong !== undefined) {
    const message = 'is set by the service, not by a body'
    const failures = wrong.map(name => ({ pointer: pointerOf([name]), field: name, code: 'read-only', message }))
    throw new ValidationFailed(failures, describe)
  }
  return body
}

function isWritable({ compiled }: ResourceType, name: string): boolean {
  if (compiled.readOnly.length > 0 && compiled.readOnly.includes(name)) return false
  if (!columns.has(name) && !name.startsWith('@')) return true
  return !compiled.open && compiled.resolve([name]) !== undefined
}

/** Data that a body replaces keep what a body cannot set. */
export function keepReadOnly({ compiled }: ResourceType, before: JsonObject, data: JsonObject): JsonObject {
  const kept = compiled.readOnly.filter(name => Object.hasOwn(before, name))
  return kept.length === 0 ? data : { ...data, ...Object.fromEntries(kept.map(name => [name, before[name] ?? null])) }
}

/**
 * Check data against the type's schema.
 * @param budget of the request, where it has more data than these
 * @throws `BadRequest` naming every property that does not fit
 */
export function checkData(type: ResourceType, data: JsonObject, budget?: ValidationBudget): void {
  const failures = type.compiled.validate(data, budget)
  if (failures.length > 0) throw new ValidationFailed(failures, describe)
}

const describe = ({ field, message }: ValidationFailure): string =>
  `${field === '' ? 'the resource' : field}: ${message}`
