import { isObject } from '../../../lib/json/index.ts'
import type { Json, JsonObject } from '../../../lib/json/index.ts'

/** Translates a schema within another one; the tokens say where it stands. */
type Translate = (value: Json | undefined, ...tokens: (string | number)[]) => JsonObject

/** Either the one does not hold, or the other does. */
const implies = (premise: JsonObject, conclusion: JsonObject): JsonObject => ({ anyOf: [{ not: premise }, conclusion] })

/** What keywords of JSON Schema that OpenAPI 3.0 lacks mean, in words that it has; all of it must hold. */
export function conditionsOf(value: JsonObject, translate: Translate): JsonObject[] {
  return [...choiceOf(value, translate), ...dependenciesOf(value, translate), ...containsOf(value, translate)]
}

function choiceOf(value: JsonObject, translate: Translate): JsonObject[] {
  if (value['if'] === undefined) return []
  const premise = translate(value['if'], 'if')
  return [
    ...(value['then'] === undefined ? [] : [implies(premise, translate(value['then'], 'then'))]),
    ...(value['else'] === undefined ? [] : [{ anyOf: [premise, translate(value['else'], 'else')] }]),
  ]
}

function dependenciesOf(value: JsonObject, translate: Translate): JsonObject[] {
  return ['dependentRequired', 'dependentSchemas', 'dependencies'].flatMap(keyword => {
    const dependencies = value[keyword]
    if (!isObject(dependencies)) return []
    return Object.entries(dependencies).flatMap(([name, one]) => {
      if (Array.isArray(one) && one.length === 0) return []
      // `required` holds for what is no object.
      const isPresent = { type: 'object', required: [name] }
      return [implies(isPresent, Array.isArray(one) ? { required: one } : translate(one, keyword, name))]
    })
  })
}

/** An array contains what fits unless none of its items does. */
function containsOf(value: JsonObject, translate: Translate): JsonObject[] {
  if (value['contains'] === undefined || value['minContains'] === 0) return []
  const none = { type: 'array', items: { not: translate(value['contains'], 'contains') } }
  return [{ not: none }]
}
