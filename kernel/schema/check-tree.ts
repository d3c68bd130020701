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

/** Check that no schema leads back to itself without going into the value on the way: that would never end. */
export function checkEndless(tree: SchemaTree, problems: Problems): void {
  const state = new Map<SchemaNode, 'open' | 'done'>()
  for (const start of tree.nodes) {
    if (state.has(start)) continue
    const stack = [{ node: start, next: inPlaceNodes(start) }]
    state.set(start, 'open')
    for (let top = stack.at(-1); top !== undefined; top = stack.at(-1)) {
      const inner = top.next.pop()
      if (inner === undefined) {
        state.set(top.node, 'done')
        stack.pop()
      } else if (state.get(inner) === 'open') {
        problems.add(top.node.pointer, 'refers to itself without end')
      } else if (!state.has(inner)) {
        state.set(inner, 'open')
        stack.push({ node: inner, next: inPlaceNodes(inner) })
      }
    }
  }
}
