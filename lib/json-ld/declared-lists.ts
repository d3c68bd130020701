import type { Json, JsonObject } from '../json/types.ts'
import type { CompiledSchema } from '../json-schema/compiled-schema.ts'
import { isObject, setOwn } from '../json/index.ts'

/** The value as a list where the schema wants one and has no room for the value alone; likewise deeper in. */
function asDeclared(value: Json, path: readonly string[], compiled: Pick<CompiledSchema, 'resolve'>): Json {
  if (Array.isArray(value))
    return value.map(item => (Array.isArray(item) ? item : membersAsDeclared(item, path, compiled)))
  const inner = membersAsDeclared(value, path, compiled)
  const types = compiled.resolve(path)?.types ?? []
  return types.includes('array') && !types.some(type => isOfType(value, type)) ? [inner] : inner
}

/** The members of an object, each {@link asDeclared}. */
export function membersAsDeclared(
  value: Json,
  path: readonly string[],
  compiled: Pick<CompiledSchema, 'resolve'>,
): Json {
  if (!isObject(value)) return value
  const result: JsonObject = {}
  for (const name of Object.keys(value))
    setOwn(result, name, asDeclared(value[name] as Json, [...path, name], compiled))
  return result
}

function isOfType(value: Json, type: string): boolean {
  if (value === null) return type === 'null'
  if (Array.isArray(value)) return type === 'array'
  return type === typeof value || (type === 'integer' && Number.isInteger(value))
}
