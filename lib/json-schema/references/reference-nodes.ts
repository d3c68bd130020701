import type { ReferenceProperty } from '../compiled-schema.ts'
import { valueKindOf } from '../columns/value-kind.ts'
import { pathsWith, valueNodes } from '../columns/declared-paths.ts'
import type { DeclaredPath } from '../columns/declared-paths.ts'
import type { Shape } from '../columns/shape.ts'
import { fileSlugs, acceptedMediaTypesOf } from './media-types.ts'
import { nextNodes, nodesBehind, nodesLeadingTo, closureOf } from '../tree/schema-tree.ts'
import type { SchemaKeyword, SchemaNode, SchemaTree } from '../tree/schema-tree.ts'

export const refers = ({ own }: SchemaNode): boolean => own['x-resource-type'] !== undefined

/** The slug of the type that a schema with `x-resource-type` names. */
const slugOf = ({ own }: SchemaNode): string => String(own['x-resource-type'])

/** The slugs of the types to which a schema refers, by name or by `x-media-types`. */
export const slugsOf = (node: SchemaNode): readonly string[] => (refers(node) ? [slugOf(node)] : fileSlugs)

/** Whether texts can be references, certainly or by their form. */
export const mayRefer = (node: SchemaNode): boolean => refers(node) || acceptedMediaTypesOf(node) !== undefined

/** Whether a text is a path, an address or the URN of a file. */
export const takesFiles = (node: SchemaNode): boolean => !refers(node) && acceptedMediaTypesOf(node) !== undefined

/** Whether a schema with `x-resource-type` prevents the targets from being archived. */
export const restricts = ({ own }: SchemaNode): boolean => own['x-on-archive'] === 'restrict'

/** Keywords that apply the schemas under them to a value, or to what is in it, so that they can define references. */
const carrying: ReadonlySet<SchemaKeyword> = new Set<SchemaKeyword>([
  'properties',
  'patternProperties',
  'additionalProperties',
  'dependentSchemas',
  'items',
  'prefixItems',
  'allOf',
  'anyOf',
  'oneOf',
  'if',
  'then',
  'else',
])

/** Keywords that only try the schemas under them, or apply them to what no other keyword does: these define nothing as a reference. */
const trying: ReadonlySet<SchemaKeyword> = new Set<SchemaKeyword>([
  'not',
  'if',
  'contains',
  'propertyNames',
  'unevaluatedProperties',
  'unevaluatedItems',
])

/** The schemas with `x-resource-type` that require a URN: those that no keyword applies without requiring that they fit. */
export function requiredReferences({ nodes }: SchemaTree): ReadonlySet<SchemaNode> {
  const tried = nodesBehind(nodes, trying)
  return new Set(nodes.filter(node => refers(node) && !tried.has(node)))
}

/** The text of a refused reference, which is the same for every reason. */
export const referenceMessage = (slugs: readonly string[]): string =>
  `must be the URN of an active resource of the type ${slugs.join(' or ')} that you may read`

const carries = (keyword: SchemaKeyword): boolean => carrying.has(keyword)

/** The schemas that can define a value, or something in it, as a reference. */
export const leadingNodes = (tree: SchemaTree, isWanted = mayRefer): Set<SchemaNode> =>
  nodesLeadingTo(tree, isWanted, carries)

/** The schemas that refer and can apply to something in a value. */
export const reachableReferences = (tree: SchemaTree): SchemaNode[] =>
  [...closureOf([tree.root], node => nextNodes(node, carries))].filter(mayRefer)

const maxVisits = 5000

/**
 * The names, joined by dots, of the places of references: those of declared properties up to the reference, or up to an object
 * whose properties can have any name.
 */
export function referenceNames(tree: SchemaTree): string[] {
  const leading = leadingNodes(tree)
  const names = new Set<string>()
  const open = new Set<SchemaNode>()
  let visits = 0
  const visit = (node: SchemaNode, name: string): void => {
    if (!leading.has(node) || open.has(node) || ++visits > maxVisits) return
    open.add(node)
    if (mayRefer(node) && name !== '') names.add(name)
    if (node.target !== undefined) visit(node.target, name)
    for (const { keyword, name: property, node: inner } of node.edges) {
      const isMap = keyword === 'additionalProperties' || keyword === 'patternProperties'
      if (!carries(keyword) || !leading.has(inner)) continue
      if (!isMap) visit(inner, keyword === 'properties' ? join(name, String(property)) : name)
      else if (name !== '') names.add(name)
    }
    open.delete(node)
  }
  visit(tree.root, '')
  return [...names]
}

const join = (name: string, property: string): string => (name === '' ? property : `${name}.${property}`)

/** How often a schema that contains itself is followed: to this depth, references are found in comments on comments on comments. */
const rounds = 3

/** The declared values that refer to other resources. */
export const referencePaths = (tree: SchemaTree, root: Shape): DeclaredPath[] => pathsWith(tree, root, refers, rounds)

/** What they refer to. */
export function referencesOf(paths: readonly DeclaredPath[]): ReferenceProperty[] {
  const references = new Map<string, ReferenceProperty>()
  for (const { path, shape, throughArray } of paths) {
    const name = path.join('.')
    const known = references.get(name)
    const nodes = valueNodes(shape).filter(refers)
    const restricting = nodes.filter(restricts)
    references.set(name, {
      path,
      name,
      type_slugs: [...new Set([...(known?.type_slugs ?? []), ...nodes.map(slugOf)])],
      restricts: [...new Set([...(known?.restricts ?? []), ...restricting.map(slugOf)])],
      many: known?.many === true || throughArray || valueKindOf(shape).many,
    })
  }
  return [...references.values()]
}
