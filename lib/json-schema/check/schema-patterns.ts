import { attempt, insteadOf } from '../../errors/index.ts'
import { cloneJson, isObject, pointerToken, setOwn } from '../../json/index.ts'
import type { JsonObject } from '../../json/index.ts'
import { PatternRefused, readPattern } from '../../pattern/index.ts'
import { readTree } from '../tree/read-schema-tree.ts'
import type { SchemaNode } from '../tree/schema-tree.ts'
import { Problems } from './problems.ts'

/** Called for each pattern of a schema. @returns the pattern in its place */
type ChangePattern = (pattern: string, pointer: string) => string

/**
 * A schema with its patterns in the form in which they are stored and published: regular expressions of ECMA-262 with the flag `u`. A schema that
 * cannot be read is returned as it is.
 * @throws `InvalidInput` naming each pattern that is not one, or cannot be run
 */
export function readPatterns(schema: JsonObject): JsonObject {
  const problems = new Problems('schema')
  const read = mapPatterns(schema, '', (pattern, pointer) => {
    try {
      return readPattern(pattern)
    } catch (error) {
      if (!(error instanceof PatternRefused)) throw error
      problems.add(pointer, error.message, 'pattern')
      return pattern
    }
  })
  problems.refuse()
  return read
}

/** JSON Pointers to the patterns of a stored schema that are valid in the syntax of RE2 alone: they work, but are not published. */
export function patternsOfOldKind(schema: JsonObject): string[] {
  const found: string[] = []
  mapPatterns(schema, '', (pattern, pointer) => {
    if (publishedPattern(pattern) === undefined) found.push(pointer)
    return pattern
  })
  return found
}

/** The pattern as it is published; undefined for one of the old kind. */
export const publishedPattern = (pattern: string): string | undefined =>
  attempt(() => readPattern(pattern), insteadOf(PatternRefused, undefined))

function mapPatterns(given: JsonObject, at: string, change: ChangePattern): JsonObject {
  const schema = cloneJson(given)
  const unread = new Problems('schema')
  const { nodes } = readTree(schema, unread)
  if (unread.any) return given
  for (const node of nodes) mapNode(node, at, change)
  return schema
}

/** @param node its schema is changed */
function mapNode({ schema, pointer }: SchemaNode, at: string, change: ChangePattern): void {
  if (typeof schema === 'boolean') return
  const place = at + pointer
  const { pattern, patternProperties } = schema
  if (typeof pattern === 'string') schema['pattern'] = change(pattern, `${place}/pattern`)
  for (const keyword of ['x-show-if', 'x-show-if-item']) {
    const condition = schema[keyword]
    if (isObject(condition)) schema[keyword] = mapPatterns(condition, `${place}/${keyword}`, change)
  }
  if (!isObject(patternProperties)) return
  const read: JsonObject = {}
  for (const [name, inner] of Object.entries(patternProperties)) {
    const next = change(name, `${place}/patternProperties/${pointerToken(name)}`)
    setOwn(read, Object.hasOwn(patternProperties, next) || Object.hasOwn(read, next) ? name : next, inner)
  }
  schema['patternProperties'] = read
}
