import { isObject } from '../../../lib/json/index.ts'
import type { Json, JsonObject } from '../../../lib/json/index.ts'

/** Translates a schema within another one; the tokens are its position. */
type Translate = (value: Json | undefined, ...tokens: (string | number)[]) => JsonObject

/** Either the premise is false, or the conclusion is true. */
const implies = (premise: JsonObject, conclusion: JsonObject): JsonObject => ({ anyOf: [{ not: premise }, conclusion] })

/** The meaning of JSON Schema keywords that OpenAPI 3.0 lacks, expressed with keywords that it has; all conditions must be true. */
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
      // `required` accepts every value that is not an object.
      const isPresent = { type: 'object', required: [name] }
      return [implies(isPresent, Array.isArray(one) ? { required: one } : translate(one, keyword, name))]
    })
  })
}

/** An array contains a matching item unless none of its items matches. */
function containsOf(value: JsonObject, translate: Translate): JsonObject[] {
  if (value['contains'] === undefined || value['minContains'] === 0) return []
  const none = { type: 'array', items: { not: translate(value['contains'], 'contains') } }
  return [{ not: none }]
}
