import type { Json, JsonObject } from '../json/types.ts'
import type { Problems } from './problems.ts'

/** What a schema may measure: bytes of its JSON text, nesting of arrays and objects, number of JSON values. */
export const schemaLimits = { bytes: 256 * 1024, depth: 32, nodes: 5000 } as const

/** Check the size of a schema before anything looks into it. */
export function checkLimits(schema: JsonObject, text: string, problems: Problems): void {
  const bytes = Buffer.byteLength(text)
  if (bytes > schemaLimits.bytes) problems.add('', `has ${bytes} bytes, at most ${schemaLimits.bytes} are allowed`)
  const { depth, nodes } = measure(schema)
  if (depth > schemaLimits.depth) problems.add('', `is nested ${depth} deep, at most ${schemaLimits.depth} is allowed`)
  if (nodes > schemaLimits.nodes) problems.add('', `has ${nodes} nodes, at most ${schemaLimits.nodes} are allowed`)
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
