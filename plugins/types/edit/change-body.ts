import { ValidationFailed } from '../../../kernel/index.ts'
import { mergePatch, pointerOf } from '../../../lib/json/index.ts'
import type { JsonObject } from '../../../lib/json/index.ts'
import type { ResourceType } from '../contract.ts'
import { pluralName } from '../registry/slugs.ts'
import type { TypeBody, TypeChangeBody } from '../schemas.ts'

/**
 * The fields that a body changes. It can repeat what an answer shows besides, with the `id` beside it.
 * @throws `BadRequest` naming what it cannot change
 */
export function fieldsIn(current: ResourceType, body: TypeChangeBody): TypeBody {
  const { id, plural: _plural, created_at: _created, description, context, ...fields } = body
  const shown: JsonObject = {
    id: current.id,
    plural: pluralName(current.name, current.schema),
    created_at: current.created_at,
  }
  const given = new Map(Object.entries(body))
  refuse(
    Object.keys(shown).filter(name => given.has(name) && !(id === current.id && given.get(name) === shown[name])),
    { code: 'read-only', message: 'is set by the service and cannot be written' },
  )
  const removed = [...(description === null ? ['description'] : []), ...(context === null ? ['context'] : [])]
  refuse(removed, { code: 'type', message: 'must not be null' })
  return { ...fields, ...(typeof description === 'string' && { description }), ...(context && { context }) }
}

/** The fields that a merge patch (RFC 7396) leads to. @throws `BadRequest` like {@link fieldsIn} */
export function mergedFields(current: ResourceType, patch: TypeChangeBody): TypeBody {
  const { context, description, schema, ...others } = patch
  return {
    ...fieldsIn(current, others),
    ...(description !== undefined && { description: description ?? '' }),
    ...(context !== undefined && { context: context === null ? {} : mergePatch(current.context, context) }),
    ...(schema !== undefined && { schema: schema === null ? null : mergePatch(current.schema ?? {}, schema) }),
  }
}

function refuse(names: readonly string[], { code, message }: { code: string; message: string }): void {
  if (names.length === 0) return
  throw new ValidationFailed(
    names.map(name => ({ pointer: pointerOf([name]), field: name, code, message })),
    ({ field }) => `${field} ${message}`,
  )
}
