import { isObject } from '../../../kernel/index.ts'
import type { Json, JsonObject } from '../../../kernel/index.ts'

/** A number as JSON writes it. */
const number = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/

/**
 * How a text of a parameter becomes a value, by its schema. A text that is none of the types that the schema names stays a text, for the
 * validator to refuse; booleans are `true` and `false` alone.
 * @param root the schema that local references point into
 */
export function scalarReader(schema: JsonObject, root: JsonObject): (text: string) => Json {
  const types = typesOf(schema, root, 0)
  return text => {
    if (types.has('null') && text === 'null' && !types.has('string')) return null
    if ((types.has('number') || types.has('integer')) && number.test(text)) {
      const value = Number(text)
      if (Number.isFinite(value)) return value
    }
    if (types.has('boolean') && (text === 'true' || text === 'false')) return text === 'true'
    return text
  }
}

function typesOf(schema: JsonObject, root: JsonObject, depth: number): Set<string> {
  const types = new Set([schema['type']].flat().filter(type => typeof type === 'string'))
  if (depth > 8) return types
  const reference = typeof schema['$ref'] === 'string' ? /^#\/\$defs\/(.+)$/.exec(schema['$ref'])?.[1] : undefined
  const definitions = root['$defs']
  const target = reference !== undefined && isObject(definitions) ? definitions[reference] : undefined
  const parts = [target, ...['allOf', 'anyOf', 'oneOf'].flatMap(list => schema[list] ?? [])]
  for (const part of parts) if (isObject(part)) for (const type of typesOf(part, root, depth + 1)) types.add(type)
  return types
}
