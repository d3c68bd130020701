import type { Json, JsonObject } from '../../json/types.ts'
import type { FoundReference } from '../compiled-schema.ts'
import { InvalidInput } from '../../errors/index.ts'
import { cloneJson, isObject } from '../../json/index.ts'
import { pointerOf } from '../../json/pointer.ts'
import { createValidationBudget } from '../compile/validation-budget.ts'
import { assertions, compileBranches } from '../compile/ajv-engine.ts'
import type { BranchChecks } from '../compile/ajv-engine.ts'
import { Problems } from '../check/problems.ts'
import { readTree } from '../tree/read-schema-tree.ts'
import { leadingNodes, refers, slugOf } from './reference-nodes.ts'
import { applicatorOf, nodesFor } from '../tree/applicators.ts'
import type { Applicator } from '../tree/applicators.ts'
import { under } from '../tree/schema-tree.ts'
import type { SchemaNode, SchemaTree } from '../tree/schema-tree.ts'
import { writeTree } from '../tree/write-schema-tree.ts'

/** How many schemas are applied at most in the search for the references of one value. */
const maxSteps = 1_000_000

/** A place in a value, during the walk. */
interface Place {
  path: readonly (string | number)[]
  /** Names of properties on the way, joined by dots. */
  name: string
}

/** What counts as a reference in addition to texts. */
interface FinderOptions {
  /** Integers too, whose digits are the {@link FoundReference.id}: for data in which references are not stored URNs. Default: no. */
  integers?: boolean
}

/**
 * Finds the references in data: the texts, at any place, to which a schema with `x-resource-type` applies. A schema applies by the rules of
 * JSON Schema: that of an alternative when the value fits it, `then` when `if` fits. For data that fit no alternative (they were stored
 * under another schema) all alternatives apply.
 * @returns a function that finds them in the order of the data; it throws `InvalidInput` when that takes too much work
 */
export function referenceFinder(
  tree: SchemaTree,
  { integers = false }: FinderOptions = {},
): (data: JsonObject) => FoundReference[] {
  const leading = leadingNodes(tree)
  if (!leading.has(tree.root)) return () => []
  const applicators = new Map<SchemaNode, Applicator>()
  let branches: BranchChecks | undefined
  return data => {
    branches ??= compileBranches(tree)
    const search = new Search(leading, applicators, branches, integers)
    search.look(data, [tree.root], { path: [], name: '' })
    return [...search.found.values()]
  }
}

/** The schema that {@link compileReferenceFinder} takes: only the parts of a document that define where references are. */
export const referenceSchema = (tree: SchemaTree): JsonObject =>
  writeTree(tree.root, {
    prefix: '#',
    keep: keyword => keyword === 'x-resource-type' || assertions.has(keyword),
    finish: value => value,
  })

/** Like {@link referenceFinder}. @param schema created by {@link referenceSchema} */
export function compileReferenceFinder(
  schema: JsonObject,
  options?: FinderOptions,
): (data: JsonObject) => FoundReference[] {
  const problems = new Problems('schema')
  const tree = readTree(cloneJson(schema), '2020-12', problems)
  problems.refuse()
  return referenceFinder(tree, options)
}

class Search {
  readonly found = new Map<string, FoundReference>()
  readonly #leading: ReadonlySet<SchemaNode>
  readonly #applicators: Map<SchemaNode, Applicator>
  readonly #branches: BranchChecks
  readonly #integers: boolean
  readonly #budget = createValidationBudget()
  #steps = 0

  constructor(
    leading: ReadonlySet<SchemaNode>,
    applicators: Map<SchemaNode, Applicator>,
    branches: BranchChecks,
    integers: boolean,
  ) {
    this.#integers = integers
    this.#leading = leading
    this.#applicators = applicators
    this.#branches = branches
  }

