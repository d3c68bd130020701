import { clone } from '../../api/transport/json.ts'
import type { JsonObject } from '../../api/transport/json.ts'
import { propertiesOf } from '../../schema/index.ts'

/** The initial values of a copy: all properties except those that the service sets and those that must be unique. */
export function copyOf(data: JsonObject, schema: JsonObject | undefined): JsonObject {
  const own = new Set(
    propertiesOf(schema).flatMap(({ name, isReadOnly, schema }) =>
      isReadOnly || schema['x-unique'] === true ? [name] : [],
    ),
  )
  return clone(Object.fromEntries(Object.entries(data).filter(([name]) => !own.has(name))))
}
