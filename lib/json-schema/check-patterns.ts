import { pointerToken } from '../json/index.ts'
import { compilePattern, guessCost } from './patterns.ts'
import type { Problems } from './problems.ts'
import type { SchemaTree } from './tree.ts'

/** What all patterns of a schema may cost together. */
const most = { guessed: 300_000, instructions: 20_000 } as const

/** Check that every `pattern` and every name under `patternProperties` can be run, one by one and together. */
export function checkPatterns(tree: SchemaTree, problems: Problems): void {
  const patterns = patternsOf(tree)
  const guessed = [...patterns.keys()].reduce((sum, source) => sum + guessCost(source), 0)
  if (guessed > most.guessed) return problems.add('', 'its patterns are too large to be run')
  let instructions = 0
  for (const [source, pointer] of patterns) {
    try {
      instructions += compilePattern(source).cost
    } catch (error) {
      const reason = error instanceof Error ? error.message : 'it is malformed'
      problems.add(pointer, `is not a regular expression that can be run (RE2 syntax): ${reason.slice(0, 200)}`)
    }
  }
  if (instructions > most.instructions) problems.add('', 'its patterns together are too large to be run')
}

/** Each pattern with the first place where it stands. */
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
