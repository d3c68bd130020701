import type { Problems } from './problems.ts'
import { inPlaceNodes } from './tree.ts'
import type { SchemaNode, SchemaTree } from './tree.ts'

const longestName = 128
const controlCharacter = /\p{Cc}/u

/** Check the names of declared properties, at every depth. */
export function checkNames(tree: SchemaTree, problems: Problems): void {
  for (const node of tree.nodes) {
    for (const { keyword, name, node: property } of node.edges) {
      const problem = keyword === 'properties' ? nameProblem(String(name)) : undefined
      if (problem !== undefined) problems.add(property.pointer, problem)
    }
  }
}

function nameProblem(name: string): string | undefined {
  if (name === '') return 'a property name must not be empty'
  if ([...name].length > longestName) return `a property name may have at most ${longestName} characters`
  if (name.includes('.')) return 'a property name must not have a dot'
  if (controlCharacter.test(name)) return 'a property name must not have a control character'
  if (name.startsWith('$') || name.startsWith('@')) return 'a property name must not begin with $ or @'
  return undefined
}

/** How many schemas may stand in a row that refer to or hold each other and mean the same value. */
const longestChain = 64

/**
 * Check that no schema leads back to itself without going into the value on the way, which would never end, and that no chain of such
 * schemas is longer than anyone needs.
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
        if (top.height > longestChain) return problems.add(top.node.pointer, 'is made of too many schemas in a row')
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

/** The height of a schema that is being looked at. */
const open = -1
