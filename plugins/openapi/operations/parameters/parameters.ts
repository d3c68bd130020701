import { isObject } from '../../../../lib/json/index.ts'
import type { Json, JsonObject } from '../../../../lib/json/index.ts'
import type { ParameterLocation } from '../../contract.ts'
import { ProblemAt, pointTo } from '../../document/problem.ts'
import { follow } from '../../document/references.ts'
import type { SchemaTranslator } from '../../schemas/translate.ts'
import { isJsonType } from '../bodies/media-types.ts'
import { defaultStyle, readStyle } from './styles.ts'
import type { Style } from './styles.ts'

/** A parameter of an operation (https://spec.openapis.org/oas/v3.0.3#parameter-object). */
export interface Parameter {
  /** Where it is in the document. */
  pointer: string
  name: string
  in: ParameterLocation
  required: boolean
  /** The serialization style of a value; undefined for one in a JSON media type. */
  style: Style | undefined
  explode: boolean
  allowEmpty: boolean
  /** Whether reserved characters are not escaped, so that a plus is a plus. */
  allowReserved: boolean
  /** JSON Schema of the value. */
  schema: JsonObject
  /** Name of the value in the request context: `x-context-name`, else `x-alias`, else the parameter's own. */
  valueName: string
  /** The value if the request has none. */
  defaultValue: Json | undefined
}

/** Headers that parameters cannot name in OpenAPI: they are described elsewhere in the document. */
const ignoredHeaders = new Set(['accept', 'content-type', 'authorization'])

/**
 * The parameters of an operation: those of its path, overridden by its own.
 * @param pathPointer JSON Pointer of the Path Item Object
 * @param operationPointer JSON Pointer of the Operation Object
 * @throws ProblemAt
 */
export function readDeclaredParameters(
  document: JsonObject,
  translator: SchemaTranslator,
  pathPointer: string,
  operationPointer: string,
): Parameter[] {
  const parameters = new Map<string, Parameter>()
  for (const owner of [pathPointer, operationPointer]) {
    const list = follow(document, owner).value['parameters']
    if (!Array.isArray(list)) continue
    const own = new Set<string>()
    for (const index of list.keys()) {
      const at = pointTo(owner, 'parameters', index)
      const parameter = readParameter(document, translator, at)
      if (parameter === undefined) continue
      const key = `${parameter.in} ${parameter.name}`
      if (own.has(key)) throw new ProblemAt(at, `the ${parameter.in} parameter "${parameter.name}" is declared twice`)
      own.add(key)
      parameters.set(key, parameter)
    }
  }
  return [...parameters.values()]
}

function readParameter(document: JsonObject, translator: SchemaTranslator, at: string): Parameter | undefined {
  const { pointer, value } = follow(document, at)
  const { name, in: location, content } = value
  if (typeof name !== 'string') throw new ProblemAt(pointer, 'must have a name')
  if (location === 'cookie') {
    throw new ProblemAt(
      pointer,
      `"${name}" is a cookie parameter; parameters may be in the path, the query and headers`,
    )
  }
  if (location !== 'path' && location !== 'query' && location !== 'header') {
    throw new ProblemAt(pointer, `"${name}" must be in "path", "query" or "header"`)
  }
  if (location === 'header' && ignoredHeaders.has(name.toLowerCase())) return undefined
  const contextName = readContextName(value, pointer)
  const described = isObject(content) ? contentSchema(content, pointer) : pointTo(pointer, 'schema')
  const schema = translator.translate(described, 'request')
  return {
    pointer,
    name,
    in: location,
    required: value['required'] === true,
    style: isObject(content)
      ? undefined
      : readStyle(location, value['style'] ?? defaultStyle(location), pointTo(pointer, 'style')),
    explode:
      typeof value['explode'] === 'boolean' ? value['explode'] : (value['style'] ?? defaultStyle(location)) === 'form',
    allowEmpty: value['allowEmptyValue'] === true,
    allowReserved: value['allowReserved'] === true,
    schema,
    valueName: contextName ?? name,
    defaultValue: schema['default'],
  }
}

function readContextName(parameter: JsonObject, pointer: string): string | undefined {
  for (const keyword of ['x-context-name', 'x-alias']) {
    const name = parameter[keyword]
    if (typeof name === 'string' && name !== '') return name
    if (name !== undefined) throw new ProblemAt(pointTo(pointer, keyword), 'must be a text')
  }
  return undefined
}

/** The pointer of the schema of a parameter in JSON. */
function contentSchema(content: JsonObject, pointer: string): string {
  const [type] = Object.keys(content)
  if (type === undefined || !isJsonType(type)) {
    throw new ProblemAt(pointTo(pointer, 'content'), 'must be application/json')
  }
  return pointTo(pointer, 'content', type, 'schema')
}
