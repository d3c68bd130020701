import { isObject } from '../../../lib/json/index.ts'
import type { Json, JsonObject } from '../../../lib/json/index.ts'

/**
 * Keep `x-unique` only at the properties of the root and of the schemas that it extends. Values are unique among the items of their own type: for an
 * item that is embedded in another one, the keyword has no meaning.
 * @param schema its references lead into its own `$defs`
 */
export function keepOwnUnique({ $defs, ...root }: JsonObject): JsonObject {
  if (!isObject($defs)) return atProperties(root)
  const bases = basesOf(root, $defs)
  const kept = Object.entries($defs).map(([name, one]): [string, Json] => [
    name,
    isObject(one) && bases.has(name) ? atProperties(one) : without(one),
  ])
  return { ...atProperties(root), $defs: Object.fromEntries(kept) }
}

/** Names of the definitions that a schema extends by `allOf`, directly or indirectly. */
function basesOf({ allOf }: JsonObject, definitions: JsonObject, found = new Set<string>()): Set<string> {
  for (const one of Array.isArray(allOf) ? allOf : []) {
    const reference = isObject(one) ? one['$ref'] : undefined
    const name = typeof reference === 'string' ? reference.replace('#/$defs/', '') : undefined
    const definition = name === undefined ? undefined : definitions[name]
    if (name === undefined || found.has(name) || !isObject(definition)) continue
    found.add(name)
    basesOf(definition, definitions, found)
  }
  return found
}

/** Keep it only at the properties themselves. */
function atProperties(schema: JsonObject): JsonObject {
  const kept = Object.entries(schema).map(([keyword, value]): [string, Json] => {
    if (keyword === 'allOf' && Array.isArray(value)) {
      return [keyword, value.map(one => (isObject(one) ? atProperties(one) : one))]
    }
    if (keyword !== 'properties' || !isObject(value)) return [keyword, without(value)]
    return [keyword, Object.fromEntries(Object.entries(value).map(([name, one]) => [name, atProperty(one)]))]
  })
  return Object.fromEntries(kept)
}

const atProperty = (value: Json): Json =>
  isObject(value) && typeof value['x-unique'] === 'boolean'
    ? { ...Object(without(value)), 'x-unique': value['x-unique'] }
    : without(value)

function without(value: Json): Json {
  if (Array.isArray(value)) return value.map(without)
  if (!isObject(value)) return value
  const kept = Object.entries(value).filter(([name, one]) => name !== 'x-unique' || typeof one !== 'boolean')
  return Object.fromEntries(kept.map(([name, one]) => [name, without(one)]))
}