  /** @param nodes schemas that apply to the value */
  look(value: Json, nodes: readonly SchemaNode[], at: Place): void {
    if (value === null || typeof value === 'boolean') return
    if (typeof value === 'number' && !this.#integers) return
    const applying = new Set<SchemaNode>()
    for (const node of nodes) this.#collect(node, value, applying)
    for (const node of applying) if (refers(node)) this.#note(node, value, at)
    if (Array.isArray(value)) this.#lookAtItems(value, applying, at)
    else if (typeof value === 'object') this.#lookAtProperties(value, applying, at)
  }

  /** Collect a schema and those that it applies to the same value. */
  #collect(node: SchemaNode, value: Json, into: Set<SchemaNode>): void {
    if (!this.#leading.has(node) || into.has(node)) return
    if (++this.#steps > maxSteps) throw new InvalidInput('the resource is too large to be searched for references')
    into.add(node)
    if (node.target !== undefined) this.#collect(node.target, value, into)
    for (const inner of under(node, 'allOf')) this.#collect(inner, value, into)
    for (const keyword of ['anyOf', 'oneOf'] as const) {
      for (const inner of this.#fitting(under(node, keyword), value)) this.#collect(inner, value, into)
    }
    this.#collectConditional(node, value, into)
    for (const edge of node.edges) {
      const applies = edge.keyword === 'dependentSchemas' && isObject(value) && Object.hasOwn(value, String(edge.name))
      if (applies) this.#collect(edge.node, value, into)
    }
  }

  #collectConditional(node: SchemaNode, value: Json, into: Set<SchemaNode>): void {
    const [condition] = under(node, 'if')
    if (condition === undefined) return
    const parts = [condition, ...under(node, 'then'), ...under(node, 'else')]
    if (!parts.some(part => this.#leading.has(part))) return
    const fits = this.#branches.fits(condition, value, this.#budget)
    const applying = fits ? [condition, ...under(node, 'then')] : under(node, 'else')
    for (const inner of applying) this.#collect(inner, value, into)
  }

  /** The alternatives that a value fits; all when it fits none. */
  #fitting(alternatives: readonly SchemaNode[], value: Json): readonly SchemaNode[] {
    if (!alternatives.some(node => this.#leading.has(node))) return []
    const fitting = alternatives.filter(node => this.#branches.fits(node, value, this.#budget))
    return fitting.length === 0 ? alternatives : fitting
  }

  #lookAtItems(array: readonly Json[], applying: ReadonlySet<SchemaNode>, at: Place): void {
    const applicators = this.#applicatorsOf(applying)
    for (const [index, item] of array.entries()) {
      const nodes = applicators.flatMap(({ prefix, items }) => prefix[index] ?? items ?? [])
      if (nodes.length > 0) this.look(item, nodes, { path: [...at.path, index], name: at.name })
    }
  }

  #lookAtProperties(object: JsonObject, applying: ReadonlySet<SchemaNode>, at: Place): void {
    const applicators = this.#applicatorsOf(applying)
    if (applicators.length === 0) return
    for (const name of Object.keys(object)) {
      const nodes = applicators.flatMap(applicator => nodesFor(applicator, name))
      const value = object[name]
      if (nodes.length === 0 || value === undefined) continue
      this.look(value, nodes, { path: [...at.path, name], name: at.name === '' ? name : `${at.name}.${name}` })
    }
  }

  #applicatorsOf(applying: ReadonlySet<SchemaNode>): Applicator[] {
    return [...applying].flatMap(node => {
      if (!node.edges.some(edge => this.#leading.has(edge.node))) return []
      const known = this.#applicators.get(node) ?? applicatorOf(node)
      this.#applicators.set(node, known)
      return [known]
    })
  }

  /** `x-resource-type` on an array applies to its items. */
  #note(node: SchemaNode, value: Json, { path, name }: Place): void {
    if (Array.isArray(value)) {
      for (const [index, item] of value.entries()) this.#note(node, item, { path: [...path, index], name })
      return
    }
    if (typeof value !== 'string' && !(this.#integers && Number.isSafeInteger(value))) return
    const key = pointerOf(path)
    const slug = slugOf(node)
    const restricts = node.own['x-on-archive'] === 'restrict'
    const known = this.found.get(key)
    this.found.set(key, {
      path,
      name,
      id: String(value),
      type_slugs: [...new Set([...(known?.type_slugs ?? []), slug])],
      restricts: [...new Set([...(known?.restricts ?? []), ...(restricts ? [slug] : [])])],
    })
  }
}
