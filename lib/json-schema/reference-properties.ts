import type { ReferenceProperty } from './compiled-schema.ts'
import { leafOf } from './leaf.ts'
import { pathsWith, valueNodes } from './paths.ts'
import type { DeclaredPath } from './paths.ts'
import type { Shape } from './shape.ts'
import { refers } from './reference-nodes.ts'
import type { SchemaTree } from './tree.ts'

/** How often a schema that holds itself is followed: so deep references are found in comments on comments on comments. */
const rounds = 3

/** The declared values that refer to other resources. */
export const referencePaths = (tree: SchemaTree, root: Shape): DeclaredPath[] => pathsWith(tree, root, refers, rounds)

/** What they refer to. A place that may refer to one of several types is there once for each. */
export function referencesOf(paths: readonly DeclaredPath[]): ReferenceProperty[] {
  return paths.flatMap(({ path, shape, throughArray }) => {
    const nodes = valueNodes(shape).filter(refers)
    const slugs = new Set(nodes.map(({ own }) => String(own['x-resource-type'])))
    return [...slugs].map((type_slug): ReferenceProperty => {
      const restricts = nodes.some(
        ({ own }) => own['x-resource-type'] === type_slug && own['x-on-archive'] === 'restrict',
      )
      return { path, type_slug, on_archive: restricts ? 'restrict' : 'keep', many: throughArray || leafOf(shape).many }
    })
  })
}
