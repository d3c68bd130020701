import { pointerToken } from '../../json/index.ts'
import type { Json, JsonObject } from '../../json/types.ts'
import { PatternRefused, compilePattern, guessCost } from '../../pattern/index.ts'
import type { Problems } from './problems.ts'
import { inPlaceNodes } from '../tree/schema-tree.ts'
import type { SchemaNode, SchemaTree } from '../tree/schema-tree.ts'

/** Limits of a schema: bytes of its JSON text, nesting of arrays and objects, number of JSON values. */
const schemaLimits = { bytes: 256 * 1024, depth: 32, nodes: 5000 } as const

/** Check the size of a schema before anything else reads it. */
export function checkLimits(schema: JsonObject, text: string, problems: Problems): void {
  const bytes = Buffer.byteLength(text)
  if (bytes > schemaLimits.bytes)
    problems.add('', `has ${bytes} bytes, at most ${schemaLimits.bytes} are allowed`, 'schema-too-large')
  const { depth, nodes } = measure(schema)
  if (depth > schemaLimits.depth)
    problems.add('', `is nested ${depth} deep, at most ${schemaLimits.depth} is allowed`, 'schema-too-large')
  if (nodes > schemaLimits.nodes)
    problems.add('', `has ${nodes} nodes, at most ${schemaLimits.nodes} are allowed`, 'schema-too-large')
}

function measure(root: Json): { depth: number; nodes: number } {
  let depth = 0
  let nodes = 0
  let level: Json[] = [root]
  while (level.length > 0) {
    nodes += level.length
    const inner = level.filter(value => typeof value === 'object' && value !== null)
    if (inner.length > 0) depth++
    level = inner.flatMap(value => Object.values(value))
  }
  return { depth, nodes }
}

const maxNameLength = 128
const controlCharacter = /\p{Cc}/u

/** Check the names of declared properties, at every depth. */
export function checkPropertyNames(tree: SchemaTree, problems: Problems): void {
  for (const node of tree.nodes) {
    for (const { keyword, name, node: property } of node.edges) {
      const problem = keyword === 'properties' ? nameProblem(String(name)) : undefined
      if (problem !== undefined) problems.add(property.pointer, problem, 'property-name')
    }
  }
}

/** @returns undefined for a name that a property can have */
export function nameProblem(name: string): string | undefined {
  if (name === '') return 'a property name must not be empty'
  if ([...name].length > maxNameLength) return `a property name may have at most ${maxNameLength} characters`
  if (name.includes('.'))
    return 'a property name must not have a dot (.): leave the property out, or give it another name'
  if (controlCharacter.test(name)) return 'a property name must not have a control character'
  if (name.startsWith('$') || name.startsWith('@'))
    return 'a property name must not begin with $ or @: leave the property out, or give it another name'
  return undefined
}

/** How long a chain of schemas can be that refer to or contain each other and apply to the same value. */
const maxChainLength = 64

/**
 * Check that no schema leads back to itself without descending into the value, which would never end, and that no chain of such
 * schemas is too long.
 */
export function checkEndless(tree: SchemaTree, problems: Problems): void {
  const heights = new Map<SchemaNode, number>()
  for (const start of tree.nodes) {
    const stack = heights.has(start) ? [] : [{ node: start, next: inPlaceNodes(start), height: 1 }]
    if (stack.length > 0) heights.set(start, open)
    for (let top = stack.at(-1); top !== undefined; top = stack.at(-1)) {
      const inner = top.next.pop()
      if (inner === undefined) {
        stack.pop()
        heights.set(top.node, top.height)
        if (top.height > maxChainLength) return problems.add(top.node.pointer, 'is made of too many schemas in a row')
        const below = stack.at(-1)
        if (below !== undefined) below.height = Math.max(below.height, top.height + 1)
        continue
      }
      const height = heights.get(inner)
      if (height === open) problems.add(top.node.pointer, 'refers to itself without end')
      else if (height !== undefined) top.height = Math.max(top.height, height + 1)
      else {
        heights.set(inner, open)
        stack.push({ node: inner, next: inPlaceNodes(inner), height: 1 })
      }
    }
  }
}

/** The height of a schema that is being visited. */
const open = -1

/** Limit for the cost of all patterns of a schema together. */
const maxTotal = { guessed: 300_000, instructions: 20_000 } as const

/** Check that every `pattern` and every name under `patternProperties` can be run, one by one and together. */
export function checkPatterns(tree: SchemaTree, problems: Problems): void {
  const patterns = patternsOf(tree)
  const guessed = [...patterns.keys()].reduce((sum, source) => sum + guessCost(source), 0)
  if (guessed > maxTotal.guessed) return problems.add('', 'its patterns are too large to be run')
  let instructions = 0
  for (const [source, pointer] of patterns) {
    try {
      instructions += compilePattern(source).cost
    } catch (error) {
      if (!(error instanceof PatternRefused)) throw error
      problems.add(pointer, error.message, 'pattern')
    }
  }
  if (instructions > maxTotal.instructions) problems.add('', 'its patterns together are too large to be run')
}

/** Each pattern with the first place where it occurs. */
function patternsOf(tree: SchemaTree): Map<string, string> {
  const found = new Map<string, string>()
  const add = (source: string, pointer: string): void => {
    if (!found.has(source)) found.set(source, pointer)
  }
  for (const { pointer, own, edges } of tree.nodes) {
    if (typeof own.pattern === 'string') add(own.pattern, `${pointer}/pattern`)
    for (const { keyword, name } of edges) {
      if (keyword === 'patternProperties')
        add(String(name), `${pointer}/patternProperties/${pointerToken(String(name))}`)
    }
  }
  return found
}
